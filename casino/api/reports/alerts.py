"""/api/v1/alerts: the alerts of a casino with their acknowledgements, and a call to acknowledge one."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, get_args

import msgspec
from django.db.models import QuerySet
from django.utils.text import capfirst
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import REPORTS_READ, TABLES_WRITE
from casino.api.commands.view import (
    CommandRequest,
    CommandView,
    actor_of,
    command_views,
    rejections_as_problems,
)
from casino.api.http.query import day_named, filtered, following, once, one_of, page_of, whole_number
from casino.api.openapi.components import query
from casino.api.openapi.operations import operation
from casino.kit.sentences.alerts import alert_label, alert_sentence
from casino.kit.structs import response_of
from casino.web.problem_response import NotThere
from tables.compliance.alerts.commands import AcknowledgeAlert
from tables.compliance.alerts.events import AlertKind
from tables.handling import handle
from tables.handling.alerts.aggregate import AlertsAggregate
from tables.handling.alerts.models import STANDING, Alert

MOST = 1000
"""Alerts in a page."""
USUAL = 100
ORDER = ("raised_at", "table", "day", "name")


class AlertStands(msgspec.Struct, frozen=True, kw_only=True):
    """An alert. Its `id` is table, gaming day and name.

    `since` is the beginning of its condition, if that is known, `ended_at` the end. It stays open until somebody has
    `acknowledged` it, and while its condition lasts. `subject` is the reader, or the wheel and its stretch, that it is
    about. Where a clause wants launches to alternate, one that does not is a violation, not an alert.
    """

    id: Annotated[str, msgspec.Meta(examples=["RF1/2031-05-17/alert-pace-1"])]
    table: str
    day: str
    name: str
    kind: AlertKind
    kind_in_words: str
    code: str
    parameters: dict[str, Any]
    detail: str
    subject: str
    since: datetime
    raised_at: datetime
    ended_at: datetime | None
    acknowledged_at: datetime | None
    acknowledged_by: str
    stands: bool


class AlertsPage(msgspec.Struct, frozen=True, kw_only=True):
    """Alerts in the order in which they were raised. `next` is the id after which to read on; null if there are no
    more."""

    alerts: tuple[AlertStands, ...]
    next: str | None


_FILTERS = [
    query("day", "Only of this gaming day", OpenApiTypes.DATE),
    query("table", "Only of this table"),
    query("kind", "Only of this kind", enum=list(get_args(AlertKind))),
    query(
        "status",
        "`standing` is what nobody has seen, or is so still; `all` is usual",
        enum=["standing", "all"],
    ),
    query("after", "An alert's id: those raised after it"),
    query("limit", f"At most so many, up to {MOST}; {USUAL} if not said", OpenApiTypes.INT),
]


class AlertsView(APIView):
    required_scopes = [REPORTS_READ]

    @operation("list_alerts", "reports", AlertsPage, parameters=_FILTERS)
    def get(self, request: Request) -> AlertsPage:
        """Return alerts of tables and wheels with their acknowledgements, in the order in which they were raised."""
        limit = whole_number(request, "limit", USUAL, least=1, most=MOST)
        alerts, last = page_of(_chosen(request), limit, _alert)
        return AlertsPage(alerts=alerts, next=last.id if last else None)


def _chosen(request: Request) -> QuerySet[Alert]:
    of_casino = Alert.objects.filter(casino_id=client_of(request).casino_id)
    one_of(request, "kind", get_args(AlertKind))
    rows = filtered(request, of_casino, ("day", "table", "kind"))
    if one_of(request, "status", ("standing", "all")) == "standing":
        rows = rows.filter(STANDING)
    if (after := once(request, "after")) is not None:
        table, day, name = (*after.split("/", 2), "", "")[:3]
        last = of_casino.filter(table=table, day=day, name=name).first()
        if last is None:
            raise NotThere("alert-unknown", alert=name[:60], table=table[:20], day=day[:20])
        rows = following(rows, last, ORDER)
    return rows.order_by(*ORDER)


def _alert(row: Alert) -> AlertStands:
    return response_of(
        AlertStands,
        row,
        id=f"{row.table}/{row.day}/{row.name}",
        kind_in_words=alert_label(row.kind),
        detail=capfirst(alert_sentence(row.code, row.parameters)),
        stands=row.acknowledged_at is None or row.ended_at is None,
    )


class AlertCommandView(CommandView):
    required_scopes = [TABLES_WRITE]

    def perform(self, call: CommandRequest) -> AlertStands:
        """Have it recorded that the staff knows of it: one of them signs."""
        client, (table, day, name) = call.client, _named(call.where)
        with rejections_as_problems(name):
            handle(
                AlertsAggregate(client.casino_id, table, day),
                AcknowledgeAlert(alert=name, signatures=call.signed),
                by=actor_of(client, "house/api"),
                now=call.now,
            )
        return _alert(Alert.objects.get(casino_id=client.casino_id, table=table, day=day, name=name))


def _named(where: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return the alert that an address names. Raises Problem for a malformed date."""
    return where["table"], day_named(where["date"], "date"), where["name"]


ALERT_COMMAND_VIEWS = command_views(
    AlertCommandView,
    {"acknowledge": AcknowledgeAlert},
    tag="reports",
    response=AlertStands,
    operation_id="{}_alert",
)
