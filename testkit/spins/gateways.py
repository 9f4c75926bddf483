"""A gateway in simulated time: a real driver on a line, its spool, and its delivery to the record.

It announces and keeps as `tables.wheels.listening` does. Its clock may be wrong, and its way to the record cut.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from tables.play.reader.observation import Kind, Observation
from tables.refusal import Refused
from tables.wheels.drivers.driver import Driver, KnownGame, announce
from tables.wheels.listening import LOST_FOR_S, first_state
from testkit.spins.record import RecordInHand, SequenceReused


class GatewayInHand:
    """One reader of one gateway under one lease."""

    def __init__(
        self,
        driver: Driver[Any],
        record: RecordInHand,
        lease: int,
        known: KnownGame | None,
        told: Callable[[Observation, int | None], None],
    ) -> None:
        """Listen under this lease; hand on each observation, with the coup whose number its bytes give."""
        self._driver = driver
        self._record = record
        self._told = told
        self.lease = lease
        self.state = first_state(driver, None, lease, known)
        self.offset = timedelta(0)
        """Lead of its clock."""
        self.reaches_record = True
        self.dead_letters: list[Observation] = []
        self._kept: bytes | None = None
        self._spool: list[Observation] = []
        self._delivered: list[Observation] = []
        self._silent_at: datetime | None = record.clock + timedelta(seconds=driver.silence_s or LOST_FOR_S)

    def restart(self) -> None:
        """Go on from the disk, after kill -9."""
        self.state = first_state(self._driver, self._kept, self.lease, self._record.known_game(self.reader))

    @property
    def reader(self) -> str:
        """The code of its reader."""
        return self._driver.reader

    def _now(self) -> datetime:
        return self._record.clock + self.offset

    # ---- the line

    def connected(self) -> None:
        """Begin a new connection."""
        self.state = self._driver.connected(self.state, self._now())
        if self._driver.silence_s is None:
            self._silent_at = None
            self._announce("reader_online")

    def lost(self) -> None:
        """Lose the connection."""
        if self._driver.silence_s is None and self._silent_at is None:
            self._silent_at = self._record.clock + timedelta(seconds=LOST_FOR_S)

    def arrived(self, data: bytes, coup: int | None = None) -> None:
        """Read bytes now."""
        before, at = self.state, self._now()
        heard = self._driver.feed(before, data, at)
        observations = heard.observations
        if heard.state.heard_at != before.heard_at:
            if not before.online:
                online = announce(self.reader, before, "reader_online", at)
                heard = self._driver.feed(online.state, data, at)
                observations = online.observations + heard.observations
            if self._driver.silence_s is not None:
                self._silent_at = self._record.clock + timedelta(seconds=self._driver.silence_s)
        self.state = heard.state
        if observations or heard.worth_keeping:
            self._keep(observations, coup)

    def watch_silence(self) -> None:
        """Announce that the reader is offline once it has been silent for too long."""
        if self._silent_at is not None and self._record.clock >= self._silent_at:
            self._silent_at = None
            self._announce("reader_offline")

    def _announce(self, kind: Kind) -> None:
        if self.state.online is not (kind == "reader_online"):
            heard = announce(self.reader, self.state, kind, self._now())
            self.state = heard.state
            self._keep(heard.observations)

    def _keep(self, observations: tuple[Observation, ...], coup: int | None = None) -> None:
        self._kept = self._driver.encode(self.state)
        self._spool += observations
        for each in observations:
            self._told(each, coup)

    # ---- the delivery

    @property
    def waits(self) -> bool:
        """True while observations wait in the spool."""
        return bool(self._spool)

    def deliver(self) -> None:
        """Hand over what waits, in order."""
        while self._spool and self.reaches_record:
            waiting = self._spool.pop(0)
            self._delivered = [*self._delivered[-9:], waiting]
            self._give(waiting)

    def deliver_again(self, count: int) -> None:
        """Hand over the last ones once more: it was killed before it could note that they were taken."""
        for each in self._delivered[-count:]:
            self._give(each)

    def _give(self, observation: Observation) -> None:
        try:
            self._record.observe(observation, self._now())
        except (Refused, SequenceReused):
            self.dead_letters.append(observation)
