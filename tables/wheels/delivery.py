"""One reader's way from the spool to the house: in order, nothing lost, and no observation in the way of the next."""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from datetime import UTC, datetime
from itertools import groupby

from tables.play.reader.observation import Observation
from tables.refusal import Refusal, Refused
from tables.wheels.spool import Waiting
from tables.wheels.spool_keeper import SpoolKeeper

log = logging.getLogger(__name__)

Deliver = Callable[[int, str, Observation, datetime], None]
"""Give the house one observation: (casino_id, reader, observation, now). Blocks; raises HouseAway when it cannot be
reached, Refused when a rule forbids it for good, anything else when it refuses. May be called again for an observation
that it took."""

DeliverMany = Callable[[int, str, Sequence[Observation], datetime], None]
"""Give the house several observations of one lease, in order, all or none. Blocks; raises as `Deliver`, and then takes
none of them. May be called again for observations that it took."""

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 1.0
REFUSALS_BEFORE_DEAD_LETTER = 3


class HouseAway(Exception):
    """The house cannot be reached now; it may be later."""


class Delivery:
    """Delivery of one reader's spool to the record, in order, for as long as it runs.

    Observations that wait together go together, in a thread of their own kind: a drain does not delay single
    observations. If the house refuses a batch, its observations go one by one.
    """

    def __init__(
        self,
        casino_id: int,
        reader: str,
        *,
        keeper: SpoolKeeper,
        deliver: Deliver,
        threads: Executor,
        deliver_many: DeliverMany | None = None,
        batch_threads: Executor | None = None,
    ) -> None:
        self.casino_id = casino_id
        self.reader = reader
        self._keeper = keeper
        self._deliver = deliver
        self._deliver_many = deliver_many
        self._threads = threads
        self._batch_threads = batch_threads or threads
        self._more = asyncio.Event()
        self._away = False

    def more(self) -> None:
        """There is something new in the spool."""
        self._more.set()

    async def run(self) -> None:
        row = 0
        while True:
            self._more.clear()
            read = await self._keeper.waiting(self.casino_id, self.reader, row)
            for batch in _of_one_lease(read):
                if len(batch) == 1 or not await self._hand_over_together(batch):
                    for waiting in batch:
                        await self._hand_over(waiting)
                row = batch[-1].id
            if not read:
                await self._more.wait()

    async def _hand_over_together(self, batch: list[Waiting]) -> bool:
        """Deliver all in one call, however long the house is away. Return False if the house refuses one of them."""
        if self._deliver_many is None:
            return False
        pause = FIRST_PAUSE_S
        observations = [waiting.observation for waiting in batch]
        while True:
            try:
                await asyncio.get_running_loop().run_in_executor(
                    self._batch_threads,
                    self._deliver_many,
                    self.casino_id,
                    self.reader,
                    observations,
                    datetime.now(UTC),
                )
                break
            except HouseAway as reason:
                self._note_away(reason)
            except Exception as refusal:
                log.info(
                    "reader %s: %d observations go one by one, the house refuses one of them: %s",
                    *(self.reader, len(batch), refusal),
                )
                return False
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_S)
        self._note_back()
        for waiting in batch:
            self._keeper.delivered(waiting.id)
        return True

    async def _hand_over(self, waiting: Waiting) -> None:
        """Deliver one, however long the house is away; set it aside if the house is there and refuses it."""
        pause, refusals = FIRST_PAUSE_S, 0
        while True:
            try:
                await self._give(waiting.observation)
                break
            except HouseAway as reason:
                self._note_away(reason)
            except Refused as refusal:
                # A refusal by a rule, such as another gateway's lease, stays the same the next time.
                await self._make_dead_letter(waiting, refusal)
                return
            except Exception as refusal:
                refusals += 1
                if refusals >= REFUSALS_BEFORE_DEAD_LETTER:
                    await self._make_dead_letter(waiting, refusal)
                    return
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE_S)
        self._note_back()
        self._keeper.delivered(waiting.id)

    def _note_away(self, reason: HouseAway) -> None:
        if not self._away:
            log.warning("reader %s: the house is away, its observations wait: %s", self.reader, reason)
        self._away = True

    def _note_back(self) -> None:
        if self._away:
            log.info("reader %s: the house is back, and takes what waited", self.reader)
        self._away = False

    async def _give(self, observation: Observation) -> None:
        now = datetime.now(UTC)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(
            self._threads, self._deliver, self.casino_id, self.reader, observation, now
        )

    async def _make_dead_letter(self, waiting: Waiting, refusal: Exception) -> None:
        reason, rule = reason_of(refusal)
        log.error(
            "reader %s: %s %s is set aside, the house refuses it: %s",
            self.reader,
            waiting.observation.kind,
            waiting.observation.key,
            reason,
        )
        await self._keeper.make_dead_letter(waiting.id, reason, datetime.now(UTC), rule)


def reason_of(refusal: Exception) -> tuple[str, Refusal | None]:
    """Return a refusal as a dead letter keeps it: in words for the log, and the rule if it is one."""
    return f"{type(refusal).__name__}: {refusal}", refusal.refusal if isinstance(refusal, Refused) else None


def _of_one_lease(read: Sequence[Waiting]) -> Iterator[list[Waiting]]:
    """Observations in their order, divided where the lease changes: the house checks the lease once a batch."""
    for _, batch in groupby(read, key=lambda waiting: waiting.observation.lease):
        yield list(batch)
