"""/api/v1/violations: the violations of a house with the life of each, as inspectors read them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

import msgspec
from django.db.models import Q
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.asked import check_known, day_named, once, one_of, whole_number
from casino.api.conditional import answer_to_read
from casino.api.scopes import REPORTS_READ
from casino.api.shapes import answers_with
from casino.api.signing_in import client_of
from casino.compliance.models import Violation
from casino.compliance.presenters import ALL, OPEN, STATUSES, clauses_as_printed, rule_label
from casino.kit.sentences.violations import violation_sentence
from tables.compliance.state import ENDED, Status

MOST = 1000
"""Violations in a page."""
USUAL = 100


class SaidToViolation(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was said to a violation: `acknowledged`, `explained`, `upheld`, `dismissed` or `reopened`."""

    step: str
    by: str
    roles: Annotated[tuple[str, ...], msgspec.Meta(description="In which each who signed it did so")]
    words: str
    at: datetime


class ViolationState(msgspec.Struct, frozen=True, kw_only=True):
    """A violation with its life. Its `id` is table, gaming day and name.

    `version` is that of the event that raised it in its table's stream, `cause_version` of the one that broke the
    clause, or opened the case. A missed deadline was `due_at`; `met_at` is when its demand was met at last, `late_s`
    seconds after, and `not_met` says that it is not. `repeat_of` is the id of the first of the same rule at the table
    on the day. That it was met and that it has `ended`, an inspector having decided, are two things.
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
    life: tuple[SaidToViolation, ...]


class ViolationsPage(msgspec.Struct, frozen=True, kw_only=True):
    """Violations in the order in which they were recorded. `next` is the id after which to read on; null where there
    are no more."""

    violations: tuple[ViolationState, ...]
    next: str | None


_FILTERS = [
    OpenApiParameter("day", OpenApiTypes.DATE, description="Only of this gaming day"),
    OpenApiParameter("from", OpenApiTypes.DATE, description="Only of this gaming day and later ones"),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Only of this gaming day and earlier ones"),
    OpenApiParameter("table", OpenApiTypes.STR, description="Only of this table"),
    OpenApiParameter("rule", OpenApiTypes.STR, description="Only of this rule, such as `ball-change`"),
    OpenApiParameter("clause", OpenApiTypes.STR, description="Only of this clause, such as `pt-francesa/9`"),
    OpenApiParameter(
        "status",
        OpenApiTypes.STR,
        enum=list(STATUSES),
        description="`open` is all that have not ended; `all` is usual",
    ),
    OpenApiParameter("after", OpenApiTypes.STR, description="A violation's id: those recorded after it"),
    OpenApiParameter(
        "limit", OpenApiTypes.INT, description=f"At most so many, up to {MOST}; {USUAL} if not said"
    ),
]


class ViolationsView(APIView):
    """The violations there are."""

    required_scopes = [REPORTS_READ]

    @extend_schema(
        operation_id="list_violations",
        tags=["reports"],
        parameters=_FILTERS,
        responses=answers_with(ViolationsPage),
    )
    def get(self, request: Request) -> HttpResponse:
        """Violations with the life of each, in the order in which they were recorded."""
        check_known(request, [each.name for each in _FILTERS])
        limit = whole_number(request, "limit", USUAL, least=1, most=MOST)
        casino_id = client_of(request).casino_id
        rows = list(_chosen(request).order_by("recorded_at", "table", "day", "name")[: limit + 1])
        printed = clauses_as_printed(casino_id)
        told = tuple(_told(row, printed) for row in rows[:limit])
        return answer_to_read(
            request, ViolationsPage(violations=told, next=told[-1].id if len(rows) > limit else None)
        )


def _chosen(request: Request) -> Any:
    of_house = Violation.objects.filter(casino_id=client_of(request).casino_id, raised_at__isnull=False)
    rows = of_house
    for name, field in (("day", "day"), ("from", "day__gte"), ("to", "day__lte")):
        if (said := once(request, name)) is not None:
            rows = rows.filter(**{field: day_named(said, name)})
    for name in ("table", "rule", "clause"):
        if (said := once(request, name)) is not None:
            rows = rows.filter(**{name: said})
    status = one_of(request, "status", STATUSES) or ALL
    if status == OPEN:
        rows = rows.exclude(status__in=ENDED)
    elif status != ALL:
        rows = rows.filter(status=status)
    if (after := once(request, "after")) is not None:
        table, day, name = (*after.split("/", 2), "", "")[:3]
        last = of_house.filter(table=table, day=day, name=name).first()
        if last is None:
            raise NotFound(f"there is no violation {after} after which to read on.")
        at = last.recorded_at
        rows = rows.filter(
            Q(recorded_at__gt=at)
            | Q(recorded_at=at, table__gt=table)
            | Q(recorded_at=at, table=table, day__gt=day)
            | Q(recorded_at=at, table=table, day=day, name__gt=name)
        )
    return rows


def _told(row: Violation, printed: Mapping[str, str]) -> ViolationState:
    of_day = f"{row.table}/{row.day}"
    # What was not raised yet is not told; all three come with that.
    assert row.version is not None
    assert row.raised_at is not None
    assert row.recorded_at is not None
    return ViolationState(
        id=f"{of_day}/{row.name}",
        table=row.table,
        day=row.day,
        name=row.name,
        rule=row.rule,
        rule_in_words=rule_label(row.rule),
        clause=row.clause,
        clause_as_printed=printed.get(row.clause, row.clause),
        code=row.code,
        parameters=row.parameters,
        detail=violation_sentence(row),
        coup=row.coup,
        by=row.by,
        version=row.version,
        cause_version=row.cause_version,
        raised_at=row.raised_at,
        recorded_at=row.recorded_at,
        due_at=row.due_at,
        met_at=row.met_at,
        late_s=row.late_s,
        not_met=row.due_at is not None and row.met_at is None,
        repeat_of=f"{of_day}/{row.repeat_of}" if row.repeat_of else None,
        status=row.status,
        ended=row.status in ENDED,
        life=tuple(_said(step) for step in row.life),
    )


def _said(step: Mapping[str, Any]) -> SaidToViolation:
    return SaidToViolation(
        step=str(step["type"]).removeprefix("violation_"),
        by=step["by"],
        roles=tuple(step["signed"]),
        words=step["words"],
        at=datetime.fromisoformat(step["at"]),
    )
