"""The casino's gaming days under the command handler: requests are decided on all that blocks the closing.

Whoever asks holds the casino, as whoever opens a table does, so no table opens for a day while it is closed.
"""

from datetime import datetime

from settlement.blind_count import EVERYTHING
from settlement.closing_blockers import closing_blockers
from settlement.day_ledger import ledgers_of
from settlement.table_ledger import TableLedger
from tables.handling import Aggregate, Happened
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Board, HouseDay
from tables.handling.projections.casino_days import casino_day, day_to_explain
from tables.handling.streams import casino_day_stream
from tables.refusal import Refused
from tables.registers.casino_day import commands as c
from tables.registers.casino_day import events as e
from tables.registers.casino_day.decide import DayToClose, decide
from tables.registers.casino_day.state import CasinoDayState, evolve
from tables.stream import Appended

FIGURES = ("opening", "fills", "credits", "drop", "closing", "win")
"""Figures of a table's ledger that the closing keeps."""


class CasinoDayAggregate(Aggregate[c.AnyOfTheDay, CasinoDayState, e.AnyCasinoDayEvent]):
    """A gaming day of the casino (ISO date)."""

    codec = e.CASINO_DAY_EVENTS

    def __init__(self, casino_id: int, day: str) -> None:
        super().__init__(casino_id)
        self.day = day

    @property
    def stream_id(self) -> str:
        return casino_day_stream(self.day)

    def load(self, command: c.AnyOfTheDay, now: datetime) -> CasinoDayState:
        hold_casino(self.casino_id)
        return casino_day(self.casino_id, self.day)

    def current(self, earlier: Appended) -> CasinoDayState:
        return casino_day(self.casino_id, self.day)

    def overtaken(self, state: CasinoDayState) -> Refused:
        if state.version > 1:
            return Refused("house-day-reconciled-meanwhile", day=self.day)
        return Refused("house-day-changed-meanwhile", day=self.day)

    def decide(
        self, state: CasinoDayState, command: c.AnyOfTheDay, at: datetime
    ) -> tuple[e.AnyCasinoDayEvent]:
        return (decide(state, command, day_to_close(self.casino_id, state, at)),)

    def evolve(self, state: CasinoDayState, happened: Happened[e.AnyCasinoDayEvent]) -> CasinoDayState:
        return evolve(state, happened.event, happened.at)


def day_to_close(casino_id: int, state: CasinoDayState, now: datetime) -> DayToClose:
    """All that a day of the casino is closed with, or not closed for."""
    closed = set(HouseDay.objects.filter(casino_id=casino_id).values_list("day", flat=True))
    first = min(closed, default=None)
    waiting = day_to_explain(casino_id)
    return DayToClose(
        today=gaming_day(casino_id, now).isoformat(),
        tables=tables_of(casino_id, state.day),
        left=closing_blockers(casino_id, state.day),
        first_closed=first,
        open_before=_open_between(casino_id, first, state.day, closed) if first else None,
        to_explain=waiting.day if waiting else None,
    )


def tables_of(casino_id: int, day: str) -> tuple[e.TableAsClosed, ...]:
    """Return the tables that were opened for a gaming day, each with its ledger and its stream as of now."""
    versions = dict(Board.objects.filter(casino_id=casino_id, day=day).values_list("table", "version"))
    ledgers = ledgers_of(casino_id, day, versions, EVERYTHING)
    return tuple(_as_closed(each, versions[each.table]) for each in ledgers)


def _as_closed(of: TableLedger, version: int) -> e.TableAsClosed:
    figures = {name: getattr(of, name) for name in FIGURES}
    return e.TableAsClosed(
        table=of.table,
        currency=of.currency,
        version=version,
        coups=of.coups,
        figures={name: e.FigureAsStood(figure.amount, figure.label) for name, figure in figures.items()},
    )


def _open_between(casino_id: int, first: str, day: str, closed: set[str]) -> str | None:
    """The earliest day from the first closed one on, and before this one, that had tables and is open still."""
    played = Board.objects.filter(casino_id=casino_id, day__gt=first, day__lt=day).values_list(
        "day", flat=True
    )
    return min(set(played) - closed, default=None)
