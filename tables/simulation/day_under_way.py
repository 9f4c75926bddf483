"""A day under way: commands are given as time passes, and the shift rules are swept in between as in a house."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from tables.compliance.judgement import decide, next_moment, open_deadlines, stages_to_record
from tables.play import commands as c
from tables.play import events as e
from tables.play.evolve import evolve
from tables.play.evolving import Recorded
from tables.play.pending import PendingEvent
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.simulation.purses import Purses

NO_SLIPS: Mapping[e.SlipKind, int] = MappingProxyType({})


class Teller(msgspec.Struct, frozen=True):
    """Who says something to the table: a person with a role of the house, or a part of it."""

    id: str
    name: str
    role: str = ""


CHIEF = Teller("chief", "Chef de table (simulated)", "chef_de_table")
PIT_BOSS = Teller("pit-boss", "Pit boss (simulated)", "pit_boss")
DIRECTION = Teller("direction", "Direction (simulated)", "direction")
READER = Teller("reader", "Reader (simulated)")
SWEEPER = Teller("shift-sweep", "Shift rules")


def signature(teller: Teller, role: str) -> e.Signature:
    """What somebody signs with, as the house's `role`."""
    return e.Signature(person=e.Person(id=teller.id, name=teller.name), role=role)


class SimulatedEvent(msgspec.Struct, frozen=True):
    """An event of the day with who brought it about, and the command by which."""

    dated: PendingEvent
    by: Teller
    command: c.Command


class DayUnderWay:
    """A table from its opening on. `now` (UTC) only moves forward; `wheel_serial` is what its wheel is called, `purses`
    what the players have, and `slips` how many fills and credits the house has had before."""

    def __init__(
        self,
        rulebook: Rulebook,
        now: datetime,
        state: State | None = None,
        *,
        wheel_serial: str = "",
        slips: Mapping[e.SlipKind, int] = NO_SLIPS,
    ) -> None:
        self.rulebook = rulebook
        self.wheel_serial = wheel_serial
        self.now = now
        self.state = state or State()
        self.purses = Purses()
        self._slips = Counter(slips)
        self._new: list[SimulatedEvent] = []
        self._next_sweep: datetime | None = None

    def next_slip(self, kind: e.SlipKind) -> int:
        """Which fill or credit of the house the next one is; each is requested once."""
        self._slips[kind] = max(self._slips[kind], dict(self.state.slips.highest).get(kind, 0)) + 1
        return self._slips[kind]

    def take(self) -> Iterator[SimulatedEvent]:
        """The events since it was last called."""
        new, self._new = self._new, []
        yield from new

    def wait(self, seconds: float) -> None:
        """Lets time pass. What falls due meanwhile is noted at its moment, as a sweep would."""
        until = self.now + timedelta(seconds=seconds)
        while self._next_sweep is not None and self._next_sweep <= until:
            self.now = max(self.now, self._next_sweep)
            self._sweep()
        self.now = until

    def say(self, command: c.Command, by: Teller = CHIEF) -> bool:
        """Says a command. False if the rulebook refuses it, and then nothing has happened."""
        try:
            self.must(command, by)
        except Refused:
            return False
        return True

    def must(self, command: c.Command, by: Teller = CHIEF) -> None:
        """Says what this table ought not to refuse; whoever says it has signed it. Raises Refused if it does."""
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
