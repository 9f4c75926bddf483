"""The spool for the event loop: one thread writes, and reads that come in together share one sync of the disk.

A disk that takes nothing must not make the gateway deaf. Messages of readers are then held in memory, up to a bound,
and written as soon as there is room; beyond the bound readers wait, as each does for its disk. Nothing is delivered
before it is written: a gateway that died would otherwise go on from an older state and give the same numbers to
other observations.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TypeVar

import msgspec

from tables.refusal import Refusal
from tables.wheels.spool import DeadLetter, Kept, Spool, Waiting

log = logging.getLogger(__name__)

DELIVERED_AFTER_S = 0.25
"""Rows delivered are dropped together this much later: losing a drop costs a second delivery, not a result."""
DISK_RETRY_S = 0.5
ALARM_AGAIN_S = 30.0
"""Interval between two complaints about a disk that takes nothing."""
MOST_HELD = 20_000
"""The most reads held in memory while the disk takes nothing: some hours of a floor, some tens of megabytes."""
LAST_TRIES = 3
"""Number of attempts to write the kept observations when the gateway ends."""

T = TypeVar("T")


class SpoolReport(msgspec.Struct, frozen=True, kw_only=True):
    """State of a spool: observations that wait for the database, and the trouble with the disk."""

    waiting: int = 0
    oldest_at: datetime | None = None
    """Time at which the oldest waiting observation was received (UTC); None if none waits."""
    trouble: "SpoolTrouble | None" = None


class SpoolTrouble(msgspec.Struct, frozen=True, kw_only=True):
    """The disk takes nothing: since when (UTC), why, and how many observations are in memory alone."""

    since: datetime
    reason: str
    held: int


class SpoolKeeper:
    """Writes from one thread and reads from another; `run` must be going for `keep` to come back."""

    def __init__(
        self, spool: Spool, *, held_written: Callable[[], object] = bool, most_held: int = MOST_HELD
    ) -> None:
        """`held_written` is called when the observations from memory are on the disk at last."""
        self._spool = spool
        self._held_written = held_written
        self._most_held = most_held
        self._writing = ThreadPoolExecutor(1, "spool-write")
        self._reading = ThreadPoolExecutor(1, "spool-read")
        self._kept: list[Kept] = []
        self._waiters: list[asyncio.Future[None]] = []
        self._delivered: list[int] = []
        self._work = asyncio.Event()
        self._refused: tuple[datetime, str] | None = None
        self._overflowed = False
        self._holding = False  # whether somebody went on whose observations are not on the disk
        self._alarmed_at = float("-inf")

    @property
    def trouble(self) -> SpoolTrouble | None:
        """Return the trouble with the disk; None if it takes the data."""
        if self._refused is None:
            return None
        since, reason = self._refused
        return SpoolTrouble(since=since, reason=reason, held=_observations(self._kept))

    async def keep(self, kept: Kept) -> None:
        """Come back once it is on the disk. Readers that ask at once share one transaction.

        While the disk takes nothing, come back once it is in memory, as long as there is room for it.
        """
        self._kept.append(kept)
        self._work.set()
        if self._refused is None or len(self._kept) > self._most_held:
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiters.append(done)
            await done
        else:
            self._holding = True

    def delivered(self, row: int) -> None:
        """Drop the delivered row soon: the database has it."""
        if not self._delivered:
            self._drop_soon()
        self._delivered.append(row)

    def _drop_soon(self) -> None:
        asyncio.get_running_loop().call_later(DELIVERED_AFTER_S, self._work.set)

    async def waiting(self, casino_id: int, reader: str, after: int) -> list[Waiting]:
        return await self._read(lambda: self._spool.waiting(casino_id, reader, after=after))

    async def report(self) -> SpoolReport:
        """Return the state of the spool as /readyz shows it."""
        waiting, oldest_at = await self._read(self._spool.backlog)
        return SpoolReport(waiting=waiting, oldest_at=oldest_at, trouble=self.trouble)

    async def readers_waiting(self) -> set[tuple[int, str]]:
        return await self._read(self._spool.readers_waiting)

    async def state(self, casino_id: int, reader: str) -> bytes | None:
        return await self._read(lambda: self._spool.state(casino_id, reader))

    async def register(self) -> bytes | None:
        return await self._read(self._spool.register)

    async def make_dead_letter(
        self, row: int, reason: str, at: datetime, refusal: Refusal | None = None
    ) -> None:
        """Try until the disk takes it: the observations behind this one wait."""
        while True:
            if await self._taken(lambda: self._spool.make_dead_letter(row, reason, at, refusal)):
                return
            await asyncio.sleep(DISK_RETRY_S)

    async def dead_letter_rows(self) -> list[int]:
        return await self._read(self._spool.dead_letter_rows)

    async def dead_letter(self, row: int) -> DeadLetter | None:
        return await self._read(lambda: self._spool.dead_letter(row))

    async def refuse_again(self, row: int, reason: str, refusal: Refusal | None) -> bool:
        """Return False if the disk did not take it."""
        return await self._taken(lambda: self._spool.refuse_again(row, reason, refusal))

    async def drop_dead_letter(self, row: int) -> bool:
        """Return False if the disk did not take it: it is still there then."""
        return await self._taken(lambda: self._spool.drop_dead_letter(row))

    async def remember_register(self, readers: bytes) -> bool:
        """False if the disk did not take it: it is worth another try later, and no waiting."""
        return await self._taken(lambda: self._spool.remember_register(readers))

    async def run(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            if not await self._write_batch():
                self._work.set()
                await asyncio.sleep(DISK_RETRY_S)

    async def close(self) -> None:
        """Write the rest, and log each loss if the disk takes it no more. The spool itself stays open."""
        for _ in range(LAST_TRIES):
            if await self._write_batch():
                break
            await asyncio.sleep(DISK_RETRY_S)
        else:
            _say_what_is_lost(self._kept)
        self._writing.shutdown()
        self._reading.shutdown()

    async def _write_batch(self) -> bool:
        """Write all that is there in one transaction. False if the disk did not take it: then all is still there."""
        kept, delivered, waiters = list(self._kept), list(self._delivered), list(self._waiters)
        if not kept and not delivered:
            return True
        taken = await self._taken(lambda: self._spool.write(kept, delivered))
        if taken:
            del self._kept[: len(kept)], self._delivered[: len(delivered)]
            if self._delivered:
                # They came while these were written.
                self._drop_soon()
            if self._holding:
                self._holding = False
                self._held_written()
        if taken or len(self._kept) <= self._most_held:
            self._holding |= not taken
            del self._waiters[: len(waiters)]
            for done in waiters:
                if not done.done():
                    done.set_result(None)
        return taken

    async def _read(self, ask: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, ask)

    async def _taken(self, write: Callable[[], None]) -> bool:
        """Return True if the disk took it; the alarm goes on and off with the answer."""
        try:
            await asyncio.get_running_loop().run_in_executor(self._writing, write)
        except sqlite3.OperationalError as refused:
            self._alarm(str(refused))
            return False
        if self._refused is not None:
            loss = (
                "readers had to wait, and what their boxes could not hold is lost"
                if self._overflowed
                else "nothing was lost"
            )
            log.warning("the spool is written again, and what was held in memory is on the disk: %s", loss)
            self._refused, self._overflowed = None, False
        return True

    def _alarm(self, reason: str) -> None:
        now = asyncio.get_running_loop().time()
        if self._refused is None:
            self._refused = (datetime.now(UTC), reason)
            self._alarmed_at = float("-inf")
        full = len(self._kept) > self._most_held
        if now - self._alarmed_at >= ALARM_AGAIN_S or full > self._overflowed:
            self._alarmed_at = now
            self._overflowed |= full
            log.error(
                "ALARM: the spool cannot be written (%s); %d observations are held in memory%s",
                reason,
                _observations(self._kept),
                ", which is full: readers wait, and what their boxes cannot hold is lost" if full else "",
            )


def _observations(kept: list[Kept]) -> int:
    return sum(len(one.observations) for one in kept)


def _say_what_is_lost(kept: list[Kept]) -> None:
    """Log each observation that no disk took, by its key, for the repair of the record by hand."""
    lost = [observation for one in kept for observation in one.observations]
    log.error("the gateway ends and its spool cannot be written: %d observations are lost", len(lost))
    for each in lost:
        number = "" if each.number is None else f" number {each.number}"
        log.error("lost: %s %s%s, received at %s", each.key, each.kind, number, each.received_at)
