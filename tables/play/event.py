"""The base of all events, and the values that several of them share."""

from typing import Literal

import msgspec

Source = Literal["staff", "reader"]
ReaderRole = Literal["primary", "witness"]
"""A table has one primary reader, whose numbers settle, and any number of witnesses, whose numbers are compared."""


Choice = str
"""The choice of the owner of an imprisoned stake: `stay`, `partage` or `move:<even chance>`."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the table: the casino's own identifier and the name shown on screens."""

    id: str
    name: str


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """A person who signed for an act, with a PIN of their own at that moment, and the role.

    `role` is the casino's: `chef_de_table`, `pit_boss`, `direction`, `games_inspector`, `public_controller`,
    `cash_desk`; or `croupier`, who holds a position at the table.
    """

    person: Person
    role: str


class Ball(msgspec.Struct, frozen=True, kw_only=True):
    """One of the table's balls: its letter at the table and its diameter in millimetres."""

    name: str
    diameter_mm: float
    serial: str = ""
    """Serial from the casino's register; empty without an entry."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """The base of all table events."""
