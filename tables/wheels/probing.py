"""A probe: a gateway connects to an address that has no reader yet, and keeps its bytes for a person to look at."""

import asyncio
from contextlib import suppress
from datetime import datetime

import msgspec

from tables.refusal import Refusal, Refused
from tables.registers.entries.reader_addresses import ReaderRules
from tables.wheels.drivers.driver import OptionsBroken
from tables.wheels.guessing import guess
from tables.wheels.lines import LineOptions, hold_line
from tables.wheels.listening import line_options
from tables.wheels.mqtt import MqttSettings, Subscriber
from tables.wheels.observed_forms import RawLine, raw_lines
from tables.wheels.turns import ProbeAsked, ProbeReport

MOST_BYTES = 16_384
"""The most bytes of one probe. A line that sends more is closed: a person can judge it by these."""
LINES_SHOWN = 100
RETRY_S = 2.0


class Probing:
    """Serves one probe until its time is over, a person ends it, or enough bytes are there."""

    def __init__(self, asked: ProbeAsked, rules: ReaderRules, mqtt: MqttSettings) -> None:
        self.probe = asked.probe
        self._asked = asked
        self._rules = rules
        self._mqtt = mqtt
        self._state = "connecting"
        self._refusal: Refusal | None = None
        self._reason = self._peer = ""
        self._chunks: list[tuple[datetime, bytes]] = []
        self._bytes = 0
        self._whole = False
        self._enough = asyncio.Event()
        self._reported: ProbeReport | None = None
        self.task = asyncio.ensure_future(self._serve())

    # ---- its line

    async def connected(self, at: datetime, *, whole: bool = False, peer: str = "") -> None:
        self._state, self._peer, self._whole, self._reason = "connected", peer, whole, ""

    async def arrived(self, data: bytes, at: datetime) -> None:
        data = data[: MOST_BYTES - self._bytes]
        if data:
            self._bytes += len(data)
            # Messages that come one by one have no ending of their own.
            self._chunks.append((at, data + b"\n" if self._whole and not data.endswith(b"\n") else data))
        if self._bytes >= MOST_BYTES:
            self._enough.set()

    async def lost(self, at: datetime) -> None:
        self._state = "connecting"

    async def settled(self) -> None: ...

    async def _serve(self) -> None:
        try:
            options, _ = line_options(self._asked.options)
        except OptionsBroken as broken:
            self._refusal = broken.as_refused("-").refusal
            return
        holding = asyncio.ensure_future(self._hold(options))
        enough = asyncio.ensure_future(self._enough.wait())
        try:
            await asyncio.wait(
                [holding, enough], timeout=self._asked.seconds, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            for task in (holding, enough):
                task.cancel()
            await asyncio.wait([holding, enough])

    async def _hold(self, options: LineOptions) -> None:
        subscriber = Subscriber(settings=self._mqtt, casino_id=self._asked.casino_id)
        while True:
            try:
                await hold_line(self._asked.url, options, self._rules, self, subscriber)
            except Refused as refused:
                self._refusal = refused.refusal
                return
            except OSError as broken:
                self._state, self._reason = "connecting", str(broken) or type(broken).__name__
            await asyncio.sleep(RETRY_S)

    # ---- its report

    async def end(self) -> None:
        """End it now."""
        self.task.cancel()
        with suppress(asyncio.CancelledError):
            await self.task

    def report(self) -> ProbeReport | None:
        """Return the probe so far; None if nothing changed since the last report was taken."""
        lines: list[RawLine] = [line for at, data in self._chunks for line in raw_lines(data, at)]
        now = ProbeReport(
            probe=self.probe,
            state="ended" if self.task.done() else self._state,
            refusal=None if self._refusal is None else msgspec.to_builtins(self._refusal, enc_hook=str),
            reason=self._reason[:300],
            peer=self._peer,
            lines=tuple(lines[-LINES_SHOWN:]),
            bytes_read=self._bytes,
            guesses=tuple(msgspec.to_builtins(each) for each in guess(self._chunks)),
        )
        return None if now == self._reported else now

    def taken(self, report: ProbeReport) -> None:
        """Note that the database has this report."""
        self._reported = report

    @property
    def over(self) -> bool:
        """True if it has ended and the database knows."""
        return self._reported is not None and self._reported.state == "ended"
