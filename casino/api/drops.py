"""/api/v1/drops: drop boxes that have left their tables, counted by two and accepted by a third."""

from collections.abc import Mapping
from datetime import datetime
from inspect import cleandoc
from typing import Annotated, Any

import msgspec
from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.answers import Money
from casino.api.asked import check_known, day_named, once, one_of
from casino.api.command_bodies import Body, body_type, fields_said
from casino.api.conditional import answer_to_read
from casino.api.idempotency import answered_once
from casino.api.json_body import document_of
from casino.api.reading import read
from casino.api.said import refusals_told, signatures_unless_answered, speaker
from casino.api.scopes import CASH_READ, CASH_WRITE
from casino.api.shapes import answers_with, body_of_shape
from casino.api.slips import SignedName
from casino.api.table_tags import IF_MATCH_VERSION, check_is_version
from settlement.box_door import box_life, say_to_box
from settlement.boxes import commands as c
from settlement.boxes.naming import BoxName
from settlement.models import Box, BoxStep, GamingDay
from settlement.payout.problem import Problem
from tables.play.events import Pieces

STATUSES = ("in_place", "waiting", "counted", "accepted")
STEPS: dict[str, type[c.OnBox]] = {"count": c.CountBox, "accept": c.AcceptBox}
COUNTED = ("counted", "accepted")
MOST_USES = 10_000


class StepOfBox(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a box since it left its table: `counted` or `accepted`."""

    version: int
    step: str
    at: datetime
    signed: tuple[SignedName, ...]
    pieces: Pieces
    total: Money
    reason: str


class BoxStands(msgspec.Struct, frozen=True, kw_only=True):
    """A drop box of a table's gaming day. Pieces are counts of notes by value in minor units.

    `use` counts how often that box was at the table on the day. `in_place`: at the table; `waiting`: nobody has counted
    it; `counted`: it may be counted again; `accepted`: no more. The count is blind: what the table had recorded for it,
    and the difference, are told once it is counted.
    """

    table: str
    day: str
    serial: str
    use: int
    status: str
    version: int
    placed_at: datetime
    removed_at: datetime | None
    recorded: Money | None
    total: Money | None
    difference: Annotated[Money | None, msgspec.Meta(description="Found above what was recorded")]
    pieces: Pieces


class BoxWithSteps(BoxStands, frozen=True, kw_only=True):
    """A drop box with what was done with it since it left its table."""

    steps: tuple[StepOfBox, ...]


class Boxes(msgspec.Struct, frozen=True, kw_only=True):
    """Drop boxes of a gaming day, by table and placing."""

    drops: tuple[BoxStands, ...]


_FILTERS = [
    OpenApiParameter("day", OpenApiTypes.DATE, required=True, description="The gaming day"),
    OpenApiParameter("table", OpenApiTypes.STR, description="Only of this table"),
    OpenApiParameter("status", OpenApiTypes.STR, enum=list(STATUSES)),
]


class BoxesView(APIView):
    """The boxes of a day."""

    required_scopes = [CASH_READ]

    @extend_schema(
        operation_id="list_drops", tags=["drops"], parameters=_FILTERS, responses=answers_with(Boxes)
    )
    def get(self, request: Request) -> HttpResponse:
        """The drop boxes of a gaming day."""
        check_known(request, [each.name for each in _FILTERS])
        casino_id, said = request.auth.application.casino_id, once(request, "day")
        if said is None:
            raise Problem.malformed("day", "say of which gaming day, such as day=2031-05-17")
        day = day_named(said, "day")
        rows = Box.objects.filter(casino_id=casino_id, day=day)
        if (table := once(request, "table")) is not None:
            rows = rows.filter(table=table)
        if status := one_of(request, "status", STATUSES):
            rows = rows.filter(status=status)
        currencies = dict(
            GamingDay.objects.filter(casino_id=casino_id, day=day).values_list("table", "currency")
        )
        told = tuple(
            BoxStands(**_stands(row, currencies[row.table]))
            for row in rows.order_by("table", "placed_at", "use")
        )
        return answer_to_read(request, Boxes(drops=told))


class BoxView(APIView):
    """One box."""

    required_scopes = [CASH_READ]

    @extend_schema(operation_id="read_drop", tags=["drops"], responses=answers_with(BoxWithSteps))
    def get(self, request: Request, **where: Any) -> HttpResponse:
        """A drop box with its counts."""
        check_known(request, ())
        return answer_to_read(request, box_told(request.auth.application.casino_id, _named(where)))


class BoxStepView(APIView):
    """One step of a box; `box_paths` makes one of these for each."""

    required_scopes = [CASH_WRITE]
    step: type[c.OnBox]
    body: type[Body]

    def said(self, request: Request, name: BoxName) -> HttpResponse:
        """Says the step to the box, signed by people: a system has no eyes to count with."""
        said = read(document_of(request), self.body)
        client, now = request.auth.application, timezone.now()
        signed = signatures_unless_answered(request, said, now)

        def work() -> BoxWithSteps:
            with refusals_told(f"box {name.serial}"):
                check_is_version(request, box_life(client.casino_id, name).version)
                command = self.step(**fields_said(said, self.step), signatures=signed)
                say_to_box(client.casino_id, name, command, by=speaker(client, "cash/api"), now=now)
                return box_told(client.casino_id, name)

        return answered_once(request, work, status=201)


def _view(name: str) -> type[BoxStepView]:
    step = STEPS[name]
    body = body_type(step)

    @extend_schema(
        operation_id=f"{name}_drop",
        tags=["drops"],
        description=cleandoc(step.__doc__ or ""),
        parameters=[IF_MATCH_VERSION],
        request=body_of_shape(body),
        responses=answers_with(BoxWithSteps, status=201),
    )
    def post(self: BoxStepView, request: Request, **where: Any) -> HttpResponse:
        return self.said(request, _named(where))

    return type(f"{step.__name__}View", (BoxStepView,), {"step": step, "body": body, "post": post})


def box_paths() -> list[URLPattern]:
    """The addresses of boxes and of their steps."""
    one = "v1/drops/<str:table>/<str:date>/<str:serial>/<int:use>"
    return [
        path("v1/drops", BoxesView.as_view(), name="drops"),
        path(one, BoxView.as_view(), name="drop"),
        *(path(f"{one}/{name}", _view(name).as_view(), name=f"drop-{name}") for name in STEPS),
    ]


def _named(where: Mapping[str, Any]) -> BoxName:
    """The box that an address names. Raises Problem for what is no date."""
    if not 1 <= where["use"] <= MOST_USES:
        raise NotFound(f"a box has uses 1 to {MOST_USES} of a day.")
    return BoxName(where["table"], day_named(where["date"], "date"), where["serial"], where["use"])


def box_told(casino_id: int, name: BoxName) -> BoxWithSteps:
    """The box with its steps. Raises NotFound."""
    key = {"casino_id": casino_id, **name._asdict()}
    row = Box.objects.filter(**key).first()
    if row is None:
        raise NotFound(f"there is no box {name.serial} of {name.table} on {name.day} in its use {name.use}.")
    currency = GamingDay.objects.get(casino_id=casino_id, table=name.table, day=name.day).currency
    return BoxWithSteps(
        **_stands(row, currency),
        steps=tuple(
            StepOfBox(
                version=each.version,
                step=each.step,
                at=each.at,
                signed=tuple(SignedName(name=one["name"], role=one["role"]) for one in each.signed),
                pieces=_pieces(each.pieces),
                total=Money(amount=each.total, currency=currency),
                reason=each.words,
            )
            for each in BoxStep.objects.filter(**key).order_by("version")
        ),
    )


def _stands(row: Box, currency: str) -> dict[str, Any]:
    counted = row.status in COUNTED and row.total is not None
    return {
        "table": row.table,
        "day": row.day,
        "serial": row.serial,
        "use": row.use,
        "status": row.status,
        "version": row.version,
        "placed_at": row.placed_at,
        "removed_at": row.removed_at,
        "recorded": Money(amount=row.recorded, currency=currency) if counted else None,
        "total": Money(amount=row.total, currency=currency) if counted else None,
        "difference": Money(amount=row.total - row.recorded, currency=currency) if counted else None,
        "pieces": _pieces(row.pieces),
    }


def _pieces(kept: Mapping[str, int]) -> Pieces:
    return {int(value): count for value, count in kept.items()}
