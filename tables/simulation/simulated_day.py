"""A made-up day: commands are given as time passes, and the shift rules are swept in between as in a casino."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from msgspec.structs import replace

from tables.compliance.judgement import decide, next_moment, open_deadlines, stages_to_record
from tables.play import commands as c
from tables.play import events as e
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.play.state import State
from tables.roulette.rulebook import Rulebook
from tables.simulation.day_under_way import (
    CHIEF,
    NO_SLIPS,
    SWEEPER,
    DayUnderWay,
    SimulatedEvent,
    Teller,
    signature,
)


class SimulatedDay(DayUnderWay):
    """A day whose time passes at once, with its own events. `slips`: number of earlier fills and credits."""

    def __init__(
        self,
        rulebook: Rulebook,
        now: datetime,
        state: State | None = None,
        *,
        wheel_serial: str = "",
        slips: Mapping[e.SlipKind, int] = NO_SLIPS,
    ) -> None:
        super().__init__(rulebook, now, state or State(), wheel_serial=wheel_serial)
        self._slips = Counter(slips)
        self._new: list[SimulatedEvent] = []
        self._next_sweep: datetime | None = None

    def next_slip(self, kind: e.SlipKind) -> int:
        """Return the number of the casino's next fill or credit. Each slip is requested once."""
        self._slips[kind] = max(self._slips[kind], dict(self.state.slips.highest).get(kind, 0)) + 1
        return self._slips[kind]

    def take(self) -> Iterator[SimulatedEvent]:
        """Yield the events since the last call."""
        new, self._new = self._new, []
        yield from new

    def wait(self, seconds: float) -> None:
        """Let time pass. A deadline that falls due is noted at its moment, as a sweep would."""
        until = self.now + timedelta(seconds=seconds)
        while self._next_sweep is not None and self._next_sweep <= until:
            self.now = max(self.now, self._next_sweep)
            self._sweep()
        self.now = until

    def must(self, command: c.Command, by: Teller = CHIEF) -> None:
        if isinstance(command, c.Signed) and by.role and not command.signatures:
            command = replace(command, signatures=(signature(by, by.role), *command.signatures))
        decided = decide(self.state, command, self.rulebook, self.now)
        for dated in decided:
            recorded = Recorded(dated.event, self.state.version + 1, dated.at)
            self.purses.take(dated.event, self.state)
            self.state = evolve(self.state, recorded, self.rulebook)
            self._new.append(SimulatedEvent(dated, by, command))
        if decided:
            self._next_sweep = next_moment(self.state, self.rulebook)

    def _sweep(self) -> None:
        for case in open_deadlines(self.state, self.rulebook):
            for stage, moment in stages_to_record(self.state, case):
                if moment <= self.now:
                    self.say(c.PassDeadline(rule=case.rule, stage=stage, case=case.name), SWEEPER)
        self._next_sweep = next_moment(self.state, self.rulebook)
