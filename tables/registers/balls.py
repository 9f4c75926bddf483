"""A ball's life: registered, inspected, assigned to a table by its letter or as a spare, withdrawn."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from tables.codec import EventCodec
from tables.registers.equipment import STORE, EquipmentEvent, Inspected, Registered, last_inspection
from tables.registers.make import BallMake, as_found
from tables.registers.older_registrations import ball_from_words

SPARE = ""


class BallRegistered(EquipmentEvent, frozen=True, kw_only=True, tag="ball_registered"):
    """A ball came into the casino."""

    diameter_mm: float
    rulebook: str = ""
    """The id of the rulebook that it was registered for; empty where none was named."""
    make: BallMake = BallMake()
    remarks: str = ""


class BallInspected(Inspected, frozen=True, kw_only=True, tag="ball_inspected"):
    """Inspection of a ball, with its measured diameter and its make."""

    diameter_mm: float | None = None
    make: BallMake = BallMake()


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
BALL_EVENTS = EventCodec[BallEvent](BallEvent, {"ball_registered": (ball_from_words,)})
BALL_TYPES = BALL_EVENTS.types


class RegisteredBall(Registered, frozen=True, kw_only=True):
    """A registered ball."""

    diameter_mm: float = 0
    make: BallMake = BallMake()
    remarks: str = ""
    letter: str = SPARE


def evolve_ball(ball: RegisteredBall, event: BallEvent, version: int, at: datetime) -> RegisteredBall:
    moved = replace(ball, version=version)
    match event:
        case BallRegistered():
            return replace(
                moved,
                serial=event.serial,
                diameter_mm=event.diameter_mm,
                rulebook=event.rulebook,
                make=event.make,
                remarks=event.remarks,
                registered_at=at,
                since=at,
            )
        case BallInspected():
            return replace(
                moved,
                inspected=last_inspection(event, at),
                diameter_mm=ball.diameter_mm if event.diameter_mm is None else event.diameter_mm,
                make=as_found(ball.make, event.make),
            )
        case BallAssigned():
            return replace(moved, table=event.table, letter=event.letter, since=at)
        case BallWithdrawn():
            return replace(moved, table=STORE, letter=SPARE, since=at, withdrawn=event.reason)
