"""Commands to the register about a wheel, and their decisions.

A wheel comes to a table with the pockets of one of the rulebook's numberings (pt-francesa/2, pt-americana/2), made as
the rulebook demands (pt-francesa/3-7, pt-americana/3-6), and found fit. The known values of its make are judged before
that too: when it is registered, and when an inspection finds it fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from tables.refusal import Refused
from tables.registers.equipment import (
    STORE,
    EquipmentCommand,
    Inspect,
    Rulebooks,
    Standing,
    check_in_service,
    check_inspected,
    check_serial,
    check_taken_from,
    inspection_event,
    judging_rulebooks,
)
from tables.registers.make import (
    WheelMake,
    check_fits_one,
    check_measures,
    first_fault,
    wheel_faults,
)
from tables.registers.wheels import (
    Wheel,
    WheelEvent,
    WheelInspected,
    WheelMoved,
    WheelRegistered,
    WheelWithdrawn,
    evolve_wheel,
)
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import HIGHEST, REDS, ZEROS, as_data, colour, from_zero, pockets

Order = tuple[int, ...]


class RegisterWheel(EquipmentCommand, frozen=True, kw_only=True, tag="register-wheel"):
    """Take a wheel into the register; it comes into the store, or is `found_at` its table, and is then recorded as
    found.

    `pockets` are read off the wheel, clockwise from any of them; `numbering` is the name of the order. `rulebook` is
    the id of the one that it is registered for and judged by; without one, its make has to fit one of those that the
    casino plays by.
    """

    maker: str = ""
    rulebook: str = ""
    diameter_mm: int | None = None
    make: WheelMake = WheelMake()
    pockets: Order
    numbering: str = ""
    remarks: str = ""
    found_at: str = STORE


class InspectWheel(Inspect, frozen=True, kw_only=True, tag="inspect-wheel"):
    """Record the result of a wheel's inspection. Diameter and make are the measured and observed ones; a wheel of
    another make than its rulebook demands is not found fit.
    """

    diameter_mm: int | None = None
    make: WheelMake = WheelMake()


class MoveWheel(EquipmentCommand, frozen=True, kw_only=True, tag="move-wheel"):
    """Move a wheel to a table, or to the store. `taken_from` is the place that was seen, if it was."""

    table: str
    taken_from: str | None = None


class WithdrawWheel(EquipmentCommand, frozen=True, kw_only=True, tag="withdraw-wheel"):
    """Play on a wheel no more."""

    reason: str


WheelCommand = RegisterWheel | InspectWheel | MoveWheel | WithdrawWheel


def decide_wheel(
    wheel: Wheel,
    command: WheelCommand,
    at: datetime,
    *,
    numberings: Mapping[str, Order],
    tables: Mapping[str, Standing],
    rulebooks: Rulebooks,
) -> Iterator[WheelEvent]:
    """Yield the events of `command` about `wheel`. `numberings` are those of the rulebooks by their names, `tables` the
    tables of the command and the one of the wheel, `rulebooks` those that the casino plays by and the one that the
    wheel is registered for. Raises Refused."""
    if isinstance(command, RegisterWheel):
        yield from _register(wheel, command, numberings, rulebooks)
        return
    check_in_service(wheel, "wheel", command.serial)
    match command:
        case InspectWheel():
            yield _inspected(wheel, command, at, judging_rulebooks(wheel, tables, rulebooks))
        case MoveWheel():
            _check_move(wheel, command, tables)
            yield WheelMoved(serial=wheel.serial, table=command.table, previous=wheel.table)
        case WithdrawWheel():
            if not command.reason:
                raise Refused("wheel-withdrawn-without-reason", serial=wheel.serial)
            _check_not_in_play(wheel, tables)
            yield WheelWithdrawn(serial=wheel.serial, reason=command.reason, previous=wheel.table)


def _register(
    wheel: Wheel, command: RegisterWheel, numberings: Mapping[str, Order], rulebooks: Rulebooks
) -> Iterator[WheelEvent]:
    check_serial(command.serial, "wheel")
    if wheel.version:
        raise Refused("wheel-registered-already", serial=command.serial, place=wheel.table)
    numbers = pockets(command.pockets)
    wrong = tuple(as_data(number) for number in numbers if command.pockets.count(number) != 1)
    if wrong:
        raise Refused(
            "wheel-pockets-wrong",
            serial=command.serial,
            pockets=len(command.pockets),
            highest=HIGHEST,
            wrong=wrong,
        )
    if len(command.pockets) != len(numbers):
        raise Refused(
            "wheel-pockets-beyond-numbers",
            serial=command.serial,
            pockets=len(command.pockets),
            highest=HIGHEST,
        )
    named = next(
        (name for name, order in numberings.items() if from_zero(order) == from_zero(command.pockets)), ""
    )
    if command.numbering and command.numbering != named:
        if command.numbering not in numberings:
            raise Refused(
                "numbering-unknown", numbering=command.numbering, numberings=tuple(sorted(numberings))
            )
        after, found, right = _difference(command.pockets, numberings[command.numbering])
        raise Refused(
            "wheel-numbering-wrong",
            serial=command.serial,
            numbering=command.numbering,
            after=as_data(after),
            found=as_data(found),
            right=as_data(right),
        )
    check_measures(command.make, "wheel", command.serial, command.diameter_mm)
    registered = WheelRegistered(
        serial=command.serial,
        maker=command.maker,
        rulebook=command.rulebook,
        diameter_mm=command.diameter_mm,
        make=command.make,
        remarks=command.remarks,
        numbering=named,
        pockets=command.pockets,
        side_by_side=same_colours_side_by_side(command.pockets),
    )
    if not command.found_at:
        _check_make(registered, tuple(rulebooks.values()))
        if command.rulebook:
            numbering_at(registered, rulebooks[command.rulebook])
    yield registered
    if command.found_at:
        yield WheelMoved(serial=command.serial, table=command.found_at, previous=STORE, found=True)


def _inspected(
    wheel: Wheel, command: InspectWheel, at: datetime, judging: Sequence[Rulebook]
) -> WheelInspected:
    """Return the event of the inspection. Raises Refused if a wheel found fit breaks its rulebook."""
    check_measures(command.make, "wheel", wheel.serial, command.diameter_mm)
    event = inspection_event(WheelInspected, command, at, diameter_mm=command.diameter_mm, make=command.make)
    if command.condition == "fit":
        _check_make(evolve_wheel(wheel, event, wheel.version, at), judging)
    return event


def _check_make(wheel: Wheel | WheelRegistered, judging: Sequence[Rulebook]) -> None:
    """Raise Refused if the known make fits none of these rulebooks."""
    check_fits_one(
        [
            wheel_faults(wheel.make, wheel.serial, wheel.diameter_mm, rulebook, in_use=False)
            for rulebook in judging
        ]
    )


def _check_move(wheel: Wheel, command: MoveWheel, tables: Mapping[str, Standing]) -> None:
    clause = clause_of_wheels(tables[command.table].rulebook) if command.table else None
    check_taken_from(wheel, "wheel", command.taken_from, clause)
    if command.table == wheel.table:
        raise Refused("wheel-there-already", serial=wheel.serial, place=wheel.table)
    _check_not_in_play(wheel, tables)
    if command.table == STORE:
        return
    there = tables[command.table]
    if there.wheel:
        raise Refused(
            "table-has-a-wheel", clause_of_wheels(there.rulebook), table=there.table, wheel=there.wheel
        )
    if there.is_open:
        raise Refused("open-table-keeps-its-wheel", table=there.table)
    numbering_at(wheel, there.rulebook)
    check_wheel(wheel, there.rulebook)


def _check_not_in_play(wheel: Wheel, tables: Mapping[str, Standing]) -> None:
    if wheel.table in tables and tables[wheel.table].is_open:
        raise Refused("wheel-in-play", table=wheel.table, serial=wheel.serial)


def numbering_at(wheel: Wheel | WheelRegistered, rulebook: Rulebook) -> str:
    """Return the name at this rulebook of the order of the wheel's pockets. Raises Refused if it has no such order."""
    orders = {name: each.order for name, each in rulebook.wheels.items()}
    fitting = [name for name, order in orders.items() if from_zero(order) == from_zero(wheel.pockets)]
    if fitting:
        return fitting[0]
    likest = wheel.numbering if wheel.numbering in orders else rulebook.first_wheel
    after, found, right = _difference(wheel.pockets, orders[likest])
    clause = rulebook.wheels[likest].clause
    if not wheel.numbering:
        raise Refused(
            "wheel-order-not-played-here",
            clause,
            serial=wheel.serial,
            numberings=tuple(orders),
            after=as_data(after),
            found=as_data(found),
            right=as_data(right),
        )
    raise Refused(
        "wheel-numbering-not-played-here",
        clause,
        serial=wheel.serial,
        numbering=wheel.numbering,
        numberings=tuple(orders),
        after=as_data(after),
        found=as_data(found),
        right=as_data(right),
    )


def check_wheel(wheel: Wheel, rulebook: Rulebook) -> None:
    """Raise Refused for a wheel that was not found fit, or whose make is unknown or breaks this rulebook."""
    check_inspected(wheel, "wheel", clause_of_wheels(rulebook))
    first_fault(wheel_faults(wheel.make, wheel.serial, wheel.diameter_mm, rulebook, in_use=True))


def clause_of_wheels(rulebook: Rulebook) -> str:
    """Return the clause that defines a wheel in this rulebook."""
    return rulebook.cylinder.clause if rulebook.cylinder else rulebook.wheels[rulebook.first_wheel].clause


def same_colours_side_by_side(pockets: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Neighbouring pockets that have the same colour, clockwise; zero has none."""
    around = zip(pockets, (*pockets[1:], *pockets[:1]), strict=True)
    return tuple(
        (one, next_)
        for one, next_ in around
        if one not in ZEROS and next_ not in ZEROS and colour(one, REDS) == colour(next_, REDS)
    )


def _difference(pockets: Order, right: Order) -> tuple[int, int, int]:
    """Return the first deviation from the right order: the number before it, the found number, and the right number."""
    ours, theirs = from_zero(pockets), from_zero(right)
    place = next(place for place, number in enumerate(theirs) if ours[place] != number)
    return theirs[place - 1], ours[place], theirs[place]
