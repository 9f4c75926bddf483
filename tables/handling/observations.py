"""What a wheel reader saw reaches the record: its own stream keeps all of it, its table what concerns play."""

import logging
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from tables.handling import Actor, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.models import WheelReader
from tables.handling.projections.table_snapshots import newest_state
from tables.handling.streams import reader_stream
from tables.play.commands import ChangeReader
from tables.play.reader.observation import Observation
from tables.play.reader.questions import fact_from
from tables.roulette.refusal import Refused
from tables.stream import ANY, IdempotencyKey, NewEvent, RecordedEvent, append
from tables.stream.prepared_rows import PreparedRow
from tables.text import with_visible_texts

log = logging.getLogger(__name__)

READER = PreparedRow(WheelReader, "casino_id", "code", "withdrawn")
SILENT_KINDS = ("reader_offline", "fault")


class Heard(msgspec.Struct, frozen=True):
    """What came of an observation: its event in the reader's stream, and why its table did not take the fact that it
    reports; None where it did, and where no table is open for it."""

    event: RecordedEvent
    not_taken: Refused | ValueError | None = None


def observe(
    casino_id: int, reader: str, observation: Observation, now: datetime, *, received: bytes | None = None
) -> Heard:
    """Records an observation once, however often and by whatever route it is delivered.

    `received` is the body in which it came, where a later delivery of it may differ in its time of arrival. Raises
    IdempotencyConflict where another one has its sequence.

    Where only the time of arrival is known, the events say `dated_by: arrival`.

    The reader's stream gets it as it is; its table, if one is open, gets the fact that it reports. What a table
    cannot take as a fact (a number not on its wheel) stands in the reader's stream all the same, and in the log.
    """
    encoded = msgspec.json.encode(observation, order="sorted")
    key = IdempotencyKey(f"observation:{observation.key}", received or encoded)
    # A reader cannot write it again: its fact is recorded with placeholders for what nobody can read.
    observation = with_visible_texts(observation)
    with transaction.atomic():
        appended = append(
            casino_id,
            reader_stream(reader),
            [
                NewEvent(
                    type=f"observed_{observation.kind}",
                    data=msgspec.to_builtins(observation),
                    occurred_at=observation.observed_at or observation.received_at,
                    metadata={"by": msgspec.to_builtins(reader_as_actor(reader))},
                )
            ],
            expected_version=ANY,
            now=now,
            idempotency=key,
        )
        not_taken = None if appended.replayed else _report_to_table(casino_id, reader, observation, now)
    return Heard(appended.events[0], not_taken)


def reader_as_actor(reader: str) -> Actor:
    """A wheel reader as the record names it."""
    return Actor(id=reader, name=f"Reader {reader}")


def _report_to_table(
    casino_id: int, reader: str, observation: Observation, now: datetime
) -> Refused | ValueError | None:
    """Reports to the table that the reader stands at, if one is open; returns why it did not take it."""
    registered = READER.find(casino_id=casino_id, code=reader, withdrawn=False)
    table = registered.table if registered else ""
    state = newest_state(casino_id, table) if table else None
    if state is None or state.phase == "closed":
        return None
    heard: dict[str, Any] = {
        "by": reader_as_actor(reader),
        "now": now,
        "at": min(observation.observed_at or observation.received_at, now),
        "about": {"cause": f"observation:{observation.key}"}
        | ({} if observation.observed_at else {"dated_by": "arrival"}),
    }
    try:
        if observation.kind not in SILENT_KINDS and state.reader.state != "live":
            live = ChangeReader(reader=reader, state="live")
            handle(TableAggregate(casino_id, table), live, **heard)
        handle(TableAggregate(casino_id, table), fact_from(observation), **heard)
    except (Refused, ValueError) as refusal:
        log.warning(
            "reader %s at table %s, %s %s: %s", reader, table, observation.kind, observation.key, refusal
        )
        return refusal
    return None
