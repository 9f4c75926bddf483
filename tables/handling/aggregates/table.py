"""A table's gaming day under the command handler: its loading and locking, and the functions that decide and judge its
commands.
"""

from collections.abc import Sequence
from datetime import datetime

import msgspec

from tables.compliance.judgement import decide_command, judge
from tables.handling import Aggregate, Happened, How, handle, record
from tables.handling.chip_series_in_force import casino_series, hold_casino
from tables.handling.gaming_day import gaming_day
from tables.handling.live.inbox import take_out, waiting
from tables.handling.models import GamingTable
from tables.handling.not_elsewhere import (
    check_box_is_nowhere_else,
    check_spins_nowhere_else,
    check_symbol_is_nowhere_else,
    spins_elsewhere,
)
from tables.handling.projections.casino_days import check_casino_lets_open
from tables.handling.projections.rulebook_texts import check_text_unchanged
from tables.handling.projections.table_snapshots import held_state, newest_state
from tables.handling.reader_away import readers_away
from tables.handling.reopening import check_reopening
from tables.handling.streams import table_stream
from tables.handling.table_equipment import by_the_register, follow_in_the_register
from tables.money import Money
from tables.play.commands import (
    ChangeLimits,
    ChangeSpinner,
    Command,
    LoseSpinner,
    OpenTable,
    ReopenTable,
)
from tables.play.day.questions import inherit
from tables.play.equipment.state import ChipSeries
from tables.play.events import TABLE_EVENTS, AnyEvent, Signature
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.play.live.questions import judge_all
from tables.play.pending import Evolved, PendingEvent
from tables.play.state import State
from tables.refusal import LimitRefused, Refused
from tables.roulette.loader import get_rulebook
from tables.roulette.rulebook import Rulebook
from tables.stream import Appended, RecordedEvent

DECIDED_ANEW_AT_MOST = 5
"""Most repeated decisions of a command, when other events come first."""


class UnknownTable(Refused):
    """No such table is registered at the casino."""


class TableAggregate(Aggregate[Command, State, AnyEvent]):
    """The newest gaming day of a table, or the one that is to be opened: the current day of the casino.

    With `opens_any_day` a simulated or recorded day is opened on any current day.
    """

    codec = TABLE_EVENTS
    attempts = DECIDED_ANEW_AT_MOST
    rulebook: Rulebook

    def __init__(self, casino_id: int, table: str, *, opens_any_day: bool = False) -> None:
        super().__init__(casino_id)
        self.table, self.opens_any_day = table, opens_any_day
        self.day = ""
        self.spins_at: tuple[str, ...] = ()

    @property
    def stream_id(self) -> str:
        return table_stream(self.table, self.day)

    @property
    def name(self) -> str:
        return f"table {self.table}"

    @property
    def key_scope(self) -> str:
        return self.table

    def load(self, command: Command, now: datetime) -> State:
        """Return the present day with its row locked. An opening or reopening locks the casino first."""
        if isinstance(command, OpenTable):
            self.day = command.day
            self.rulebook = get_rulebook(command.rulebook, command.rulebook_version)
            hold_casino(self.casino_id)
            if not self.opens_any_day:
                _check_current_day(self.casino_id, command.day, now)
            check_text_unchanged(self.casino_id, self.rulebook)
            check_casino_lets_open(self.casino_id, command.day)
            check_symbol_is_nowhere_else(self.casino_id, self.table, command.chip_symbol, self.rulebook)
            check_minimum_allowed(self.casino_id, self.table, command, self.rulebook)
            check_spins_nowhere_else(self.casino_id, self.table, command.staff.get(command.spinner))
            return day_to_open(self.casino_id, self.table, command)
        if isinstance(command, ReopenTable):
            hold_casino(self.casino_id)
        if isinstance(command, ChangeSpinner):
            self.spins_at = spins_elsewhere(self.casino_id, self.table, command.person)
        check_box_is_nowhere_else(self.casino_id, self.table, command)
        state = held_state(self.casino_id, self.table)
        if state is None:
            _check_registered(self.casino_id, self.table)
            raise Refused("table-never-opened", table=self.table)
        self.open_at(state)
        if isinstance(command, ReopenTable):
            check_reopening(self.casino_id, state, self.rulebook, now)
        check_minimum_allowed(self.casino_id, self.table, command, self.rulebook)
        return state

    def open_at(self, state: State) -> None:
        """Continue a day that was opened and is locked as `state`."""
        self.day = state.day
        self.rulebook = get_rulebook(state.rulebook, state.rulebook_version)

    def current(self, earlier: Appended) -> State:
        return newest_state(self.casino_id, self.table) or State()

    def prepare(self, state: State, command: Command, how: How) -> State:
        return state if isinstance(command, OpenTable) else self.take_waiting(state, how["now"])

    def take_waiting(self, state: State, now: datetime) -> State:
        """Return the table after all confirmations that wait in its inbox are recorded, in one append, each dated when
        it came in. They are taken whenever a command meets the table, so that none that came in before a number is
        left behind it. `state` is held by this transaction.
        """
        if self.rulebook.seats is None or state.phase == "closed":
            return state
        waited = waiting(self.casino_id, self.table, state.day)
        if not waited:
            return state
        judged = list(judge_all(state, (each.asked for each in waited), self.rulebook))
        take_out(self.casino_id, self.table, state.day, judged)
        events = (
            (dated, {"by": each.by})
            for each, verdict in zip(waited, judged, strict=True)
            for dated in verdict.events
        )
        return record(self, state, events, now)

    def decide(self, state: State, command: Command, at: datetime) -> Sequence[PendingEvent]:
        command = by_the_register(self.casino_id, self.table, command, self.rulebook)
        if isinstance(command, ChangeSpinner):
            command = msgspec.structs.replace(command, spins_at=self.spins_at)
        return decide_command(state, command, self.rulebook, at)

    def judge(self, command: Command, evolved: Sequence[Evolved]) -> Sequence[PendingEvent]:
        return tuple(judge(command, evolved, self.rulebook))

    def evolve(self, state: State, happened: Happened[AnyEvent]) -> State:
        return evolve(state, Recorded(happened.event, happened.version, happened.at), self.rulebook)

    def signatures(self, command: Command) -> Sequence[Signature] | None:
        return super().signatures(command) or None

    def after_append(self, command: Command, after: State, events: Sequence[RecordedEvent], how: How) -> None:
        follow_in_the_register(self.casino_id, self.table, events, how["now"])
        if isinstance(command, ChangeSpinner) and command.elsewhere == "ends":
            lost = LoseSpinner(person=command.person, table=self.table)
            for other in self.spins_at:
                handle(TableAggregate(self.casino_id, other), lost, **how)


def _check_current_day(casino_id: int, day: str, now: datetime) -> None:
    """Raise Refused unless `day` is the casino's present gaming day: an earlier one is over, and a later one would keep
    the table from every day before it.
    """
    today = gaming_day(casino_id, now)
    if day != today.isoformat():
        raise Refused("day-not-current", day=day, today=today)


def _check_registered(casino_id: int, table: str) -> None:
    if not GamingTable.objects.filter(casino_id=casino_id, code=table).exists():
        raise unknown_table(casino_id, table)


def unknown_table(casino_id: int, table: str) -> UnknownTable:
    """Return the refusal of a command for a table that the casino does not have, with the codes of
    those that it has.
    """
    known = GamingTable.objects.filter(casino_id=casino_id).values_list("code", flat=True)
    return UnknownTable("table-unknown", table=table, tables=tuple(known))


def day_to_open(casino_id: int, table: str, command: OpenTable) -> State:
    """Return the day that is to be opened, with the values that the last one handed on. Days open one at a time, in
    their order.
    """
    _check_registered(casino_id, table)
    if command.table != table:
        raise Refused("command-for-another-table", named=command.table, table=table)
    last = held_state(casino_id, table)
    if last is None:
        return _with_house(casino_id, table, State())
    if last.day == command.day:
        return last
    if last.phase != "closed":
        raise Refused("table-open-for-earlier-day", table=table, day=last.day)
    if command.day < last.day:
        raise Refused("day-before-the-last", table=table, last=last.day, day=command.day)
    return _with_house(casino_id, table, inherit(last))


def _with_house(casino_id: int, table: str, unopened: State) -> State:
    """With the casino's part: its series of chips, and the table's readers that are away."""
    series = casino_series(casino_id)
    known = ChipSeries(in_play=series.in_play, ended=series.ended, values=series.values_in_play)
    return msgspec.structs.replace(unopened, chip_series=known, readers=readers_away(casino_id, table))


def check_minimum_allowed(casino_id: int, table: str, command: Command, rulebook: Rulebook) -> None:
    """Raise LimitRefused for a sign whose minimum the casino does not allow at the table. The roles of the rulebook
    decide a derogation, with any register.
    """
    if not isinstance(command, OpenTable | ChangeLimits) or getattr(command, "derogation", None) is not None:
        return
    registered = GamingTable.objects.filter(casino_id=casino_id, code=table)
    allowed = registered.values_list("allowed_minimums", flat=True).first()
    if allowed and command.limits.minimum not in allowed:
        raise LimitRefused(
            "minimum-not-allowed-at-table",
            table=table,
            value=Money(command.limits.minimum, rulebook.currency),
            allowed=tuple(Money(each, rulebook.currency) for each in sorted(allowed)),
        )
