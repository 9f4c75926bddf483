"""/api/v1/fills: fills and credits at the cash desk. Each is a slip with its steps and its state at the bank.

A cash system requests slips with the pit's signatures, issues them and sends them on their way. It takes credits back,
and voids slips that are not received. People at the table sign and do the steps there, never a client.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Literal, get_args

import msgspec
from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import CASH_READ, CASH_WRITE, scopes_by_method
from casino.api.commands.body import body_type, command_values
from casino.api.commands.view import (
    CommandRequest,
    CommandView,
    actor_of,
    cash_desk_signature,
    command_views,
    rejections_as_problems,
)
from casino.api.http.preconditions import IF_MATCH_VERSION, check_is_version, read_response
from casino.api.http.query import filtered, following, of_status, once, one_of, page_of, whole_number
from casino.api.openapi.components import query
from casino.api.openapi.operations import operation
from casino.kit.structs import Money, response_of
from casino.web.problem_response import NotThere
from settlement.models import Slip, SlipStep
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate, slip_of
from settlement.slip_rows import pieces_of
from settlement.slips import commands as c
from settlement.slips.state import ENDED, WAYS, Status
from tables.handling import handle
from tables.play.events import Pieces, SlipKind
from tables.refusal import Refused

MOST = 1000
KINDS = ("fill", "credit")
STATUSES = ("open", *get_args(Status))
ORDER = ("requested_at", "number")
STEPS: dict[str, type[c.OnSlip]] = {
    "issue": c.IssueSlip,
    "carry": c.CarrySlip,
    "receive": c.ReceiveSlip,
    "void": c.VoidSlip,
    "reprint": c.ReprintSlip,
}
"""Steps of a cash system on a slip, by the end of the address."""
AT_THE_BANK: dict[SlipKind, tuple[Status, ...]] = {
    "fill": ("issued", "carried"),
    "credit": ("issued", "received"),
}
"""The steps that the cash desk makes; the others are made at the table."""


class SignedName(msgspec.Struct, frozen=True, kw_only=True):
    """Signatory of a step: name and role."""

    name: str
    role: str


def signed_names(signed: Iterable[Mapping[str, str]]) -> tuple[SignedName, ...]:
    """Return the signatories of a step from its row."""
    return tuple(SignedName(name=one["name"], role=one["role"]) for one in signed)


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
    """State of a fill or a credit. Pieces are counts by value in minor units.

    A fill is requested, issued, carried, received at the table; a credit requested, issued, handed over at the table,
    received at the bank; until it is received it may be voided. `next` is the step to come, null once it has ended, and
    `next_at` the place of that step.
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
    """Slips by when they were asked for. `next` is the number after which to read on; null if there are no more."""

    slips: tuple[SlipStands, ...]
    next: str | None


REQUEST_BODY = body_type(c.RequestSlip)
_FILTERS = [
    query("kind", enum=list(KINDS)),
    query("status", "`open` is all that have not ended", enum=list(STATUSES)),
    query("table", "Only of this table"),
    query("day", "Only of this gaming day", OpenApiTypes.DATE),
    query("after", "A slip's number: those asked for after it"),
    query("limit", f"At most so many, up to {MOST}, which is usual", OpenApiTypes.INT),
]


class SlipsView(CommandView):
    command, body = c.RequestSlip, REQUEST_BODY
    required_scopes = scopes_by_method(read=CASH_READ, write=CASH_WRITE)

    @operation("list_fills", "fills", Slips, parameters=_FILTERS)
    def get(self, request: Request) -> Slips:
        """Return fills and credits, by when they were asked for."""
        limit = whole_number(request, "limit", MOST, least=1, most=MOST)
        slips, last = page_of(_chosen(request), limit, _slip)
        return Slips(slips=slips, next=last.number if last else None)

    @operation("request_fill", "fills", SlipWithSteps, body=REQUEST_BODY, status=201)
    def post(self, request: Request) -> HttpResponse:
        """Request a fill or a credit under the next number of its kind. The requesting person of the pit signs."""
        return self.respond(request, {})

    def perform(self, call: CommandRequest) -> SlipWithSteps:
        client, values = call.client, call.values(self.command)
        with rejections_as_problems(values["table"]):
            slips = NextSlipAggregate(client.casino_id)
            slip = handle(slips, self.command(**values), by=actor_of(client, "cash/api"), now=call.now).state
            return slip_with_steps(client.casino_id, slip.number)


class SlipView(APIView):
    required_scopes = [CASH_READ]

    @operation("read_fill", "fills", SlipWithSteps)
    def get(self, request: Request, number: str) -> HttpResponse:
        """Return a fill or a credit with all its steps."""
        slip = slip_with_steps(client_of(request).casino_id, number)
        return read_response(request, slip, tag=f'"{slip.version}"')


class SlipStepView(CommandView):
    required_scopes = [CASH_WRITE]

    def perform(self, call: CommandRequest) -> SlipWithSteps:
        """Make the step, signed by the client as the cash desk, and by everybody who gave a PIN."""
        client, number = call.client, call.where["number"]
        with rejections_as_problems(number):
            slip = slip_of(client.casino_id, number)
            check_is_version(call.request, slip.version)
            if slip.kind == "fill" and self.command is c.ReceiveSlip:
                raise Refused("fill-received-at-the-table", slip=number)
            command = self.command(
                **command_values(call.body, self.command),
                signatures=(cash_desk_signature(client), *call.signed),
            )
            handle(
                SlipAggregate(client.casino_id, number),
                command,
                by=actor_of(client, "cash/api"),
                now=call.now,
            )
            return slip_with_steps(client.casino_id, number)


SLIP_STEP_VIEWS = command_views(
    SlipStepView,
    STEPS,
    tag="fills",
    response=SlipWithSteps,
    operation_id="{}_fill",
    parameters=[IF_MATCH_VERSION],
)


def slip_with_steps(casino_id: int, number: str) -> SlipWithSteps:
    """Return the slip of that number with its steps. Raises NotThere."""
    row = Slip.objects.filter(casino_id=casino_id, number=number).first()
    if row is None:
        raise NotThere("slip-unknown", slip=number)
    steps = SlipStep.objects.filter(casino_id=casino_id, number=number).order_by("version")
    return response_of(SlipWithSteps, _slip(row), steps=tuple(map(_step, steps)))


def _chosen(request: Request) -> QuerySet[Slip]:
    of_house = Slip.objects.filter(casino_id=client_of(request).casino_id)
    one_of(request, "kind", KINDS)
    rows = filtered(request, of_house, ("kind", "table", "day"))
    rows = of_status(request, rows, STATUSES, ENDED)
    if (after := once(request, "after")) is not None:
        last = of_house.filter(number=after).first()
        if last is None:
            raise NotThere("slip-to-read-on-unknown", slip=after)
        rows = following(rows, last, ORDER)
    return rows.order_by(*ORDER)


def _slip(row: Slip) -> SlipStands:
    way = WAYS[row.kind]
    following = None if row.status in ENDED else way[way.index(row.status) + 1]
    return response_of(
        SlipStands,
        row,
        requested=pieces_of(row.requested),
        pieces=pieces_of(row.pieces),
        by_series={series: pieces_of(pieces) for series, pieces in row.by_series.items()},
        total=Money(amount=row.total, currency=row.currency),
        next=following,
        next_at=following and ("bank" if following in AT_THE_BANK[row.kind] else "table"),
    )


def _step(row: SlipStep) -> StepOfSlip:
    return response_of(
        StepOfSlip, row, signed=signed_names(row.signed), pieces=pieces_of(row.pieces), reason=row.words
    )
