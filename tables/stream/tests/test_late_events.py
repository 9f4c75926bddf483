"""The sequencer looks at few months, and sequences every event all the same."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest
from django.db import OperationalError, connection, transaction

from tables.stream.database import run
from tables.stream.feed import read_feed
from tables.stream.horizon import month_floor, sequencer_lag
from tables.stream.sequencing import (
    EVERY_MONTH,
    FIND_WAITING_CASINOS,
    RAISE_MONTH_FLOOR,
    Sequencer,
    casinos_with_events,
    sequence_due,
)
from tables.stream.tests.conftest import Recorder
from testkit.stream import sequence_all, unsealed, wait_until

pytestmark = pytest.mark.django_db(transaction=True)

OLD_DAY = "table/T1/2020-05-05"


@pytest.fixture(autouse=True)
def no_floor(transactional_db: None) -> Iterator[None]:
    """No month is below the floor before the test, and none after it. Events that earlier tests left do not wait."""
    casinos_with_events()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE seal_head SET below = pg_current_xact_id()")
    _lower_floor()
    yield
    _lower_floor()


def test_old_month_leaves_the_look_once_its_events_are_sequenced(record: Recorder) -> None:
    _note(record, OLD_DAY, 1)
    sequence_all(record.casino_id)
    assert _raise_floor() == month_floor() > 202005
    assert not _waits(record.casino_id)


def test_floor_stays_while_an_event_of_an_old_month_waits(record: Recorder) -> None:
    _note(record, OLD_DAY, 1)
    assert run(RAISE_MONTH_FLOOR)[0][0] == EVERY_MONTH == month_floor()


def test_floor_stays_while_a_transaction_writes_to_an_old_month(record: Recorder) -> None:
    written, checked = threading.Event(), threading.Event()

    def write_slowly() -> None:
        with transaction.atomic():
            _note(record, OLD_DAY, 1)
            written.set()
            assert checked.wait(60)
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write_slowly)
        try:
            assert written.wait(60)
            with pytest.raises(OperationalError, match="lock timeout"):
                run(RAISE_MONTH_FLOOR)
        finally:
            checked.set()
        writing.result()
    assert month_floor() == EVERY_MONTH
    assert unsealed(record.casino_id) == 1


def test_late_event_is_found_and_sequenced_with_the_rest(record: Recorder) -> None:
    _note(record, f"table/T1/{datetime.now(UTC):%Y-%m-%d}", 1)
    sequence_all(record.casino_id)
    floor = _raise_floor()
    _note(record, "register/table/T1", 2)
    _note(record, OLD_DAY, 3)
    assert _waits(record.casino_id) == [(record.casino_id, True)]
    assert sequencer_lag(record.casino_id) > 0
    assert sequence_due(record.casino_id, month_floor=floor) == 0, "an event of an old month was passed over"
    sequence_all(record.casino_id)
    assert [event.data["amount"] for event in read_feed(record.casino_id)] == [1, 2, 3]
    assert not _waits(record.casino_id)
    assert sequencer_lag(record.casino_id) == 0


def test_first_event_of_a_casino_is_sequenced_in_an_old_month(record: Recorder) -> None:
    _raise_floor()
    _note(record, OLD_DAY, 1)
    sequencer = Sequencer()
    wait_until(lambda: sequencer.sequence() or not unsealed(record.casino_id), "the first event sequenced")
    assert [event.data["amount"] for event in read_feed(record.casino_id)] == [1]


def test_note_of_a_late_event_goes_once_it_is_sequenced(record: Recorder) -> None:
    _raise_floor()
    _note(record, OLD_DAY, 1)
    assert _notes(record.casino_id) == 1
    run(RAISE_MONTH_FLOOR)
    assert _notes(record.casino_id) == 1
    sequence_all(record.casino_id)
    run(RAISE_MONTH_FLOOR)
    assert _notes(record.casino_id) == 0


@pytest.mark.servers
def test_no_event_is_missed_while_the_floor_rises_under_load(record: Recorder) -> None:
    today, stop = datetime.now(UTC).strftime("%Y-%m-%d"), threading.Event()

    def keep_writing(day: str) -> int:
        written = 0
        while not stop.is_set():
            written += 1
            _note(record, f"table/{threading.get_ident()}/{day}", written)
        connection.close()
        return written

    sequencer = Sequencer()
    with ThreadPoolExecutor(3) as pool:
        writing = [pool.submit(keep_writing, day) for day in ("2020-05-05", "2020-06-06", today)]
        try:
            # An event of an old month waits nearly always, until one moment without.
            wait_until(lambda: sequencer.sequence() >= 0 and _try_to_raise_floor(), "the floor raised")
            sequencer._month_floor = month_floor()
            for _ in range(200):
                sequencer.sequence()
        finally:
            stop.set()
    wait_until(lambda: sequencer.sequence() or not unsealed(record.casino_id), "all sequenced")
    written = sum(each.result() for each in writing)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM sealed_event WHERE casino_id = %s", [record.casino_id])
        assert cursor.fetchone() == (written,)


def _note(record: Recorder, stream_id: str, amount: int) -> None:
    record(stream_id, amount, now=datetime.now(UTC))


def _raise_floor() -> int:
    wait_until(_try_to_raise_floor, "the floor raised")
    return month_floor()


def _try_to_raise_floor() -> bool:
    try:
        return bool(run(RAISE_MONTH_FLOOR)[0][0])
    except OperationalError:
        return False


def _lower_floor() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER IF EXISTS note_late_event ON event")
        cursor.execute("UPDATE month_floor SET month = 0")


def _waits(casino_id: int) -> list[tuple[int, bool]]:
    found = run(FIND_WAITING_CASINOS, month_floor=month_floor())
    return [(each, is_late) for each, is_late in found if each == casino_id]


def _notes(casino_id: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM late_event WHERE casino_id = %s", [casino_id])
        count: int = cursor.fetchone()[0]
    return count
