"""Writers to be compared: each writes one event a commit to a stream of its own, holding the transaction if asked."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import msgspec
import psycopg
from django.db import connection, transaction
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore

from tables.stream.appender import append
from tables.stream.event import NewEvent
from tables.stream.hashing import GENESIS, Payload, chain_hash, encode_canonically

CASINO = 1
DATA = {
    "coup": 117,
    "number": 17,
    "colour": "noir",
    "direction": "clockwise",
    "reader": "RF1",
    "recovered": False,
}
METADATA = {
    "by": {"id": "reader-RF1", "name": "Wheel RF1"},
    "cause": "RF1:20117",
    "correlation": "RF1/2031-05-17/117",
}

Write = Callable[[float], None]
"""Writes one event and commits, holding the transaction for so many seconds before."""

INSERT = b"""
INSERT INTO bare (casino_id, stream_id, version, event_id, type, schema_version, data, metadata,
                  occurred_at, recorded_at, prev_hash, hash)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""


def raw_insert() -> Write:
    """Insert the same row into a bare table, in a transaction as an append has one, by the quickest way of psycopg."""
    raw = own_session()
    row = _row()

    def write(hold_s: float) -> None:
        with raw.transaction():
            raw.execute(INSERT, row, prepare=True)
            if hold_s:
                time.sleep(hold_s)

    return write


def lone_insert() -> Write:
    """Insert the same row without BEGIN and COMMIT, which a writer of two things together cannot do."""
    raw = own_session()
    row = _row()

    def write(hold_s: float) -> None:
        raw.execute(INSERT, row, prepare=True)

    return write


def record_append() -> Write:
    """`append` as the platform calls it, in Django's transaction, at an expected version."""
    stream_id = f"table/{uuid4()}/{datetime.now(UTC):%Y-%m-%d}"
    version = 0

    def write(hold_s: float) -> None:
        nonlocal version
        now = datetime.now(UTC)
        event = NewEvent(type="number_came", data=DATA, metadata=METADATA, occurred_at=now)
        with transaction.atomic():
            version = append(CASINO, stream_id, [event], expected_version=version, now=now).version
            if hold_s:
                time.sleep(hold_s)

    return write


def eventsourcing_insert() -> Write:
    """The application recorder of eventsourcing 9.5, which locks its table to keep its notifications in order."""
    recorder = eventsourcing_recorder()
    originator_id = uuid4()
    version = 0
    state = encode_canonically({"data": DATA, "metadata": METADATA})

    def write(hold_s: float) -> None:
        nonlocal version
        version += 1
        recorder.insert_events([StoredEvent(originator_id, version, "number_came", state)])

    return write


def eventsourcing_recorder() -> PostgresApplicationRecorder:
    """The recorder, on the bench's database; its table is made with `create_table()`, once."""
    parameters = _parameters()
    datastore = PostgresDatastore(
        dbname=parameters["dbname"],
        host=parameters.get("host", ""),
        port=str(parameters.get("port", 5432)),
        user=parameters.get("user", ""),
        password=parameters.get("password", ""),
        pool_size=1,
        max_overflow=1,
    )
    return PostgresApplicationRecorder(datastore, events_table_name="eventsourcing_events")


CONTESTANTS: dict[str, Callable[[], Write]] = {
    "raw INSERT": raw_insert,
    "lone INSERT": lone_insert,
    "append": record_append,
    "eventsourcing": eventsourcing_insert,
}


def own_session() -> psycopg.Connection[Any]:
    """Return a plain psycopg session on the bench's database, in which each statement commits by default."""
    return psycopg.connect(**_parameters(), autocommit=True)


def _row() -> list[object]:
    now = datetime.now(UTC)
    said = Payload(
        casino=CASINO,
        data=msgspec.Raw(encode_canonically(DATA)),
        event_id=uuid4(),
        metadata=msgspec.Raw(encode_canonically(METADATA)),
        occurred_at=now,
        recorded_at=now,
        schema_version=1,
        stream="table/RF1/2031-05-17",
        type="number_came",
        version=1,
    )
    return [
        *(CASINO, said.stream, said.version, said.event_id, said.type, said.schema_version),
        *(encode_canonically(DATA).decode(), encode_canonically(METADATA).decode()),
        *(now, now, GENESIS, chain_hash(GENESIS, said.encoded)),
    ]


def _parameters() -> dict[str, Any]:
    parameters = connection.get_connection_params()
    return {
        key: parameters[key] for key in ("dbname", "host", "port", "user", "password") if parameters.get(key)
    }
