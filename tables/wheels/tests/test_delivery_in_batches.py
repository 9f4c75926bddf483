"""What waits in the spool goes to the house together, and holds up nobody."""

import asyncio
import threading
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from tables.play.reader.observation import Observation
from tables.wheels.delivery import HouseAway
from tables.wheels.gateway import Gateway
from tables.wheels.spool import Kept, Spool
from tables.wheels.spool_keeper import SpoolKeeper
from testkit.wheels import READERS_HERE, RecordingHouse, running, until

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


class BatchingHouse(RecordingHouse):
    """A house that takes batches too, all or none, and notes their sizes."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[list[Observation]] = []
        self.may_take = threading.Event()
        self.may_take.set()

    def observe_many(
        self, casino_id: int, reader: str, observations: Sequence[Observation], now: datetime
    ) -> None:
        self.batches.append(list(observations))
        assert self.may_take.wait(20)
        self.reach()
        for each in observations:
            if self.refuses(each):
                raise ValueError(f"the house refuses {each.key}")
        for each in observations:
            self.observe(casino_id, reader, each, now)


@pytest.fixture
def house() -> BatchingHouse:
    return BatchingHouse()


def keep(spool: Spool, reader: str, count: int, *, lease: int = 0, first: int = 1) -> None:
    seen = tuple(
        Observation(
            reader=reader,
            epoch=1,
            game=1,
            sequence=first + place,
            lease=lease,
            kind="rotor_started",
            received_at=NOW,
        )
        for place in range(count)
    )
    spool.write([Kept(casino_id=1, reader=reader, state=b"{}", observations=seen)])


def gateway(spool: Spool, house: BatchingHouse) -> Gateway:
    return Gateway(
        spool, deliver=house.observe, deliver_many=house.observe_many, rules=READERS_HERE, register=list
    )


def drain(spool: Spool, house: BatchingHouse) -> None:
    async def play() -> None:
        async with running(gateway(spool, house)):
            await until(lambda: spool.count_waiting() == 0)

    asyncio.run(play())


def test_waiting_observations_are_delivered_together_in_order(spool: Spool, house: BatchingHouse) -> None:
    keep(spool, "A", 250)
    keep(spool, "B", 3)
    drain(spool, house)
    for reader, count in (("A", 250), ("B", 3)):
        assert [one.sequence for one in house.recorded if one.reader == reader] == list(range(1, count + 1))
    assert sorted(len(batch) for batch in house.batches) == [3, 50, 100, 100]
    assert all(len({one.reader for one in batch}) == 1 for batch in house.batches)


def test_refused_observation_alone_becomes_a_dead_letter_of_its_batch(
    spool: Spool, house: BatchingHouse
) -> None:
    keep(spool, "A", 30)
    house.refuses = lambda one: one.sequence == 13
    drain(spool, house)
    assert [one.sequence for one in house.recorded] == [*range(1, 13), *range(14, 31)]
    assert [one.observation.sequence for one in spool.dead_letters()] == [13]


def test_batch_has_observations_of_one_lease(spool: Spool, house: BatchingHouse) -> None:
    keep(spool, "A", 5, lease=1)
    keep(spool, "A", 5, lease=2)
    keep(spool, "A", 1, lease=3)
    drain(spool, house)
    assert [[one.lease for one in batch] for batch in house.batches] == [[1] * 5, [2] * 5]
    assert [(one.lease, one.sequence) for one in house.recorded] == [
        *((lease, place) for lease in (1, 2) for place in range(1, 6)),
        (3, 1),
    ]


def test_batch_waits_for_the_house_and_arrives_in_order(spool: Spool, house: BatchingHouse) -> None:
    keep(spool, "A", 120)

    async def play() -> None:
        with house.away():
            task = running(gateway(spool, house))
            await task.__aenter__()
            await until(lambda: len(house.batches) >= 2)
        await until(lambda: spool.count_waiting() == 0)
        await task.__aexit__(None, None, None)

    asyncio.run(play())
    assert [one.sequence for one in house.recorded] == list(range(1, 121))
    assert spool.dead_letters() == []


def test_single_observation_passes_while_batches_of_others_are_under_way(
    spool: Spool, house: BatchingHouse
) -> None:
    for place in range(12):
        keep(spool, f"drains-{place}", 10)
    keep(spool, "live", 1)
    house.may_take.clear()

    async def play() -> None:
        async with running(gateway(spool, house)):
            await until(lambda: any(one.reader == "live" for one in house.recorded))
            assert {one.reader for one in house.recorded} == {"live"}
            house.may_take.set()
            await until(lambda: spool.count_waiting() == 0)

    asyncio.run(play())
    assert len(house.recorded) == 121


def test_delivered_row_is_dropped_although_the_disk_was_being_written(
    spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(spool, "A", 2)
    first, second = (waiting.id for waiting in spool.waiting(1, "A"))

    async def play() -> None:
        loop, keeper = asyncio.get_running_loop(), SpoolKeeper(spool)
        write, writing, may_write = spool.write, asyncio.Event(), threading.Event()

        def slow(kept: Sequence[Kept], delivered: Sequence[int] = ()) -> None:
            loop.call_soon_threadsafe(writing.set)
            assert may_write.wait(20)
            write(kept, delivered)

        monkeypatch.setattr(spool, "write", slow)
        task = asyncio.create_task(keeper.run())
        keeper.delivered(first)
        await writing.wait()
        keeper.delivered(second)
        may_write.set()
        await until(lambda: spool.count_waiting() == 0)
        task.cancel()
        await keeper.close()

    asyncio.run(play())


def test_house_that_is_away_is_no_refusal_of_a_batch(spool: Spool, house: BatchingHouse) -> None:
    keep(spool, "A", 4)
    calls = iter([HouseAway("gone"), None])

    def many(casino_id: int, reader: str, observations: Sequence[Observation], now: datetime) -> None:
        away = next(calls)
        if away is not None:
            raise away
        house.observe_many(casino_id, reader, observations, now)

    async def play() -> None:
        made = Gateway(spool, deliver=house.observe, deliver_many=many, rules=READERS_HERE, register=list)
        async with running(made):
            await until(lambda: spool.count_waiting() == 0)

    asyncio.run(play())
    assert [len(batch) for batch in house.batches] == [4]
