"""The casino's series of chips under the command handler: every open table hears of a change."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec.structs import replace

from tables.handling import Aggregate, Happened, How, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.chip_series_in_force import casino_series, hold_casino, series_rule
from tables.handling.gaming_day import gaming_day
from tables.handling.projections.table_snapshots import table_snapshots
from tables.handling.set_up import acts_at_machine, is_being_set_up
from tables.handling.streams import HOUSE
from tables.play.commands import TellChipSeries
from tables.registers.chip_series import SERIES_EVENTS, AnySeriesEvent, CasinoSeries, evolve
from tables.registers.chip_series_commands import SeriesCommand, SeriesRule, decide
from tables.stream import Appended, RecordedEvent


class SeriesAggregate(Aggregate[SeriesCommand, CasinoSeries, AnySeriesEvent]):
    codec = SERIES_EVENTS
    before: CasinoSeries
    day: str
    unsigned = False
    """True if nobody signs for another series: while the casino is being set up, and at its own machine."""

    @property
    def stream_id(self) -> str:
        return HOUSE

    def load(self, command: SeriesCommand, now: datetime) -> CasinoSeries:
        hold_casino(self.casino_id)
        self.day = gaming_day(self.casino_id, now).isoformat()
        self.before = casino_series(self.casino_id)
        return self.before

    def prepare(self, state: CasinoSeries, command: SeriesCommand, how: How) -> CasinoSeries:
        self.unsigned = acts_at_machine(how["by"]) or is_being_set_up(self.casino_id)
        return state

    def current(self, earlier: Appended) -> CasinoSeries:
        return casino_series(self.casino_id)

    def decide(self, state: CasinoSeries, command: SeriesCommand, at: datetime) -> Iterator[AnySeriesEvent]:
        rule = self.rule()
        if rule is not None and self.unsigned:
            rule = replace(rule, decided_by=None)
        for event in decide(state, command, rule):
            yield replace(event, day=self.day)

    def rule(self) -> SeriesRule | None:
        """Return the rule on series of the casino's rulebooks; None without one."""
        return series_rule(self.casino_id)

    def evolve(self, state: CasinoSeries, happened: Happened[AnySeriesEvent]) -> CasinoSeries:
        return evolve(state, happened.event, happened.version, happened.at)

    def after_append(
        self,
        command: SeriesCommand,
        after: CasinoSeries,
        events: Sequence[RecordedEvent],
        how: How,
    ) -> None:
        """Tell the open tables which series are in play, and which values their chips have."""
        notice = _notice(after)
        if notice == _notice(self.before):
            return
        for view in table_snapshots(self.casino_id):
            if view.state is not None and view.state.phase != "closed":
                handle(TableAggregate(self.casino_id, view.table.code), notice, **how)


def _notice(series: CasinoSeries) -> TellChipSeries:
    return TellChipSeries(in_play=series.in_play, ended=series.ended, values=series.values_in_play)
