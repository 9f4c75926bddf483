"""Helpers for tests of the record, and of everything that is derived from it.

The root `conftest.py` makes the fixtures known everywhere. Tests that sequence need `transactional_db` (the fixtures
ask for it): only committed events can be sequenced.
"""

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from typing import Any, ClassVar

import pytest
from django.db import connection
from psycopg.conninfo import conninfo_to_dict

from tables.stream.database import SEQUENCER, Statement, run
from tables.stream.database_rights import Duty
from tables.stream.database_roles import ARCHIVED, RECORD, DatabaseRoles
from tables.stream.feed import feed_position, read_feed
from tables.stream.following import follow_all
from tables.stream.hashing import chain_hash, decode_payload
from tables.stream.horizon import horizon_holder
from tables.stream.merkle.checkpoints import Checkpoint, latest_checkpoint, sign_checkpoint
from tables.stream.merkle.note import SigningKey, new_signing_key
from tables.stream.merkle.proofs import find_event
from tables.stream.merkle.tiles import extend_tree
from tables.stream.projections import (
    AsynchronousProjection,
    Projection,
    SynchronousProjection,
    projection_named,
    register_asynchronous,
    register_synchronous,
    unregister,
)
from tables.stream.rebuilding import rebuild
from tables.stream.sequencing import SET_UP_SEAL_HEADS, sequence_due
from tables.stream.shadow import compared_columns
from tables.stream.sql import statement

REHASH = """
hash = sha256(prev_hash || event_payload(
    casino_id, stream_id, version, event_id, type, schema_version, data, metadata, occurred_at, recorded_at
))
"""
"""Sets an event's hash to that of its columns, in an UPDATE by the owner, who can change the record with its hashes."""

PATIENCE_S = 90.0
"""Longest wait for an expected event: other users of the same server may delay the horizon for a while."""

TRY_SEALER_LOCK = Statement(
    "try_sealer_lock", "SELECT pg_try_advisory_lock(%(sealer)s::integer, %(casino_id)s::integer)"
)
FREE_SEALER_LOCK = Statement(
    "free_sealer_lock", "SELECT pg_advisory_unlock(%(sealer)s::integer, %(casino_id)s::integer)"
)


@pytest.fixture
def casino_id() -> int:
    """A casino that no other test has events of: the record is never emptied."""
    return 1_000_000 + secrets.randbelow(2**31 - 1_000_000)


@pytest.fixture
def seal(transactional_db: None) -> Callable[[int], int]:
    """`seal(casino_id)` sequences all that is committed and returns the last position."""
    return sequence_all


@pytest.fixture
def follow(transactional_db: None) -> Callable[[int], None]:
    """`follow(casino_id)` sequences all that is committed, and brings every asynchronous projection up to it."""

    def seal_and_follow(casino_id: int) -> None:
        sequence_all(casino_id)
        assert follow_all(casino_id), "a follower is stuck, see the log"

    return seal_and_follow


@pytest.fixture
def as_application(db: None) -> Iterator[None]:
    """Django's connection as a service of a house has it, and not as the superuser that other tests are."""
    with connected_as(DatabaseRoles().application):
        yield


@contextmanager
def connected_as(role: str) -> Iterator[None]:
    """Django's connection as a role has it that may do less than the superuser of the tests."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET SESSION AUTHORIZATION {role}")
    try:
        yield
    finally:
        if not connection.in_atomic_block:
            connection.close()
        elif not connection.needs_rollback:  # else it goes back with the transaction
            with connection.cursor() as cursor:
                cursor.execute("SET SESSION AUTHORIZATION DEFAULT")


def as_service(duty: Duty) -> AbstractContextManager[None]:
    """Django's connection as a service has it: with the rights of its role alone."""
    return connected_as(DatabaseRoles().services[duty])


@contextmanager
def django_on(address: str) -> Iterator[None]:
    """Django's connection, and with it the record, on another server."""
    usual = dict(connection.settings_dict)
    there = conninfo_to_dict(address)
    connection.close()
    connection.settings_dict |= {"NAME": there["dbname"], "HOST": there["host"], "USER": there["user"]}
    connection.settings_dict |= {"PORT": there.get("port", ""), "PASSWORD": "", "OPTIONS": {}}
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(usual)


@pytest.fixture
def key() -> SigningKey:
    """The key of a house of a test's own."""
    return new_signing_key("casino.example/permanence")


def wait_until(condition: Callable[[], Any], what: str) -> None:
    """Wait for a condition, and fail with `what` if it does not come about in time."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, f"waited {PATIENCE_S:.0f} s in vain: {what}"
        time.sleep(0.01)


def sequence_all(casino_id: int) -> int:
    """Sequence until no committed event of the casino waits, or let its running sequencer do so; the last position."""
    run(SET_UP_SEAL_HEADS, month_floor=0)
    ours = False

    def all_is_sealed() -> bool:
        nonlocal ours
        # A session that was closed just now may hold its lock for a moment still.
        ours = ours or run(TRY_SEALER_LOCK, sealer=SEQUENCER, casino_id=casino_id)[0][0]
        if ours:
            sequence_due(casino_id)
        return not unsealed(casino_id)

    try:
        wait_until(all_is_sealed, f"casino {casino_id} sealed; held back by {horizon_holder()}")
    finally:
        if ours:
            run(FREE_SEALER_LOCK, sealer=SEQUENCER, casino_id=casino_id)
    return feed_position(casino_id)


def checkpoint_now(casino_id: int, key: SigningKey) -> Checkpoint:
    """Sequence all, bring the tree up to it, and sign it with the house's key; the newest checkpoint."""
    sequence_all(casino_id)
    while not extend_tree(casino_id):
        pass
    sign_checkpoint(casino_id, key, now=datetime.now(UTC))
    signed = latest_checkpoint(casino_id)
    assert signed, "an empty feed has no checkpoint"
    return signed


def change_record(casino_id: int, *statements: str) -> None:
    """Run statements on the record as the owner of its tables can, who sets their triggers aside; `{casino}` in them is
    the condition that keeps them to this casino."""
    session = connection.get_new_connection(connection.get_connection_params())
    session.set_autocommit(True)
    try:
        for table in RECORD:
            session.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
        for each in statements:
            session.execute(each.replace("{casino}", f"casino_id = {casino_id}"))
    finally:
        for table in RECORD:
            session.execute(f"ALTER TABLE {table} ENABLE TRIGGER ALL")
        session.close()


def forget_months(*months: int) -> None:
    """Remove the events of these months (yyyymm) by earlier tests, and every trace of their archives.

    Later events in these months belong to one test alone.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT month FROM archived_month")
        parts = {month for (month,) in cursor.fetchall()}
        for kind in ("event", "sealed_event"):
            for month in parts:
                cursor.execute(f"DROP TABLE IF EXISTS record.{kind}_{month}")
            cursor.execute(f"ALTER TABLE {kind} DISABLE TRIGGER ALL")
            cursor.execute(f"DELETE FROM {kind} WHERE month = ANY (%s)", [list(months)])
            cursor.execute(f"ALTER TABLE {kind} ENABLE TRIGGER ALL")
        for table in ARCHIVED:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
            cursor.execute(f"DELETE FROM {table}")
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER ALL")


def remake_the_tail(
    casino_id: int, key: SigningKey, position: int, change: Callable[[bytes], bytes]
) -> Checkpoint:
    """Change the data of the event at a position, compute all that follows from it again, and sign that, as an
    attacker with the database and the key can.

    In the part of the feed that fills no tile.
    """
    statements: list[str] = []
    hashes: dict[str, bytes] = {}
    for event in read_feed(casino_id, after=position - 1):
        stored = find_event(casino_id, event.event_id)
        assert stored is not None
        payload = change(stored.payload) if event.position == position else stored.payload
        prev_hash = hashes.get(event.stream_id, stored.prev_hash)
        hashes[event.stream_id] = hash = chain_hash(prev_hash, payload)
        data = bytes(decode_payload(payload).data).decode().replace("'", "''")
        statements.append(
            f"UPDATE event SET data = '{data}', prev_hash = '\\x{prev_hash.hex()}',"
            f" hash = '\\x{hash.hex()}' WHERE {{casino}} AND id = {event.id}"
        )
    statements.append(f"DELETE FROM checkpoint WHERE {{casino}} AND size >= {position}")
    change_record(casino_id, *statements)
    return checkpoint_now(casino_id, key)


def unsealed(casino_id: int) -> int:
    """Return the number of the casino's committed events that have no position yet."""
    return len(run(statement("read_unsealed"), casino_id=casino_id))


@contextmanager
def registered(projection: Projection) -> Iterator[None]:
    """A projection that is registered for the length of a test only."""
    if isinstance(projection, SynchronousProjection):
        register_synchronous(projection)
    elif isinstance(projection, AsynchronousProjection):
        register_asynchronous(projection)
    try:
        yield
    finally:
        unregister(projection.name)


def rows_of(projection: str, casino_id: int) -> dict[str, list[Any]]:
    """Return the live rows of a projection for one casino, by table, without automatic ids."""
    return {
        model._meta.db_table: sorted(
            model._default_manager.filter(casino_id=casino_id).values_list(*compared_columns(model)), key=repr
        )
        for model in projection_named(projection).models
    }


@pytest.mark.django_db(transaction=True)
class ProjectionContract:
    """Contract of every projection. Subclass it as `Test...`, name the projection, and write a history.

    The history is appended as in production, one append after another; rebuilds cut it otherwise.
    """

    projection: ClassVar[str]
    """Name of a registered projection with tables."""

    def write_history(self, casino_id: int) -> None:
        """Append events that bring out rows in every table of the projection. Commits."""
        raise NotImplementedError

    @pytest.fixture
    def lived(self, casino_id: int) -> int:
        """A casino whose history is written, sealed and followed."""
        self.write_history(casino_id)
        sequence_all(casino_id)
        assert follow_all(casino_id), "a follower is stuck, see the log"
        return casino_id

    def test_the_history_brings_out_rows(self, lived: int) -> None:
        for table, rows in rows_of(self.projection, lived).items():
            assert rows, f"The history leaves no row in {table}, so this contract says nothing about it"

    def test_rebuilt_equals_live_row_by_row(self, lived: int) -> None:
        live = rows_of(self.projection, lived)
        (rebuilt,) = rebuild(self.projection, lived)
        assert (rebuilt.removed, rebuilt.added) == (0, 0)
        assert rows_of(self.projection, lived) == live

    def test_a_rebuild_brings_back_what_was_lost(self, lived: int) -> None:
        live = rows_of(self.projection, lived)
        for model in projection_named(self.projection).models:
            model._default_manager.filter(casino_id=lived).delete()
        rebuild(self.projection, lived)
        assert rows_of(self.projection, lived) == live

    def test_a_rebuild_before_the_seal_changes_nothing(self, casino_id: int) -> None:
        self.write_history(casino_id)
        live = rows_of(self.projection, casino_id)
        rebuild(self.projection, casino_id)
        assert rows_of(self.projection, casino_id) == live
