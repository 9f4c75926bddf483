"""What all events are made of, and the words that several of them share."""

from typing import Literal

import msgspec

Source = Literal["staff", "reader"]
ReaderRole = Literal["primary", "witness"]
"""A table has one primary reader, whose numbers settle, and any number of witnesses, whose numbers are compared."""


Choice = str
"""What the owner of an imprisoned stake wants: `stay`, `partage` or `move:<even chance>`."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the table: the casino's own identifier and the name shown on screens."""

    id: str
    name: str


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who signed for what was done, with a PIN of their own at that moment, and as what they did.

    `role` is the house's: `chef_de_table`, `pit_boss`, `direction`, `games_inspector`, `public_controller`,
    `cash_desk`; or `croupier`, who holds a position at the table.
    """

    person: Person
    role: str


class Ball(msgspec.Struct, frozen=True, kw_only=True):
    """One of the table's balls: its letter at the table and its diameter in millimetres."""

    name: str
    diameter_mm: float
    serial: str = ""
    """As the house's register has it; empty where it has none."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """The base of all table events."""
