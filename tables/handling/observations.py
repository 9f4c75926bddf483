"""What a wheel reader saw reaches the record: its own stream keeps all of it, its table what concerns play."""

import logging
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from tables.handling import Actor, handle
from tables.handling.aggregates.table import TableAggregate
from tables.handling.models import WheelReader
from tables.handling.projections.table_snapshots import held_state
from tables.handling.reader_leases import require_lease
from tables.handling.spin_rules import spin_rule
from tables.handling.streams import reader_stream
from tables.play.commands import ChangeReader
from tables.play.coup.questions import follows_since
from tables.play.reader.observation import Observation
from tables.play.reader.questions import check_time_of_launch, fact_from
from tables.play.reader.timing import Dated, date
from tables.play.state import State
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


class _Standing(msgspec.Struct, frozen=True):
    """A reader with the open table that it stands at, which this transaction holds."""

    registered: WheelReader
    state: State


def observe(
    casino_id: int, reader: str, observation: Observation, now: datetime, *, received: bytes | None = None
) -> Heard:
    """Records an observation once, however often and by whatever route it is delivered.

    `received` is the body in which it came, where a later delivery of it may differ in its time of arrival. Raises
    IdempotencyConflict where another one has its sequence, and Refused where another gateway has the reader's lease.

    An observation is dated by its own time if that is possible: after the table's event that it follows, and not in the
    future. Otherwise the events say `dated_by` (`arrival`, or `receipt` by the house), and `claimed_at` if its own time
    was wrong; a number is then in doubt.

    The reader's stream gets it as it is; its table, if one is open, gets the fact that it reports. What a table
    cannot take as a fact (a number not on its wheel) stands in the reader's stream all the same, and in the log.
    """
    encoded = msgspec.json.encode(observation, order="sorted")
    key = IdempotencyKey(f"observation:{observation.key}", received or encoded)
    # A reader cannot write it again: its fact is recorded with placeholders for what nobody can read.
    observation = with_visible_texts(observation)
    with transaction.atomic():
        standing = _standing(casino_id, reader)
        dated = date(observation, now, None if standing is None else follows_since(standing.state))
        appended = append(
            casino_id,
            reader_stream(reader),
            [
                NewEvent(
                    type=f"observed_{observation.kind}",
                    data=msgspec.to_builtins(observation),
                    occurred_at=dated.at,
                    metadata={"by": msgspec.to_builtins(reader_as_actor(reader)), **_about(dated)},
                )
            ],
            expected_version=ANY,
            now=now,
            idempotency=key,
        )
        if appended.replayed:
            return Heard(appended.events[0])
        require_lease(casino_id, reader, observation)
        if standing is None:
            return Heard(appended.events[0])
        not_taken = _report_to_table(casino_id, standing, observation, dated, now)
    return Heard(appended.events[0], not_taken)


def reader_as_actor(reader: str) -> Actor:
    """A wheel reader as the record names it."""
    return Actor(id=reader, name=f"Reader {reader}")


def _standing(casino_id: int, reader: str) -> _Standing | None:
    """The reader with its open table, held so that the time of an observation is judged by the state that takes it."""
    registered = READER.find(casino_id=casino_id, code=reader, withdrawn=False)
    state = held_state(casino_id, registered.table) if registered is not None and registered.table else None
    if registered is None or state is None or state.phase == "closed":
        return None
    return _Standing(registered, state)


def _about(dated: Dated) -> dict[str, str]:
    """How an event is dated, for its metadata; empty where its own time is right."""
    about = {} if dated.live else {"dated_by": dated.by}
    return about | ({} if dated.claimed is None else {"claimed_at": dated.claimed.isoformat()})


def _report_to_table(
    casino_id: int, standing: _Standing, observation: Observation, dated: Dated, now: datetime
) -> Refused | ValueError | None:
    """Reports to the table that the reader stands at; returns why it did not take it."""
    reader, table = standing.registered.code, standing.registered.table
    heard: dict[str, Any] = {
        "by": reader_as_actor(reader),
        "now": now,
        "at": dated.at,
        "about": {"cause": f"observation:{observation.key}"} | _about(dated),
    }
    try:
        if observation.kind not in SILENT_KINDS and standing.state.reader.state != "live":
            live = ChangeReader(reader=reader, state="live")
            handle(TableAggregate(casino_id, table), live, **heard)
        check_time_of_launch(observation, dated, standing.state)
        fact = fact_from(observation, dated, spin_rule(standing.registered))
        handle(TableAggregate(casino_id, table), fact, **heard)
    except (Refused, ValueError) as refusal:
        log.warning(
            "reader %s at table %s, %s %s: %s", reader, table, observation.kind, observation.key, refusal
        )
        return refusal
    return None
