"""The house's gaming days under the command handler: what is asked of a day is decided on all that is left over of it.

Whoever asks holds the house, as whoever opens a table does, so no table opens for a day while it is closed.
"""

from datetime import datetime

from settlement.day_ledger import ledgers_of
from settlement.left_over import left_over
from settlement.table_ledger import TableLedger
from tables.handling import Aggregate, Happened
from tables.handling.chip_series_in_force import hold_house
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Board, HouseDay
from tables.handling.projections.casino_days import day_to_explain, house_day
from tables.handling.streams import house_day_stream
from tables.registers.casino_day import commands as c
from tables.registers.casino_day import events as e
from tables.registers.casino_day.decide import HouseStands, decide
from tables.registers.casino_day.state import HouseDayLife, evolve
from tables.roulette.refusal import Refused
from tables.stream import Appended

FIGURES = ("opening", "fills", "credits", "drop", "closing", "win")
"""What of a table's ledger the closing keeps as it stood."""


class HouseDayAggregate(Aggregate[c.AnyOfTheHouse, HouseDayLife, e.AnyHouseDayEvent]):
    """A gaming day of the house (ISO date)."""

    codec = e.HOUSE_DAY_EVENTS

    def __init__(self, casino_id: int, day: str) -> None:
        super().__init__(casino_id)
        self.day = day

    @property
    def stream_id(self) -> str:
        return house_day_stream(self.day)

    def load(self, command: c.AnyOfTheHouse, now: datetime) -> HouseDayLife:
        hold_house(self.casino_id)
        return house_day(self.casino_id, self.day)

    def current(self, earlier: Appended) -> HouseDayLife:
        return house_day(self.casino_id, self.day)

    def overtaken(self, state: HouseDayLife) -> Refused:
        if state.version > 1:
            return Refused("house-day-reconciled-meanwhile", day=self.day)
        return Refused("house-day-changed-meanwhile", day=self.day)

    def decide(
        self, state: HouseDayLife, command: c.AnyOfTheHouse, at: datetime
    ) -> tuple[e.AnyHouseDayEvent]:
        return (decide(state, command, house_stands(self.casino_id, state, at)),)

    def evolve(self, state: HouseDayLife, happened: Happened[e.AnyHouseDayEvent]) -> HouseDayLife:
        return evolve(state, happened.event, happened.at)


def house_stands(casino_id: int, life: HouseDayLife, now: datetime) -> HouseStands:
    """All that a day of the house is closed with, or not closed for."""
    closed = set(HouseDay.objects.filter(casino_id=casino_id).values_list("day", flat=True))
    first = min(closed, default=None)
    waiting = day_to_explain(casino_id)
    return HouseStands(
        today=gaming_day(casino_id, now).isoformat(),
        tables=tables_of(casino_id, life.day),
        left=left_over(casino_id, life.day),
        first_closed=first,
        open_before=_open_between(casino_id, first, life.day, closed) if first else None,
        to_explain=waiting.day if waiting else None,
    )


def tables_of(casino_id: int, day: str) -> tuple[e.TableAsClosed, ...]:
    """The tables that were opened for a gaming day, each as its ledger and its stream stand now."""
    versions = dict(Board.objects.filter(casino_id=casino_id, day=day).values_list("table", "version"))
    return tuple(_as_closed(each, versions[each.table]) for each in ledgers_of(casino_id, day, versions))


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
