"""Commands to a stream that a transaction holds: decided one after another on the running state, appended together."""

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Generic, TypeVar

import msgspec

from tables.handling.aggregate import Aggregate
from tables.handling.handler import PendingEvents, Request, checked, metadata_of
from tables.handling.outcome import Actor, How
from tables.refusal import Refused

log = logging.getLogger(__name__)

Command = TypeVar("Command", bound=msgspec.Struct)
State = TypeVar("State")


class HeldStream(Generic[Command, State]):
    """A stream whose row the caller's transaction holds at `state`, and for which nothing has to be prepared."""

    def __init__(self, aggregate: Aggregate[Command, State, Any], state: State) -> None:
        self._aggregate = aggregate
        self._pending = PendingEvents(aggregate, state)
        self._parts: list[tuple[Request, int, int, State]] = []

    @property
    def state(self) -> State:
        """The state after the commands that were decided so far."""
        state: State = self._pending.state
        return state

    def decide(
        self,
        command: Command,
        *,
        by: Actor,
        now: datetime,
        at: datetime | None = None,
        about: Mapping[str, str] | None = None,
    ) -> State:
        """Decide a command as `handle` does, without a key. Return the state after it.

        Raises Refused and ValueError as the command's decision does: then the command adds nothing.
        """
        happened, command = checked(command, now, at)
        request = Request(command, by, now, happened, None, None, about or {}, None)
        before, begin = self._pending.state, len(self._pending.evolved)
        metadata = metadata_of(self._aggregate, request)
        try:
            self._pending.add(self._aggregate.decide(before, command, happened), happened, metadata)
            self._pending.add(
                self._aggregate.judge(command, tuple(self._pending.evolved[begin:])), happened, metadata
            )
            events = [each.event for each in self._pending.evolved[begin:]]
            self._aggregate.before_append(before, command, events, How(by=by, now=now))
        except BaseException as refused:
            self._pending.state = before
            del self._pending.evolved[begin:], self._pending.new[begin:]
            if isinstance(refused, Refused):
                log.info(
                    "%s refused %s from %s: %s",
                    *(self._aggregate.name, type(command).__name__, by.id, refused.refusal),
                )
            raise
        self._parts.append((request, begin, len(self._pending.evolved), self._pending.state))
        return self.state

    def append(self, now: datetime) -> None:
        """Append all decided events, in the caller's transaction. Raises the errors of `tables.stream.append`."""
        if not self._pending.evolved:
            return
        appended = self._pending.append(now)
        for request, begin, end, after in self._parts:
            how = How(by=request.by, now=now)
            self._aggregate.after_append(request.command, after, appended.events[begin:end], how)
