"""The wheels and balls of the demonstration house, registered, inspected and moved to their tables as in any house."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from casino.people.demonstration_house import (
    BALLS,
    CASINO_ID,
    CYLINDER_MM,
    DEFLECTORS,
    MAKER,
    PEOPLE,
    SPARES,
    DemonstrationTable,
)
from casino.people.models import Person as Colleague
from casino.people.signing import own_signature
from tables.handling import Actor, handle
from tables.handling.aggregates.equipment import EquipmentAggregate
from tables.handling.projections.equipment import ball_named, balls_at, wheel_at, wheel_named
from tables.play.events import Signature
from tables.registers.ball_commands import AssignBall, InspectBall, RegisterBall
from tables.registers.make import BallMake, WheelMake, is_all_known
from tables.registers.wheel_commands import InspectWheel, MoveWheel, RegisterWheel
from tables.roulette.loader import get_rulebook

INSPECTED_FOR = timedelta(days=183)
WHEEL_MAKE = WheelMake(
    material="wood",
    deflectors=DEFLECTORS,
    plate_material="metal",
    plate_shape="slightly-concave",
    plate_smooth=True,
    bearing="ball-bearing",
    walls="metal",
    even_pockets=True,
    turned_by_hand=True,
)
BALL_MAKE = BallMake(material="ivorine", colour="white", weight_g=8, balanced=True)


def equip(table: DemonstrationTable, now: datetime, *, by: Actor) -> Iterator[str]:
    """Give a closed table an inspected wheel and two balls, if they are missing. Equipment from an older version is
    inspected; a wheel that nobody measured is replaced by a measured one.
    """
    yield from _wheel(table, now, by)
    standing = balls_at(CASINO_ID, table.code)
    for letter, diameter in BALLS:
        if letter in standing:
            ball = standing[letter]
            if ball.inspected is None or not is_all_known(ball.make):
                handle(EquipmentAggregate(CASINO_ID), _ball_found_fit(ball.serial, now), by=by, now=now)
            continue
        serial = table.ball_serial(letter)
        yield from _register_ball(serial, diameter, now, by)
        handle(
            EquipmentAggregate(CASINO_ID),
            AssignBall(serial=serial, table=table.code, letter=letter),
            by=by,
            now=now,
        )


def stock(now: datetime, *, by: Actor) -> Iterator[str]:
    for name, diameter in SPARES:
        yield from _register_ball(f"B-{name}", diameter, now, by)


def _wheel(table: DemonstrationTable, now: datetime, by: Actor) -> Iterator[str]:
    standing = wheel_at(CASINO_ID, table.code)
    if standing is not None and standing.diameter_mm is None:
        handle(EquipmentAggregate(CASINO_ID), MoveWheel(serial=standing.serial, table=""), by=by, now=now)
        standing = None
    if standing is not None:
        if standing.inspected is None or not is_all_known(standing.make):
            handle(EquipmentAggregate(CASINO_ID), _wheel_found_fit(standing.serial, now), by=by, now=now)
        return
    serial = table.wheel_serial
    if not wheel_named(CASINO_ID, serial).version:
        registered = RegisterWheel(
            serial=serial,
            maker=MAKER,
            diameter_mm=CYLINDER_MM,
            pockets=get_rulebook(table.rulebook).wheels[table.wheel].order,
            make=WHEEL_MAKE,
        )
        handle(EquipmentAggregate(CASINO_ID), registered, by=by, now=now)
        handle(EquipmentAggregate(CASINO_ID), _wheel_found_fit(serial, now), by=by, now=now)
        yield f"Wheel {serial} is registered and found fit"
    handle(EquipmentAggregate(CASINO_ID), MoveWheel(serial=serial, table=table.code), by=by, now=now)


def _register_ball(serial: str, diameter: float, now: datetime, by: Actor) -> Iterator[str]:
    if ball_named(CASINO_ID, serial).version:
        return
    registered = RegisterBall(serial=serial, diameter_mm=diameter, make=BALL_MAKE)
    handle(EquipmentAggregate(CASINO_ID), registered, by=by, now=now)
    handle(EquipmentAggregate(CASINO_ID), _ball_found_fit(serial, now), by=by, now=now)
    yield f"Ball {serial} is registered and found fit"


def _wheel_found_fit(serial: str, now: datetime) -> InspectWheel:
    return InspectWheel(
        serial=serial,
        condition="fit",
        make=WHEEL_MAKE,
        next_due=_next_inspection(now),
        signatures=_signatures(),
    )


def _ball_found_fit(serial: str, now: datetime) -> InspectBall:
    return InspectBall(
        serial=serial,
        condition="fit",
        make=BALL_MAKE,
        next_due=_next_inspection(now),
        signatures=_signatures(),
    )


def _next_inspection(now: datetime) -> str:
    return (now + INSPECTED_FOR).date().isoformat()


def _signatures() -> tuple[Signature, ...]:
    """Return the signatures of the inspecting pit boss and of the games inspector."""
    wanted = [person.sign_in for person in PEOPLE if person.role in ("pit_boss", "games_inspector")]
    return tuple(
        own_signature(Colleague.objects.get(username=sign_in, casino_id=CASINO_ID)) for sign_in in wanted
    )
