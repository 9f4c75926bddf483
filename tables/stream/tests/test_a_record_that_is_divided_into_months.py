"""A record from before the months is copied into them while the house goes on appending, the same to the byte."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import msgspec
import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from psycopg import sql

from tables.stream import read_feed, verify_chain
from tables.stream.hashing import GENESIS, Payload, chain_hash, encode_canonically
from tables.stream.merkle.checking import TreeWhole, verify_tree
from tables.stream.merkle.note import SigningKey
from tables.stream.merkle.proofs import find_event
from testkit.stream import checkpoint_now, django_on

pytestmark = pytest.mark.django_db(transaction=True)

NAME = "test_permanence_before_the_months"
CASINO = 7
NOW = datetime(2031, 5, 17, 20, 0, 0, 123456, tzinfo=UTC)
STREAMS = ("table/VE1/2025-12-31", "table/VE1/2026-01-01", "register/table/VE1", "table/VE1/x")
OLD_INSERT = """
    INSERT INTO event (casino_id, stream_id, version, event_id, type, schema_version, data, payload, metadata,
                       occurred_at, recorded_at, prev_hash, hash)
    VALUES (%s, %s, %s, %s, 'counted', 1, '{}', %s, '{}', %s, %s, %s, %s)
"""
OLD_SEAL = """
    INSERT INTO sealed_event (casino_id, position, event, type, leaf_hash)
    SELECT casino_id, row_number() OVER (ORDER BY id), id, type, sha256('\\x00'::bytea || hash) FROM event
"""


class OldHouse:
    """Appends as the version before did, each event a transaction."""

    def __init__(self, address: str) -> None:
        self.session = psycopg.connect(address, autocommit=True)
        self.heads = dict.fromkeys(STREAMS, (0, GENESIS))
        self.payloads: list[bytes] = []

    def append(self, number: int) -> None:
        stream = STREAMS[number % len(STREAMS)]
        version, prev_hash = self.heads[stream]
        payload = Payload(
            casino=CASINO,
            data=msgspec.Raw(encode_canonically({"amount": number, "name": 'Ânia\0 \\u0000 "x" 💶'})),
            event_id=uuid4(),
            metadata=msgspec.Raw(b'{"by":{"id":"P1"}}'),
            occurred_at=NOW + timedelta(microseconds=number * 500_000),
            recorded_at=NOW.replace(microsecond=0),
            schema_version=1,
            stream=stream,
            type="counted",
            version=version + 1,
        )
        encoded = payload.encoded
        hash = chain_hash(prev_hash, encoded)
        values = (
            CASINO,
            stream,
            version + 1,
            payload.event_id,
            encoded,
            payload.occurred_at,
            payload.recorded_at,
        )
        self.session.execute(OLD_INSERT, (*values, prev_hash, hash))
        self.heads[stream] = version + 1, hash
        self.payloads.append(encoded)


@pytest.fixture
def old_house() -> Iterator[OldHouse]:
    """A house at the version before, with its database, 12,000 events sealed and a few that wait."""
    server = connection.get_connection_params()
    database = {key: server[key] for key in ("host", "port", "user", "password") if server.get(key)}
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(NAME))
    with psycopg.connect(**database, dbname="postgres", autocommit=True) as maintenance:
        maintenance.execute(drop)
        maintenance.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(NAME)))
        address = psycopg.conninfo.make_conninfo(**database, dbname=NAME)
        try:
            with django_on(address):
                call_command("migrate", "stream", "0002", verbosity=0)
                house = OldHouse(address)
                with house.session.transaction():
                    for number in range(12_000):
                        house.append(number)
                house.session.execute(OLD_SEAL)
                house.session.execute(
                    "INSERT INTO seal_head VALUES (%s, 12000, pg_current_xact_id())", [CASINO]
                )
                for number in range(12_000, 12_010):
                    house.append(number)
                yield house
                house.session.close()
        finally:
            maintenance.execute(drop)


@pytest.mark.servers
def test_nothing_is_lost_and_every_byte_is_as_it_was(old_house: OldHouse, key: SigningKey) -> None:
    refused: list[Exception] = []

    def go_on() -> None:
        number = 12_010
        while not refused:
            try:
                old_house.append(number)
            except psycopg.Error as gone:
                refused.append(gone)
            number += 1

    writer = threading.Thread(target=go_on)
    writer.start()
    call_command("migrate", "stream", verbosity=0)
    writer.join()
    # Until the tables took each other's place the old version could append; then it has to be started anew.
    assert isinstance(refused[0], psycopg.errors.UndefinedColumn)
    assert len(old_house.payloads) > 12_010
    checkpoint_now(CASINO, key)
    assert verify_tree(CASINO) == TreeWhole(len(old_house.payloads), 1, len(old_house.payloads))
    assert [verify_chain(CASINO, stream) for stream in STREAMS] == [None] * len(STREAMS)
    feed = read_feed(CASINO, limit=100_000)
    assert [event.position for event in feed] == list(range(1, len(feed) + 1))
    by_id = {event.id: event for event in feed}
    stored = [find_event(CASINO, by_id[id].event_id) for id in sorted(by_id)[-20:]]
    assert [each.payload for each in stored if each] == old_house.payloads[-20:]
    assert _months() == {0, 202512, 202601}


def _months() -> set[int]:
    """Those that events lie in, each in a part of its own."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT month, tableoid::regclass::text FROM event")
        found = dict(cursor.fetchall())
    assert all(part == f"record.event_{month or 'lasting'}" for month, part in found.items())
    return set(found)


def test_a_record_that_was_changed_is_not_carried_over_as_if_it_were_whole(old_house: OldHouse) -> None:
    old_house.session.execute("ALTER TABLE event DISABLE TRIGGER ALL")
    old_house.session.execute("UPDATE event SET payload = payload || ' ' WHERE version = 40")
    with pytest.raises(ValueError, match="is not spelt as the record spells events"):
        call_command("migrate", "stream", verbosity=0)
    # It is as it was, and goes on as before.
    old_house.append(1)
