"""The alerts of a casino as the page lists them, with the violations that are the alert where a clause wants it."""

from collections.abc import Iterator
from datetime import datetime

import msgspec
from django.db.models import QuerySet
from django.utils.text import capfirst

from casino.compliance.models import Violation
from casino.compliance.presenters import clauses_as_printed
from casino.kit.sentences.alerts import alert_label, alert_sentence
from casino.kit.sentences.violations import violation_sentence
from tables.compliance.rules.launches import LAUNCHES_DO_NOT_ALTERNATE
from tables.handling.alerts.models import STANDING, Alert

LISTED_AT_MOST = 200


class ListedAlert(msgspec.Struct, frozen=True, kw_only=True):
    """An alert with its life. A lasting one has no `ended_at`, and an unseen one no `seen_at`.

    If it breaks a clause, it is a violation, with its `clause`.
    """

    table: str
    day: str
    name: str
    kind: str
    label: str
    words: str
    since: datetime
    raised_at: datetime
    ended_at: datetime | None = None
    seen_at: datetime | None = None
    seen_by: str = ""
    clause: str = ""
    lasts: bool = True

    @property
    def stands(self) -> bool:
        return self.seen_at is None or self.lasts


def listed_alerts(casino_id: int, *, table: str = "", kind: str = "", standing: bool) -> list[ListedAlert]:
    """Return the newest alerts of the casino: of a table, of a kind, or only the open ones. Three queries at most."""
    alerts = Alert.objects.filter(casino_id=casino_id)
    of_clause = Violation.objects.filter(
        casino_id=casino_id, rule=LAUNCHES_DO_NOT_ALTERNATE.name, raised_at__isnull=False
    )
    if table:
        alerts, of_clause = alerts.filter(table=table), of_clause.filter(table=table)
    if kind:
        alerts = alerts.filter(kind=kind)
    if standing:
        alerts, of_clause = alerts.filter(STANDING), of_clause.filter(status="raised")
    listed = [_alert(row) for row in alerts.order_by("-raised_at", "table", "name")[:LISTED_AT_MOST]]
    if kind in ("", "direction"):
        listed += _violations(casino_id, of_clause)
    return sorted(listed, key=lambda each: each.raised_at, reverse=True)[:LISTED_AT_MOST]


def _alert(row: Alert) -> ListedAlert:
    return ListedAlert(
        table=row.table,
        day=row.day,
        name=row.name,
        kind=row.kind,
        label=alert_label(row.kind),
        words=capfirst(alert_sentence(row.code, row.parameters)),
        since=row.since,
        raised_at=row.raised_at,
        ended_at=row.ended_at,
        seen_at=row.acknowledged_at,
        seen_by=row.acknowledged_by,
        lasts=row.ended_at is None,
    )


def _violations(casino_id: int, rows: QuerySet[Violation]) -> Iterator[ListedAlert]:
    """A launch that did not alternate, where a clause wants it: over as it is judged, and acknowledged as a violation
    is."""
    printed = clauses_as_printed(casino_id)
    for row in rows.order_by("-raised_at", "table", "name")[:LISTED_AT_MOST]:
        first = row.life[0] if row.life else None
        assert row.raised_at is not None
        yield ListedAlert(
            table=row.table,
            day=row.day,
            name=row.name,
            kind="direction",
            label=alert_label("direction"),
            words=capfirst(violation_sentence(row)),
            since=row.raised_at,
            raised_at=row.raised_at,
            ended_at=row.raised_at,
            seen_at=datetime.fromisoformat(first["at"]) if first else None,
            seen_by=first["by"] if first else "",
            clause=printed.get(row.clause, row.clause),
            lasts=False,
        )
