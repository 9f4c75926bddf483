"""Observations of one reader that waited: recorded together, in one transaction, as they would be one by one."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from tables.handling.aggregates.table import TableAggregate
from tables.handling.held_stream import HeldStream
from tables.handling.observations import (
    Standing,
    key_of,
    noted,
    reader_as_actor,
    report_to_table,
    standing_of,
)
from tables.handling.reader_leases import require_lease
from tables.handling.streams import reader_stream
from tables.play.commands import Command
from tables.play.reader.observation import Observation
from tables.play.reader.timing import date
from tables.play.state import State
from tables.stream import Claim, NewEvent, StreamAppend, append_to_streams, keys_used, stream_version
from tables.text import with_visible_texts


def observe_many(
    casino_id: int,
    reader: str,
    observations: Sequence[Observation],
    now: datetime,
    *,
    by_wrong_clock: bool = False,
) -> None:
    """Record observations of one reader and one lease, in their order, all or none.

    Each is dated, recorded and reported to the table as by `observe`: a table that refuses a fact takes the next
    one. Observations that were recorded before are left out. Raises IdempotencyConflict, Refused for another
    gateway's lease, and ConcurrencyError; then nothing is recorded, and `observe` finds the faulty one.
    """
    keys = {observation.key: key_of(observation) for observation in observations}
    if len(keys) < len(observations):
        raise ValueError(f"reader {reader}: two observations of a batch have one key")
    with transaction.atomic():
        standing = standing_of(casino_id, reader)
        used = keys_used(casino_id, list(keys.values()))
        new = [observation for observation in observations if keys[observation.key].key not in used]
        if not new:
            return
        for lease in {observation.lease: observation for observation in new}.values():
            require_lease(casino_id, reader, lease)
        table = None if standing is None else _Table(casino_id, standing, now)
        events: list[NewEvent] = []
        for observation in map(with_visible_texts, new):
            follows = None if table is None else table.standing.follows(observation)
            dated = date(observation, now, follows, by_wrong_clock=by_wrong_clock)
            events.append(noted(reader, observation, dated))
            if table is not None:
                report_to_table(table.standing, observation, dated, table.hand)
        stream = reader_stream(reader)
        version = stream_version(casino_id, stream)
        claims = [Claim(keys[each.key], at, at + 1) for at, each in enumerate(new, version)]
        to_reader = StreamAppend(stream_id=stream, events=events, expected_version=version, claims=claims)
        append_to_streams(casino_id, [to_reader], now=now)
        if table is not None:
            table.held.append(now)


class _Table:
    """The table of a batch, held from its beginning to its end."""

    def __init__(self, casino_id: int, standing: Standing, now: datetime) -> None:
        aggregate = TableAggregate(casino_id, standing.registered.table)
        aggregate.open_at(standing.state)
        # Confirmations of seats that came before the batch count before it.
        self.held = HeldStream(aggregate, aggregate.take_waiting(standing.state, now))
        self._registered, self._readers = standing.registered, standing.readers
        self._by = reader_as_actor(standing.registered.code)
        self._now = now

    @property
    def standing(self) -> Standing:
        return Standing(self._registered, self.held.state, self._readers)

    def hand(self, command: Command, at: datetime, about: Mapping[str, str]) -> State:
        return self.held.decide(command, by=self._by, now=self._now, at=at, about=about)
