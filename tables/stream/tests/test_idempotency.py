"""One request takes effect once, however often and from however many sides it comes."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from tables.stream import (
    Appended,
    ConcurrencyError,
    IdempotencyConflict,
    IdempotencyKey,
    read_stream,
    recall,
    stream_version,
)
from tables.stream.models import Command
from tables.stream.tests.conftest import Recorder

KEY = IdempotencyKey("till-4:118", b'{"fill": 5000}')
OTHER_REQUEST = IdempotencyKey("till-4:118", b'{"fill": 9000}')


@pytest.mark.django_db
def test_the_same_request_gives_the_first_answer_again(record: Recorder) -> None:
    first = record("s", 1, 2, expected_version=0, idempotency=KEY)
    record("s", 3)
    again = record("s", 1, 2, expected_version=0, idempotency=KEY)
    assert (again.replayed, again.version, again.events) == (True, 2, first.events)
    assert stream_version(record.casino_id, "s") == 3


@pytest.mark.django_db
def test_the_answer_can_be_asked_for_before_deciding_again(record: Recorder) -> None:
    assert recall(record.casino_id, KEY) is None
    first = record("s", 1, idempotency=KEY)
    recalled = recall(record.casino_id, KEY)
    assert recalled is not None
    assert recalled.events == first.events


@pytest.mark.django_db
def test_the_same_key_for_another_request_is_a_conflict(record: Recorder) -> None:
    record("s", 1, idempotency=KEY)
    with pytest.raises(IdempotencyConflict, match="till-4:118"):
        record("s", 1, idempotency=OTHER_REQUEST)
    with pytest.raises(IdempotencyConflict):
        recall(record.casino_id, OTHER_REQUEST)
    assert stream_version(record.casino_id, "s") == 1


@pytest.mark.django_db
def test_a_key_whose_events_found_no_place_is_free_again(record: Recorder) -> None:
    record("s", 1)
    with transaction.atomic():
        with pytest.raises(ConcurrencyError):
            record("s", 2, expected_version=0, idempotency=KEY)
        assert not Command.objects.filter(casino_id=record.casino_id).exists()
        assert not record("s", 2, expected_version=1, idempotency=KEY).replayed


@pytest.mark.django_db
def test_a_request_of_which_nothing_came_keeps_its_key(record: Recorder) -> None:
    record("s", 1)
    nothing = record("s", idempotency=KEY)
    assert (nothing.version, nothing.events, nothing.replayed) == (1, (), False)
    record("s", 2)
    for again in (
        record("s", idempotency=KEY),
        record("s", 3, idempotency=KEY),
        recall(record.casino_id, KEY),
    ):
        assert again is not None
        assert (again.version, again.events, again.replayed) == (1, (), True)
    with pytest.raises(IdempotencyConflict):
        record("s", 3, idempotency=OTHER_REQUEST)
    assert stream_version(record.casino_id, "s") == 2


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_with_one_key_one_writes_and_all_get_its_answer(record: Recorder) -> None:
    start = threading.Barrier(8)

    def ask() -> Appended:
        start.wait()
        try:
            return record("s", 7, expected_version=0, idempotency=KEY)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = [future.result() for future in [pool.submit(ask) for _ in range(8)]]
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * 7
    recorded = tuple(read_stream(record.casino_id, "s"))
    assert len(recorded) == 1
    assert all(answer.events == recorded for answer in answers)


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_a_key_is_free_again_when_its_first_user_rolls_back(record: Recorder) -> None:
    claimed, waiting = threading.Event(), threading.Event()

    def give_up() -> None:
        with transaction.atomic():
            record("s", 1, expected_version=0, idempotency=KEY)
            claimed.set()
            waiting.wait(60)
            transaction.set_rollback(True)
        connection.close()

    with ThreadPoolExecutor(1) as pool:
        gone = pool.submit(give_up)
        assert claimed.wait(60)
        waiting.set()  # from here on the other may end at any moment, before this claim or while it waits for it
        answer = record("s", 2, expected_version=0, idempotency=KEY)
        gone.result()
    assert not answer.replayed
    assert [event.data["amount"] for event in read_stream(record.casino_id, "s")] == [2]


@pytest.mark.django_db
def test_keys_that_differ_after_a_nul_are_refused_and_not_taken_for_one(record: Recorder) -> None:
    with pytest.raises(ValueError, match="has no NUL"):
        record("s", 1, idempotency=IdempotencyKey("a\0b", b"1"))
    assert stream_version(record.casino_id, "s") == 0
