"""Aggregates: a small declaration of each kind of stream for the command handler."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from tables.codec import EventCodec
from tables.handling.outcome import How
from tables.play.commands import Signed
from tables.play.events import Signature
from tables.play.pending import Evolved, PendingEvent
from tables.refusal import Refused
from tables.stream import Appended, RecordedEvent, register_upcaster

Command = TypeVar("Command", bound=msgspec.Struct)
State = TypeVar("State")
Event = TypeVar("Event")


class Happened(msgspec.Struct, Generic[Event], frozen=True):
    """An event at its position in the stream, `at` in UTC, with its actor in the metadata."""

    event: Event
    version: int
    at: datetime
    metadata: Mapping[str, Any]


class Aggregate(Generic[Command, State, Event]):
    """A stream and the state that is evolved from it, as one command meets them. It is made for one command.

    The handler calls `load`, `prepare`, `decide`, `evolve` and `judge`, `before_append`, and `after_append`, in this
    order and in one transaction. If one of them raises, nothing is recorded.
    """

    codec: EventCodec[Event]
    attempts: ClassVar[int] = 1
    """Most decisions of one command, when other events come first. With 1 the sender gets the ConcurrencyError. A
    stream whose commands wait for each other in `load` needs no more."""

    def __init__(self, casino_id: int) -> None:
        self.casino_id = casino_id

    @property
    def stream_id(self) -> str:
        """The stream that its events are appended to; known once it is loaded."""
        raise NotImplementedError

    @property
    def name(self) -> str:
        """Return the aggregate's name in the log."""
        return self.stream_id

    @property
    def key_scope(self) -> str:
        """Return the scope of an idempotency key. The same key in another scope is another request."""
        return self.stream_id

    def load(self, command: Command, now: datetime) -> State:
        """Return the state for the command, locked until the transaction ends. Raises Refused if it does not exist."""
        raise NotImplementedError

    def version(self, state: State) -> int:
        version: int = state.version  # type: ignore[attr-defined]
        return version

    def current(self, earlier: Appended) -> State:
        """Return the state for the answer to a repeated command: `earlier` is the first result."""
        raise NotImplementedError

    def prepare(self, state: State, command: Command, how: How) -> State:
        """Return the state after the events that must be recorded before the decision."""
        return state

    def overtaken(self, state: State) -> Refused:
        """Return the refusal of a command that was meant for another version of the state."""
        raise NotImplementedError

    def decide(self, state: State, command: Command, at: datetime) -> Iterable[PendingEvent | Event]:
        """Return the events of the command, each with its own time unless it happened at `at`. Raises Refused."""
        raise NotImplementedError

    def judge(self, command: Command, evolved: Sequence[Evolved]) -> Iterable[PendingEvent]:
        """Return the further events that the decided events cause: breaches, and ends of deadlines."""
        return ()

    def evolve(self, state: State, happened: Happened[Event]) -> State:
        raise NotImplementedError

    def signatures(self, command: Command) -> Sequence[Signature] | None:
        """Return the signatures for the events' metadata; None for a command without signatures."""
        return command.signatures if isinstance(command, Signed) else None

    def before_append(self, state: State, command: Command, events: Sequence[Event], how: How) -> None:
        """Change other streams before the stream's own events are appended."""

    def after_append(self, command: Command, after: State, events: Sequence[RecordedEvent], how: How) -> None:
        """Change other streams after the recorded events."""

    def evolved(self, records: Iterable[RecordedEvent], state: State) -> State:
        for record in records:
            event = self.codec.read(record)
            state = self.evolve(state, Happened(event, record.version, record.occurred_at, record.metadata))
        return state


def register_codecs(*codecs: EventCodec[Any]) -> None:
    """Let the record read old events of these streams in their newest shape. An app does it once, as it gets ready."""
    for codec in codecs:
        for type_, steps in codec.upcasters.items():
            for version, step in enumerate(steps, 1):
                register_upcaster(type_, version, step)
