"""What is asked of the register about a wheel, and what comes of it.

A wheel comes to a table with the pockets of one of the rulebook's numberings (pt-francesa/2, pt-americana/2), as wide
as the rulebook says (pt-francesa/3-7, pt-americana/3-6), and found fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from tables.register.equipment import (
    STORE,
    EquipmentCommand,
    Inspect,
    Standing,
    check_in_service,
    check_inspected,
    check_serial,
    check_taken_from,
    in_words,
    inspection_event,
)
from tables.register.wheel_life import (
    Wheel,
    WheelEvent,
    WheelInspected,
    WheelMoved,
    WheelRegistered,
    WheelWithdrawn,
)
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import NUMBERS, REDS, colour

Order = tuple[int, ...]


class RegisterWheel(EquipmentCommand, frozen=True, kw_only=True, tag="register-wheel"):
    """Take a wheel into the register; it comes into the store, or is `found_at` the table where it stands already.

    `pockets` are read off the wheel, clockwise from any of them; `numbering` is what the order is said to be.
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
                raise Refused(f"say why wheel {wheel.serial} is withdrawn")
            _check_not_in_play(wheel.table, tables, f"wheel {wheel.serial} stands there")
            yield WheelWithdrawn(serial=wheel.serial, reason=command.reason, previous=wheel.table)


def _register(wheel: Wheel, command: RegisterWheel, numberings: Mapping[str, Order]) -> Iterator[WheelEvent]:
    check_serial(command.serial, "wheel")
    if wheel.version:
        raise Refused(f"wheel {command.serial} is registered already, and stands {in_words(wheel.table)}")
    wrong = [str(number) for number in NUMBERS if command.pockets.count(number) != 1]
    if wrong or len(command.pockets) != len(NUMBERS):
        raise Refused(
            f"wheel {command.serial} has {len(command.pockets)} pockets; every number from 0 to {NUMBERS[-1]} once is "
            f"right{', look at ' + ', '.join(wrong) if wrong else ''}"
        )
    named = next(
        (name for name, order in numberings.items() if _from_zero(order) == _from_zero(command.pockets)), ""
    )
    if command.numbering and command.numbering != named:
        if command.numbering not in numberings:
            raise Refused(
                f"no numbering is called {command.numbering}; there are: {', '.join(sorted(numberings))}"
            )
        raise Refused(
            f"wheel {command.serial} has not the {command.numbering} numbering: "
            f"{_difference(command.pockets, numberings[command.numbering])}"
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
    check_taken_from(wheel, f"wheel {wheel.serial} stands", command.taken_from, clause)
    if command.table == wheel.table:
        raise Refused(f"wheel {wheel.serial} stands {in_words(wheel.table)} already")
    _check_not_in_play(wheel.table, tables, f"wheel {wheel.serial} stands there")
    if command.table == STORE:
        return
    there = tables[command.table]
    if there.wheel:
        raise Refused(
            f"{there.table} has a wheel already, {there.wheel}; that one goes to the store first",
            clause_of_wheels(there.rulebook),
        )
    _check_not_in_play(there.table, tables, "its wheel is not changed")
    numbering_at(wheel, there.rulebook)
    check_wheel(wheel, there.rulebook)


def _check_not_in_play(table: str, tables: Mapping[str, Standing], why: str) -> None:
    if table in tables and tables[table].is_open:
        raise Refused(f"{table} is open and {why} until it closes")


def numbering_at(wheel: Wheel, rulebook: Rulebook) -> str:
    """The name at this rulebook of the order of the wheel's pockets. Raises Refused where it has no such order."""
    orders = {name: each.order for name, each in rulebook.wheels.items()}
    fitting = [name for name, order in orders.items() if _from_zero(order) == _from_zero(wheel.pockets)]
    if fitting:
        return fitting[0]
    likest = wheel.numbering if wheel.numbering in orders else rulebook.first_wheel
    has = f"the {wheel.numbering} numbering" if wheel.numbering else "another order of numbers"
    raise Refused(
        f"wheel {wheel.serial} has {has}, and this rulebook is played on {' or '.join(orders)}: "
        f"{_difference(wheel.pockets, orders[likest])}",
        rulebook.wheels[likest].clause,
    )


def check_wheel(wheel: Wheel, rulebook: Rulebook) -> None:
    """Raises Refused for a wheel that is not as wide as this rulebook says, or not found fit."""
    rule = rulebook.cylinder
    if rule is not None:
        smallest, largest = rule.diameter_mm
        if wheel.diameter_mm is None:
            raise Refused(
                f"the diameter of wheel {wheel.serial} is not registered; {smallest} to {largest} mm is right",
                rule.clause,
            )
        if not smallest <= wheel.diameter_mm <= largest:
            raise Refused(
                f"wheel {wheel.serial} measures {wheel.diameter_mm} mm; {smallest} to {largest} mm is right",
                rule.clause,
                limit=smallest if wheel.diameter_mm < smallest else largest,
                value=wheel.diameter_mm,
            )
    check_inspected(f"wheel {wheel.serial}", wheel.inspected, clause_of_wheels(rulebook))


def clause_of_wheels(rulebook: Rulebook) -> str:
    """The clause that says what a wheel is here."""
    return rulebook.cylinder.clause if rulebook.cylinder else rulebook.wheels[rulebook.first_wheel].clause


def same_colours_side_by_side(pockets: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Neighbouring pockets that have the same colour, clockwise; zero has none."""
    around = zip(pockets, (*pockets[1:], *pockets[:1]), strict=True)
    return tuple(
        (one, next_) for one, next_ in around if one and next_ and colour(one, REDS) == colour(next_, REDS)
    )


def _from_zero(pockets: Order) -> Order:
    """The same order around the wheel, begun at zero."""
    place = pockets.index(0)
    return pockets[place:] + pockets[:place]


def _difference(pockets: Order, right: Order) -> str:
    """Where the pockets first leave the right order: `after 32 comes 16, where 15 would be right`."""
    ours, theirs = _from_zero(pockets), _from_zero(right)
    place = next(place for place, number in enumerate(theirs) if ours[place] != number)
    return f"after {theirs[place - 1]} comes {ours[place]}, where {theirs[place]} would be right"
