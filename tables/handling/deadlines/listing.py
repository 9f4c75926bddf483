"""The open deadlines of a casino for its screens: the next ones, with table and clause."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Literal

import msgspec

from tables.compliance.judgement import open_deadlines
from tables.compliance.rules import deadline_named
from tables.compliance.rules.deadline import Audience, Deadline
from tables.handling.projections.table_snapshots import table_snapshots
from tables.play.state import State
from tables.refusal import Parameters
from tables.roulette.loader import get_rulebook

Standing = Literal["ok", "due", "overdue"]
"""ok: nothing to do yet; due: the warning's time has come; overdue: the deadline should have been closed."""


class OpenDeadline(msgspec.Struct, frozen=True, kw_only=True):
    """An open deadline of a shift rule at a table. Times in UTC."""

    table: str
    rule: str
    label: str
    case: str
    """The name of the deadline within the table's day."""
    parameters: Parameters
    """The details of the deadline: `{"ball": "A", "minutes": 60}`."""
    opened_at: datetime
    warn_at: datetime
    due_at: datetime
    state: Standing
    clause: str
    clause_ref: str
    """The clause as a person reads it: its short reference in the table's rulebook."""
    tell: tuple[Audience, ...]


def deadlines_of_casino(casino_id: int, now: datetime) -> list[OpenDeadline]:
    """Return all open deadlines of the casino, the next one due first, judged at `now` (aware).

    The list does not wait for a sweep: a screen shows a deadline as overdue from its first late second.
    """
    return deadlines_of_tables((view.state for view in table_snapshots(casino_id) if view.state), now)


def deadlines_of_tables(states: Iterable[State], now: datetime) -> list[OpenDeadline]:
    """Return the open deadlines of tables whose states are at hand, as `deadlines_of_casino` has them."""
    deadlines = (deadline for state in states for deadline in _deadlines_at(state, now))
    return sorted(deadlines, key=lambda each: (each.due_at, each.table, each.case))


def _deadlines_at(state: State, now: datetime) -> Iterator[OpenDeadline]:
    rulebook = get_rulebook(state.rulebook, state.rulebook_version)
    for deadline in open_deadlines(state, rulebook):
        rule = deadline_named(deadline.rule)
        yield OpenDeadline(
            table=state.table,
            rule=rule.name,
            label=rule.label,
            case=deadline.name,
            parameters=deadline.parameters,
            opened_at=deadline.opened_at,
            warn_at=deadline.warn_at,
            due_at=deadline.due_at,
            state=_standing(deadline, now),
            clause=deadline.clause,
            clause_ref=rulebook.clauses[deadline.clause],
            tell=rule.tell,
        )


def _standing(deadline: Deadline, now: datetime) -> Standing:
    if now >= deadline.due_at:
        return "overdue"
    return "due" if now >= deadline.warn_at else "ok"
