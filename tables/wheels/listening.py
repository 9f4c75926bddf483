"""One reader at work: its line is held, its bytes are read by its driver, and its observations are kept on disk."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from tables.play.reader.observation import Kind
from tables.refusal import Refusal, Refused
from tables.registers.entries.reader_addresses import ReaderRules
from tables.wheels.bounds import BYTES, CONNECTIONS, CUT_OFF_S, Allowance, Bound
from tables.wheels.drivers.driver import (
    NOT_UNDERSTOOD,
    Driver,
    Heard,
    KnownGame,
    OptionsBroken,
    ReaderState,
    ReadLine,
    announce,
    shown,
)
from tables.wheels.line_watch import LineWatch
from tables.wheels.lines import LineOptions, hold_line
from tables.wheels.mqtt import Subscriber
from tables.wheels.spool import Kept
from tables.wheels.spool_keeper import SpoolKeeper
from tables.wheels.valid_messages import NO_VALID_MESSAGE, ValidMessages

log = logging.getLogger(__name__)

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 2.0
LOST_FOR_S = 5.0
"""A reader that is usually silent is offline when its line has been lost for so long."""
COMPLAIN_EVERY_S = 10.0
_PASSED: dict[Bound, str] = {
    "flood": "it sends more bytes than a reader does",
    "reconnects": "it connects more often than a reader does",
}


def first_state(
    driver: Driver[Any], kept: bytes | None, lease: int = 0, known: KnownGame | None = None
) -> Any:
    """Return the state from which the driver goes on under this lease.

    It is the `kept` one if that is of the same lease. A new lease begins its numbers at 1, in the game that the record
    has as the last one: another gateway may have listened since the state was kept.
    """
    before = None if kept is None else _kept_state(driver, kept)
    if before is not None and before.lease == lease:
        return before
    return msgspec.structs.replace(driver.fresh() if known is None else driver.after(known), lease=lease)


def _kept_state(driver: Driver[Any], kept: bytes) -> Any:
    """Return the state as it was kept; if it is of another protocol, the numbers go on and a new epoch begins."""
    try:
        return driver.decode(kept)
    except msgspec.ValidationError:
        before = msgspec.json.decode(kept, type=ReaderState)
        return msgspec.structs.replace(
            driver.fresh(), lease=before.lease, sequence=before.sequence, epoch=before.epoch + 1
        )


class Listening:
    """Listens to one reader for as long as `run` goes. Its `state` is the newest, on disk or on the way there."""

    def __init__(
        self,
        casino_id: int,
        driver: Driver[Any],
        state: Any,
        *,
        url: str,
        options: LineOptions,
        rules: ReaderRules,
        keeper: SpoolKeeper,
        kept: Callable[[], None],
        refused: Callable[[Refusal | None], None],
        patterns: Executor,
        broken: Refusal | None = None,
        subscriber: Subscriber | None = None,
        watch: LineWatch | None = None,
    ) -> None:
        """Listen at `url` if `rules` allow a reader there.

        `refused` is called with the reason why the reader is not connected, and with None once it is. `patterns`
        runs the patterns that people enter. With `broken`, the fault of the reader's options, no line is opened. As
        `subscriber` it reads a topic of MQTT. `watch` gets every event of the line.
        """
        self.casino_id = casino_id
        self.reader = driver.reader
        self.state = state
        self._driver = driver
        self._url = url
        self._options = options
        self._rules = rules
        self._report_refused = refused
        self._patterns = patterns
        self._broken = broken
        self._subscriber = subscriber
        self._whole = False  # whether each message of the line comes alone and complete
        self.watch = watch or LineWatch(casino_id, driver.reader, state.lease)
        self._valid = ValidMessages()
        self._cut = asyncio.Event()
        self._bound: Bound | None = None
        self._bytes = Allowance(BYTES)
        self._connections = Allowance(CONNECTIONS)
        self._keeper = keeper
        self._kept = kept
        self._events: asyncio.Queue[tuple[str, bytes, datetime]] = asyncio.Queue(64)
        self._silent_at: float | None = asyncio.get_running_loop().time() + (driver.silence_s or LOST_FOR_S)
        self._complained_at = float("-inf")
        self._complaints = 0

    async def run(self) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._hold_line())
            tasks.create_task(self._listen())

    # ---- the line

    async def connected(self, at: datetime, *, whole: bool = False, peer: str = "") -> None:
        if not self._may(self._connections, 1, "reconnects"):
            return
        self._report_refused(None)
        self.watch.connected(at, peer)
        await self._events.put(("connected whole" if whole else "connected", b"", at))

    async def arrived(self, data: bytes, at: datetime) -> None:
        if self._may(self._bytes, len(data), "flood"):
            await self._events.put(("arrived", data, at))

    async def lost(self, at: datetime) -> None:
        self.watch.line_ended(at)
        await self._events.put(("lost", b"", at))

    def _may(self, allowance: Allowance, amount: float, bound: Bound) -> bool:
        """Return False if the reader was cut off, or has to be now."""
        if self._bound is None and not allowance.take(amount, asyncio.get_running_loop().time()):
            self._bound = bound
            self._cut.set()
        return self._bound is None

    async def settled(self) -> None:
        await self._events.join()

    async def _hold_line(self) -> None:
        """Connect again whenever the line ends, at once at first, then ever more slowly until bytes come."""
        if self._broken is not None:
            self._report_refused(self._broken)
            self.watch.unusable(datetime.now(UTC), str(self._broken))
            await self.lost(datetime.now(UTC))
            return
        pause, logged = FIRST_PAUSE_S, ""
        while True:
            heard_before = self.state.heard_at
            try:
                await self._hold_until_cut()
                why = "the other side closed the line"
                self.watch.lost(datetime.now(UTC), why)
            except Refused as refused:
                self._report_refused(refused.refusal)
                why = f"no reader may be there ({refused})"
                self.watch.refused(datetime.now(UTC), str(refused))
                await self.lost(datetime.now(UTC))
            except OSError as broken:
                why = str(broken) or type(broken).__name__
                self.watch.lost(datetime.now(UTC), why)
                await self.lost(datetime.now(UTC))
            if self._bound is not None:
                await self._stay_cut_off(self._bound)
                pause, logged = FIRST_PAUSE_S, ""
                continue
            if self.state.heard_at != heard_before:
                pause, logged = FIRST_PAUSE_S, ""
            if why != logged:
                log.warning("reader %s at %s: %s; trying again", self.reader, self._url, why)
                logged = why
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_S)

    async def _hold_until_cut(self) -> None:
        """Hold one connection to its end, or until the reader passes a bound. Raises OSError and Refused."""
        holding = asyncio.ensure_future(
            hold_line(self._url, self._options, self._rules, self, self._subscriber)
        )
        cut = asyncio.ensure_future(self._cut.wait())
        try:
            await asyncio.wait([holding, cut], return_when=asyncio.FIRST_COMPLETED)
        finally:
            cut.cancel()
            if not holding.done():
                holding.cancel()
                await asyncio.wait([holding])
        if not holding.cancelled():
            holding.result()

    async def _stay_cut_off(self, bound: Bound) -> None:
        """Leave a reader that passed a bound alone for a while."""
        now = datetime.now(UTC)
        log.error(
            "reader %s at %s is cut off for %.0f s: %s", *(self.reader, self._url, CUT_OFF_S, _PASSED[bound])
        )
        self.watch.cut_off(now, bound, now + timedelta(seconds=CUT_OFF_S))
        await self._events.put(("cut off", bound.encode(), now))
        await asyncio.sleep(CUT_OFF_S)
        self._bytes.refill()
        self._connections.refill()
        self._cut.clear()
        self._bound = None

    # ---- listening

    async def _listen(self) -> None:
        while True:
            try:
                async with asyncio.timeout_at(self._silent_at):
                    event, data, at = await self._events.get()
            except TimeoutError:
                self._silent_at = None
                if not self._valid.missing:
                    self.watch.hears("silent", datetime.now(UTC))
                await self._announce("reader_offline", datetime.now(UTC))
                continue
            if event == "arrived":
                await self._take(data, at)
            elif event == "cut off":
                self._silent_at = None
                self.watch.hears("silent", at)
                await self._go_offline(f"cut_off_{data.decode()}", at)
            elif event != "lost":
                self._whole = event == "connected whole"
                await self._line_is_up(at)
            elif self._driver.silence_s is None and self._silent_at is None:
                self._silent_at = asyncio.get_running_loop().time() + LOST_FOR_S
            self._events.task_done()

    async def _line_is_up(self, at: datetime) -> None:
        log.info("reader %s: connected to %s", self.reader, self._url)
        self.state = self._driver.connected(self.state, at, whole=self._whole)
        if self._driver.silence_s is None and not self._valid.missing:
            self._silent_at = None
            self.watch.hears("live", at)
            await self._announce("reader_online", at)

    async def _take(self, data: bytes, at: datetime) -> None:
        """Feed the driver, and put the reader online before its observations."""
        if self._whole:
            message, data = data, self._driver.whole(data)
            if not data:
                self._complain(
                    (f"reader {self.reader}: {shown(message)} is left out: it is no whole message",)
                )
                self.watch.arrived(message, at, (ReadLine(message, NOT_UNDERSTOOD),))
                await self._judge_bytes(at, valid=False)
                return
        before = self.state
        heard = await self._feed(before, data, at)
        observations = heard.observations
        if heard.state.heard_at != before.heard_at:
            if not before.online:
                online: Heard[Any] = announce(self.reader, before, "reader_online", at)
                heard = await self._feed(online.state, data, at)
                observations = online.observations + heard.observations
            if self._driver.silence_s is not None:
                self._silent_at = asyncio.get_running_loop().time() + self._driver.silence_s
        self.state = heard.state
        valid = heard.state.heard_at != before.heard_at
        self.watch.arrived(data, at, heard.lines, heard.observations)
        if valid:
            self.watch.hears("live", at)
        self._complain(heard.complaints)
        if observations or heard.worth_keeping:
            await self._keep(observations)
        await self._judge_bytes(at, valid=valid)

    async def _judge_bytes(self, at: datetime, *, valid: bool) -> None:
        """Say that the reader is offline if bytes come and none of them is a message."""
        if self._valid.arrived(at, valid=valid):
            self.watch.hears(NO_VALID_MESSAGE, at)
            await self._go_offline(NO_VALID_MESSAGE, at, self.watch.tail)

    async def _feed(self, state: Any, data: bytes, at: datetime) -> Heard[Any]:
        """Feed the driver; patterns that people entered run in a thread, and hold up no other reader."""
        if not self._driver.has_patterns:
            return self._driver.feed(state, data, at)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._patterns, self._driver.feed, state, data, at)

    async def _announce(self, kind: Kind, at: datetime) -> None:
        if self.state.online is not (kind == "reader_online"):
            heard: Heard[Any] = announce(self.reader, self.state, kind, at)
            self.state = heard.state
            log.info("reader %s: %s", self.reader, kind)
            await self._keep(heard.observations)

    async def _go_offline(self, reason: str, at: datetime, raw: bytes = b"") -> None:
        """Announce that the reader is offline for this reason, also if it is silent already."""
        heard: Heard[Any] = announce(
            self.reader, self.state, "reader_offline", at, warnings=(reason,), raw=raw
        )
        self.state = heard.state
        log.warning("reader %s: offline, %s", self.reader, reason)
        await self._keep(heard.observations)

    async def _keep(self, observations: tuple[Any, ...]) -> None:
        state = self._driver.encode(self.state)
        await self._keeper.keep(
            Kept(casino_id=self.casino_id, reader=self.reader, state=state, observations=observations)
        )
        if observations:
            self._kept()

    def _complain(self, complaints: tuple[str, ...]) -> None:
        """Log one line now and then, however many complaints come in."""
        self._complaints += len(complaints)
        now = asyncio.get_running_loop().time()
        if complaints and now - self._complained_at >= COMPLAIN_EVERY_S:
            more = f" (and {self._complaints - 1} more)" if self._complaints > 1 else ""
            log.warning("%s%s", complaints[-1], more)
            self._complained_at, self._complaints = now, 0


def line_options(options: dict[str, Any]) -> tuple[LineOptions, dict[str, Any]]:
    """Return a reader's options taken apart: those of its line, and those of its driver. Raises OptionsBroken."""
    of_line = {name: value for name, value in options.items() if name in LineOptions.__struct_fields__}
    try:
        line = msgspec.convert(of_line, LineOptions)
    except msgspec.ValidationError as broken:
        raise OptionsBroken(str(broken)) from None
    return line, {name: value for name, value in options.items() if name not in of_line}
