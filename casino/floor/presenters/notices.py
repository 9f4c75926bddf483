"""Notices of a table, on its tile and on its page: violations and alerts with the people who have seen them, and an
excuse at the ball.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

import msgspec
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.compliance.models import Violation
from casino.compliance.rule_labels import rule_label
from casino.kit.clauses import cited
from casino.kit.sentences.alerts import alert_label, alert_sentence
from casino.kit.sentences.violations import violation_sentence
from tables.handling.deadlines.listing import OpenDeadline
from tables.handling.projections.table_snapshots import TableSnapshot
from tables.play.state import State
from tables.roulette.rulebook import Rulebook
from tables.stream.database import Statement, run

READ_STANDING_ALERTS = Statement(
    "read_standing_alerts", (Path(__file__).parents[1] / "sql" / "read_standing_alerts.sql").read_text()
)


class Seen(msgspec.Struct, frozen=True):
    """First answer of the staff to a violation: the person and the time (UTC)."""

    by: str
    at: datetime


SeenBy = Mapping[tuple[str, str, str], Seen]
"""First answers by table, gaming day and the violation's name, without unanswered violations."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """A notice at a table: a violation, an alert, a warning or an excuse, with its clause.

    `name` is that of a violation, an alert or a deadline within its day, and `label` its rule in short; both are
    empty for an excuse. A warning's deadline is `due_at`. An alert has no clause, and may be of an earlier `day`.
    """

    detail: str
    clause: str = ""
    day: str = ""
    name: str = ""
    label: str = ""
    due_at: datetime | None = None
    seen: Seen | None = None

    @property
    def is_new(self) -> bool:
        """True if it is a violation, an alert or a warning that nobody of the staff has acknowledged."""
        return bool(self.name) and self.seen is None


def seen_by(casino_id: int, snapshots: Iterable[TableSnapshot]) -> SeenBy:
    """Return the people who have seen the open violations at these tables. One query, and none without open ones."""
    standing = {
        (each.table.code, each.state.day, violation.violation)
        for each in snapshots
        if each.state is not None
        for violation in each.state.violations
    }
    if not standing:
        return {}
    answered = Violation.objects.filter(
        casino_id=casino_id,
        table__in={table for table, _, _ in standing},
        day__in={day for _, day, _ in standing},
        name__in={name for _, _, name in standing},
        life_version__gt=0,
    )
    found = answered.values_list("table", "day", "name", "life")
    return {
        (table, day, name): Seen(life[0]["by"], datetime.fromisoformat(life[0]["at"]))
        for table, day, name, life in found
    }


def notices_of(state: State, rulebook: Rulebook, seen: SeenBy | None = None) -> tuple[Notice, ...]:
    """Return the open violations at the table, the newest first, each with its clause as people cite it."""
    known = seen or {}
    return tuple(
        Notice(
            detail=capfirst(violation_sentence(each)),
            clause=cited(rulebook, each.clause),
            name=each.violation,
            label=rule_label(each.rule),
            seen=known.get((state.table, state.day, each.violation)),
        )
        for each in reversed(state.violations)
    )


def warnings_of(state: State, due: Iterable[OpenDeadline]) -> tuple[Notice, ...]:
    """Return the warned deadlines of the table, the next first, with the people who have seen them."""
    return tuple(
        Notice(
            detail=gettext(each.label),
            clause=each.clause_ref,
            name=each.case,
            label=gettext(each.label),
            due_at=each.due_at,
            seen=Seen(seen.by, seen.at) if (seen := state.warnings_seen.get(each.case)) else None,
        )
        for each in due
        if each.state == "due" and state.noted.get(each.case) == "warned"
    )


def standing_alerts(casino_id: int, table: str = "") -> Mapping[str, tuple[Notice, ...]]:
    """Return by table the alerts that nobody has acknowledged, or whose condition lasts; the newest first. One
    query.
    """
    found: dict[str, tuple[Notice, ...]] = {}
    for of_table, day, name, kind, code, parameters, by, at in run(
        READ_STANDING_ALERTS, casino_id=casino_id, table=table
    ):
        alert = Notice(
            detail=capfirst(alert_sentence(code, msgspec.json.decode(parameters))),
            day=day,
            name=name,
            label=alert_label(kind),
            seen=Seen(by, at) if at else None,
        )
        found[of_table] = (*found.get(of_table, ()), alert)
    return found


def shown_alerts(alerts: Iterable[Notice], day: str) -> tuple[Notice, ...]:
    """Return the alerts shown at a table: an acknowledged one is shown on its own day alone."""
    return tuple(each for each in alerts if each.is_new or each.day == day)


def excused_of(state: State, rulebook: Rulebook) -> Notice | None:
    """Return the reason and the clause by which the dealer stays at the ball until relieved; None without one."""
    excused, rule = state.roster.excused, rulebook.time_at_ball
    if excused is None or state.spinner is None:
        return None
    what = gettext("{name} stays at the ball: {reason}").format(name=state.spinner.name, reason=excused.words)
    return Notice(detail=what, clause=cited(rulebook, rule.clause if rule else None))
