"""`manage.py seal` as a process: killed, doubled, cut off and stopped."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import pytest
from django.conf import settings
from django.db import connection

from tables.stream import horizon_holder, read_feed, sequencing
from tables.stream.database import SEQUENCER
from tables.stream.feed import Notice, read_notice
from tables.stream.merkle.checkpoints import checkpoint_of_size, note_of, own_key
from tables.stream.merkle.note import SigningKey
from tables.stream.models import Event
from tables.stream.sequencing import Sequencer
from tables.stream.tests.conftest import Recorder
from testkit.stream import unsealed, wait_until

SEAL = """
import json, sys, django
from django.conf import settings
settings.DATABASES["default"].update(json.loads(sys.argv[1]))
django.setup()
from django.core.management import call_command
from tables.stream import sequencing
sequencing.SILENT_S = 2.0
call_command("seal")
"""

pytestmark = pytest.mark.django_db(transaction=True)

Sealers = Callable[[], subprocess.Popen[str]]


@pytest.fixture
def start_sequencer() -> Iterator[Sealers]:
    """Starts sequencers on the tests' database; those that still run at the end are killed."""
    database = {key: connection.settings_dict[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")}
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", SEAL, json.dumps(database)],
            cwd=settings.BASE_DIR,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
        if process.stderr is not None:
            process.stderr.close()


def sequencer_session(casino_id: int) -> int | None:
    """The server process that holds the casino's sequencer lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = %s AND objid = %s"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            [SEQUENCER, casino_id],
        )
        holders = [pid for (pid,) in cursor.fetchall()]
    assert len(holders) <= 1, "two sealers are active for one casino"
    return holders[0] if holders else None


def assert_feed_is_whole(casino_id: int) -> None:
    """Every event in the feed once, at dense positions, each stream in order."""
    wait_until(lambda: not unsealed(casino_id), f"all sealed; held back by {horizon_holder()}")
    feed = read_feed(casino_id, limit=100_000)
    assert [event.position for event in feed] == list(range(1, len(feed) + 1))
    assert sorted(event.id for event in feed) == sorted(
        Event.objects.filter(casino_id=casino_id).values_list("id", flat=True)
    )
    for stream in {event.stream_id for event in feed}:
        versions = [event.version for event in feed if event.stream_id == stream]
        assert versions == sorted(versions)


@pytest.mark.servers
def test_a_sealer_killed_again_and_again_misses_and_doubles_nothing(
    record: Recorder, start_sequencer: Sealers
) -> None:
    def write(stream: str) -> None:
        for amount in range(400):
            record(stream, amount)
        connection.close()

    def grown(before: int) -> bool:
        return len(read_feed(record.casino_id, limit=100_000)) > before or not unsealed(record.casino_id)

    with ThreadPoolExecutor(3) as pool:
        writers = [pool.submit(write, f"s/{number}") for number in range(3)]
        for _ in range(3):
            sealer = start_sequencer()
            before = len(read_feed(record.casino_id, limit=100_000))
            wait_until(
                partial(grown, before),
                "the sealer seals",
            )
            sealer.send_signal(signal.SIGKILL)
            sealer.wait()
            record("between", 1)
        for writer in writers:
            writer.result()
    start_sequencer()
    assert_feed_is_whole(record.casino_id)


@pytest.mark.servers
def test_of_two_sealers_one_is_active_and_the_other_takes_over(
    record: Recorder, start_sequencer: Sealers
) -> None:
    record("s", 1)
    first = start_sequencer()
    wait_until(lambda: sequencer_session(record.casino_id), "the first sealer is active")
    active = sequencer_session(record.casino_id)
    start_sequencer()
    for amount in range(20):
        record("s", amount)
    wait_until(lambda: not unsealed(record.casino_id), "the active one seals")
    assert sequencer_session(record.casino_id) == active
    first.kill()
    wait_until(lambda: sequencer_session(record.casino_id) not in (None, active), "the other takes over")
    record("s", 21)
    assert_feed_is_whole(record.casino_id)


def test_frozen_sequencer_loses_its_casinos_to_the_next_one(
    record: Recorder, start_sequencer: Sealers
) -> None:
    record("s", 1)
    first = start_sequencer()
    wait_until(lambda: sequencer_session(record.casino_id), "the first sequencer is active")
    active = sequencer_session(record.casino_id)
    start_sequencer()
    first.send_signal(signal.SIGSTOP)
    wait_until(
        lambda: sequencer_session(record.casino_id) not in (None, active), "the next sequencer is active"
    )
    first.send_signal(signal.SIGCONT)
    record("s", 2)
    assert_feed_is_whole(record.casino_id)


@pytest.mark.servers
def test_a_sealer_whose_session_is_cut_comes_back(record: Recorder, start_sequencer: Sealers) -> None:
    record("s", 1)
    sealer = start_sequencer()
    wait_until(lambda: sequencer_session(record.casino_id), "the sealer is active")
    cut = sequencer_session(record.casino_id)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [cut])
    record("s", 2)
    wait_until(lambda: sequencer_session(record.casino_id) not in (None, cut), "it has a new session")
    assert_feed_is_whole(record.casino_id)
    assert sealer.poll() is None


@contextmanager
def contradicted_head(casino_id: int) -> Iterator[None]:
    """The head of the feed contradicts what is sealed, as after a hand at the database: one sealed event is due once
    more. Afterwards it is put right."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT position, below FROM seal_head WHERE casino_id = %s", [casino_id])
        position, below = cursor.fetchone()
        set_head = "UPDATE seal_head SET position = %s, below = %s WHERE casino_id = %s"
        cursor.execute(set_head, [position - 1, "0", casino_id])
    yield
    with connection.cursor() as cursor:
        cursor.execute(set_head, [position, below, casino_id])


def test_a_feed_that_contradicts_itself_keeps_no_other_feed_waiting(
    record: Recorder, start_sequencer: Sealers
) -> None:
    neighbour = Recorder(record.casino_id + 1)
    record("s", 1, 2)
    neighbour("s", 1)
    sealer = start_sequencer()
    wait_until(
        lambda: not unsealed(record.casino_id) and not unsealed(neighbour.casino_id), "both feeds go on"
    )
    with contradicted_head(record.casino_id):
        record("s", 3)
        for amount in range(2, 5):
            neighbour("s", amount)
            wait_until(lambda: not unsealed(neighbour.casino_id), "the neighbour's feed goes on")
        assert unsealed(record.casino_id)
        sealer.send_signal(signal.SIGTERM)
        assert sealer.wait(60) == 0
    assert sealer.stderr is not None
    logged = [line for line in sealer.stderr.read().splitlines() if "stands still" in line]
    assert len(logged) == 1, "it is said once, and not at every step"
    assert f"the feed of casino {record.casino_id} stands still" in logged[0]
    assert "manage.py verify_record" in logged[0]


def test_a_feed_put_right_goes_on_by_itself(record: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequencing, "BROKEN_S", 0.0)
    sequencer = Sequencer()
    record("s", 1, 2)
    wait_until(lambda: sequencer.sequence() == 0 and not unsealed(record.casino_id), "both are sealed")
    with contradicted_head(record.casino_id):
        record("s", 3)
        assert sequencer.sequence() == 0
        assert unsealed(record.casino_id)
    wait_until(lambda: sequencer.sequence() == 0 and not unsealed(record.casino_id), "the third is sealed")
    assert_feed_is_whole(record.casino_id)


def test_a_sealer_told_to_stop_stops_well(record: Recorder, start_sequencer: Sealers) -> None:
    record("s", 1)
    sealer = start_sequencer()
    wait_until(lambda: not unsealed(record.casino_id), "the sealer seals")
    sealer.send_signal(signal.SIGTERM)
    assert sealer.wait(60) == 0
    assert sealer.stderr is not None
    assert "Traceback" not in sealer.stderr.read()


def test_the_sealer_signs_what_it_has_sealed(
    record: Recorder, start_sequencer: Sealers, key: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHECKPOINT_KEY", key.secret_text())
    monkeypatch.setenv("CHECKPOINT_SECONDS", "0.1")
    for size in (1, 2):
        record("s", size)
        if size == 1:
            start_sequencer()
        wait_until(partial(checkpoint_of_size, record.casino_id, size), f"{size} events are signed")
    signed = checkpoint_of_size(record.casino_id, 2)
    assert signed is not None
    assert note_of(signed).verify([own_key(key, record.casino_id).verifier])


def test_a_sealer_told_to_stop_leaves_nothing_unsigned(
    record: Recorder, start_sequencer: Sealers, key: SigningKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHECKPOINT_KEY", key.secret_text())
    monkeypatch.setenv("CHECKPOINT_SECONDS", "3600")
    record("s", 1)
    sealer = start_sequencer()
    wait_until(lambda: checkpoint_of_size(record.casino_id, 1), "the first is signed at once")
    record("s", 2)
    wait_until(lambda: not unsealed(record.casino_id), "the second is sealed")
    assert not checkpoint_of_size(record.casino_id, 2)
    sealer.send_signal(signal.SIGTERM)
    assert sealer.wait(60) == 0
    assert checkpoint_of_size(record.casino_id, 2)


@pytest.mark.servers
def test_session_that_delays_the_horizon_is_named(record: Recorder) -> None:
    session = connection.get_new_connection(connection.get_connection_params())
    session.execute("SET application_name = 'somebody slow'")
    session.execute("SELECT pg_current_xact_id()")
    wait_until(lambda: "somebody slow" in str(horizon_holder()), "the oldest transaction is this one")
    holder = horizon_holder()
    assert holder is not None
    assert holder.pid == session.info.backend_pid
    session.rollback()
    session.close()


MANY = 17


@pytest.mark.servers
def test_a_batch_is_told_to_whoever_listens(record: Recorder, start_sequencer: Sealers) -> None:
    session = connection.get_new_connection(connection.get_connection_params())
    session.set_autocommit(True)
    session.execute("LISTEN permanence_feed")

    def told() -> Notice:
        heard = (read_notice(notice.payload) for notice in session.notifies(timeout=30))
        return next(notice for notice in heard if notice.casino_id == record.casino_id)

    record("s", 1, 2)
    start_sequencer()
    assert told() == (record.casino_id, 2, 2, ("s",))
    record("t:1", *range(MANY))
    assert told() == (record.casino_id, 2 + MANY, MANY, None), (
        "there is no room for the streams of many events"
    )
    record('said "u"', 1)
    assert told() == (record.casino_id, 3 + MANY, 1, ('said "u"',))
    session.close()


def test_a_notice_of_the_position_alone_says_nothing_of_its_events() -> None:
    assert read_notice("7:12") == (7, 12, 0, None), (
        "of what is sealed after a restore (seal_what_is_left.sql)"
    )
