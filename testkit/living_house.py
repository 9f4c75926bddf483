"""The living demonstration house in step: its tables, players and wheels on a clock that the test moves on.

Everything else is the house's own: the record on PostgreSQL, the command handler, the simulated wheels and the driver
that reads them.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from random import Random

from casino.one_machine.living.demonstration_people import DemonstrationPeople
from casino.one_machine.living.table_player import TablePlayer
from casino.people.demonstration_house import CASINO_ID, TABLES, VISITORS_TABLE, DemonstrationTable
from tables.handling.deadlines.sweep import sweep_casino
from tables.handling.observations import observe
from tables.handling.projections.table_snapshots import newest_state
from tables.play.reader.observation import Rotation
from tables.play.state import State
from tables.wheels.drivers.slingshot2 import Slingshot2
from tables.wheels.simulated_wheel import TICK_S, SimulatedWheel

SWEEP_EVERY = timedelta(seconds=30)


class WheelInStep:
    """A simulated wheel by hand whose lines come to the house as its reader has them."""

    def __init__(self, table: DemonstrationTable, seed: int, pace: float) -> None:
        self._seed = seed
        self.switch_on()
        self._reader = table.reader
        self._driver = Slingshot2(table.reader, {"speed": pace})
        self._state = self._driver.fresh()

    def switch_on(self) -> None:
        """Again, if it was on: it begins with its first game, and knows of no ball."""
        self.wheel = SimulatedWheel(Random(self._seed), by_hand=True)

    def spin(self, rotor: Rotation | None) -> bool:
        try:
            self.wheel.spin(rotor)
        except ValueError:
            return False
        return True

    def tick(self, now: datetime) -> None:
        """Half a second of the wheel's own goes by."""
        for piece in self.wheel.tick():
            heard = self._driver.feed(self._state, piece, now)
            self._state = heard.state
            for observation in heard.observations:
                observe(CASINO_ID, self._reader, observation, now)


class LivingHouse:
    """The tables of these codes, from `now` on (UTC); the demonstration exists already."""

    def __init__(self, now: datetime, codes: Iterable[str] = (), *, seed: int = 1, pace: float = 1.0) -> None:
        self.now = now
        self._seed, self._pace = seed, pace
        wanted = tuple(codes)
        tables = [table for table in TABLES if not wanted or table.code in wanted]
        self.wheels = {table.code: WheelInStep(table, seed + table.place, pace) for table in tables}
        self._tables = tables
        self.restart()

    def restart(self) -> None:
        """The process that plays was killed, and another one begins; the wheels turn on."""
        people = DemonstrationPeople()
        self._due = {
            TablePlayer(
                table,
                self.wheels[table.code],
                people=people,
                random=Random(self._seed),
                pace=self._pace,
                visitors=table.code == VISITORS_TABLE,
            ): self.now
            for table in self._tables
        }

    def play(self, seconds: float, *, until: Callable[[], bool] = lambda: False) -> bool:
        """Let so much time pass, or less: until the condition is true. Return whether it became true."""
        step = timedelta(seconds=TICK_S / self._pace)
        swept = self.now
        for _ in range(round(seconds / step.total_seconds())):
            if until():
                return True
            self.now += step
            for wheel in self.wheels.values():
                wheel.tick(self.now)
            for player, due in self._due.items():
                if due <= self.now:
                    self._due[player] = self.now + timedelta(seconds=player.look(self.now) / self._pace)
            if self.now - swept >= SWEEP_EVERY:
                sweep_casino(CASINO_ID, self.now)
                swept = self.now
        return until()

    def state(self, code: str) -> State:
        state = newest_state(CASINO_ID, code)
        assert state is not None
        return state
