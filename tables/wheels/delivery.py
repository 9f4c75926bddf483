"""One reader's way from the spool to the house: in order, nothing lost, and no observation in the way of the next."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from datetime import UTC, datetime

from tables.play.reader.observation import Observation
from tables.roulette.refusal import Refused
from tables.wheels.spool import Waiting
from tables.wheels.spool_keeper import SpoolKeeper

log = logging.getLogger(__name__)

Deliver = Callable[[int, str, Observation, datetime], None]
"""Give the house one observation: (casino_id, reader, observation, now). Blocks; raises HouseAway when it cannot be
reached, Refused when a rule forbids it for good, anything else when it refuses. May be called again for an observation
that it took."""

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 1.0
REFUSALS_BEFORE_DEAD_LETTER = 3


class HouseAway(Exception):
    """The house cannot be reached now; it may be later."""


class Delivery:
    """Hands what one reader's spool holds to the house, one after the other, for as long as it runs."""

    def __init__(
        self, casino_id: int, reader: str, *, keeper: SpoolKeeper, deliver: Deliver, threads: Executor
    ) -> None:
        self.casino_id = casino_id
        self.reader = reader
        self._keeper = keeper
        self._deliver = deliver
        self._threads = threads
        self._more = asyncio.Event()

    def more(self) -> None:
        """There is something new in the spool."""
        self._more.set()

    async def run(self) -> None:
        row = 0
        while True:
            self._more.clear()
            batch = await self._keeper.waiting(self.casino_id, self.reader, row)
            for waiting in batch:
                await self._hand_over(waiting)
                row = waiting.id
            if not batch:
                await self._more.wait()

    async def _hand_over(self, waiting: Waiting) -> None:
        """Deliver one, however long the house is away; set it aside if the house is there and refuses it."""
        pause, refusals, away = FIRST_PAUSE_S, 0, False
        while True:
            try:
                await self._give(waiting.observation)
                break
            except HouseAway as reason:
                if not away:
                    log.warning(
                        "reader %s: the house is away, its observations wait: %s", self.reader, reason
                    )
                away = True
            except Refused as refusal:
                # Of a rule, such as another gateway's lease: it holds the next time, too.
                await self._make_dead_letter(waiting, refusal)
                return
            except Exception as refusal:
                refusals += 1
                if refusals >= REFUSALS_BEFORE_DEAD_LETTER:
                    await self._make_dead_letter(waiting, refusal)
                    return
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_S)
        if away:
            log.info("reader %s: the house is back, and takes what waited", self.reader)
        self._keeper.delivered(waiting.id)

    async def _give(self, observation: Observation) -> None:
        now = datetime.now(UTC)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(
            self._threads, self._deliver, self.casino_id, self.reader, observation, now
        )

    async def _make_dead_letter(self, waiting: Waiting, refusal: Exception) -> None:
        reason = f"{type(refusal).__name__}: {refusal}"
        log.error(
            "reader %s: %s %s is set aside, the house refuses it: %s",
            self.reader,
            waiting.observation.kind,
            waiting.observation.key,
            reason,
        )
        await self._keeper.make_dead_letter(waiting.id, reason, datetime.now(UTC))
