"""/api/v1/drops: drop boxes that have left their tables, counted by two and accepted by a third."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import CASH_READ, CASH_WRITE
from casino.api.cash.slips import SignedName, signed_names
from casino.api.commands.body import command_values
from casino.api.commands.view import (
    CommandRequest,
    CommandView,
    actor_of,
    command_views,
    rejections_as_problems,
)
from casino.api.http.preconditions import IF_MATCH_VERSION, check_is_version
from casino.api.http.query import day_named, filtered, once, one_of
from casino.api.openapi.components import query
from casino.api.openapi.operations import operation
from casino.kit.structs import Money, response_of
from casino.web.problem import Problem
from casino.web.problem_response import NotThere
from settlement.box_aggregate import BoxAggregate, box_state
from settlement.boxes import commands as c
from settlement.boxes.state import BoxName
from settlement.models import Box, BoxStep, GamingDay
from settlement.slip_rows import pieces_of
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
    it; `counted`: it may be counted again; `accepted`: no more. The count is blind: the amount in the table's record,
    and the difference, are given once it is counted.
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
    """A drop box with its steps since it left its table."""

    steps: tuple[StepOfBox, ...]


class Boxes(msgspec.Struct, frozen=True, kw_only=True):
    """Drop boxes of a gaming day, by table and placing."""

    drops: tuple[BoxStands, ...]


_FILTERS = [
    query("day", "The gaming day", OpenApiTypes.DATE, required=True),
    query("table", "Only of this table"),
    query("status", enum=list(STATUSES)),
]


class BoxesView(APIView):
    required_scopes = [CASH_READ]

    @operation("list_drops", "drops", Boxes, parameters=_FILTERS)
    def get(self, request: Request) -> Boxes:
        """Return the drop boxes of a gaming day."""
        casino_id, date = client_of(request).casino_id, once(request, "day")
        if date is None:
            raise Problem.malformed("day", gettext("say of which gaming day, such as day=2031-05-17"))
        day = day_named(date, "day")
        rows = Box.objects.filter(casino_id=casino_id, day=day)
        one_of(request, "status", STATUSES)
        rows = filtered(request, rows, ("table", "status"))
        currencies = dict(
            GamingDay.objects.filter(casino_id=casino_id, day=day).values_list("table", "currency")
        )
        boxes = tuple(_box(row, currencies[row.table]) for row in rows.order_by("table", "placed_at", "use"))
        return Boxes(drops=boxes)


class BoxView(APIView):
    required_scopes = [CASH_READ]

    @operation("read_drop", "drops", BoxWithSteps)
    def get(self, request: Request, **where: Any) -> BoxWithSteps:
        """Return a drop box with its counts."""
        return box_with_steps(client_of(request).casino_id, _named(where))


class BoxStepView(CommandView):
    required_scopes = [CASH_WRITE]

    def perform(self, call: CommandRequest) -> BoxWithSteps:
        """Make the step, signed by people: a system has no eyes to count with."""
        client, name = call.client, _named(call.where)
        with rejections_as_problems(f"box {name.serial}"):
            check_is_version(call.request, box_state(client.casino_id, name).version)
            command = self.command(**command_values(call.body, self.command), signatures=call.signed)
            handle(
                BoxAggregate(client.casino_id, name), command, by=actor_of(client, "cash/api"), now=call.now
            )
            return box_with_steps(client.casino_id, name)


BOX_STEP_VIEWS = command_views(
    BoxStepView,
    STEPS,
    tag="drops",
    response=BoxWithSteps,
    operation_id="{}_drop",
    parameters=[IF_MATCH_VERSION],
)


def _named(where: Mapping[str, Any]) -> BoxName:
    """Return the box that an address names. Raises Problem for a malformed date."""
    if not 1 <= where["use"] <= MOST_USES:
        raise NotThere("box-use-beyond", limit=MOST_USES)
    return BoxName(where["table"], day_named(where["date"], "date"), where["serial"], where["use"])


def box_with_steps(casino_id: int, name: BoxName) -> BoxWithSteps:
    """Return the box with its steps. Raises NotThere."""
    key = {"casino_id": casino_id, **name._asdict()}
    row = Box.objects.filter(**key).first()
    if row is None:
        raise NotThere("box-use-unknown", serial=name.serial, table=name.table, day=name.day, use=name.use)
    currency = GamingDay.objects.get(casino_id=casino_id, table=name.table, day=name.day).currency
    steps = tuple(
        response_of(
            StepOfBox,
            step,
            signed=signed_names(step.signed),
            pieces=pieces_of(step.pieces),
            total=Money(amount=step.total, currency=currency),
            reason=step.words,
        )
        for step in BoxStep.objects.filter(**key).order_by("version")
    )
    return response_of(BoxWithSteps, _box(row, currency), steps=steps)


def _box(row: Box, currency: str) -> BoxStands:
    recorded = total = difference = None
    if row.status in COUNTED and row.total is not None:
        amounts = (row.recorded, row.total, row.total - row.recorded)
        recorded, total, difference = (Money(amount=amount, currency=currency) for amount in amounts)
    return response_of(
        BoxStands, row, recorded=recorded, total=total, difference=difference, pieces=pieces_of(row.pieces)
    )
