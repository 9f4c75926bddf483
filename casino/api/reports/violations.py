"""/api/v1/violations: the violations of a casino with the life of each, for inspectors."""

from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Annotated, Any

import msgspec
from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import REPORTS_READ
from casino.api.http.query import day_named, filtered, following, of_status, once, page_of, whole_number
from casino.api.openapi.components import query
from casino.api.openapi.operations import operation
from casino.compliance.models import Violation
from casino.compliance.presenters import STATUSES, clauses_as_printed
from casino.compliance.rule_labels import rule_label
from casino.kit.sentences.violations import violation_sentence
from casino.kit.structs import response_of
from casino.web.problem_response import NotThere
from tables.compliance.state import ENDED, Status

MOST = 1000
"""Violations in a page."""
USUAL = 100
ORDER = ("recorded_at", "table", "day", "name")


class ViolationStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a violation: `acknowledged`, `explained`, `upheld`, `dismissed` or `reopened`."""

    step: str
    by: str
    roles: Annotated[tuple[str, ...], msgspec.Meta(description="In which each who signed it did so")]
    words: str
    at: datetime


class ViolationState(msgspec.Struct, frozen=True, kw_only=True):
    """Violation with its life. Its `id` is table, gaming day and name.

    `version` is the version, in the table's stream, of the event that raised the violation. `cause_version` is that of
    the event that broke the clause, or opened the case. `due_at` is the end of a missed deadline, and `met_at` the time
    at which its demand was met at last, `late_s` seconds later. `not_met` is true until then. `repeat_of` is the id of
    the first violation of the same rule at the table on the day. A violation is met when its demand is done, and
    `ended` when an inspector has decided.
    """

    id: Annotated[str, msgspec.Meta(examples=["RF1/2031-05-17/ball-change-12"])]
    table: str
    day: str
    name: str
    rule: str
    rule_in_words: str
    clause: str
    clause_as_printed: str
    code: str
    parameters: dict[str, Any]
    detail: str
    coup: int | None
    by: Annotated[str, msgspec.Meta(description="Who said what broke the clause, or what noted it")]
    version: int
    cause_version: int | None
    raised_at: datetime
    recorded_at: datetime
    due_at: datetime | None
    met_at: datetime | None
    late_s: int | None
    not_met: bool
    repeat_of: str | None
    status: Status
    ended: bool
    life: tuple[ViolationStep, ...]


class ViolationsPage(msgspec.Struct, frozen=True, kw_only=True):
    """Violations in the order in which they were recorded. `next` is the id after which to read on; null if there
    are no more."""

    violations: tuple[ViolationState, ...]
    next: str | None


_FILTERS = [
    query("day", "Only of this gaming day", OpenApiTypes.DATE),
    query("from", "Only of this gaming day and later ones", OpenApiTypes.DATE),
    query("to", "Only of this gaming day and earlier ones", OpenApiTypes.DATE),
    query("table", "Only of this table"),
    query("rule", "Only of this rule, such as `ball-change`"),
    query("clause", "Only of this clause, such as `pt-francesa/9`"),
    query("status", "`open` is all that have not ended; `all` is usual", enum=list(STATUSES)),
    query("after", "A violation's id: those recorded after it"),
    query("limit", f"At most so many, up to {MOST}; {USUAL} if not said", OpenApiTypes.INT),
]


class ViolationsView(APIView):
    required_scopes = [REPORTS_READ]

    @operation("list_violations", "reports", ViolationsPage, parameters=_FILTERS)
    def get(self, request: Request) -> ViolationsPage:
        """Return violations with the life of each, in the order in which they were recorded."""
        limit = whole_number(request, "limit", USUAL, least=1, most=MOST)
        shown = partial(_violation, printed=clauses_as_printed(client_of(request).casino_id))
        violations, last = page_of(_chosen(request), limit, shown)
        return ViolationsPage(violations=violations, next=last.id if last else None)


def _chosen(request: Request) -> QuerySet[Violation]:
    of_house = Violation.objects.filter(casino_id=client_of(request).casino_id, raised_at__isnull=False)
    rows = filtered(request, of_house, ("day", "table", "rule", "clause"))
    for name, field in (("from", "day__gte"), ("to", "day__lte")):
        if (value := once(request, name)) is not None:
            rows = rows.filter(**{field: day_named(value, name)})
    rows = of_status(request, rows, STATUSES, ENDED)
    if (after := once(request, "after")) is not None:
        table, day, name = (*after.split("/", 2), "", "")[:3]
        last = of_house.filter(table=table, day=day, name=name).first()
        if last is None:
            raise NotThere("violation-to-read-on-unknown", violation=after)
        rows = following(rows, last, ORDER)
    return rows.order_by(*ORDER)


def _violation(row: Violation, printed: Mapping[str, str]) -> ViolationState:
    of_day = f"{row.table}/{row.day}"
    return response_of(
        ViolationState,
        row,
        id=f"{of_day}/{row.name}",
        rule_in_words=rule_label(row.rule),
        clause_as_printed=printed.get(row.clause, row.clause),
        detail=violation_sentence(row),
        not_met=row.due_at is not None and row.met_at is None,
        repeat_of=f"{of_day}/{row.repeat_of}" if row.repeat_of else None,
        ended=row.status in ENDED,
        life=tuple(map(_step, row.life)),
    )


def _step(step: Mapping[str, Any]) -> ViolationStep:
    return ViolationStep(
        step=str(step["type"]).removeprefix("violation_"),
        by=step["by"],
        roles=tuple(step["signed"]),
        words=step["words"],
        at=datetime.fromisoformat(step["at"]),
    )
