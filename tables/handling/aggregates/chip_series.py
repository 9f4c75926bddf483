"""The house's series of chips under the command handler: what changes is told to every open table."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace

from tables.handling import Aggregate, Happened, How, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.chip_series_in_force import hold_house, house_series, series_rule
from tables.handling.gaming_day import gaming_day
from tables.handling.projections.table_snapshots import boards
from tables.handling.streams import HOUSE
from tables.play.commands import TellChipSeries
from tables.registers.chip_series import SERIES_EVENTS, AnySeriesEvent, HouseSeries, evolve
from tables.registers.chip_series_commands import SeriesCommand, decide
from tables.stream import Appended, RecordedEvent


class SeriesAggregate(Aggregate[SeriesCommand, HouseSeries, AnySeriesEvent]):
    """The series of chips that a house has."""

    codec = SERIES_EVENTS
    before: HouseSeries
    day: str

    @property
    def stream_id(self) -> str:
        return HOUSE

    def load(self, command: SeriesCommand, now: datetime) -> HouseSeries:
        hold_house(self.casino_id)
        self.day = gaming_day(self.casino_id, now).isoformat()
        self.before = house_series(self.casino_id)
        return self.before

    def current(self, earlier: Appended) -> HouseSeries:
        return house_series(self.casino_id)

    def decide(self, state: HouseSeries, command: SeriesCommand, at: datetime) -> Iterator[AnySeriesEvent]:
        for event in decide(state, command, series_rule(self.casino_id)):
            yield replace(event, day=self.day)

    def evolve(self, state: HouseSeries, happened: Happened[AnySeriesEvent]) -> HouseSeries:
        return evolve(state, happened.event, happened.version, happened.at)

    def after_append(
        self,
        command: SeriesCommand,
        after: HouseSeries,
        events: Sequence[RecordedEvent],
        how: How,
    ) -> None:
        """The tables that are open hear which series are in play."""
        if (after.in_play, after.ended) == (self.before.in_play, self.before.ended):
            return
        told = TellChipSeries(in_play=after.in_play, ended=after.ended)
        for view in boards(self.casino_id):
            if view.state is not None and view.state.phase != "closed":
                handle(TableAggregate(self.casino_id, view.table.code), told, **how)
