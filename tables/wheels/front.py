"""A gateway's work for people: reports of its lines, recordings, dead letters and probes, each second.

It has a thread of its own, so that a slow answer holds up neither the leases nor the deliveries.
"""

import asyncio
import logging
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import UTC, datetime

import msgspec

from tables.play.reader.observation import Observation
from tables.refusal import Refusal
from tables.registers.entries.reader_addresses import ReaderRules
from tables.wheels.delivery import Deliver, HouseAway, reason_of
from tables.wheels.line_watch import LineWatch
from tables.wheels.mqtt import MqttSettings
from tables.wheels.probing import Probing
from tables.wheels.spool import DeadLetter
from tables.wheels.spool_keeper import SpoolKeeper
from tables.wheels.turns import (
    Desk,
    LetterAsked,
    LetterCopy,
    LetterDone,
    LineStatus,
    Orders,
    ProbeReport,
    RecordedPart,
    Turn,
    WatchedLines,
    Who,
)

log = logging.getLogger(__name__)

TURN_EVERY_S = 1.0
STATUS_EVERY_S = 10.0
"""Interval between two reports of an unwatched line. A change of its connection is reported at once."""
LETTERS_A_TURN = 100
MOST_PROBES = 4
"""The most probes of one gateway at once."""


class Front:
    """Takes turns with the database for as long as `run` goes."""

    def __init__(
        self,
        keeper: SpoolKeeper,
        *,
        desk: Desk,
        deliver: Deliver,
        threads: Executor,
        rules: ReaderRules,
        mqtt: MqttSettings,
        every_s: float = TURN_EVERY_S,
    ) -> None:
        self._keeper = keeper
        self._desk = desk
        self._deliver = deliver
        self._threads = threads
        self._rules = rules
        self._mqtt = mqtt
        self._every_s = every_s
        self._thread = ThreadPoolExecutor(1, "desk")
        self._watches: dict[Who, LineWatch] = {}
        self._orders = Orders()
        self._said: dict[Who, tuple[int, float]] = {}
        """Number of reported changes and the time, by line."""
        self._shown: dict[Who, int] = {}
        """Number of reads that were shown, by watched line."""
        self._rows: list[int] | None = None
        """The dead letters of which the database has copies."""
        self._done: list[LetterDone] = []
        self._probes: dict[int, Probing] = {}
        self._away = False

    def watch(self, who: Who, watch: LineWatch) -> None:
        """Report this line from now on."""
        self._watches[who] = watch
        self._said.pop(who, None)
        self._shown.pop(who, None)

    def leave(self, who: Who) -> None:
        """Report this line no more."""
        self._watches.pop(who, None)

    async def run(self) -> None:
        try:
            while True:
                try:
                    await self._take_turn()
                    self._away = False
                except HouseAway as reason:
                    self._note_trouble("lines of readers cannot be reported yet: %s", reason)
                except Exception:
                    # No exception here may end the gateway.
                    if not self._away:
                        log.exception("lines of readers cannot be reported")
                    self._away = True
                await asyncio.sleep(self._every_s)
        finally:
            for probing in self._probes.values():
                probing.task.cancel()
            self._thread.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Wait for the last call of the database."""
        self._thread.shutdown(cancel_futures=True)

    def _note_trouble(self, words: str, reason: Exception) -> None:
        if not self._away:
            log.warning(words, reason)
        self._away = True

    async def _take_turn(self) -> None:
        loop = asyncio.get_running_loop()
        changes = {who: watch.changes for who, watch in self._watches.items()}
        reads = {who: watch.reads for who, watch in self._watches.items()}
        rows = await self._keeper.dead_letter_rows()
        letters = await self._new_letters(rows)
        probes = await self._probe_reports()
        turn = Turn(
            lines=tuple(self._statuses(loop.time())),
            watched=tuple(self._watched_lines()),
            parts=tuple(self._recorded()),
            rows=None if rows == self._rows else tuple(rows),
            letters=letters,
            done=tuple(self._done),
            probes=tuple(probes),
            readers=tuple(self._watches),
            may_probe=MOST_PROBES - len(self._probes),
        )
        self._orders = await loop.run_in_executor(self._thread, self._desk, turn)
        for line in turn.lines:
            who = (line.casino_id, line.reader)
            self._said[who] = (changes.get(who, 0), loop.time())
        for watched in turn.watched:
            who = (watched.casino_id, watched.reader)
            self._shown[who] = reads.get(who, 0)
        known = set(self._rows or ())
        self._rows = [row for row in rows if row in known or any(row == each.row for each in letters)]
        del self._done[: len(turn.done)]
        for report in probes:
            self._probes[report.probe].taken(report)
        await self._follow_orders()

    # ---- lines

    def _statuses(self, now: float) -> list[LineStatus]:
        """Lines that changed, that somebody watches, and that were not reported for a while."""
        due = []
        for who, watch in self._watches.items():
            changes, at = self._said.get(who, (-1, float("-inf")))
            if watch.changes != changes or now - at >= STATUS_EVERY_S or who in self._orders.watched:
                due.append(watch.status())
        return due

    def _watched_lines(self) -> list[WatchedLines]:
        return [
            WatchedLines(casino_id=who[0], reader=who[1], lines=watch.lines())
            for who, watch in self._watches.items()
            if who in self._orders.watched and self._shown.get(who) != watch.reads
        ]

    def _recorded(self) -> list[RecordedPart]:
        asked = {(each.casino_id, each.reader): each for each in self._orders.recordings}
        parts = (watch.record(asked.get(who)) for who, watch in self._watches.items())
        return [part for part in parts if part is not None]

    # ---- dead letters

    async def _new_letters(self, rows: list[int]) -> tuple[LetterCopy, ...]:
        known = set(self._rows or ())
        new = [row for row in rows if row not in known][:LETTERS_A_TURN]
        found = [await self._keeper.dead_letter(row) for row in new]
        return tuple(_copy(letter) for letter in found if letter is not None)

    async def _carry_out(self, asked: LetterAsked) -> None:
        """Deliver or drop a dead letter, as a person asked. While the house is away, later."""
        letter = await self._keeper.dead_letter(asked.row)
        if letter is None:
            outcome = "discarded" if asked.request == "discard" else "delivered"
            self._done.append(LetterDone(row=asked.row, outcome=outcome))
        elif asked.request == "discard":
            if await self._keeper.drop_dead_letter(asked.row):
                log.warning("reader %s: a person discarded %s", letter.reader, letter.observation.key)
                self._done.append(LetterDone(row=asked.row, outcome="discarded"))
        else:
            await self._retry(letter)

    async def _retry(self, letter: DeadLetter) -> None:
        try:
            await self._give(letter.casino_id, letter.reader, letter.observation)
        except HouseAway:
            return
        except Exception as refused:
            reason, rule = reason_of(refused)
            if await self._keeper.refuse_again(letter.row, reason, rule):
                self._done.append(
                    LetterDone(row=letter.row, outcome="refused_again", reason=reason, refusal=_builtin(rule))
                )
            return
        if await self._keeper.drop_dead_letter(letter.row):
            self._done.append(LetterDone(row=letter.row, outcome="delivered"))

    async def _give(self, casino_id: int, reader: str, observation: Observation) -> None:
        loop = asyncio.get_running_loop()
        now = datetime.now(UTC)
        await loop.run_in_executor(self._threads, self._deliver, casino_id, reader, observation, now)

    # ---- probes

    async def _probe_reports(self) -> list[ProbeReport]:
        self._probes = {number: probing for number, probing in self._probes.items() if not probing.over}
        reports = [await asyncio.to_thread(probing.report) for probing in self._probes.values()]
        return [report for report in reports if report is not None]

    async def _follow_orders(self) -> None:
        for letter in self._orders.letters:
            if all(letter.row != each.row for each in self._done):
                await self._carry_out(letter)
        wanted = {each.probe: each for each in self._orders.probes}
        for number, asked in wanted.items():
            if number not in self._probes:
                self._probes[number] = Probing(asked, self._rules, self._mqtt)
        for number, probing in self._probes.items():
            if number not in wanted and not probing.task.done():
                await probing.end()


def _copy(letter: DeadLetter) -> LetterCopy:
    seen = letter.observation
    return LetterCopy(
        row=letter.row,
        casino_id=letter.casino_id,
        reader=letter.reader,
        kind=seen.kind,
        number=seen.number,
        observation=msgspec.to_builtins(seen),
        reason=letter.reason,
        refusal=_builtin(letter.refusal),
        set_aside_at=datetime.fromisoformat(letter.set_aside_at),
    )


def _builtin(refusal: Refusal | None) -> dict[str, object] | None:
    return None if refusal is None else msgspec.to_builtins(refusal, enc_hook=str)
