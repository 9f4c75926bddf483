"""Commands to the register about a wheel, and their decisions.

A wheel comes to a table with the pockets of one of the rulebook's numberings (pt-francesa/2, pt-americana/2), as wide
as the rulebook says (pt-francesa/3-7, pt-americana/3-6), and found fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from tables.registers.equipment import (
    STORE,
    EquipmentCommand,
    Inspect,
    Standing,
    check_in_service,
    check_inspected,
    check_serial,
    check_taken_from,
    inspection_event,
)
from tables.registers.wheels import (
    Wheel,
    WheelEvent,
    WheelInspected,
    WheelMoved,
    WheelRegistered,
    WheelWithdrawn,
)
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import HIGHEST, REDS, ZEROS, as_data, colour, pockets

Order = tuple[int, ...]


class RegisterWheel(EquipmentCommand, frozen=True, kw_only=True, tag="register-wheel"):
    """Take a wheel into the register; it comes into the store, or is `found_at` the table where it stands already.

    `pockets` are read off the wheel, clockwise from any of them; `numbering` is what the order is entered as.
    """

    maker: str = ""
    diameter_mm: int | None = None
    pockets: Order
    numbering: str = ""
    deflectors: int | None = None
    material: str = "wood"
    plate: str = ""
    found_at: str = STORE


class InspectWheel(Inspect, frozen=True, kw_only=True, tag="inspect-wheel"):
    """Write down what an inspection of a wheel found."""


class MoveWheel(EquipmentCommand, frozen=True, kw_only=True, tag="move-wheel"):
    """Move a wheel to a table, or to the store. `taken_from` says where it was taken, where that was looked at."""

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
) -> Iterator[WheelEvent]:
    """What comes of `command` about `wheel`. `numberings` are those of the house's rulebooks by their names, `tables`
    the tables that the command speaks of and the one where the wheel stands. Raises Refused."""
    if isinstance(command, RegisterWheel):
        yield from _register(wheel, command, numberings)
        return
    check_in_service(wheel, "wheel", command.serial)
    match command:
        case InspectWheel():
            yield inspection_event(WheelInspected, command, at)
        case MoveWheel():
            _check_move(wheel, command, tables)
            yield WheelMoved(serial=wheel.serial, table=command.table, previous=wheel.table)
        case WithdrawWheel():
            if not command.reason:
                raise Refused("wheel-withdrawn-without-reason", serial=wheel.serial)
            _check_not_in_play(wheel, tables)
            yield WheelWithdrawn(serial=wheel.serial, reason=command.reason, previous=wheel.table)


def _register(wheel: Wheel, command: RegisterWheel, numberings: Mapping[str, Order]) -> Iterator[WheelEvent]:
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
        (name for name, order in numberings.items() if _from_zero(order) == _from_zero(command.pockets)), ""
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
            after=after,
            found=found,
            right=right,
        )
    yield WheelRegistered(
        serial=command.serial,
        maker=command.maker,
        diameter_mm=command.diameter_mm,
        numbering=named,
        pockets=command.pockets,
        side_by_side=same_colours_side_by_side(command.pockets),
        deflectors=command.deflectors,
        material=command.material,
        plate=command.plate,
    )
    if command.found_at:
        yield WheelMoved(serial=command.serial, table=command.found_at, previous=STORE, found=True)


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


def numbering_at(wheel: Wheel, rulebook: Rulebook) -> str:
    """The name at this rulebook of the order of the wheel's pockets. Raises Refused where it has no such order."""
    orders = {name: each.order for name, each in rulebook.wheels.items()}
    fitting = [name for name, order in orders.items() if _from_zero(order) == _from_zero(wheel.pockets)]
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
            after=after,
            found=found,
            right=right,
        )
    raise Refused(
        "wheel-numbering-not-played-here",
        clause,
        serial=wheel.serial,
        numbering=wheel.numbering,
        numberings=tuple(orders),
        after=after,
        found=found,
        right=right,
    )


def check_wheel(wheel: Wheel, rulebook: Rulebook) -> None:
    """Raises Refused for a wheel that is not as wide as this rulebook says, or not found fit."""
    rule = rulebook.cylinder
    if rule is not None:
        smallest, largest = rule.diameter_mm
        if wheel.diameter_mm is None:
            raise Refused(
                "wheel-diameter-not-registered",
                rule.clause,
                serial=wheel.serial,
                smallest_mm=smallest,
                largest_mm=largest,
            )
        if not smallest <= wheel.diameter_mm <= largest:
            raise Refused(
                "wheel-size-wrong",
                rule.clause,
                serial=wheel.serial,
                smallest_mm=smallest,
                largest_mm=largest,
                limit=smallest if wheel.diameter_mm < smallest else largest,
                value=wheel.diameter_mm,
            )
    check_inspected(wheel, "wheel", clause_of_wheels(rulebook))


def clause_of_wheels(rulebook: Rulebook) -> str:
    """The clause that says what a wheel is here."""
    return rulebook.cylinder.clause if rulebook.cylinder else rulebook.wheels[rulebook.first_wheel].clause


def same_colours_side_by_side(pockets: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Neighbouring pockets that have the same colour, clockwise; zero has none."""
    around = zip(pockets, (*pockets[1:], *pockets[:1]), strict=True)
    return tuple(
        (one, next_)
        for one, next_ in around
        if one not in ZEROS and next_ not in ZEROS and colour(one, REDS) == colour(next_, REDS)
    )


def _from_zero(pockets: Order) -> Order:
    """The same order around the wheel, begun at zero."""
    place = pockets.index(0)
    return pockets[place:] + pockets[:place]


def _difference(pockets: Order, right: Order) -> tuple[int, int, int]:
    """Where the pockets first leave the right order: after which number, what is found there, and what is right."""
    ours, theirs = _from_zero(pockets), _from_zero(right)
    place = next(place for place, number in enumerate(theirs) if ours[place] != number)
    return theirs[place - 1], ours[place], theirs[place]
