"""The spool as the event loop uses it: one thread writes, and what comes in together shares one sync of the disk."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import TypeVar

from tables.wheels.spool import Kept, Spool, Waiting

log = logging.getLogger(__name__)

DELIVERED_AFTER_S = 0.25
"""Rows delivered are dropped together this much later: losing a drop costs a second delivery, not a result."""
DISK_RETRY_S = 0.5

T = TypeVar("T")


class SpoolKeeper:
    """Writes from one thread and reads from another; `run` must be going for `keep` to come back."""

    def __init__(self, spool: Spool) -> None:
        self._spool = spool
        self._writing = ThreadPoolExecutor(1, "spool-write")
        self._reading = ThreadPoolExecutor(1, "spool-read")
        self._kept: list[tuple[Kept, asyncio.Future[None]]] = []
        self._delivered: list[int] = []
        self._work = asyncio.Event()

    async def keep(self, kept: Kept) -> None:
        """Come back once it is on the disk. Readers that ask at once share one transaction."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._kept.append((kept, done))
        self._work.set()
        await done

    def delivered(self, row: int) -> None:
        """The database has it: drop it soon."""
        if not self._delivered:
            asyncio.get_running_loop().call_later(DELIVERED_AFTER_S, self._work.set)
        self._delivered.append(row)

    async def waiting(self, casino_id: int, reader: str, after: int) -> list[Waiting]:
        return await self._read(lambda: self._spool.waiting(casino_id, reader, after=after))

    async def readers_waiting(self) -> set[tuple[int, str]]:
        return await self._read(self._spool.readers_waiting)

    async def state(self, casino_id: int, reader: str) -> bytes | None:
        return await self._read(lambda: self._spool.state(casino_id, reader))

    async def register(self) -> bytes | None:
        return await self._read(self._spool.register)

    async def set_aside(self, row: int, reason: str, at: datetime) -> None:
        await self._write(lambda: self._spool.set_aside(row, reason, at))

    async def remember_register(self, readers: bytes) -> None:
        await self._write(lambda: self._spool.remember_register(readers))

    async def run(self) -> None:
        """Write what comes in until cancelled."""
        while True:
            await self._work.wait()
            self._work.clear()
            await self._write_batch()

    async def close(self) -> None:
        """Write what is left. The spool itself stays open."""
        await self._write_batch()
        self._writing.shutdown()
        self._reading.shutdown()

    async def _write_batch(self) -> None:
        kept, self._kept = self._kept, []
        delivered, self._delivered = self._delivered, []
        if not kept and not delivered:
            return
        try:
            await self._write(lambda: self._spool.write([one for one, _ in kept], delivered))
        except asyncio.CancelledError:
            self._kept = kept + self._kept
            self._delivered = delivered + self._delivered
            raise
        for _, done in kept:
            if not done.done():
                done.set_result(None)

    async def _read(self, ask: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, ask)

    async def _write(self, write: Callable[[], None]) -> None:
        """Try until the disk takes it: until then nothing is acknowledged, and readers wait."""
        while True:
            try:
                await asyncio.get_running_loop().run_in_executor(self._writing, write)
                return
            except sqlite3.OperationalError as refused:
                log.error("the spool cannot be written, trying again: %s", refused)
                await asyncio.sleep(DISK_RETRY_S)
