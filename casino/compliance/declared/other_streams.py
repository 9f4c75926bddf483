"""What is not in the table's stream and belongs to its day: what was said to violations, how the house closed the day,
the table's wheel and balls, the screens of its seats, the wrong PINs and passwords of the day."""

from typing import Any

from casino.compliance.declared.entry import Entry, Told, clause_at, no_clause
from casino.people import access_events as a
from casino.seat import screen_events as s
from tables.compliance import events as v
from tables.registers import balls as b
from tables.registers import wheels as w
from tables.registers.casino_day import events as h
from tables.registers.casino_day.decide import left_in_words

CYLINDER = clause_at("cylinder", "clause")
BALLS = clause_at("ball_change", "clause")


def _place(table: str) -> str:
    return table or "the store"


def _inspected(r: Told) -> str:
    remarks = f", {r.event.remarks}" if r.event.remarks else ""
    due = f"; next due {r.event.next_due}" if r.event.next_due else ""
    return f"{r.event.serial} inspected and found {r.event.condition}{remarks}{due}"


def _wheel_moved(r: Told) -> str:
    return f"wheel {r.event.serial} from {_place(r.event.previous)} to {_place(r.event.table)}"


def _ball_assigned(r: Told) -> str:
    letter = f" as ball {r.event.letter}" if r.event.letter else " as a spare" if r.event.table else ""
    return f"ball {r.event.serial} from {_place(r.event.previous)} to {_place(r.event.table)}{letter}"


def _house_closed(r: Told) -> str:
    forced = r.event.forced
    if forced is None:
        return "the house closed the day"
    left = left_in_words(forced.left)
    return f"the house closed the day under pressure, to be reconciled: {forced.reason}; left over: {left}"


def _lock(r: Told) -> str:
    if r.event.locked_until is None:
        return ""
    which = "for everybody" if r.event.locked == "source" else "for this name"
    return f"; locked from there {which} until {r.event.locked_until:%Y-%m-%d %H:%M} UTC"


ENTRIES: dict[type[Any], Entry] = {
    v.ViolationAcknowledged: Entry(
        kind="Violation", clause=no_clause, words=lambda r: "acknowledged by the staff"
    ),
    v.ViolationExplained: Entry(
        kind="Violation", clause=no_clause, words=lambda r: f"explained: {r.event.words}"
    ),
    v.ViolationUpheld: Entry(kind="Violation", clause=no_clause, words=lambda r: f"upheld: {r.event.reason}"),
    v.ViolationDismissed: Entry(
        kind="Violation", clause=no_clause, words=lambda r: f"dismissed: {r.event.reason}"
    ),
    v.ViolationReopened: Entry(
        kind="Violation", clause=no_clause, words=lambda r: f"opened again: {r.event.reason}"
    ),
    h.HouseDayClosed: Entry(kind="House", clause=no_clause, words=_house_closed),
    h.HouseCloseExplained: Entry(
        kind="House",
        clause=no_clause,
        words=lambda r: f"the house's close under pressure explained: {r.event.reason}",
    ),
    a.WrongPinGiven: Entry(
        kind="Access",
        clause=no_clause,
        words=lambda r: f"a wrong PIN was given for {r.event.person.name}{_lock(r)}",
    ),
    a.WrongPasswordGiven: Entry(
        kind="Access",
        clause=no_clause,
        words=lambda r: f"a wrong password was given for {r.event.person.name} at sign-in{_lock(r)}",
    ),
    s.Made: Entry(
        kind="Seat",
        clause=no_clause,
        words=lambda r: f"a code for the screen of seat {r.event.seat} given out",
    ),
    s.Opened: Entry(
        kind="Seat", clause=no_clause, words=lambda r: f"seat {r.event.seat}: its screen opened on a terminal"
    ),
    s.Revoked: Entry(
        kind="Seat", clause=no_clause, words=lambda r: f"the screen of seat {r.event.seat} revoked"
    ),
    w.WheelInspected: Entry(kind="Wheel", clause=CYLINDER, words=lambda r: f"wheel {_inspected(r)}"),
    w.WheelMoved: Entry(kind="Wheel", clause=CYLINDER, words=_wheel_moved),
    w.WheelWithdrawn: Entry(
        kind="Wheel",
        clause=CYLINDER,
        words=lambda r: f"wheel {r.event.serial} withdrawn from play: {r.event.reason}",
    ),
    b.BallInspected: Entry(kind="Ball", clause=BALLS, words=lambda r: f"ball {_inspected(r)}"),
    b.BallAssigned: Entry(kind="Ball", clause=BALLS, words=_ball_assigned),
    b.BallWithdrawn: Entry(
        kind="Ball",
        clause=BALLS,
        words=lambda r: f"ball {r.event.serial} withdrawn from play: {r.event.reason}",
    ),
}
