"""The open cases of a casino as its screens show them: what is due next, where, and by which clause."""

from datetime import datetime
from typing import Literal

import msgspec

from tables.roulette.loader import get_rulebook
from tables.shift.models import Deadline
from tables.shift.rules import Audience, rule_named

Standing = Literal["ok", "due", "overdue"]
"""ok: nothing to do yet; due: the warning's time has come; overdue: the case should have been closed."""


class OpenDeadline(msgspec.Struct, frozen=True, kw_only=True):
    """An open case of a shift rule at a table. Times in UTC."""

    table: str
    rule: str
    label: str
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
    cases = Deadline.objects.filter(casino_id=casino_id, closed_at=None).order_by("due_at", "table", "rule")
    return [_shown(case, now) for case in cases]


def _shown(case: Deadline, now: datetime) -> OpenDeadline:
    rule = rule_named(case.rule)
    rulebook = get_rulebook(case.rulebook, case.rulebook_version)
    return OpenDeadline(
        table=case.table,
        rule=rule.name,
        label=rule.label,
        opened_at=case.opened_at,
        warn_at=case.warn_at,
        due_at=case.due_at,
        state=_standing(case, now),
        clause=case.clause,
        clause_ref=rulebook.clauses[case.clause],
        tell=rule.tell,
    )


def _standing(case: Deadline, now: datetime) -> Standing:
    if now >= case.due_at:
        return "overdue"
    return "due" if now >= case.warn_at else "ok"
