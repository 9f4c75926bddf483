"""A dump restored into another server, on two real ones: its feed stands still there until `after_restore` has run.

The old server has counted many transactions, as a house has after a while; the new one is fresh. Each test restores
the same dump into a database of its own.
"""

import io
import logging
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from psycopg.conninfo import make_conninfo

from tables.stream import (
    ANY,
    AsynchronousProjection,
    IdempotencyKey,
    NewEvent,
    RecordedEvent,
    append,
    casinos_from_elsewhere,
    feed_position,
    read_feed,
    recall,
    restoring,
    sequencer_lag,
    sequencing,
    verify_chain,
)
from tables.stream.database import SEQUENCER
from tables.stream.following import follow_all
from tables.stream.merkle.checking import TreeWhole, verify_tree
from tables.stream.merkle.checkpoints import latest_checkpoint, note_of, own_key
from tables.stream.merkle.note import new_signing_key
from tables.stream.merkle.proofs import find_event, prove_consistency, prove_inclusion
from tables.stream.merkle.rfc6962 import verify_consistency, verify_inclusion
from tables.stream.merkle.tiles import WIDTH
from tables.stream.models import Event, MerkleTile
from tables.stream.sequencing import Sequencer
from testkit.stream import checkpoint_now, django_on, registered, sequence_all

pytestmark = pytest.mark.django_db(transaction=True)

CASINO, NEIGHBOUR = 7, 8
TRANSACTIONS_BEFORE = 50_000
KEY = IdempotencyKey("before the dump", b"{}")
SIGNING_KEY = new_signing_key("casino.example/permanence")

Servers = Callable[[], Any]


class Dumped(NamedTuple):
    """The old server, a dump of its record, and what the feed had when it was made."""

    server: Any
    file: Path
    feed: list[RecordedEvent]
    waiting: int
    """How many events of CASINO had no position yet."""


class Hearing(AsynchronousProjection):
    """Hears every event, and remembers their positions."""

    name = "test_hearing"

    def __init__(self) -> None:
        self.heard: list[int | None] = []

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        self.heard += [event.position for event in events if event.casino_id == CASINO]


def run_program(server: Any, name: str, *arguments: str) -> None:
    done = subprocess.run(
        [server.programs / name, *arguments], capture_output=True, text=True, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stderr


def write(*streams: str, casino_id: int = CASINO, idempotency: IdempotencyKey | None = None) -> None:
    """One event to each stream, each in a transaction of its own."""
    now = datetime.now(UTC)
    for stream in streams:
        with transaction.atomic():
            event = NewEvent(type="noted", data={}, occurred_at=now)
            append(casino_id, stream, [event], expected_version=ANY, now=now, idempotency=idempotency)


def write_many(stream: str, events: int) -> None:
    """Many events to a stream of CASINO, in one transaction."""
    now = datetime.now(UTC)
    with transaction.atomic():
        noted = [NewEvent(type="noted", data={}, occurred_at=now) for _ in range(events)]
        append(CASINO, stream, noted, expected_version=ANY, now=now)


@pytest.fixture(scope="module")
def dumped(start_server: Servers, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> Dumped:
    """A house's record, some of it sequenced and followed, dumped while it runs."""
    server = start_server()
    with psycopg.connect(server.url, autocommit=True) as session:
        session.execute(
            f"DO $$ BEGIN FOR i IN 1..{TRANSACTIONS_BEFORE} LOOP"
            " PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$"
        )
    with django_db_blocker.unblock(), django_on(server.url), registered(Hearing()):
        call_command("migrate", "stream", verbosity=0)
        write("table/A", "table/B", "reader/1", "table/A", "reader/1")
        write("table/B", idempotency=KEY)
        write("table/A", "table/A", casino_id=NEIGHBOUR)
        sequence_all(CASINO)
        sequence_all(NEIGHBOUR)
        write_many("table/long", 2 * WIDTH)
        checkpoint_now(CASINO, SIGNING_KEY)
        follow_all()
        write("reader/1", "table/B", "table/A", "table/C", "table/A")
        feed = read_feed(CASINO)
        waiting = Event.objects.filter(casino_id=CASINO).count() - len(feed)
    file = tmp_path_factory.mktemp("backup") / "permanence.dump"
    run_program(server, "pg_dump", "--format=custom", f"--file={file}", server.url)
    return Dumped(server, file, feed, waiting)


@pytest.fixture(scope="module")
def fresh_server(start_server: Servers) -> Any:
    return start_server()


NUMBERS = count(1)


@contextmanager
def restored_on(server: Any, dumped: Dumped) -> Iterator[str]:
    """The dump restored into a new database of a server, and Django on it."""
    name = f"restored_{next(NUMBERS)}"
    with psycopg.connect(server.url, autocommit=True) as session:
        session.execute(f"CREATE DATABASE {name}")
    address = make_conninfo(server.url, dbname=name)
    run_program(server, "pg_restore", "--exit-on-error", f"--dbname={address}", str(dumped.file))
    with django_on(address):
        yield address


@pytest.fixture
def restored(transactional_db: None, dumped: Dumped, fresh_server: Any) -> Iterator[str]:
    with restored_on(fresh_server, dumped) as address:
        yield address


def after_restore(*arguments: str) -> str:
    printed = io.StringIO()
    call_command("after_restore", *arguments, stdout=printed)
    return printed.getvalue()


def all_but_xid() -> list[tuple[Any, ...]]:
    columns = [field.name for field in Event._meta.concrete_fields if field.name != "xid"]
    return [
        tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)
        for row in Event.objects.order_by("casino_id", "id").values_list(*columns)
    ]


def assert_feed_goes_on(dumped: Dumped) -> None:
    """Every event once at dense positions, streams in order and their chains whole, old positions as they were."""
    sequence_all(CASINO)
    feed = read_feed(CASINO, limit=100_000)
    assert [event.position for event in feed] == list(range(1, len(feed) + 1))
    assert sorted(event.id for event in feed) == sorted(
        Event.objects.filter(casino_id=CASINO).values_list("id", flat=True)
    )
    assert feed[: len(dumped.feed)] == dumped.feed
    for stream in {event.stream_id for event in feed}:
        versions = [event.version for event in feed if event.stream_id == stream]
        assert versions == list(range(1, len(versions) + 1))
        assert verify_chain(CASINO, stream) is None


def test_without_the_command_nothing_is_ever_sealed_again(restored: str, dumped: Dumped) -> None:
    write("table/A", "table/new")
    write("table/new", casino_id=NEIGHBOUR)
    assert casinos_from_elsewhere() == [CASINO, NEIGHBOUR]
    sealer = Sequencer()
    assert [sealer.sequence() for _ in range(3)] == [0, 0, 0]
    assert feed_position(CASINO) == len(dumped.feed)
    # Which is why it must be asked: the neighbour's new event does not even count as waiting.
    assert sequencer_lag(NEIGHBOUR) == 0.0


def test_the_sealer_says_once_what_to_do_and_not_at_every_step(
    restored: str, caplog: pytest.LogCaptureFixture
) -> None:
    sealer = Sequencer()
    with caplog.at_level(logging.WARNING, logger="tables.stream"):
        for _ in range(5):
            sealer.sequence()
    (line,) = (record.getMessage() for record in caplog.records)
    assert "casino 7, 8 was restored from another server" in line
    assert "manage.py after_restore" in line


def test_the_sealer_says_it_again_as_often_as_it_looks(
    restored: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sequencing, "RESTORED_S", 0.0)
    sealer = Sequencer()
    with caplog.at_level(logging.WARNING, logger="tables.stream"):
        for _ in range(3):
            sealer.sequence()
    assert caplog.text.count("manage.py after_restore") == 3


def test_after_the_command_the_feed_goes_on_where_it_stood(restored: str, dumped: Dumped) -> None:
    printed = after_restore()
    assert (
        f"{dumped.waiting} of them sealed now, the feed stands at {len(dumped.feed) + dumped.waiting}"
        in printed
    )
    assert casinos_from_elsewhere() == []
    write("table/A", "table/new", "reader/1", "table/new", "table/B")
    write("table/new", casino_id=NEIGHBOUR)
    assert sequence_all(NEIGHBOUR) == 3
    assert_feed_goes_on(dumped)
    assert feed_position(CASINO) == len(dumped.feed) + dumped.waiting + 5


def test_a_house_that_was_opened_too_early_loses_nothing_either(restored: str, dumped: Dumped) -> None:
    write("table/A", "table/new", "table/B", "table/new", "table/A")
    Sequencer().sequence()
    connection.close()  # and with it the sequencer's lock
    after_restore()
    write("table/new", "table/A")
    assert_feed_goes_on(dumped)


def test_followers_go_on_from_their_checkpoints(restored: str, dumped: Dumped) -> None:
    after_restore()
    write("table/A", "table/new")
    last = sequence_all(CASINO)
    hearing = Hearing()
    with registered(hearing):
        assert follow_all()
    assert hearing.heard == list(range(len(dumped.feed) + 1, last + 1))


def test_the_tree_and_its_checkpoints_stay_as_they_were_and_go_on(restored: str, dumped: Dumped) -> None:
    signed = latest_checkpoint(CASINO)
    assert signed is not None
    assert (signed.size, MerkleTile.objects.filter(casino_id=CASINO).count()) == (len(dumped.feed), 2)
    after_restore()
    trusted = own_key(SIGNING_KEY, CASINO).verifier
    assert note_of(signed).verify([trusted]) == [trusted]
    whole = verify_tree(CASINO, [trusted])
    assert isinstance(whole, TreeWhole)
    assert whole.signed == signed.size
    write_many("table/new", WIDTH)
    newer = checkpoint_now(CASINO, SIGNING_KEY)
    assert newer is not None
    assert newer.size == len(dumped.feed) + dumped.waiting + WIDTH
    path = prove_consistency(signed, newer)
    verify_consistency(signed.size, signed.root, newer.size, newer.root, path)
    for position in (1, signed.size, newer.size):
        event = find_event(CASINO, read_feed(CASINO, after=position - 1, limit=1)[0].event_id)
        assert event is not None
        path = prove_inclusion(newer, position)
        verify_inclusion(event.leaf_hash, position - 1, newer.size, path, newer.root)
    whole = verify_tree(CASINO, [trusted])
    assert isinstance(whole, TreeWhole)
    assert whole.signed == newer.size


def test_a_request_carried_out_before_the_dump_is_known_after_it(restored: str) -> None:
    after_restore()
    answer = recall(CASINO, KEY)
    assert answer is not None
    assert answer.replayed


def test_nothing_but_the_transaction_ids_is_changed(restored: str) -> None:
    before = all_but_xid()
    after_restore()
    assert all_but_xid() == before


def test_the_guard_stands_again_after_it(restored: str) -> None:
    after_restore()
    with (
        psycopg.connect(restored) as session,
        pytest.raises(psycopg.errors.RaiseException, match="append-only"),
    ):
        session.execute("UPDATE event SET xid = '2'")


def test_a_second_run_finds_nothing_to_do_and_a_forced_one_does_no_harm(
    restored: str, dumped: Dumped
) -> None:
    after_restore()
    write("table/A", "table/new")
    assert "Nothing to adopt" in after_restore()
    assert "casino 7: 2 events dated" in after_restore("--force")
    assert "casino 7: 0 events dated" in after_restore("--force")
    write("table/A", "table/new")
    assert_feed_goes_on(dumped)


UNCOUNTED = """
SELECT oid::regclass::text FROM pg_class
WHERE relnamespace IN ('public'::regnamespace, 'record'::regnamespace) AND relkind IN ('r', 'p')
  AND reltuples <> 0 AND NOT EXISTS (SELECT FROM pg_statistic WHERE starelid = pg_class.oid)
"""


def uncounted() -> list[str]:
    """The tables with rows of which the planner has no statistics."""
    with connection.cursor() as cursor:
        cursor.execute(UNCOUNTED)
        return [table for (table,) in cursor.fetchall()]


def test_after_restore_gathers_the_statistics_of_every_table(restored: str) -> None:
    assert {"seal_head", "projection", "record.event_lasting"} <= set(uncounted())
    after_restore()
    assert not uncounted()


def test_on_a_server_that_has_counted_further_only_statistics_are_gathered(
    transactional_db: None, dumped: Dumped
) -> None:
    with restored_on(dumped.server, dumped):
        assert uncounted()
        assert "Nothing to adopt" in after_restore()
        assert not uncounted()
        write("table/A", "table/new")
        assert_feed_goes_on(dumped)


def test_in_an_empty_database_it_says_that_the_dump_comes_first(
    transactional_db: None, fresh_server: Any
) -> None:
    with django_on(fresh_server.url), pytest.raises(CommandError, match="restore the dump first"):
        after_restore()


@pytest.fixture
def refused(restored: str) -> Callable[[], str]:
    """Run the command, which must refuse and leave all as it was; what it says."""
    before = all_but_xid()

    def run() -> str:
        with pytest.raises(CommandError) as refusal:
            after_restore()
        assert CASINO in casinos_from_elsewhere()
        assert all_but_xid() == before
        return str(refusal.value)

    return run


def test_restored_record_is_refused_while_a_sequencer_is_active(
    restored: str, refused: Callable[[], str]
) -> None:
    with psycopg.connect(restored, autocommit=True) as sealer:
        sealer.execute("SELECT pg_advisory_lock(%s, %s)", [SEQUENCER, CASINO])
        assert refused() == "A sealer is active for casino 7: close the house first"
        # A session that is closed lets go of it a moment later.
        sealer.execute("SELECT pg_advisory_unlock(%s, %s)", [SEQUENCER, CASINO])
    after_restore()


def test_restored_record_is_refused_while_a_writer_is_active(
    restored: str, refused: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restoring, "WAIT_FOR_WRITERS_S", 1)
    with psycopg.connect(restored) as writer:
        writer.execute("LOCK TABLE event IN ROW EXCLUSIVE MODE")  # as every append has it
        assert "close the house first" in refused()
    after_restore()


def test_a_role_that_does_not_own_the_record_is_told_who_must_run_it(
    restored: str, refused: Callable[[], str]
) -> None:
    with psycopg.connect(restored, autocommit=True) as owner:
        owner.execute("CREATE ROLE floor LOGIN")
        owner.execute("GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO floor")
    with django_on(make_conninfo(restored, user="floor")):
        assert "does not own the table event" in refused()
    after_restore()
