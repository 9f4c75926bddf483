"""/api/v1/drops: drop boxes that have left their tables, counted by two and accepted by a third."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

import msgspec
from django.http import HttpResponse
from django.urls import URLPattern, path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.answers import Money, pieces_told
from casino.api.asked import check_known, day_named, once, one_of
from casino.api.command_bodies import fields_said
from casino.api.conditional import answer_to_read
from casino.api.said import CommandView, Said, rejections_as_problems, speaker, view_of
from casino.api.scopes import CASH_READ, CASH_WRITE
from casino.api.settlement.problem import Problem
from casino.api.shapes import answers_with
from casino.api.signing_in import client_of
from casino.api.slips import SignedName
from casino.api.table_tags import IF_MATCH_VERSION, check_is_version
from settlement.box_aggregate import BoxAggregate, box_state
from settlement.boxes import commands as c
from settlement.boxes.state import BoxName
from settlement.models import Box, BoxStep, GamingDay
from tables.handling import handle
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
        casino_id, said = client_of(request).casino_id, once(request, "day")
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
        return answer_to_read(request, box_told(client_of(request).casino_id, _named(where)))


class BoxStepView(CommandView):
    """One step of a box."""

    required_scopes = [CASH_WRITE]

    def done(self, said: Said) -> BoxWithSteps:
        """Says the step to the box, signed by people: a system has no eyes to count with."""
        client, name = said.client, _named(said.where)
        with rejections_as_problems(f"box {name.serial}"):
            check_is_version(said.request, box_state(client.casino_id, name).version)
            command = self.command(**fields_said(said.body, self.command), signatures=said.signed)
            handle(
                BoxAggregate(client.casino_id, name), command, by=speaker(client, "cash/api"), now=said.now
            )
            return box_told(client.casino_id, name)


def _view(name: str) -> type[CommandView]:
    return view_of(
        BoxStepView,
        STEPS[name],
        name=f"{name}_drop",
        tag="drops",
        answer=BoxWithSteps,
        parameters=[IF_MATCH_VERSION],
    )


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
                pieces=pieces_told(each.pieces),
                total=Money(amount=each.total, currency=currency),
                reason=each.words,
            )
            for each in BoxStep.objects.filter(**key).order_by("version")
        ),
    )


def _stands(row: Box, currency: str) -> dict[str, Any]:
    total = row.total if row.status in COUNTED else None
    return {
        "table": row.table,
        "day": row.day,
        "serial": row.serial,
        "use": row.use,
        "status": row.status,
        "version": row.version,
        "placed_at": row.placed_at,
        "removed_at": row.removed_at,
        "recorded": None if total is None else Money(amount=row.recorded, currency=currency),
        "total": None if total is None else Money(amount=total, currency=currency),
        "difference": None if total is None else Money(amount=total - row.recorded, currency=currency),
        "pieces": pieces_told(row.pieces),
    }
