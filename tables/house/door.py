"""The one door to a table: a command comes in, is decided on the table's state, and its events are recorded.

Everything that happens at a table passes here, whoever says it: a screen, a reader, a sweep, a cash system.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime

import msgspec
from django.db import transaction

from tables.house import folded
from tables.house.boards import day_state, held_state, newest_state
from tables.house.chip_symbols import check_symbol_is_unique
from tables.house.confirmations import take_waiting
from tables.house.drop_boxes import check_box_is_nowhere_else
from tables.house.house_days import check_house_lets_open
from tables.house.models import GamingTable
from tables.house.request_key import key_of
from tables.house.series_in_force import hold_house, house_series
from tables.house.streams import fold_records, table_stream
from tables.house.table_equipment import by_the_register, follow_in_the_register
from tables.play.commands import Command, OpenTable, Signed
from tables.play.dated import Dated
from tables.play.events import to_record
from tables.play.handover import inherit
from tables.play.state import State
from tables.play.state.chip_series import ChipSeries
from tables.roulette.loader import get_rulebook
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.shift.judgement import decide
from tables.stream import (
    Appended,
    ConcurrencyError,
    IdempotencyKey,
    NewEvent,
    RecordedEvent,
    append,
    recall,
)

log = logging.getLogger(__name__)

DECIDED_ANEW_AT_MOST = 5
"""How often a command is decided again because somebody else's event came first."""


class Actor(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who says it: the casino's own identifier of a person or a device, with the seat or terminal it came from."""

    id: str
    name: str
    terminal: str = ""


class Outcome(msgspec.Struct, frozen=True):
    """What came of a command: the events that it made (none if it said nothing new), and the table after it."""

    events: tuple[RecordedEvent, ...]
    version: int
    state: State


class UnknownTable(Refused):
    """No such table is registered at the casino."""


def carry_out(
    casino_id: int,
    table: str,
    command: Command,
    *,
    by: Actor,
    now: datetime,
    at: datetime | None = None,
    idempotency_key: str | None = None,
    about: Mapping[str, str] | None = None,
    check: Callable[[State], None] | None = None,
    undone_by_caller: bool = False,
) -> Outcome:
    """Decides `command` on the table's state and records what comes of it, in one transaction.

    `at` is when a fact happened, where that was before `now`; `about` goes into the events' metadata: what caused
    it, how it is dated. `check` is asked about the state that the command meets, and raises Refused where it was not
    meant for that one. `undone_by_caller` is said by a caller that rolls its own transaction back whatever is raised,
    and tries again itself: it is spared the savepoint.
    The same idempotency key with the same command gives the first outcome again. Raises Refused (with clause, limit
    and value) and then has recorded nothing; IdempotencyConflict for a key that was used for another command.
    """
    happened = at or now
    if happened > now:
        raise Refused(f"it is said to have happened at {happened:%H:%M:%S}, which is still to come")
    key = key_of(table, command, idempotency_key)
    said = _Said(casino_id, table, command, by, now, happened, key, about or {}, check)
    for attempt in range(1 if undone_by_caller else DECIDED_ANEW_AT_MOST):
        try:
            with transaction.atomic(savepoint=not undone_by_caller):
                return _decide_and_record(said)
        except Refused as refusal:
            log.info("table %s refused %s from %s: %s", table, type(command).__name__, by.id, refusal.detail)
            raise
        except ConcurrencyError as overtaken:
            last = overtaken
            log.info(
                "table %s moved on while %s was decided (%d)", table, type(command).__name__, attempt + 1
            )
    raise last


class _Said(msgspec.Struct, frozen=True):
    """A command with all that came with it, on its way through the door."""

    casino_id: int
    table: str
    command: Command
    by: Actor
    now: datetime
    at: datetime
    key: IdempotencyKey | None
    about: Mapping[str, str]
    check: Callable[[State], None] | None


def _decide_and_record(said: _Said) -> Outcome:
    earlier = _earlier(said)
    if earlier is not None:
        return earlier
    state, stream_id, rulebook = _situation(said.casino_id, said.table, said.command)
    # Whoever pressed the same at the same moment was waited for there, and may have been first.
    earlier = _earlier(said)
    if earlier is not None:
        return earlier
    if not isinstance(said.command, OpenTable):
        state = take_waiting(
            said.casino_id, said.table, stream_id, state=state, rulebook=rulebook, now=said.now
        )
    if said.check is not None:
        said.check(state)
    command = by_the_register(said.casino_id, said.table, said.command, rulebook)
    decided = decide(state, command, rulebook, said.at)
    if not decided and said.key is None:
        return Outcome((), state.version, state)
    appended = append(
        said.casino_id,
        stream_id,
        [_new_event(each, said) for each in decided],
        expected_version=state.version,
        now=said.now,
        idempotency=said.key,
    )
    if not appended.replayed:
        follow_in_the_register(said.casino_id, said.table, appended.events, said.now)
    return Outcome(tuple(appended.events), appended.version, _after(said, state, appended))


def _after(said: _Said, before: State, appended: Appended) -> State:
    """The table after what was appended: folded on what it met, which nobody else has moved. A day that was opened has
    only begun there."""
    if isinstance(said.command, OpenTable):
        return day_state(said.casino_id, said.table, said.command.day)
    if appended.replayed:
        return day_state(said.casino_id, said.table, before.day)
    last = appended.events[-1].hash if appended.events else b""
    return folded.kept(said.casino_id, said.table, last) or fold_records(appended.events, before)


def _earlier(said: _Said) -> Outcome | None:
    """The first outcome, where the command was carried out under this key before. Raises IdempotencyConflict."""
    earlier = recall(said.casino_id, said.key) if said.key is not None else None
    if earlier is None:
        return None
    state = newest_state(said.casino_id, said.table) or State()
    return Outcome(tuple(earlier.events), earlier.version, state)


def _situation(casino_id: int, table: str, command: Command) -> tuple[State, str, Rulebook]:
    """The state that the command meets, the stream that it goes to and the rulebook that it is decided by."""
    if isinstance(command, OpenTable):
        rulebook = get_rulebook(command.rulebook, command.rulebook_version)
        hold_house(casino_id)
        check_house_lets_open(casino_id, command.day)
        check_symbol_is_unique(casino_id, command, rulebook)
        return day_to_open(casino_id, table, command), table_stream(table, command.day), rulebook
    check_box_is_nowhere_else(casino_id, table, command)
    state = held_state(casino_id, table)
    if state is None:
        _check_registered(casino_id, table)
        raise Refused(f"table {table} was never opened")
    return state, table_stream(table, state.day), get_rulebook(state.rulebook, state.rulebook_version)


def _check_registered(casino_id: int, table: str) -> None:
    if not GamingTable.objects.filter(casino_id=casino_id, code=table).exists():
        known = ", ".join(GamingTable.objects.filter(casino_id=casino_id).values_list("code", flat=True))
        raise UnknownTable(f"no table {table} is registered; there are: {known or 'none'}")


def day_to_open(casino_id: int, table: str, command: OpenTable) -> State:
    """The day that is to be opened, with what the last one handed on. One day at a time, and in their order."""
    _check_registered(casino_id, table)
    if command.table != table:
        raise Refused(f"the command opens {command.table}, but it was given to {table}")
    last = held_state(casino_id, table)
    if last is None:
        return _with_series(casino_id, State())
    if last.day == command.day:
        return last
    if last.phase != "closed":
        raise Refused(f"{table} is still open for {last.day}; that day is closed first")
    if command.day < last.day:
        raise Refused(f"{table} has already played {last.day}; {command.day} is before it")
    return _with_series(casino_id, inherit(last))


def _with_series(casino_id: int, unopened: State) -> State:
    """The day that is to be opened with the series of chips that the house has now."""
    series = house_series(casino_id)
    known = ChipSeries(in_play=series.in_play, ended=series.ended)
    return msgspec.structs.replace(unopened, chip_series=known)


def _new_event(dated: Dated, said: _Said) -> NewEvent:
    type_, data = to_record(dated.event)
    metadata: dict[str, object] = {"by": msgspec.to_builtins(said.by), **said.about}
    if isinstance(said.command, Signed) and said.command.signatures:
        metadata["signed"] = msgspec.to_builtins(said.command.signatures)
    return NewEvent(type=type_, data=data, occurred_at=dated.at, metadata=metadata)
