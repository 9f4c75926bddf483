"""/api/v1/tables/{code}/commands/{command}: one command to a table, as it comes from a screen of the floor.

Each command is an address of its own, with a body made from the command's type. The command handler that everybody uses
handles it, in one transaction with the response.
"""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Any

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.scopes import TABLES_WRITE
from casino.api.commands.body import COMMANDS, GIVEN_ELSEWHERE
from casino.api.commands.view import (
    CommandRequest,
    CommandView,
    actor_of,
    command_views,
    rejections_as_problems,
)
from casino.api.feed.cloud_events import CloudEvent, cloud_event
from casino.api.http.preconditions import IF_MATCH, check_version_meant
from casino.api.models import ApiClient
from casino.api.tables.views import unregistered
from casino.people.people_in_facts import names_somebody, with_registered_people
from casino.web.problem_response import NotThere, Overtaken
from settlement.box_aggregate import check_box_is_empty
from tables.handling import handle
from tables.handling.aggregates.table import DECIDED_ANEW_AT_MOST, TableAggregate
from tables.handling.gaming_day import gaming_day
from tables.handling.models import GamingTable
from tables.handling.next_day import opening_of, usual_choices
from tables.handling.projections.table_snapshots import held_state, newest_state
from tables.play.commands import Command, Fact, OpenTable
from tables.play.staff.questions import known_at
from tables.play.state import State
from tables.refusal import Refused


class CommandDone(msgspec.Struct, frozen=True, kw_only=True):
    """Outcome of a command: its events in their order, and the version of the table's day after them.

    A command without news has no events.
    """

    table: str
    day: Annotated[str, msgspec.Meta(description="The gaming day, ISO 8601")]
    version: int
    events: tuple[CloudEvent, ...]


class TableCommandView(CommandView):
    required_scopes = [TABLES_WRITE]

    def respond(self, request: Request, where: Mapping[str, Any]) -> HttpResponse:
        """Perform it again, in a new transaction, where somebody else's event came first."""
        for _ in range(1, DECIDED_ANEW_AT_MOST):
            with suppress(Overtaken):
                return super().respond(request, where)
        return super().respond(request, where)

    def perform(self, call: CommandRequest) -> CommandDone:
        client, code = call.client, call.where["code"]
        if "If-Match" in call.request.headers:
            check_version_meant(call.request, held_state(client.casino_id, code))
        with rejections_as_problems(code):
            values = call.values(self.command)
            command = _command(self.command, values, client.casino_id, code, call.now)
            return _handled(client, code, command, call.now, getattr(call.body, "occurred_at", None))


def _command(
    type_: type[Command], values: dict[str, Any], casino_id: int, code: str, now: datetime
) -> Command:
    """Return the command with these values, and with the people whom it names as registered. A table opens with the
    values of its last day where these have none."""
    if type_ is OpenTable:
        return _opening(casino_id, code, values, now)
    command = type_(**values)
    if not names_somebody(command):
        return command
    state = newest_state(casino_id, code)
    return with_registered_people(command, casino_id, known_at(state) if state else ())


AS_REGISTERED = ("rulebook", "rulebook_version", "double", "face_value_only", "chip_symbol", "chip_colours")
"""Fields of an opening that the register of tables decides. A client may send them only with the registered value."""


def _opening(casino_id: int, code: str, values: dict[str, Any], now: datetime) -> Command:
    table = GamingTable.objects.filter(casino_id=casino_id, code=code).first()
    if table is None:
        raise unregistered(casino_id, code)
    day = gaming_day(casino_id, now)
    usual = opening_of(table, day, usual_choices(table, newest_state(casino_id, code), day))
    for field in AS_REGISTERED:
        if values.get(field, getattr(usual, field)) != getattr(usual, field):
            raise Refused("opening-not-as-registered", table=code, field=field)
    seated = (*usual.staff.values(), *usual.second_staff.values())
    return with_registered_people(msgspec.structs.replace(usual, **values), casino_id, seated)


def _handled(
    client: ApiClient, code: str, command: Command, now: datetime, at: datetime | None
) -> CommandDone:
    def check(state: State) -> None:
        check_box_is_empty(client.casino_id, command)
        if at is not None and state.opened_at is not None and at < state.opened_at:
            raise Refused("happened-before-the-opening", table=code, opened=state.opened_at)

    outcome = handle(
        TableAggregate(client.casino_id, code),
        command,
        by=actor_of(client, f"{code}/api"),
        now=now,
        at=at if isinstance(command, Fact) else None,
        check=check,
        undone_by_caller=True,
    )
    return CommandDone(
        table=code,
        day=outcome.state.day,
        version=outcome.version,
        events=tuple(map(cloud_event, outcome.events)),
    )


class NoSuchCommand(APIView):
    required_scopes = [TABLES_WRITE]

    @extend_schema(exclude=True)
    def post(self, request: Request, code: str, command: str) -> HttpResponse:
        """Name the commands that there are, or who gives this one."""
        elsewhere = {cls.__struct_config__.tag: why for cls, why in GIVEN_ELSEWHERE.items()}
        if command in elsewhere:
            raise NotThere("command-given-elsewhere", command=command, elsewhere=elsewhere[command])
        raise NotThere("command-unknown", command=command, commands=tuple(COMMANDS))


COMMAND_VIEWS = command_views(
    TableCommandView, COMMANDS, tag="commands", response=CommandDone, parameters=[IF_MATCH]
)
