"""The record refuses to be changed, whoever asks; and where a superuser changes it, that is found and named."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection

from tables.stream import read_stream, verify_chain
from tables.stream.merkle.tiles import extend_tree
from tables.stream.tests.conftest import Recorder
from testkit.stream import REHASH

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def psql(transactional_db: None) -> Iterator[psycopg.Connection]:
    """A session of its own, as somebody with psql has."""
    session = connection.get_new_connection(connection.get_connection_params())
    session.set_autocommit(True)
    yield session
    session.close()


@contextmanager
def guards_off(session: psycopg.Connection) -> Iterator[None]:
    """As a superuser can have it."""
    session.execute("SET session_replication_role = replica")
    yield
    session.execute("SET session_replication_role = origin")


GUARDED = ["event", "sealed_event", "merkle_tile", "checkpoint", "witness_signature"]


@pytest.mark.servers
@pytest.mark.parametrize("table", GUARDED)
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {} SET casino_id = casino_id",
        "UPDATE {} SET casino_id = 0 WHERE false",
        "DELETE FROM {}",
        "TRUNCATE {}",
        "TRUNCATE {} CASCADE",
    ],
)
def test_update_delete_and_truncate_are_refused(
    psql: psycopg.Connection, record: Recorder, seal: Callable[[int], int], table: str, statement: str
) -> None:
    record("s", 1)
    seal(record.casino_id)
    with pytest.raises(psycopg.errors.RaiseException, match=f"append-only: [A-Z]+ of {table} is refused"):
        psql.execute(statement.format(table))
    assert len(read_stream(record.casino_id, "s")) == 1


def test_an_untouched_chain_is_found_whole(record: Recorder, seal: Callable[[int], int]) -> None:
    record("s", 1, 2, 3)
    assert verify_chain(record.casino_id, "s") is None
    seal(record.casino_id)
    assert verify_chain(record.casino_id, "s") is None


TAMPERED = {
    "changed data": (
        "UPDATE event SET data = '{{\"amount\":9}}' WHERE {second}",
        2,
        "its payload does not give its hash",
    ),
    "a changed type": (
        "UPDATE event SET type = 'counted_again' WHERE {second}",
        2,
        "its payload does not give its hash",
    ),
    "a missing event": (
        "DELETE FROM event WHERE {second}",
        2,
        "missing: the next event that stands is version 3",
    ),
    "a changed event with its hash, in a full tile": (
        "UPDATE event SET data = '{{\"amount\":9}}' WHERE {second};"
        f"UPDATE event SET {REHASH} WHERE {{second}}",
        2,
        "it was sealed under another hash",
    ),
    "an event from elsewhere": (
        "UPDATE event SET prev_hash = sha256('x') WHERE {second};"
        f"UPDATE event SET {REHASH} WHERE {{second}}",
        2,
        "its previous hash is not that of the event before it",
    ),
    "two events in each other's place": (
        "UPDATE event SET version = 1000 + version WHERE {second};"
        "UPDATE event SET version = 2 WHERE {of_stream} AND version = 3;"
        "UPDATE event SET version = 3 WHERE {of_stream} AND version = 1002",
        2,
        "its previous hash is not that of the event before it",
    ),
}


@pytest.mark.parametrize("tampered", TAMPERED)
def test_tampering_is_found_and_the_event_named(
    psql: psycopg.Connection, record: Recorder, seal: Callable[[int], int], tampered: str
) -> None:
    statements, version, reason = TAMPERED[tampered]
    record("s", *range(1, 257))
    seal(record.casino_id)
    assert extend_tree(record.casino_id)
    of_stream = f"event.casino_id = {record.casino_id} AND stream_id = 's'"
    with guards_off(psql):
        for statement in statements.split(";"):
            psql.execute(statement.format(of_stream=of_stream, second=f"{of_stream} AND version = 2"))
    fault = verify_chain(record.casino_id, "s")
    assert fault is not None
    assert (fault.version, fault.reason) == (version, reason)
    assert str(fault).startswith("s version 2: ")
