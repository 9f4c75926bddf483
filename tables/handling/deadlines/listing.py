"""The open cases of a casino as its screens show them: what is due next, where, and by which clause."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Literal

import msgspec

from tables.compliance.judgement import open_cases
from tables.compliance.rules import deadline_named
from tables.compliance.rules.deadline import Audience, Case
from tables.handling.projections.table_snapshots import boards
from tables.play.state import State
from tables.roulette.loader import get_rulebook
from tables.roulette.refusal import Parameters

Standing = Literal["ok", "due", "overdue"]
"""ok: nothing to do yet; due: the warning's time has come; overdue: the case should have been closed."""


class OpenDeadline(msgspec.Struct, frozen=True, kw_only=True):
    """An open case of a shift rule at a table. Times in UTC."""

    table: str
    rule: str
    label: str
    case: str
    """Its name within the table's day."""
    parameters: Parameters
    """What it is about: `{"ball": "A", "minutes": 60}`."""
    opened_at: datetime
    warn_at: datetime
    due_at: datetime
    state: Standing
    clause: str
    clause_ref: str
    """The clause as a person reads it: its short reference in the table's rulebook."""
    tell: tuple[Audience, ...]


def open_deadlines(casino_id: int, now: datetime) -> list[OpenDeadline]:
    """All open cases of the casino, the next one due first. How they stand is judged at `now` (aware).

    It does not wait for a sweep: a screen shows a case as overdue from the second on which it is.
    """
    return deadlines_of((view.state for view in boards(casino_id) if view.state), now)


def deadlines_of(states: Iterable[State], now: datetime) -> list[OpenDeadline]:
    """The open cases of tables whose states are at hand, as `open_deadlines` has them."""
    cases = (case for state in states for case in _cases_of(state, now))
    return sorted(cases, key=lambda case: (case.due_at, case.table, case.case))


def _cases_of(state: State, now: datetime) -> Iterator[OpenDeadline]:
    rulebook = get_rulebook(state.rulebook, state.rulebook_version)
    for case in open_cases(state, rulebook):
        rule = deadline_named(case.rule)
        yield OpenDeadline(
            table=state.table,
            rule=rule.name,
            label=rule.label,
            case=case.name,
            parameters=case.parameters,
            opened_at=case.opened_at,
            warn_at=case.warn_at,
            due_at=case.due_at,
            state=_standing(case, now),
            clause=case.clause,
            clause_ref=rulebook.clauses[case.clause],
            tell=rule.tell,
        )


def _standing(case: Case, now: datetime) -> Standing:
    if now >= case.due_at:
        return "overdue"
    return "due" if now >= case.warn_at else "ok"
