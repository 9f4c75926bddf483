"""A table's day of many spins: the wheel, the ways of its numbers into the record, and the record in the end."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

from tables.play.coup.questions import BALL_RUNS
from tables.roulette.loader import get_rulebook
from tables.wheels.drivers import DRIVERS
from testkit.spins.dialled import DialledReader
from testkit.spins.integrators import HttpReader
from testkit.spins.record import RecordInHand
from testkit.spins.setup import Setup
from testkit.spins.staff import Staff
from testkit.spins.true_wheel import TICK, TrueWheel
from testkit.spins.truth import Truth

BEGIN = datetime(2026, 3, 1, 18, tzinfo=UTC)
RULEBOOK = "it-venezia"
LONGEST_GAME = timedelta(minutes=5)
"""A day whose games take longer on average is stuck: people cannot go on."""
QUIET_WITHIN = timedelta(minutes=20)
"""Time for people to correct everything after the last ball."""


def open_in_hand(setup: Setup, now: datetime) -> RecordInHand:
    """Open the table without a database."""
    readers = [reader.registered() for reader in setup.readers]
    return RecordInHand(get_rulebook(RULEBOOK), readers, now, takes_over=setup.takes_over)


class TableDay:
    """One day at one table, half second by half second."""

    def __init__(
        self,
        setup: Setup,
        seed: str,
        games: int,
        opened: Callable[[Setup, datetime], RecordInHand] = open_in_hand,
    ) -> None:
        """Prepare a day of so many games at a table that `opened` opens; the same seed gives the same day."""
        chance = Random(f"{seed} {setup.name}")
        self.setup = setup
        self.planted: Counter[str] = Counter()
        self._stuck_at = BEGIN + games * LONGEST_GAME
        self._chance = Random(chance.random())
        self.wheel = TrueWheel(
            Random(chance.random()),
            faults=lambda random: random.choice(setup.wheel_faults),
            by_hand=setup.by_hand,
            games=games,
        )
        self.record = opened(setup, BEGIN)
        self.truth = Truth(self.record, self.wheel, unknowable=setup.unknowable)
        self.record.watch = self.truth.happened
        self.staff = Staff(setup.habits, self.record, self.wheel, Random(chance.random()))
        self._dialled = [
            DialledReader(reader, self.truth, Random(chance.random()), self.planted)
            for reader in setup.readers
            if reader.protocol in DRIVERS
        ]
        self._posting = [
            HttpReader(reader.code, reader.http, self.truth, Random(chance.random()), self.planted)
            for reader in setup.readers
            if reader.protocol not in DRIVERS
        ]

    def play(self) -> None:
        """Play until the last game is over and everything is corrected."""
        while not self.wheel.is_over and self.record.clock < self._stuck_at:
            self._plant()
            self._tick()
        for dialled in self._dialled:
            dialled.end_faults()
        for posting in self._posting:
            posting.end_faults()
        until = self.record.clock + QUIET_WITHIN
        while self.record.clock < until and not self._is_quiet():
            self._tick()
        if not self.wheel.is_over:
            self.truth.faults.append(f"the table is stuck ({dict(self.staff.refused)})")
        self.truth.compare()

    def _is_quiet(self) -> bool:
        state = self.record.state
        open_ = state.doubted or state.discrepancies or state.payments_open
        in_doubt = any(past.doubts for past in state.past)
        quiet = all(dialled.is_quiet for dialled in self._dialled)
        return quiet and not open_ and not in_doubt and self.truth.coups >= len(self.wheel.spins)

    def _tick(self) -> None:
        self.record.clock += TICK
        fallen = len(self.wheel.spins)
        lines = self.wheel.tick(self.record.clock)
        well = all(dialled.is_well for dialled in self._dialled)
        for dialled in self._dialled:
            dialled.tick(lines, fallen, self.wheel, may_misread=well)
        for posting in self._posting:
            posting.tick(fallen, self.wheel)
        self.staff.look()

    def _plant(self) -> None:
        readers: list[DialledReader | HttpReader] = [*self._dialled, *self._posting]
        for reader, setup in zip(readers, self.setup.readers, strict=True):
            if self._chance.random() < setup.spurious and (self.setup.unknowable or self._no_ball_runs()):
                reader.spurious(self._chance.randrange(37))
                self.planted["number of no spin"] += 1

    def _no_ball_runs(self) -> bool:
        """Return True if no ball runs, and the table knows it: the last one has its number there, or came to
        nothing.
        """
        known = self.truth.coups == len(self.wheel.spins)
        return known and self.wheel.launched_at is None and self.record.state.phase not in BALL_RUNS
