"""What wheels and balls have in common in the register: a serial number, inspections, a place, and an end.

A thing stands at one place at a time: at a table, or in the store, whose name is empty. Only what an inspection found
fit comes to a table, and it is judged there by the rulebook of that table.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Literal, TypeVar

import msgspec

from tables.play.commands.base import Request, Signed
from tables.play.events.base import Signature
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

Condition = Literal["fit", "unfit"]
STORE = ""
SERIAL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


class EquipmentEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """The base of what happens to a wheel or a ball; `serial` is its maker's number or the house's own."""

    serial: str


class Inspected(EquipmentEvent, frozen=True, kw_only=True):
    """The base of what an inspection found. `next_due` is an ISO date."""

    condition: Condition
    remarks: str = ""
    next_due: str | None = None
    signatures: tuple[Signature, ...] = ()


AnInspected = TypeVar("AnInspected", bound=Inspected)


class EquipmentCommand(Request, frozen=True, kw_only=True):
    """The base of what is asked of the register; all of it is judged."""

    serial: str


class Inspect(Request, Signed, frozen=True, kw_only=True):
    """Write down what an inspection found; a colleague may sign beside. `next_due` is an ISO date."""

    serial: str
    condition: Condition
    remarks: str = ""
    next_due: str | None = None


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """The last inspection: what it found, when (UTC), and who signed for it."""

    condition: Condition
    at: datetime
    remarks: str = ""
    next_due: str | None = None
    signatures: tuple[Signature, ...] = ()


class Registered(msgspec.Struct, frozen=True, kw_only=True):
    """The base of a wheel or a ball as it stands, at a version of its stream; version 0 before it is registered. Times
    are UTC."""

    version: int = 0
    serial: str = ""
    registered_at: datetime | None = None
    table: str = STORE
    since: datetime | None = None
    inspected: Inspection | None = None
    withdrawn: str = ""
    """Why it is played with no more; empty while it may be."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A table as a move meets it: its rulebook, whether its day is open, and the serial numbers that it has.

    `balls` are by their letters; spares are not among them.
    """

    table: str
    rulebook: Rulebook
    is_open: bool = False
    wheel: str = ""
    balls: dict[str, str] = {}


def check_serial(serial: str, what: str) -> None:
    """Raises Refused for a serial number that cannot be written on a label and in an address."""
    if not SERIAL.fullmatch(serial):
        raise Refused(
            f"“{serial[:40]}” is no serial number of a {what}: letters, digits, points, hyphens and underscores, "
            "40 at most, are right"
        )


def check_inspected(what: str, inspected: Inspection | None, clause: str | None) -> None:
    """Raises Refused for what was never inspected, or was found unfit by its last inspection. `what`: `wheel W-7`."""
    if inspected is None:
        raise Refused(f"{what} was never inspected; it is inspected first, and found fit", clause)
    if inspected.condition == "unfit":
        found = f": {inspected.remarks}" if inspected.remarks else ""
        raise Refused(
            f"{what} was found unfit on {inspected.at:%Y-%m-%d}{found}; another inspection has to find it fit",
            clause,
        )


def check_in_service(thing: Registered, what: str, serial: str, clause: str | None = None) -> None:
    """Raises Refused for what is not registered, or was withdrawn. `what`: `wheel`."""
    if not thing.version:
        raise Refused(f"no {what} {serial} is registered", clause)
    if thing.withdrawn:
        raise Refused(f"{what} {serial} was withdrawn: {thing.withdrawn}", clause)


def check_taken_from(
    thing: Registered, is_now: str, taken_from: str | None, clause: str | None = None
) -> None:
    """Raises Refused for what was taken, by who looked, elsewhere than where it is. `is_now`: `wheel W-7 stands`."""
    if taken_from is not None and taken_from != thing.table:
        raise Refused(
            f"{is_now} {in_words(thing.table)} by the register, and not also {in_words(taken_from)}; "
            "look where it is",
            clause,
        )


def inspection_event(event: type[AnInspected], command: Inspect, at: datetime) -> AnInspected:
    """The event of that type which says what the inspection found. Raises Refused."""
    _check_due(command.next_due, at)
    return event(
        serial=command.serial,
        condition=command.condition,
        remarks=command.remarks,
        next_due=command.next_due,
        signatures=command.signatures,
    )


def last_inspection(event: Inspected, at: datetime) -> Inspection:
    """The inspection that such an event tells of."""
    return Inspection(
        condition=event.condition,
        at=at,
        remarks=event.remarks,
        next_due=event.next_due,
        signatures=event.signatures,
    )


def _check_due(next_due: str | None, at: datetime) -> None:
    """Raises Refused for a next inspection that is no day, or one that is past."""
    if next_due is None:
        return
    try:
        due = datetime.strptime(next_due, "%Y-%m-%d").date()  # noqa: DTZ007 a day has no time zone
    except ValueError:
        raise Refused(f"“{next_due[:20]}” is no day; 2027-05-31 is how one is written") from None
    if due < at.date():
        raise Refused(f"the next inspection is due on {due}, which is past")


def in_words(table: str) -> str:
    """`at RF1`, or `in the store`."""
    return f"at {table}" if table else "in the store"


def to_record(event: EquipmentEvent) -> tuple[str, dict[str, object]]:
    """The event as the record keeps it: its type, and its data as plain JSON values."""
    data: dict[str, object] = msgspec.to_builtins(event)
    return str(data.pop("type")), data
