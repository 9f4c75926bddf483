"""/api/v1/fills: the cash desk's side of fills and credits. Each is a slip with its steps, as it stands at the bank.

A cash system asks for them with the pit's signatures, issues them, sends them on their way, takes credits back and
voids what is not received. What happens at the table is signed and done at the table, and by no client.
"""

from datetime import datetime
from typing import Annotated, Any, Literal, get_args

import msgspec
from django.db.models import Q
from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.answers import Money, pieces_told
from casino.api.asked import check_known, day_named, once, one_of, whole_number
from casino.api.command_bodies import body_type, fields_said
from casino.api.conditional import answer_to_read
from casino.api.idempotency import answered_once
from casino.api.json_body import document_of
from casino.api.reading import read
from casino.api.said import (
    CommandView,
    Said,
    as_cash_desk,
    rejections_as_problems,
    signatures_unless_answered,
    speaker,
    view_of,
)
from casino.api.scopes import CASH_READ, CASH_WRITE
from casino.api.shapes import answers_with, body_of_shape
from casino.api.signing_in import client_of
from casino.api.table_tags import IF_MATCH_VERSION, check_is_version
from settlement.models import Slip, SlipStep
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate, slip_of
from settlement.slips import commands as c
from settlement.slips.state import ENDED, WAYS, Status
from tables.handling import handle
from tables.play.events import Pieces, SlipKind
from tables.roulette.refusal import Refused

MOST = 1000
STEPS: dict[str, type[c.OnSlip]] = {
    "issue": c.IssueSlip,
    "carry": c.CarrySlip,
    "receive": c.ReceiveSlip,
    "void": c.VoidSlip,
    "reprint": c.ReprintSlip,
}
"""What a cash system does with a slip, by the end of its address."""
AT_THE_BANK: dict[SlipKind, tuple[Status, ...]] = {
    "fill": ("issued", "carried"),
    "credit": ("issued", "received"),
}
"""The steps that the cash desk makes; the others are made at the table."""


class SignedName(msgspec.Struct, frozen=True, kw_only=True):
    """Who signed, and as what."""

    name: str
    role: str


class StepOfSlip(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a slip: `requested`, `issued`, `carried`, `handed_over`, `received`, `voided` or `reprinted`."""

    version: int
    step: str
    at: datetime
    by: str
    signed: tuple[SignedName, ...]
    pieces: Pieces
    reason: str


class SlipStands(msgspec.Struct, frozen=True, kw_only=True):
    """A fill or a credit as its slip stands. Pieces are counts by value in minor units.

    A fill is requested, issued, carried, received at the table; a credit requested, issued, handed over at the table,
    received at the bank; until it is received it may be voided. `next` is the step to come, null once it has ended, and
    `next_at` where that is made.
    """

    number: Annotated[str, msgspec.Meta(examples=["F-000123"])]
    kind: SlipKind
    table: str
    day: str
    closing: bool
    status: Status
    version: int
    requested: Pieces
    pieces: Pieces
    by_series: dict[str, Pieces]
    total: Money
    carrier: str
    reprints: int
    requested_at: datetime
    moved_at: datetime
    next: Status | None
    next_at: Literal["bank", "table"] | None


class SlipWithSteps(SlipStands, frozen=True, kw_only=True):
    """A slip with all that was done with it."""

    steps: tuple[StepOfSlip, ...]


class Slips(msgspec.Struct, frozen=True, kw_only=True):
    """Slips by when they were asked for. `next` is the number after which to read on; null where there are no more."""

    slips: tuple[SlipStands, ...]
    next: str | None


REQUEST_BODY = body_type(c.RequestSlip)
_FILTERS = [
    OpenApiParameter("kind", OpenApiTypes.STR, enum=["fill", "credit"]),
    OpenApiParameter(
        "status",
        OpenApiTypes.STR,
        enum=["open", *get_args(Status)],
        description="`open` is all that have not ended",
    ),
    OpenApiParameter("table", OpenApiTypes.STR, description="Only of this table"),
    OpenApiParameter("day", OpenApiTypes.DATE, description="Only of this gaming day"),
    OpenApiParameter("after", OpenApiTypes.STR, description="A slip's number: those asked for after it"),
    OpenApiParameter("limit", OpenApiTypes.INT, description=f"At most so many, up to {MOST}, which is usual"),
]


class SlipsView(APIView):
    """The slips there are."""

    @property
    def required_scopes(self) -> list[str]:
        """Reading and asking for one take different scopes."""
        return [CASH_WRITE if self.request is not None and self.request.method == "POST" else CASH_READ]

    @extend_schema(
        operation_id="list_fills", tags=["fills"], parameters=_FILTERS, responses=answers_with(Slips)
    )
    def get(self, request: Request) -> HttpResponse:
        """Fills and credits, by when they were asked for."""
        check_known(request, [each.name for each in _FILTERS])
        limit = whole_number(request, "limit", MOST, least=1, most=MOST)
        rows = list(_chosen(request).order_by("requested_at", "number")[: limit + 1])
        told = tuple(_stands(row) for row in rows[:limit])
        return answer_to_read(request, Slips(slips=told, next=told[-1].number if len(rows) > limit else None))

    @extend_schema(
        operation_id="request_fill",
        tags=["fills"],
        request=body_of_shape(REQUEST_BODY),
        responses=answers_with(SlipWithSteps, status=201),
    )
    def post(self, request: Request) -> HttpResponse:
        """Asks for a fill or a credit under the next number of its kind. Who asks at the pit signs."""
        said = read(document_of(request), REQUEST_BODY)
        client, now = client_of(request), timezone.now()
        signed = signatures_unless_answered(request, said, now)

        def work() -> SlipWithSteps:
            values = fields_said(said, c.RequestSlip)
            with rejections_as_problems(values["table"]):
                command = c.RequestSlip(**values, signatures=signed)
                slip = handle(
                    NextSlipAggregate(client.casino_id), command, by=speaker(client, "cash/api"), now=now
                ).state
                return slip_told(client.casino_id, slip.number)

        return answered_once(request, work, status=201)


class SlipView(APIView):
    """One slip."""

    required_scopes = [CASH_READ]

    @extend_schema(operation_id="read_fill", tags=["fills"], responses=answers_with(SlipWithSteps))
    def get(self, request: Request, number: str) -> HttpResponse:
        """A fill or a credit with all its steps."""
        check_known(request, ())
        told = slip_told(client_of(request).casino_id, number)
        return answer_to_read(request, told, tag=f'"{told.version}"')


class SlipStepView(CommandView):
    """One step of a slip."""

    required_scopes = [CASH_WRITE]

    def done(self, said: Said) -> SlipWithSteps:
        """Says the step to the slip, signed by the client as the cash desk, and by whoever gave a PIN."""
        client, number = said.client, said.where["number"]
        with rejections_as_problems(number):
            slip = slip_of(client.casino_id, number)
            check_is_version(said.request, slip.version)
            if slip.kind == "fill" and self.command is c.ReceiveSlip:
                raise Refused("fill-received-at-the-table", slip=number)
            command = self.command(
                **fields_said(said.body, self.command), signatures=(as_cash_desk(client), *said.signed)
            )
            handle(
                SlipAggregate(client.casino_id, number), command, by=speaker(client, "cash/api"), now=said.now
            )
            return slip_told(client.casino_id, number)


def _view(name: str) -> type[CommandView]:
    return view_of(
        SlipStepView,
        STEPS[name],
        name=f"{name}_fill",
        tag="fills",
        answer=SlipWithSteps,
        parameters=[IF_MATCH_VERSION],
    )


def slip_paths() -> list[URLPattern]:
    """The addresses of slips and of their steps."""
    return [
        path("v1/fills", SlipsView.as_view(), name="fills"),
        path("v1/fills/<str:number>", SlipView.as_view(), name="fill"),
        *(
            path(f"v1/fills/<str:number>/{name}", _view(name).as_view(), name=f"fill-{name}")
            for name in STEPS
        ),
    ]


def slip_told(casino_id: int, number: str) -> SlipWithSteps:
    """The slip of that number with its steps. Raises NotFound."""
    row = Slip.objects.filter(casino_id=casino_id, number=number).first()
    if row is None:
        raise NotFound(f"there is no slip {number}.")
    steps = SlipStep.objects.filter(casino_id=casino_id, number=number).order_by("version")
    return SlipWithSteps(
        **{name: getattr(_stands(row), name) for name in SlipStands.__struct_fields__},
        steps=tuple(
            StepOfSlip(
                version=each.version,
                step=each.step,
                at=each.at,
                by=each.by,
                signed=tuple(SignedName(name=one["name"], role=one["role"]) for one in each.signed),
                pieces=pieces_told(each.pieces),
                reason=each.words,
            )
            for each in steps
        ),
    )


def _chosen(request: Request) -> Any:
    rows = Slip.objects.filter(casino_id=client_of(request).casino_id)
    if kind := one_of(request, "kind", ("fill", "credit")):
        rows = rows.filter(kind=kind)
    status = one_of(request, "status", ("open", *get_args(Status)))
    if status == "open":
        rows = rows.exclude(status__in=ENDED)
    elif status:
        rows = rows.filter(status=status)
    if (table := once(request, "table")) is not None:
        rows = rows.filter(table=table)
    if (day := once(request, "day")) is not None:
        rows = rows.filter(day=day_named(day, "day"))
    if (after := once(request, "after")) is not None:
        last = Slip.objects.filter(casino_id=client_of(request).casino_id, number=after).first()
        if last is None:
            raise NotFound(f"there is no slip {after} after which to read on.")
        rows = rows.filter(
            Q(requested_at__gt=last.requested_at) | Q(requested_at=last.requested_at, number__gt=after)
        )
    return rows


def _stands(row: Slip) -> SlipStands:
    way = WAYS[row.kind]
    following = None if row.status in ENDED else way[way.index(row.status) + 1]
    where: Literal["bank", "table"] | None
    where = None if following is None else "bank" if following in AT_THE_BANK[row.kind] else "table"
    return SlipStands(
        number=row.number,
        kind=row.kind,
        table=row.table,
        day=row.day,
        closing=row.closing,
        status=row.status,
        version=row.version,
        requested=pieces_told(row.requested),
        pieces=pieces_told(row.pieces),
        by_series={series: pieces_told(pieces) for series, pieces in row.by_series.items()},
        total=Money(amount=row.total, currency=row.currency),
        carrier=row.carrier,
        reprints=row.reprints,
        requested_at=row.requested_at,
        moved_at=row.moved_at,
        next=following,
        next_at=where,
    )
