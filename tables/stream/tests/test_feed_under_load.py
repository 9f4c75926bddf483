"""Sixteen writers against a reader of the feed: nothing missed, nothing twice, no stream out of order."""

import random
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from tables.stream import ConcurrencyError, RecordedEvent, read_feed
from tables.stream.models import Event
from tables.stream.sequencing import Sequencer
from tables.stream.tests.conftest import Recorder
from testkit.stream import sequence_all, wait_until

WRITERS = 16
TRANSACTIONS = 25

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True)]


class RolledBack(Exception):
    """A writer thinks better of it."""


def write(record: Recorder, number: int) -> None:
    """Transactions as life has them: short and long, with one append or several, to streams of one's own and to shared
    ones, some older than what they follow, some taken back."""
    chance = random.Random(number)
    for turn in range(TRANSACTIONS):
        try:
            with transaction.atomic():
                if chance.random() < 0.3:
                    with connection.cursor() as cursor:
                        cursor.execute("SELECT pg_current_xact_id()")
                time.sleep(chance.random() * 0.005)
                # Shared streams in one order, so that two transactions do not wait for each other.
                for stream in sorted(chance.sample(["shared/1", "shared/2", "shared/3", f"own/{number}"], 2)):
                    record(stream, *range(chance.randint(1, 3)))
                    time.sleep(chance.random() * 0.003)
                if chance.random() < 0.15:
                    raise RolledBack(turn)
        except (RolledBack, ConcurrencyError):
            pass
    connection.close()


def read_on(casino_id: int, done: threading.Event) -> list[RecordedEvent]:
    """Read the feed as it grows, page by page, to its end."""
    seen: list[RecordedEvent] = []
    while True:
        last_look = done.is_set()
        page = read_feed(casino_id, after=seen[-1].position or 0 if seen else 0, limit=50)
        seen += page
        if last_look and not page:
            connection.close()
            return seen


def seal_on(done: threading.Event) -> None:
    sealer = Sequencer()
    while not done.is_set():
        sealer.sequence()
        time.sleep(0.005)
    connection.close()


def test_sixteen_writers_against_a_reader_of_the_feed(record: Recorder) -> None:
    written, sealed = threading.Event(), threading.Event()
    with ThreadPoolExecutor(WRITERS + 2) as pool:
        sealer = pool.submit(seal_on, written)
        reader = pool.submit(read_on, record.casino_id, sealed)
        for writer in [pool.submit(write, record, number) for number in range(WRITERS)]:
            writer.result()
        written.set()
        sealer.result()
        sequence_all(record.casino_id)
        sealed.set()
        seen = reader.result()

    assert [event.position for event in seen] == list(range(1, len(seen) + 1))
    stored = Event.objects.filter(casino_id=record.casino_id)
    assert len(seen) > WRITERS * TRANSACTIONS
    assert sorted(event.id for event in seen) == sorted(stored.values_list("id", flat=True))
    versions = defaultdict(list)
    for event in seen:
        versions[event.stream_id].append(event.version)
    for stream, read in versions.items():
        assert read == list(range(1, len(read) + 1)), f"{stream} came out of order"


def test_a_streams_second_event_waits_for_its_first_even_if_its_writer_is_the_older_one(
    record: Recorder,
) -> None:
    """An old transaction writes after a young one, while one between the two is still open.

    The younger writer's event is behind the horizon's back and not yet sequenced; the older writer's own transaction id
    lies before the horizon, and sealing by it alone would hand out version 2 before version 1.
    """

    def record_and_leave() -> None:
        record("s", 1)
        connection.close()

    between = connection.get_new_connection(connection.get_connection_params())
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_xact_id()")
        between.execute("SELECT pg_current_xact_id()")
        with ThreadPoolExecutor(1) as pool:
            pool.submit(record_and_leave).result()
        record("s", 2)
        record("other", 3)

    sealer = Sequencer()
    wait_until(lambda: sealer.sequence() or read_feed(record.casino_id), "what nothing holds back is sealed")
    assert [event.stream_id for event in read_feed(record.casino_id)] == ["other"]
    between.rollback()
    between.close()
    connection.close()  # and with it the sequencer's session
    sequence_all(record.casino_id)
    of_stream = [event for event in read_feed(record.casino_id) if event.stream_id == "s"]
    assert [event.version for event in of_stream] == [1, 2]
