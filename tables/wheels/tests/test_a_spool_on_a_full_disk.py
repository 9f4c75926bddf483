"""A disk that takes no more: SQLite itself refuses to grow past a bound, with the same error as on a full disk."""

import asyncio
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime

import pytest

from tables.play.reader.observation import Observation
from tables.wheels.gateway import Gateway
from tables.wheels.house import forget_gateway, reports_from
from tables.wheels.models import GatewayReport
from tables.wheels.simulator import Simulator
from tables.wheels.spool import Kept, Spool
from tables.wheels.spool_keeper import SpoolKeeper, SpoolReport, SpoolTrouble
from tables.wheels.tests.test_gateway import dialled, idle_wheel, numbers
from testkit.wheels import READERS_HERE, RecordingHouse, running, until

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
LONG = "x" * 20_000
"""More than a page of the spool, so that it has to grow."""


@contextmanager
def full(spool: Spool) -> Iterator[None]:
    """The spool's file may not grow and has no page left: a write is refused as `database or disk is full`."""
    filler = sqlite3.connect(spool.path, isolation_level=None, timeout=10)
    filler.execute("CREATE TABLE IF NOT EXISTS filler (bytes BLOB)")
    [pages] = filler.execute("PRAGMA page_count").fetchone()
    filler.execute(f"PRAGMA max_page_count = {pages}")
    with suppress(sqlite3.OperationalError):
        while True:
            filler.execute("INSERT INTO filler VALUES (zeroblob(100))")
    filler.close()
    spool._writing.execute(f"PRAGMA max_page_count = {pages}")
    yield
    make_room(spool)


def make_room(spool: Spool) -> None:
    spool._writing.execute("PRAGMA max_page_count = 1000000")


def kept(sequence: int) -> Kept:
    seen = Observation(
        reader="wheel-1",
        epoch=1,
        game=sequence,
        sequence=sequence,
        kind="result",
        number=17,
        received_at=NOW,
        raw=LONG,
    )
    return Kept(casino_id=1, reader="wheel-1", state=str(sequence).encode(), observations=(seen,))


def waiting(spool: Spool) -> list[int]:
    return [one.observation.sequence for one in spool.waiting(1, "wheel-1")]


def test_a_write_that_was_refused_leaves_nothing_behind_and_the_next_one_is_taken(spool: Spool) -> None:
    with full(spool), pytest.raises(sqlite3.OperationalError, match="full"):
        spool.write([kept(1)])
    spool.write([kept(2)])
    assert (waiting(spool), spool.state(1, "wheel-1")) == ([2], b"2")


def test_observations_during_a_full_disk_are_written_in_order_later(
    spool: Spool, caplog: pytest.LogCaptureFixture
) -> None:
    woken: list[int] = []

    async def play() -> SpoolTrouble | None:
        keeper = SpoolKeeper(spool, held_written=lambda: woken.append(len(waiting(spool))))
        work = asyncio.create_task(keeper.run())
        with full(spool):
            for sequence in (1, 2, 3):
                await asyncio.wait_for(keeper.keep(kept(sequence)), 10)
            trouble = keeper.trouble
            assert waiting(spool) == []
        await until(lambda: keeper.trouble is None)
        work.cancel()
        await keeper.close()
        return trouble

    with caplog.at_level(logging.WARNING, logger="tables.wheels"):
        trouble = asyncio.run(play())
    assert trouble is not None
    assert (trouble.held, "full" in trouble.reason) == (3, True)
    assert (waiting(spool), spool.state(1, "wheel-1")) == ([1, 2, 3], b"3")
    assert woken == [3]
    alarm, well = (record.getMessage() for record in caplog.records)
    assert alarm.startswith("ALARM: the spool cannot be written (database or disk is full)")
    assert well.endswith("nothing was lost")


def test_when_memory_is_full_too_readers_wait_and_it_is_said(
    spool: Spool, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        keeper = SpoolKeeper(spool, most_held=2)
        work = asyncio.create_task(keeper.run())
        with full(spool):
            await keeper.keep(kept(1))
            await keeper.keep(kept(2))
            third = asyncio.create_task(keeper.keep(kept(3)))
            await until(lambda: "readers wait" in caplog.text)
            assert not third.done()
        await asyncio.wait_for(third, 10)
        work.cancel()
        await keeper.close()

    with caplog.at_level(logging.WARNING, logger="tables.wheels"):
        asyncio.run(play())
    assert waiting(spool) == [1, 2, 3]
    assert "what their boxes could not hold is lost" in caplog.records[-1].getMessage()


def test_a_gateway_that_ends_on_a_full_disk_ends_and_says_what_is_lost(
    spool: Spool, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        keeper = SpoolKeeper(spool)
        work = asyncio.create_task(keeper.run())
        await keeper.keep(kept(1))
        with full(spool):
            await keeper.keep(kept(2))
            work.cancel()
            await keeper.close()

    asyncio.run(play())
    assert waiting(spool) == [1]
    assert "1 observations are lost" in caplog.text
    assert "lost: wheel-1:2 result number 17, received at 2026-03-01 20:00:00+00:00" in caplog.text


def test_the_gateway_listens_on_delivers_later_and_tells_the_house(spool: Spool) -> None:
    house, reported = RecordingHouse(), list[SpoolReport]()

    async def play() -> None:
        async with Simulator(idle_wheel()) as simulator:
            readers = [dialled(simulator)]
            gateway = Gateway(
                spool,
                deliver=house.observe,
                rules=READERS_HERE,
                register=lambda: readers,
                report=lambda spool_now, refused: reported.append(spool_now),
                register_every_s=0.05,
            )
            async with running(gateway):
                await until(lambda: bool(house.of_kind("rotor_started")) and spool.count_waiting() == 0)
                with full(spool):
                    fallen = [await simulator.fall(number) for number in range(30)]
                    await until(lambda: (trouble := reported[-1].trouble) is not None and trouble.held >= 60)
                await until(lambda: len(house.of_kind("result")) == len(fallen))
                await until(lambda: reported[-1].trouble is None)

    asyncio.run(play())
    assert reported[0].trouble is None
    assert numbers(house) == list(range(30))
    sequences = [one.sequence for one in house.recorded]
    assert sequences == list(range(sequences[0], sequences[0] + len(sequences)))


@pytest.mark.django_db
def test_gateway_report_is_replaced_by_the_next_one() -> None:
    name = "pit-1 /var/lib/spool.sqlite3"
    report = reports_from(name)
    full = SpoolTrouble(since=NOW, reason="database or disk is full", held=7)
    report(SpoolReport(waiting=3, oldest_at=NOW, trouble=full), ())
    stored = GatewayReport.objects.get()
    assert (stored.waiting, stored.oldest_waiting_at) == (3, NOW)
    assert stored.disk_trouble == (
        "the wheel gateway pit-1 /var/lib/spool.sqlite3 cannot write its spool (database or disk is full); "
        "7 observations are in its memory alone"
    )
    report(SpoolReport(), ())
    stored = GatewayReport.objects.get()
    assert (stored.waiting, stored.oldest_waiting_at, stored.disk_trouble) == (0, None, "")
    assert forget_gateway(name)
    assert not GatewayReport.objects.exists()
    assert not forget_gateway(name)
