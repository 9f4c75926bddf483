"""What all events are made of, and the words that several of them share."""

from typing import Literal

import msgspec

Source = Literal["staff", "reader"]
Choice = str
"""What the owner of an imprisoned stake wants: `stay`, `partage` or `move:<even chance>`."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the table: the casino's own identifier and the name shown on screens."""

    id: str
    name: str


class Ball(msgspec.Struct, frozen=True, kw_only=True):
    """One of the table's balls: its letter at the table and its diameter in millimetres."""

    name: str
    diameter_mm: float


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """The base of all table events."""
