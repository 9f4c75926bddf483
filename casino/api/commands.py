"""/api/v1/tables/{code}/commands/{command}: one command to a table, as it came from a screen of the floor.

Each command is an address of its own, with a body made from the command's type (see command_bodies). What a client
says is said at the one door that everybody uses; what comes of it and its first answer are one transaction.
"""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Any

import msgspec
from django.http import HttpResponse
from django.urls import URLResolver, include, path
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.cloud_events import CloudEvent, cloud_event
from casino.api.command_bodies import COMMANDS, NOT_SAID_HERE
from casino.api.models import ApiClient
from casino.api.problem import Overtaken
from casino.api.said import CommandView, Said, rejections_as_problems, speaker, view_of
from casino.api.scopes import TABLES_WRITE
from casino.api.table_tags import IF_MATCH, check_version_meant
from casino.people.house_staff import of_the_house
from settlement.box_aggregate import check_box_is_empty
from tables.handling import handle
from tables.handling.aggregates.table import DECIDED_ANEW_AT_MOST, TableAggregate
from tables.handling.gaming_day import gaming_day
from tables.handling.models import GamingTable
from tables.handling.next_day import opening_of, usual_choices
from tables.handling.projections.table_snapshots import held_state, newest_state
from tables.play.commands import ChangeSpinner, Command, Fact, OpenTable
from tables.play.state import State
from tables.roulette.refusal import Refused


class CommandDone(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a command: its events in their order, and the version that the table's day has after them.

    A command that said nothing new has no events.
    """

    table: str
    day: Annotated[str, msgspec.Meta(description="The gaming day, ISO 8601")]
    version: int
    events: tuple[CloudEvent, ...]


class TableCommandView(CommandView):
    """One command to a table."""

    required_scopes = [TABLES_WRITE]

    def said(self, request: Request, where: Mapping[str, Any]) -> HttpResponse:
        """Says it again, in a new transaction, where somebody else's event came first."""
        for _ in range(1, DECIDED_ANEW_AT_MOST):
            with suppress(Overtaken):
                return super().said(request, where)
        return super().said(request, where)

    def done(self, said: Said) -> Mapping[str, Any]:
        """Says the command to the table."""
        client, code = said.client, said.where["code"]
        if "If-Match" in said.request.headers:
            check_version_meant(said.request, held_state(client.casino_id, code))
        with rejections_as_problems(code):
            values = said.values(self.command)
            command = _command(self.command, values, client.casino_id, code, said.now)
            return _said(client, code, command, said.now, getattr(said.body, "occurred_at", None))


def _command(
    type_: type[Command], values: dict[str, Any], casino_id: int, code: str, now: datetime
) -> Command:
    """The command with these values. What opens a table is, where nothing is said of it, as on its last day."""
    if type_ is OpenTable:
        return of_the_house(_opening(casino_id, code, values, now), casino_id, None)
    command = type_(**values)
    # Only who takes the ball may be somebody who is at the table already.
    state = newest_state(casino_id, code) if isinstance(command, ChangeSpinner) else None
    return of_the_house(command, casino_id, state)


def _opening(casino_id: int, code: str, values: dict[str, Any], now: datetime) -> OpenTable:
    table = GamingTable.objects.filter(casino_id=casino_id, code=code).first()
    if table is None:
        raise NotFound(f"no table {code} is registered at this casino")
    usual = opening_of(table, gaming_day(casino_id, now), usual_choices(table, newest_state(casino_id, code)))
    return msgspec.structs.replace(usual, **values)


def _said(
    client: ApiClient, code: str, command: Command, now: datetime, at: datetime | None
) -> Mapping[str, Any]:
    def check(state: State) -> None:
        check_box_is_empty(client.casino_id, command)
        if at is not None and state.opened_at is not None and at < state.opened_at:
            raise Refused("happened-before-the-opening", table=code, opened=state.opened_at)

    outcome = handle(
        TableAggregate(client.casino_id, code),
        command,
        by=speaker(client, f"{code}/api"),
        now=now,
        at=at if isinstance(command, Fact) else None,
        check=check,
        undone_by_caller=True,
    )
    return {
        "table": code,
        "day": outcome.state.day,
        "version": outcome.version,
        "events": [cloud_event(event) for event in outcome.events],
    }


def _view(name: str) -> type[CommandView]:
    return view_of(
        TableCommandView,
        COMMANDS[name],
        name=name.replace("-", "_"),
        tag="commands",
        answer=CommandDone,
        parameters=[IF_MATCH],
    )


class NoSuchCommand(APIView):
    """An address where a command would be, and is none."""

    required_scopes = [TABLES_WRITE]

    @extend_schema(exclude=True)
    def post(self, request: Request, code: str, command: str) -> HttpResponse:
        """Says which there are, or who says this one."""
        elsewhere = {cls.__struct_config__.tag: why for cls, why in NOT_SAID_HERE.items()}
        if command in elsewhere:
            raise NotFound(f"{command} is not said here: {elsewhere[command]}.")
        raise NotFound(f"no command {command}; there are {', '.join(COMMANDS)}.")


def command_paths() -> list[URLResolver]:
    """An address for each command, and one that says which there are; together, so that whoever asks for another
    address is not compared with each."""
    commands = [path(name, _view(name).as_view(), name=f"command-{name}") for name in COMMANDS]
    beside = path("<str:command>", NoSuchCommand.as_view())
    return [path("v1/tables/<str:code>/commands/", include([*commands, beside]))]
