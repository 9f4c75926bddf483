"""The one command handler: load or lock the state, decide, append the events with the synchronous projections,
answer.

Every command passes here, from a screen, a reader, a sweep or a cash system. The state is evolved once for each
event, before it is appended: the shift rules, the projections and the answer all take that state.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

import msgspec
from django.db import transaction

from tables.codec import encode
from tables.handling.aggregate import Aggregate, Happened
from tables.handling.outcome import Actor, How, Outcome
from tables.play.pending import Evolved, PendingEvent
from tables.refusal import Refused
from tables.stream import (
    Appended,
    Claim,
    ConcurrencyError,
    IdempotencyKey,
    NewEvent,
    StreamAppend,
    append,
    append_to_streams,
    recall,
)
from tables.text import text_faults, with_normalized_texts

log = logging.getLogger(__name__)

Command = TypeVar("Command", bound=msgspec.Struct)
State = TypeVar("State")
Event = TypeVar("Event")


def handle(
    aggregate: Aggregate[Command, State, Event],
    command: Command,
    *,
    by: Actor,
    now: datetime,
    at: datetime | None = None,
    seen: int | None = None,
    idempotency_key: str | None = None,
    about: Mapping[str, str] | None = None,
    check: Callable[[State], None] | None = None,
    undone_by_caller: bool = False,
) -> Outcome[State]:
    """Handle a command in one transaction: load the state, decide, append the events.

    `at` is the time of a fact before `now`; `seen` is the version of the state that the command was meant for; `about`
    goes into the events' metadata: its cause and its dating. `check` gets the state before the command, and raises
    Refused if the command was not meant for that state. `undone_by_caller` is set by a caller that rolls its own
    transaction back after any exception, and tries again itself: it needs no savepoint.

    The same idempotency key with the same command gives the first outcome again. Raises Refused (with clause, limit and
    value) and then has recorded nothing; IdempotencyConflict for a key that was used for another command;
    ConcurrencyError where others came first each time.
    """
    happened, command = checked(command, now, at)
    key = key_of(aggregate.key_scope, command, idempotency_key)
    request = Request(command, by, now, happened, key, seen, about or {}, check)
    for attempt in range(1 if undone_by_caller else aggregate.attempts):
        try:
            with transaction.atomic(savepoint=not undone_by_caller):
                return _handle_once(aggregate, request)
        except Refused as refusal:
            log.info(
                "%s refused %s from %s: %s", aggregate.name, type(command).__name__, by.id, refusal.refusal
            )
            raise
        except ConcurrencyError as overtaken:
            last = overtaken
            log.info(
                "%s moved on while %s was decided (%d)", aggregate.name, type(command).__name__, attempt + 1
            )
    raise last


def checked(command: Command, now: datetime, at: datetime | None) -> tuple[datetime, Command]:
    """Return when it happened and the command with normalized texts. Raises Refused."""
    happened = at or now
    if happened > now:
        raise Refused("happens-in-the-future", at=happened)
    # Before the key's hash: the same words in another normalization form are the same request.
    command = with_normalized_texts(command)
    check_texts(command)
    return happened, command


class Foreseen(msgspec.Struct, Generic[State], frozen=True):
    """Return the state that a command would cause, and True if it would record anything."""

    state: State
    changed: bool


def foresee(
    aggregate: Aggregate[Command, State, Any],
    command: Command,
    *,
    by: Actor,
    now: datetime,
    at: datetime | None = None,
) -> Foreseen[State]:
    """Decide a command as `handle` does, and record nothing. Raises Refused.

    The aggregate must lock nothing and record nothing in `load` and `prepare`; nothing is called after `judge`.
    """
    happened, command = checked(command, now, at)
    request = Request(command, by, now, happened, None, None, {}, None)
    state = aggregate.prepare(aggregate.load(command, now), command, How(by=by, now=now))
    pending = PendingEvents(aggregate, state)
    metadata = metadata_of(aggregate, request)
    pending.add(aggregate.decide(state, command, happened), happened, metadata)
    pending.add(aggregate.judge(command, tuple(pending.evolved)), happened, metadata)
    return Foreseen(pending.state, bool(pending.new))


class Request(msgspec.Struct, frozen=True):
    command: Any
    by: Actor
    now: datetime
    at: datetime
    key: IdempotencyKey | None
    seen: int | None
    about: Mapping[str, str]
    check: Callable[[Any], None] | None


def _handle_once(aggregate: Aggregate[Any, Any, Any], request: Request) -> Outcome[Any]:
    earlier = _recalled(aggregate, request)
    if earlier is not None:
        return earlier
    command, now = request.command, request.now
    how = How(by=request.by, now=now)
    state = aggregate.load(command, now)
    # Another sender of the same command may have been first; this process waited for it here.
    earlier = _recalled(aggregate, request)
    if earlier is not None:
        return earlier
    state = aggregate.prepare(state, command, how)
    if request.seen is not None and request.seen != aggregate.version(state):
        raise aggregate.overtaken(state)
    if request.check is not None:
        request.check(state)
    pending = PendingEvents(aggregate, state)
    metadata = metadata_of(aggregate, request)
    pending.add(aggregate.decide(state, command, request.at), request.at, metadata)
    pending.add(aggregate.judge(command, tuple(pending.evolved)), request.at, metadata)
    if not pending.evolved and request.key is None:
        return Outcome((), aggregate.version(state), state)
    aggregate.before_append(state, command, [each.event for each in pending.evolved], how)
    appended = pending.append(now, request.key)
    if appended.replayed:
        return _outcome_of(aggregate, appended)
    aggregate.after_append(command, pending.state, appended.events, how)
    return Outcome(tuple(appended.events), appended.version, pending.state)


def record(
    aggregate: Aggregate[Any, State, Any],
    state: State,
    events: Iterable[tuple[PendingEvent, Mapping[str, Any]]],
    now: datetime,
) -> State:
    """Return the state after events that were decided elsewhere, each with its metadata: they are appended as a
    command's are, in the caller's transaction, which holds the state.
    """
    pending = PendingEvents(aggregate, state)
    for dated, metadata in events:
        pending.add([dated], dated.at, metadata)
    if pending.evolved:
        pending.append(now)
    after: State = pending.state
    return after


class Decided(msgspec.Struct, frozen=True):
    """The events of commands to one held stream: decided, and not appended yet."""

    pending: "PendingEvents"
    parts: list[tuple[Request, int, int]]
    """Each command, with the first and last place of its events among the pending ones."""


def decide_held(
    aggregate: Aggregate[Command, State, Any],
    state: State,
    commands: Iterable[tuple[Command, str]],
    *,
    by: Actor,
    now: datetime,
) -> Decided:
    """Decide commands to a stream, each with its idempotency key, one after the other, as `handle` does. The caller
    holds the stream at `state`, for which nothing has to be prepared, and appends by `append_held`. Raises Refused."""
    pending = PendingEvents(aggregate, state)
    parts = []
    for command, idempotency_key in commands:
        key = key_of(aggregate.key_scope, command, idempotency_key)
        request = Request(command, by, now, now, key, None, {}, None)
        before, begin = pending.state, len(pending.evolved)
        metadata = metadata_of(aggregate, request)
        pending.add(aggregate.decide(before, command, now), now, metadata)
        pending.add(aggregate.judge(command, tuple(pending.evolved[begin:])), now, metadata)
        events = [each.event for each in pending.evolved[begin:]]
        aggregate.before_append(before, command, events, How(by=by, now=now))
        parts.append((request, begin, len(pending.evolved)))
    return Decided(pending, parts)


def append_held(casino_id: int, decided: Sequence[Decided], *, now: datetime) -> None:
    """Append the decided events of these streams together, in the caller's transaction, which locks them.

    Raises ConcurrencyError if a key was used before or a stream was not locked. The transaction can then only be rolled
    back, and `handle` decides each command by itself.
    """
    appended = append_to_streams(casino_id, [_to_stream(each) for each in decided], now=now)
    for each, events in zip(decided, appended, strict=True):
        for request, begin, end in each.parts:
            how = How(by=request.by, now=now)
            each.pending.aggregate.after_append(request.command, each.pending.state, events[begin:end], how)


def _to_stream(decided: Decided) -> StreamAppend:
    pending = decided.pending
    return StreamAppend(
        stream_id=pending.aggregate.stream_id,
        events=pending.new,
        expected_version=pending.version,
        claims=[
            Claim(request.key, pending.version + begin, pending.version + end)
            for request, begin, end in decided.parts
            if request.key is not None
        ],
        evolved=pending.evolved,
    )


class PendingEvents:
    def __init__(self, aggregate: Aggregate[Any, Any, Any], state: Any) -> None:
        self.aggregate = aggregate
        self.version = aggregate.version(state)
        self.state = state
        self.evolved: list[Evolved] = []
        self.new: list[NewEvent] = []

    def add(self, events: Iterable[Any], at: datetime, metadata: Mapping[str, Any]) -> None:
        codec = self.aggregate.codec
        # All of them are decided before the first of them counts.
        for each in tuple(events):
            dated = each if isinstance(each, PendingEvent) else PendingEvent(each, at)
            type_, data = encode(dated.event)
            # Decode the event as a reader of the record does, so that the state equals one evolved from the record.
            event, moment = codec.decode(type_, data), dated.at.astimezone(UTC)
            happened = Happened(event, self.version + len(self.new) + 1, moment, metadata)
            before = self.state
            self.state = self.aggregate.evolve(before, happened)
            self.evolved.append(Evolved(event, moment, before, self.state))
            self.new.append(NewEvent(type=type_, data=data, occurred_at=dated.at, metadata=dict(metadata)))

    def append(self, now: datetime, key: IdempotencyKey | None = None) -> Appended:
        return append(
            self.aggregate.casino_id,
            self.aggregate.stream_id,
            self.new,
            expected_version=self.version,
            now=now,
            idempotency=key,
            evolved=self.evolved,
        )


def _recalled(aggregate: Aggregate[Any, Any, Any], request: Request) -> Outcome[Any] | None:
    """Return the first outcome, if the command was carried out under this key before. Raises IdempotencyConflict."""
    earlier = recall(aggregate.casino_id, request.key) if request.key is not None else None
    return None if earlier is None else _outcome_of(aggregate, earlier)


def _outcome_of(aggregate: Aggregate[Any, Any, Any], earlier: Appended) -> Outcome[Any]:
    return Outcome(tuple(earlier.events), earlier.version, aggregate.current(earlier))


def metadata_of(aggregate: Aggregate[Any, Any, Any], request: Request) -> dict[str, Any]:
    metadata: dict[str, Any] = {"by": msgspec.to_builtins(request.by), **request.about}
    signatures = aggregate.signatures(request.command)
    if signatures is not None:
        metadata["signed"] = msgspec.to_builtins(signatures)
    return metadata


def check_texts(command: msgspec.Struct) -> None:
    """Raise Refused for the first text of a command that is not one line of readable characters."""
    for place, fault in text_faults(command):
        raise Refused("field-unreadable", field=place, fault=fault.refusal)


def key_of(where: str, command: msgspec.Struct, key: str | None) -> IdempotencyKey | None:
    """Return the key of a request to do `command` at `where` (a table's code, a stream, a part of the casino).

    The key reveals a second use with another command, or in another place. Return None for a request without a key.
    """
    if key is None:
        return None
    request = msgspec.to_builtins(command, str_keys=True)
    return IdempotencyKey(key, where.encode() + b"\n" + msgspec.json.encode(request, order="sorted"))
