"""A ball's life: registered, inspected, assigned to a table by its letter or as a spare, withdrawn."""

from __future__ import annotations

from datetime import datetime
from typing import get_args

import msgspec
from msgspec.structs import replace

from tables.play.events.base import Signature
from tables.register.equipment import STORE, Condition, EquipmentEvent, Inspection

SPARE = ""


class BallRegistered(EquipmentEvent, frozen=True, kw_only=True, tag="ball_registered"):
    """A ball came into the house."""

    diameter_mm: float
    material: str = ""
    colour: str = "white"


class BallInspected(EquipmentEvent, frozen=True, kw_only=True, tag="ball_inspected"):
    """A ball was inspected."""

    condition: Condition
    remarks: str = ""
    next_due: str | None = None
    signatures: tuple[Signature, ...] = ()


class BallAssigned(EquipmentEvent, frozen=True, kw_only=True, tag="ball_assigned"):
    """A ball came to a table, as the one of that letter or as a spare without one; or to the store, where `table` is
    empty. `found`: it was there already when the register was begun, and nobody has judged it."""

    table: str
    letter: str
    previous: str
    found: bool = False


class BallWithdrawn(EquipmentEvent, frozen=True, kw_only=True, tag="ball_withdrawn"):
    """A ball is played with no more."""

    reason: str
    previous: str


BallEvent = BallRegistered | BallInspected | BallAssigned | BallWithdrawn
BALL_TYPES = frozenset(str(event.__struct_config__.tag) for event in get_args(BallEvent))


class RegisteredBall(msgspec.Struct, frozen=True, kw_only=True):
    """A ball as it stands, at a version of its stream; version 0 before it is registered. Times are UTC."""

    version: int = 0
    serial: str = ""
    diameter_mm: float = 0
    material: str = ""
    colour: str = ""
    registered_at: datetime | None = None
    table: str = STORE
    letter: str = SPARE
    since: datetime | None = None
    inspected: Inspection | None = None
    withdrawn: str = ""
    """Why it is played with no more; empty while it may be."""


def evolve_ball(ball: RegisteredBall, event: BallEvent, version: int, at: datetime) -> RegisteredBall:
    """The ball after this event of its stream."""
    moved = replace(ball, version=version)
    match event:
        case BallRegistered():
            return replace(
                moved,
                serial=event.serial,
                diameter_mm=event.diameter_mm,
                material=event.material,
                colour=event.colour,
                registered_at=at,
                since=at,
            )
        case BallInspected():
            inspection = Inspection(
                condition=event.condition,
                at=at,
                remarks=event.remarks,
                next_due=event.next_due,
                signatures=event.signatures,
            )
            return replace(moved, inspected=inspection)
        case BallAssigned():
            return replace(moved, table=event.table, letter=event.letter, since=at)
        case BallWithdrawn():
            return replace(moved, table=STORE, letter=SPARE, since=at, withdrawn=event.reason)
