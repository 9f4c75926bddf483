"""The gateway: the readers whose leases it holds, in one process, each with its line, its driver and its delivery."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import get_ident
from time import monotonic
from typing import Any, ParamSpec, TypeVar

import msgspec

from tables.refusal import Refusal
from tables.registers.entries.reader_addresses import ReaderRules
from tables.stream.heartbeat import beat
from tables.struct_types import prepare_struct_types
from tables.wheels.delivery import Deliver, DeliverMany, Delivery, HouseAway
from tables.wheels.drivers import DRIVERS, driver_for
from tables.wheels.drivers.driver import KnownGame, OptionsBroken
from tables.wheels.front import TURN_EVERY_S, Front
from tables.wheels.line_watch import LineWatch
from tables.wheels.lines import LineOptions
from tables.wheels.listening import Listening, first_state, line_options
from tables.wheels.mqtt import MqttSettings, Subscriber
from tables.wheels.spool import Spool
from tables.wheels.spool_keeper import SpoolKeeper, SpoolReport, SpoolTrouble
from tables.wheels.turns import Desk

log = logging.getLogger(__name__)

REGISTER_EVERY_S = 1.0
REPORT_EVERY_S = 10.0
"""Interval at which the gateway reports its spool to the database. Trouble with the disk is reported at once."""
MEND_AFTER_S = 1.0
BEAT_EVERY_S = 5.0
STUCK_AFTER_S = 60.0
"""A call of the database that has not ended by then never will: each of its waits has a deadline."""
PATTERN_THREADS = 2
DELIVERY_THREADS = 4
"""Observations of different readers reach the database side by side, each thread with a connection of its own."""
BATCH_THREADS = 2
"""Batches have threads of their own: single observations do not wait behind a drain."""


class RegisteredReader(msgspec.Struct, frozen=True, kw_only=True):
    casino_id: int
    code: str
    protocol: str
    url: str
    options: dict[str, Any] = {}
    lease: int = 0
    """The lease under which this gateway listens to it: each one that is given has a higher number."""
    known: KnownGame | None = None
    """The last game that the record had when the lease was given."""

    @property
    def who(self) -> tuple[int, str]:
        return self.casino_id, self.code


Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

Register = Callable[[], list[RegisteredReader]]
"""Ask the database for the readers that this gateway listens to. Blocks; raises HouseAway."""


class RefusedReader(msgspec.Struct, frozen=True, kw_only=True):
    """A registered reader to which the gateway does not connect, and the rule that forbids it."""

    casino_id: int
    reader: str
    refusal: Refusal


Report = Callable[[SpoolReport, tuple[RefusedReader, ...]], None]
"""Store the state of the gateway where /readyz, the floor and the readers' pages read it: its spool, and the readers to
which it does not connect. Blocks; raises HouseAway."""


class Calls:
    """Calls of the database that are under way in the gateway's threads."""

    def __init__(self) -> None:
        self._began_at: dict[int, float] = {}

    def watched(self, call: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
        """Return the same call, whose duration `longest_s` knows."""

        def watch(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
            thread = get_ident()
            self._began_at[thread] = monotonic()
            try:
                return call(*args, **kwargs)
            finally:
                del self._began_at[thread]

        return watch

    def longest_s(self) -> float:
        """Return for how many seconds the oldest call has been under way; 0 if there is none."""
        now = monotonic()
        return max((now - began_at for began_at in list(self._began_at.values())), default=0.0)


class Gateway:
    """Runs the readers of the register, and follows its changes. The given functions are called from threads."""

    def __init__(
        self,
        spool: Spool,
        *,
        deliver: Deliver,
        deliver_many: DeliverMany | None = None,
        register: Register,
        rules: ReaderRules,
        report: Report | None = None,
        register_every_s: float = REGISTER_EVERY_S,
        mqtt: MqttSettings | None = None,
        desk: Desk | None = None,
        desk_every_s: float = TURN_EVERY_S,
    ) -> None:
        """With a `desk`, lines are reported to it, and its orders are carried out."""
        self._keeper = SpoolKeeper(spool, held_written=self._wake_deliveries)
        self._calls = Calls()
        self._deliver = self._calls.watched(deliver)
        self._deliver_many = self._calls.watched(deliver_many) if deliver_many else None
        self._register = self._calls.watched(register)
        self._report = self._calls.watched(report) if report else None
        self._rules = rules
        self._mqtt = mqtt or MqttSettings()
        self._spool_identity = str(spool.identity())
        self._refused: dict[tuple[int, str], Refusal] = {}
        self._reported: tuple[SpoolTrouble | None, tuple[RefusedReader, ...]] = (None, ())
        self._report_at = float("-inf")
        self._unreported = False
        self._register_every_s = register_every_s
        prepare_struct_types()
        self._threads = ThreadPoolExecutor(DELIVERY_THREADS, "deliver")
        self._batch_threads = ThreadPoolExecutor(BATCH_THREADS, "deliver-batch")
        self._asking = ThreadPoolExecutor(1, "register")
        self._patterns = ThreadPoolExecutor(PATTERN_THREADS, "patterns")
        self._front = (
            Front(
                self._keeper,
                desk=self._calls.watched(desk),
                deliver=self._deliver,
                threads=self._threads,
                rules=rules,
                mqtt=self._mqtt,
                every_s=desk_every_s,
            )
            if desk
            else None
        )
        self._deliveries: dict[tuple[int, str], Delivery] = {}
        self._listening: dict[tuple[int, str], tuple[RegisteredReader, asyncio.Task[None]]] = {}
        self._states: dict[tuple[int, str], bytes] = {}
        """The states of readers that were listened to in this run: newer than the disk while a write is on its way.
        """

    async def run(self) -> None:
        """Run until cancelled; then write the rest, and leave the spool open to its owner.

        A delivery in hand is ended first: once this returns, no task of the gateway writes in the record.
        """
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._keeper.run())
                tasks.create_task(self._beat_while_well())
                for who in await self._keeper.readers_waiting():
                    self._delivery(who, tasks)
                if self._front is not None:
                    tasks.create_task(self._front.run())
                await self._follow_register(tasks)
        finally:
            if self._front is not None:
                await asyncio.to_thread(self._front.close)
            await self._keeper.close()
            for threads in (self._asking, self._threads, self._batch_threads, self._patterns):
                await asyncio.to_thread(threads.shutdown, cancel_futures=True)

    async def _follow_register(self, tasks: asyncio.TaskGroup) -> None:
        """Follow the register; with the house away, keep to its last content."""
        loop = asyncio.get_running_loop()
        known = await self._keeper.register()
        on_disk, away = known, False
        if known is not None:
            await self._adopt(msgspec.json.decode(known, type=list[RegisteredReader]), tasks)
        while True:
            try:
                readers = await loop.run_in_executor(self._asking, self._register)
                away = False
                seen = msgspec.json.encode(readers)
                if seen != known:
                    await self._adopt(readers, tasks)
                    known = seen
                if seen != on_disk and await self._keeper.remember_register(seen):
                    on_disk = seen
                await self._report_spool()
            except HouseAway as reason:
                if not away:
                    log.warning("the register of readers cannot be read, keeping to the last one: %s", reason)
                away = True
            except Exception:
                # No exception here may end the gateway, because then no reader would be heard.
                if not away:
                    log.exception("the register of readers cannot be followed, keeping to the last one")
                away = True
            await asyncio.sleep(self._register_every_s)

    async def _report_spool(self) -> None:
        """Report every REPORT_EVERY_S, and at once when the trouble with the disk or a refused reader changes."""
        loop = asyncio.get_running_loop()
        refused = self._refused_readers()
        due = loop.time() >= self._report_at or (self._keeper.trouble, refused) != self._reported
        if self._report is None or not due:
            return
        report = await self._keeper.report()
        try:
            await loop.run_in_executor(self._asking, self._report, report, refused)
            self._reported, self._report_at = (report.trouble, refused), loop.time() + REPORT_EVERY_S
            self._unreported = False
        except HouseAway as reason:
            if not self._unreported:
                log.warning("the spool's state cannot be reported yet: %s", reason)
            self._unreported = True

    def _refused_readers(self) -> tuple[RefusedReader, ...]:
        return tuple(
            RefusedReader(casino_id=casino_id, reader=reader, refusal=refusal)
            for (casino_id, reader), refusal in sorted(self._refused.items(), key=lambda each: each[0])
        )

    def _note_refused(self, who: tuple[int, str], refusal: Refusal | None) -> None:
        if refusal is None:
            self._refused.pop(who, None)
        else:
            self._refused[who] = refusal

    async def _beat_while_well(self) -> None:
        """Send heartbeats as long as the loop runs and calls of the database end, with any result."""
        while True:
            seconds = self._calls.longest_s()
            if seconds < STUCK_AFTER_S:
                beat()
            else:
                log.error("a call of the database has not ended for %.0f s; no heartbeat is sent", seconds)
            await asyncio.sleep(BEAT_EVERY_S)

    def _wake_deliveries(self) -> None:
        for delivery in self._deliveries.values():
            delivery.more()

    async def _adopt(self, readers: list[RegisteredReader], tasks: asyncio.TaskGroup) -> None:
        wanted = {reader.who: reader for reader in readers}
        for who, (reader, task) in list(self._listening.items()):
            if wanted.get(who) != reader:
                task.cancel()
                await asyncio.wait([task])
                del self._listening[who]
                self._note_refused(who, None)
                if self._front is not None:
                    self._front.leave(who)
                log.info("reader %s: no longer listened to as it was", reader.code)
        for who, reader in wanted.items():
            if who not in self._listening:
                self._listening[who] = (
                    reader,
                    tasks.create_task(self._tend(reader, self._delivery(who, tasks))),
                )

    def _delivery(self, who: tuple[int, str], tasks: asyncio.TaskGroup) -> Delivery:
        """Return the delivery of a reader; it outlives the listening, because observations may still wait."""
        if who not in self._deliveries:
            delivery = Delivery(
                *who,
                keeper=self._keeper,
                deliver=self._deliver,
                threads=self._threads,
                deliver_many=self._deliver_many,
                batch_threads=self._batch_threads,
            )
            self._deliveries[who] = delivery
            tasks.create_task(self._mend(who[1], delivery.run))
        return self._deliveries[who]

    async def _tend(self, reader: RegisteredReader, delivery: Delivery) -> None:
        """Listen to one reader; options that cannot be used are logged once, and wait for the register to change."""
        broken: Refusal | None = None
        of_line = LineOptions()
        try:
            of_line, of_driver = line_options(reader.options)
            driver = driver_for(reader.protocol, reader.code, of_driver)
        except OptionsBroken as fault:
            log.error("reader %s is not listened to: %s", reader.code, fault)
            broken = fault.as_refused(reader.protocol).refusal
            self._note_refused(reader.who, broken)
            if reader.protocol not in DRIVERS:
                return
            # It numbers the announcement that the reader is offline.
            driver = driver_for(reader.protocol, reader.code)

        watch = LineWatch(reader.casino_id, reader.code, reader.lease)
        if self._front is not None:
            self._front.watch(reader.who, watch)

        async def listen() -> None:
            kept = self._states.get(reader.who) or await self._keeper.state(*reader.who)
            listening = Listening(
                reader.casino_id,
                driver,
                first_state(driver, kept, reader.lease, reader.known),
                url=reader.url,
                options=of_line,
                rules=self._rules,
                keeper=self._keeper,
                kept=delivery.more,
                refused=partial(self._note_refused, reader.who),
                patterns=self._patterns,
                broken=broken,
                subscriber=Subscriber(
                    settings=self._mqtt,
                    casino_id=reader.casino_id,
                    reader=reader.code,
                    lease=reader.lease,
                    spool=self._spool_identity,
                ),
                watch=watch,
            )
            try:
                await listening.run()
            finally:
                self._states[reader.who] = driver.encode(listening.state)

        await self._mend(reader.code, listen)

    async def _mend(self, reader: str, work: Callable[[], Awaitable[None]]) -> None:
        """Log an unforeseen failure and begin again: one reader's trouble must not reach another."""
        while True:
            try:
                await work()
            except Exception:
                log.exception("reader %s failed and begins again", reader)
            await asyncio.sleep(MEND_AFTER_S)
