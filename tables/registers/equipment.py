"""Shared parts of wheels and balls in the register: a serial number, inspections, a place, and an end.

A thing is at one place at a time: at a table, or in the store, whose name is empty. Only a thing that an inspection
found fit comes to a table, and the rulebook of that table judges it there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, TypeVar

import msgspec

from tables.play.command import Request, Signed
from tables.play.event import Signature
from tables.refusal import Refused
from tables.registers.make import Kind
from tables.roulette.rulebook import Rulebook

Condition = Literal["fit", "unfit"]
STORE = ""
SERIAL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


class EquipmentEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of the events of a wheel or a ball; `serial` is its maker's number or the casino's own."""

    serial: str


class Inspected(EquipmentEvent, frozen=True, kw_only=True):
    """Base of an inspection's result. `next_due` is an ISO date."""

    condition: Condition
    remarks: str = ""
    next_due: str | None = None
    signatures: tuple[Signature, ...] = ()


AnInspected = TypeVar("AnInspected", bound=Inspected)


class EquipmentCommand(Request, Signed, frozen=True, kw_only=True):
    """The base of all requests to the register. On a screen the person who asks has signed in; over the API they
    sign."""

    serial: str


class Inspect(Request, Signed, frozen=True, kw_only=True):
    """Record the result of an inspection; a colleague may be the second signatory. `next_due` is an ISO date."""

    serial: str
    condition: Condition
    remarks: str = ""
    next_due: str | None = None


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """Last inspection: its result, its time (UTC), and its signatory."""

    condition: Condition
    at: datetime
    remarks: str = ""
    next_due: str | None = None
    signatures: tuple[Signature, ...] = ()


class Registered(msgspec.Struct, frozen=True, kw_only=True):
    """Base of a registered wheel or ball, at a version of its stream; version 0 before it is registered. Times are
    UTC.
    """

    version: int = 0
    serial: str = ""
    registered_at: datetime | None = None
    rulebook: str = ""
    """The id of the rulebook that it was registered for; empty where none was named."""
    table: str = STORE
    since: datetime | None = None
    inspected: Inspection | None = None
    withdrawn: str = ""
    """Reason of the withdrawal; empty while the piece may be in play."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Table of a move: its rulebook, True if its day is open, and its serial numbers.

    `balls` are by their letters; spares are not among them.
    """

    table: str
    rulebook: Rulebook
    is_open: bool = False
    wheel: str = ""
    balls: dict[str, str] = {}


Rulebooks = Mapping[str, Rulebook]
"""The rulebooks by one of which a thing has to be made before it comes to a table, by their ids: the one that it is
registered for, else all that the casino plays by."""


def judging_rulebooks(
    thing: Registered, tables: Mapping[str, Standing], rulebooks: Rulebooks
) -> tuple[Rulebook, ...]:
    """Return the rulebooks by one of which the thing has to be made where it is: at a table, by that table's."""
    there = tables.get(thing.table)
    return tuple(rulebooks.values()) if there is None else (there.rulebook,)


def check_serial(serial: str, what: Kind) -> None:
    """Raise Refused for a serial number that cannot be written on a label and in an address."""
    if not SERIAL.fullmatch(serial):
        raise Refused("serial-malformed", serial=serial[:40], what=what)


def check_inspected(thing: Registered, what: Kind, clause: str | None) -> None:
    """Raise Refused for a thing that was never inspected, or was found unfit by its last inspection."""
    inspected = thing.inspected
    if inspected is None:
        raise Refused("never-inspected", clause, what=what, serial=thing.serial)
    if inspected.condition == "fit":
        return
    found_on = inspected.at.date()
    if inspected.remarks:
        raise Refused(
            "found-unfit-with-remarks",
            clause,
            what=what,
            serial=thing.serial,
            found_on=found_on,
            remarks=inspected.remarks,
        )
    raise Refused("found-unfit", clause, what=what, serial=thing.serial, found_on=found_on)


def check_in_service(thing: Registered, what: Kind, serial: str, clause: str | None = None) -> None:
    """Raise Refused for a thing that is not registered, or was withdrawn."""
    if not thing.version:
        raise Refused("equipment-not-registered", clause, what=what, serial=serial)
    if thing.withdrawn:
        raise Refused("equipment-withdrawn", clause, what=what, serial=serial, reason=thing.withdrawn)


def check_taken_from(
    thing: Registered, what: Kind, taken_from: str | None, clause: str | None = None
) -> None:
    """Raise Refused for a thing that was seen at another place than the registered one."""
    if taken_from is None or taken_from == thing.table:
        return
    if what == "wheel":
        raise Refused(
            "wheel-taken-elsewhere", clause, serial=thing.serial, place=thing.table, taken_from=taken_from
        )
    raise Refused(
        "ball-taken-elsewhere", clause, serial=thing.serial, place=thing.table, taken_from=taken_from
    )


def inspection_event(event: type[AnInspected], command: Inspect, at: datetime, **found: Any) -> AnInspected:
    """Return the event of that type with the result and the measures of an inspection. Raises Refused."""
    _check_due(command.next_due, at)
    return event(
        serial=command.serial,
        condition=command.condition,
        remarks=command.remarks,
        next_due=command.next_due,
        signatures=command.signatures,
        **found,
    )


def last_inspection(event: Inspected, at: datetime) -> Inspection:
    """Return the inspection of such an event."""
    return Inspection(
        condition=event.condition,
        at=at,
        remarks=event.remarks,
        next_due=event.next_due,
        signatures=event.signatures,
    )


def _check_due(next_due: str | None, at: datetime) -> None:
    """Raise Refused for a malformed date of the next inspection, or a past one."""
    if next_due is None:
        return
    try:
        due = datetime.strptime(next_due, "%Y-%m-%d").date()  # noqa: DTZ007 a day has no time zone
    except ValueError:
        raise Refused("next-inspection-malformed", due=next_due[:20]) from None
    if due < at.date():
        raise Refused("next-inspection-past", due=due)
