"""The wheel itself, which people at the table see: each ball, and the number into which it falls."""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

from tables.wheels.drivers.slingshot2_lines import BALL_IN_TRACK, BALL_NOT_DETECTED, NO_MORE_BETS
from tables.wheels.simulated_wheel import HIGHEST_GAME, TICK_S, SimulatedWheel

TICK = timedelta(seconds=TICK_S)
RUNS = (BALL_IN_TRACK, NO_MORE_BETS, BALL_NOT_DETECTED)


class Spin(NamedTuple):
    """A ball that fell."""

    number: int
    fell_at: datetime


class TrueWheel:
    """A simulated wheel with a memory of all that happened at it."""

    def __init__(
        self, random: Random, *, faults: Callable[[Random], str | None], by_hand: bool, games: int
    ) -> None:
        """Make a wheel that plays so many games. A wheel `by_hand` waits for its dealer in each."""
        self._wheel = SimulatedWheel(random, faults=faults, games=games, then_idle=True, by_hand=by_hand)
        self._wheel.game = random.randint(1, HIGHEST_GAME)
        self.spins: list[Spin] = []
        self.launches = 0
        """Balls launched so far, those that came to nothing too."""
        self.launched_at: datetime | None = None
        """Launch time of the running ball; None while no ball runs."""
        self.closed_at: datetime | None = None
        """Time at which the running ball passed the end of bets."""

    def tick(self, now: datetime) -> list[bytes]:
        """Let half a second go by. Return the pieces that its reader head sends."""
        pieces = self._wheel.tick()
        if self._wheel.phase in RUNS:
            if self.launched_at is None:
                self.launched_at, self.launches = now, self.launches + 1
            if self.closed_at is None and self._wheel.phase != BALL_IN_TRACK:
                self.closed_at = now
        else:
            self.launched_at = self.closed_at = None
        for _, win in self._wheel.fallen[len(self.spins) :]:
            self.spins.append(Spin(int(win), now))
        return pieces

    @property
    def is_over(self) -> bool:
        """True if all games are played."""
        return self._wheel.games_left == 0

    @property
    def awaits_hand(self) -> bool:
        """True if the wheel waits for its dealer to launch the ball."""
        return self._wheel.awaits_hand

    def spin(self) -> None:
        """Launch the ball of a wheel that waits for it."""
        self._wheel.spin()
