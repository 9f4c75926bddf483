"""/api/v1/chip-series: the casino's series of chips, and commands to them (it-campione/20).

A change of the series is signed by somebody who may change them on a screen, an exchange by the cash desk.
"""

from datetime import datetime

import msgspec
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import REGISTERS_READ, REGISTERS_WRITE, scopes_of_act
from casino.api.commands.view import (
    CommandRequest,
    CommandView,
    actor_of,
    command_views,
    rejections_as_problems,
)
from casino.api.feed.cloud_events import CloudEvent, cloud_event
from casino.api.openapi.operations import operation
from casino.people.acts import ACTS
from casino.people.permissions import roles_of
from tables.handling import handle
from tables.handling.aggregates.chip_series import SeriesAggregate
from tables.handling.chip_series_in_force import casino_series
from tables.refusal import Refused
from tables.registers.chip_series import Counted, Pieces, Series
from tables.registers.chip_series_commands import (
    EndSeries,
    ExchangeChips,
    IntroduceSeries,
    IssueChips,
    SeriesCommand,
    WithdrawChips,
)

COMMANDS: dict[str, type[SeriesCommand]] = {
    str(command.__struct_config__.tag): command
    for command in (IntroduceSeries, IssueChips, EndSeries, WithdrawChips, ExchangeChips)
}
"""Commands to the series, by the end of their addresses."""


class StandingSeries(msgspec.Struct, frozen=True, kw_only=True):
    """A series with its validity, and its pieces by value in minor units: issued, withdrawn, exchanged for those of
    another series, and still in circulation."""

    series: str
    since: datetime
    ended_at: datetime | None
    issued: Pieces
    withdrawn: Pieces
    exchanged: Pieces
    circulating: Pieces


class SeriesOfChips(msgspec.Struct, frozen=True, kw_only=True):
    """All series of the casino, the oldest first."""

    version: int
    series: tuple[StandingSeries, ...]


class SeriesChanged(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a change to a chip series: its events, in order."""

    series: str
    events: tuple[CloudEvent, ...]


class SeriesView(APIView):
    required_scopes = [REGISTERS_READ]

    @operation("list_chip_series", "registers", SeriesOfChips)
    def get(self, request: Request) -> SeriesOfChips:
        """Return every series of chips of the casino, with its counts."""
        state = casino_series(client_of(request).casino_id)
        return SeriesOfChips(version=state.version, series=tuple(map(_standing, state.series)))


class SeriesCommandView(CommandView):
    @property
    def required_scopes(self) -> list[str]:
        """Changing a series is administration; exchanging chips is the cash desk's work."""
        act = f"series.{self.command.__struct_config__.tag}"
        return scopes_of_act(REGISTERS_WRITE, act) if act in ACTS else [REGISTERS_WRITE]

    def perform(self, call: CommandRequest) -> SeriesChanged:
        client, values = call.client, call.values(self.command)
        with rejections_as_problems(values["series"]):
            command = self.command(**values)
            _check_signed(command)
            by = actor_of(client, "registers/api")
            events = handle(SeriesAggregate(client.casino_id), command, by=by, now=call.now).events
        return SeriesChanged(series=command.series, events=tuple(map(cloud_event, events)))


def _check_signed(command: SeriesCommand) -> None:
    """On a screen who asks has signed in; here they sign. Raises Refused."""
    roles = roles_of("series.exchange" if isinstance(command, ExchangeChips) else "series.change")
    if not any(each.role in roles for each in command.signatures):
        raise Refused("chip-series-unsigned", roles=tuple(str(role) for role in roles))


def _standing(series: Series) -> StandingSeries:
    return StandingSeries(
        series=series.series,
        since=series.since,
        ended_at=series.ended_at,
        issued=_pieces(series.issued),
        withdrawn=_pieces(series.withdrawn),
        exchanged=_pieces(series.exchanged),
        circulating=_pieces(series.circulating),
    )


def _pieces(counted: Counted) -> Pieces:
    return dict(counted)


SERIES_COMMAND_VIEWS = command_views(SeriesCommandView, COMMANDS, tag="registers", response=SeriesChanged)
