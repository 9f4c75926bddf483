"""What is derived moves with the record, can be derived again, and comes out the same."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, transaction

from tables.stream import RecordedEvent, rebuild
from tables.stream.following import follow_all, follow_batch
from tables.stream.models import ProjectionState
from tables.stream.rebuilding import outdated_projections
from tables.stream.shadow import ShadowLost
from tables.stream.tests.conftest import FollowingTally, InlineTally, Recorder, TallyRow
from testkit.stream import ProjectionContract, rows_of, unsealed


def totals(rows: type[TallyRow], casino_id: int) -> dict[str, int]:
    return dict(rows.objects.filter(casino_id=casino_id).values_list("stream_id", "total"))


class CountingHistory(ProjectionContract):
    def write_history(self, casino_id: int) -> None:
        self.record("a", 1, 2, 3)
        self.record("b", 10)
        self.record("a", 4, type="ignored")
        self.record("b", 20, 30)

    @pytest.fixture(autouse=True)
    def _recorder(self, record: Recorder) -> None:
        self.record = record


@pytest.mark.servers
class TestInlineTallyContract(CountingHistory):
    projection = "test_inline_tally"

    @pytest.fixture(autouse=True)
    def _projection(self, inline_tally: InlineTally) -> None:
        """Registered."""


@pytest.mark.servers
class TestFollowingTallyContract(CountingHistory):
    projection = "test_following_tally"

    @pytest.fixture(autouse=True)
    def _projection(self, following_tally: FollowingTally) -> None:
        """Registered."""


@pytest.mark.django_db
def test_inline_rows_stand_as_soon_as_the_events_do(
    record: Recorder, inline_tally: InlineTally, tally_rows: type[TallyRow]
) -> None:
    record("s", 1, 2)
    record("s", 3, type="ignored")
    assert totals(tally_rows, record.casino_id) == {"s": 3}


@pytest.mark.django_db(transaction=True)
def test_inline_rows_fall_with_the_append(
    record: Recorder, inline_tally: InlineTally, tally_rows: type[TallyRow]
) -> None:
    with transaction.atomic():
        record("s", 1)
        transaction.set_rollback(True)
    assert totals(tally_rows, record.casino_id) == {}


@pytest.mark.django_db(transaction=True)
def test_an_event_that_a_projection_cannot_take_is_not_recorded(
    record: Recorder, inline_tally: InlineTally, tally_rows: type[TallyRow]
) -> None:
    with pytest.raises(Exception, match="integer"):
        record("s", 1, "not a number")
    assert unsealed(record.casino_id) == 0
    assert totals(tally_rows, record.casino_id) == {}


def test_a_follower_takes_each_event_once_and_remembers_where_it_stands(
    record: Recorder,
    follow: Callable[[int], None],
    following_tally: FollowingTally,
    tally_rows: type[TallyRow],
) -> None:
    record("s", 1, 2)
    follow(record.casino_id)
    follow(record.casino_id)
    record("s", 3)
    record("s", 4, type="ignored")
    follow(record.casino_id)
    assert totals(tally_rows, record.casino_id) == {"s": 6}
    state = ProjectionState.objects.get(casino_id=record.casino_id, name=following_tally.name)
    assert (state.position, state.status) == (4, "live")


@pytest.mark.servers
def test_two_processes_at_one_follower_take_each_event_once(
    record: Recorder, seal: Callable[[int], int], following_tally: FollowingTally, tally_rows: type[TallyRow]
) -> None:
    for amount in range(40):
        record("s", amount)
    seal(record.casino_id)
    start = threading.Barrier(4)

    def follow() -> None:
        start.wait()
        while follow_batch(following_tally, record.casino_id):
            pass
        connection.close()

    with ThreadPoolExecutor(4) as pool:
        for followed in [pool.submit(follow) for _ in range(4)]:
            followed.result()
    assert totals(tally_rows, record.casino_id) == {"s": sum(range(40))}


def test_a_stuck_follower_is_marked_and_goes_on_once_it_can(
    record: Recorder,
    seal: Callable[[int], int],
    following_tally: FollowingTally,
    tally_rows: type[TallyRow],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record("s", 1)
    seal(record.casino_id)

    def stumble(events: Sequence[RecordedEvent]) -> None:
        raise ValueError("cannot read this")

    monkeypatch.setattr(following_tally, "apply", stumble)
    assert not follow_all(record.casino_id)
    state = ProjectionState.objects.get(casino_id=record.casino_id, name=following_tally.name)
    assert (state.position, state.status) == (0, "stuck")
    monkeypatch.undo()
    assert follow_all(record.casino_id)
    state.refresh_from_db()
    assert (state.position, state.status) == (1, "live")
    assert totals(tally_rows, record.casino_id) == {"s": 1}


def test_a_follower_of_a_newer_version_is_rebuilt_before_it_goes_on(
    record: Recorder,
    follow: Callable[[int], None],
    following_tally: FollowingTally,
    tally_rows: type[TallyRow],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record("s", 1, 2)
    follow(record.casino_id)
    tally_rows.objects.filter(casino_id=record.casino_id).update(total=99)  # as an older version counted
    monkeypatch.setattr(type(following_tally), "version", 2)
    record("s", 3)
    follow(record.casino_id)
    assert totals(tally_rows, record.casino_id) == {"s": 6}


@pytest.mark.django_db(transaction=True)
def test_a_rebuild_says_what_it_found_and_leaves_other_casinos_alone(
    record: Recorder, inline_tally: InlineTally, tally_rows: type[TallyRow]
) -> None:
    record("s", 1, 2)
    record("t", 5)
    tally_rows.objects.create(casino_id=record.casino_id + 1, stream_id="s", events=1, total=7)
    tally_rows.objects.filter(casino_id=record.casino_id, stream_id="s").update(total=99)
    tally_rows.objects.create(casino_id=record.casino_id, stream_id="never was", events=1, total=1)
    (rebuilt,) = rebuild(inline_tally.name, record.casino_id)
    assert (rebuilt.events, rebuilt.removed, rebuilt.added) == (3, 2, 1)
    assert totals(tally_rows, record.casino_id) == {"s": 3, "t": 5}
    assert totals(tally_rows, record.casino_id + 1) == {"s": 7}


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_a_rebuild_catches_up_with_appends_that_go_on_meanwhile(
    record: Recorder, inline_tally: InlineTally, tally_rows: type[TallyRow]
) -> None:
    stop = threading.Event()

    def keep_counting(stream: str) -> int:
        amount = 0
        while not stop.is_set():
            amount += 1
            record(stream, amount)
        connection.close()
        return amount

    with ThreadPoolExecutor(4) as pool:
        counting = {stream: pool.submit(keep_counting, stream) for stream in "abcd"}
        for _ in range(5):
            rebuild(inline_tally.name, record.casino_id)
        stop.set()
    expected = {stream: sum(range(counted.result() + 1)) for stream, counted in counting.items()}
    assert totals(tally_rows, record.casino_id) == expected
    (rebuilt,) = rebuild(inline_tally.name, record.casino_id)
    assert (rebuilt.removed, rebuilt.added) == (0, 0)


@pytest.mark.django_db(transaction=True)
def test_rows_of_another_version_are_seen_to_be_outdated(
    record: Recorder, inline_tally: InlineTally, monkeypatch: pytest.MonkeyPatch
) -> None:
    record("s", 1)
    assert inline_tally.name in outdated_projections(record.casino_id)
    call_command("rebuild", inline_tally.name, casino=record.casino_id)
    assert inline_tally.name not in outdated_projections(record.casino_id)
    monkeypatch.setattr(type(inline_tally), "version", 2)
    assert inline_tally.name in outdated_projections(record.casino_id)


@pytest.mark.servers
def test_a_rebuild_that_lost_its_session_never_writes_to_the_live_rows(
    record: Recorder,
    seal: Callable[[int], int],
    inline_tally: InlineTally,
    tally_rows: type[TallyRow],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record("s", 1)
    seal(record.casino_id)
    live = rows_of(inline_tally.name, record.casino_id)
    apply = inline_tally.apply

    def apply_and_lose_the_session(events: Sequence[RecordedEvent]) -> None:
        apply(events)
        transaction.on_commit(connection.close)

    monkeypatch.setattr(inline_tally, "apply", apply_and_lose_the_session)
    with pytest.raises(ShadowLost, match="start the rebuild again"):
        rebuild(inline_tally.name, record.casino_id)
    assert rows_of(inline_tally.name, record.casino_id) == live


def test_a_rebuild_of_what_does_not_exist_says_what_does(db: None, inline_tally: InlineTally) -> None:
    with pytest.raises(CommandError, match=r"No projection 'tallly'; there are: .*test_inline_tally"):
        call_command("rebuild", "tallly", casino=1)
