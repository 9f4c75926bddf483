"""Inspection sheets and the month's plan of videos under the command handler: each has a stream of its own."""

from datetime import datetime
from secrets import token_hex

from django.db.models import Max

from casino.compliance.models import InspectionSheet
from casino.kit.chips_owned import chips_owned
from casino.kit.hand import DENOMINATIONS
from tables.compliance.inspections.commands import AnySheetCommand, OpenVideoPlan
from tables.compliance.inspections.decide import Surroundings, decide, decide_plan
from tables.compliance.inspections.events import PLAN_EVENTS, SHEET_EVENTS, AnySheetEvent, VideoPlanOpened
from tables.compliance.inspections.figures import FloatFigures, Kind
from tables.compliance.inspections.state import (
    Sheet,
    SheetName,
    VideoPlan,
    evolve,
    evolve_plan,
    plan_stream,
    sheet_stream,
)
from tables.handling import Aggregate, Happened
from tables.handling.chip_series_in_force import hold_casino
from tables.handling.gaming_day import gaming_day
from tables.handling.models import GamingTable
from tables.handling.projections.table_snapshots import newest_state
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from tables.stream import Appended, read_stream


class SheetAggregate(Aggregate[AnySheetCommand, Sheet, AnySheetEvent]):
    """A sheet of a kind, of a table's gaming day (ISO date); the next one without a `number`."""

    codec = SHEET_EVENTS

    def __init__(self, casino_id: int, kind: Kind, day: str, table: str, number: int | None = None) -> None:
        super().__init__(casino_id)
        self.kind, self.day, self.table, self.number = kind, day, table, number

    @property
    def sheet_name(self) -> SheetName:
        assert self.number is not None, "the sheet was loaded"
        return SheetName(self.kind, self.day, self.table, self.number)

    @property
    def stream_id(self) -> str:
        return sheet_stream(self.sheet_name)

    @property
    def name(self) -> str:
        return f"the {self.kind} sheets of {self.table} on {self.day}"

    @property
    def key_scope(self) -> str:
        return f"inspection/{self.kind}/{self.day}/{self.table}"

    def load(self, command: AnySheetCommand, now: datetime) -> Sheet:
        """Lock the casino and load the sheet. Simultaneous requests wait here, so that numbers have no gap."""
        hold_casino(self.casino_id)
        if self.number is not None:
            return self.as_stands()
        rows = InspectionSheet.objects.filter(
            casino_id=self.casino_id, kind=self.kind, day=self.day, table=self.table
        )
        self.number = (rows.aggregate(last=Max("number"))["last"] or 0) + 1
        return Sheet()

    def as_stands(self) -> Sheet:
        return self.evolved(read_stream(self.casino_id, self.stream_id), Sheet())

    def current(self, earlier: Appended) -> Sheet:
        self.number = int(earlier.events[0].stream_id.rpartition("/")[2])
        return self.as_stands()

    def overtaken(self, state: Sheet) -> Refused:
        return Refused("inspection-changed-meanwhile")

    def decide(self, state: Sheet, command: AnySheetCommand, at: datetime) -> tuple[AnySheetEvent]:
        today = gaming_day(self.casino_id, at).isoformat()
        there = Surroundings(
            today=today,
            currency=state.currency or currency_of(self.casino_id, self.table),
            values=chip_values(self.casino_id, self.table) | _on_the_sheet(state),
        )
        return (decide(state, command, self.sheet_name, there, at),)

    def evolve(self, state: Sheet, happened: Happened[AnySheetEvent]) -> Sheet:
        return evolve(state, happened.event)


class VideoPlanAggregate(Aggregate[OpenVideoPlan, VideoPlan, VideoPlanOpened]):
    """Plan of the recordings to watch in a month (`2026-11`)."""

    codec = PLAN_EVENTS

    def __init__(self, casino_id: int, month: str) -> None:
        super().__init__(casino_id)
        self.month = month

    @property
    def stream_id(self) -> str:
        return plan_stream(self.month)

    def load(self, command: OpenVideoPlan, now: datetime) -> VideoPlan:
        hold_casino(self.casino_id)
        return self.as_stands()

    def as_stands(self) -> VideoPlan:
        return self.evolved(read_stream(self.casino_id, self.stream_id), VideoPlan())

    def current(self, earlier: Appended) -> VideoPlan:
        return self.as_stands()

    def overtaken(self, state: VideoPlan) -> Refused:
        return Refused("video-plan-drawn-already")

    def decide(self, state: VideoPlan, command: OpenVideoPlan, at: datetime) -> tuple[VideoPlanOpened]:
        """Return the drawn plan. The seed is created here, at the moment of the draw: nobody knows it before."""
        tables = GamingTable.objects.filter(casino_id=self.casino_id).order_by("code")
        return (
            decide_plan(
                state,
                command,
                seed=token_hex(16),
                tables=tuple(tables.values_list("code", flat=True)),
                today=gaming_day(self.casino_id, at).isoformat(),
            ),
        )

    def evolve(self, state: VideoPlan, happened: Happened[VideoPlanOpened]) -> VideoPlan:
        return evolve_plan(state, happened.event)


def _on_the_sheet(sheet: Sheet) -> frozenset[int]:
    """Return the chip values on a sheet: it may be corrected when there are no such chips any more."""
    figures = sheet.content.figures if sheet.content else None
    return frozenset(figures.pieces if isinstance(figures, FloatFigures) else ())


def currency_of(casino_id: int, table: str) -> str:
    """Return the currency of a table: of its rulebook. Raises Refused if the casino never had such a table."""
    row = GamingTable.ever.filter(casino_id=casino_id, code=table).first()
    if row is None:
        raise Refused("inspection-of-no-table", table=table)
    return get_rulebook(row.rulebook).currency


def chip_values(casino_id: int, table: str) -> frozenset[int]:
    """Return the values (minor units) that chips at this table may have: those that the casino has where its bank is
    known, else every usual one and those of its float.
    """
    state = newest_state(casino_id, table)
    if state is None:
        return frozenset(DENOMINATIONS)
    owned = chips_owned(casino_id, state)
    return owned.values if owned.bank else owned.values | set(DENOMINATIONS)
