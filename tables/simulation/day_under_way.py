"""A day under way for the simulation: speakers, and the passing of time."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

import msgspec

from tables.play import commands as c
from tables.play import events as e
from tables.play.pending import PendingEvent
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.simulation.purses import Purses

RELIEFS = tuple(e.Person(id=f"croupier-{number}", name=f"Croupier {number}") for number in range(101, 109))
"""More than a table has seats."""
NO_SLIPS: Mapping[e.SlipKind, int] = MappingProxyType({})


class Teller(msgspec.Struct, frozen=True):
    """Speaker at the table: a person with a role in the casino, or a device."""

    id: str
    name: str
    role: str = ""


CHIEF = Teller("chief", "Chef de table (simulated)", "chef_de_table")
PIT_BOSS = Teller("pit-boss", "Pit boss (simulated)", "pit_boss")
DIRECTION = Teller("direction", "Management (simulated)", "direction")
READER = Teller("reader", "Reader (simulated)")
SWEEPER = Teller("shift-sweep", "Shift rules")


def signature(teller: Teller, role: str) -> e.Signature:
    """Return the signature of `teller` in the casino's `role`."""
    return e.Signature(person=e.Person(id=teller.id, name=teller.name), role=role)


class SimulatedEvent(msgspec.Struct, frozen=True):
    """An event of the day with its author and its command."""

    dated: PendingEvent
    by: Teller
    command: c.Command


class DayUnderWay(ABC):
    """A table from its opening on, for its simulated players and staff: made up (`simulated_day.py`), or at a table of
    the demonstration, in real time.

    `now` (UTC) only moves forward; `wheel_serial` is the serial of its wheel, `purses` the money of the players.
    """

    reliefs: Sequence[e.Person] = RELIEFS
    """People who take the ball in turn without a rota."""

    def __init__(self, rulebook: Rulebook, now: datetime, state: State, *, wheel_serial: str = "") -> None:
        self.rulebook = rulebook
        self.wheel_serial = wheel_serial
        self.now = now
        self.state = state
        self.purses = Purses()

    @abstractmethod
    def next_slip(self, kind: e.SlipKind) -> int:
        """Return the number of the casino's next fill or credit."""

    @abstractmethod
    def wait(self, seconds: float) -> None:
        """Let time pass."""

    @abstractmethod
    def must(self, command: c.Command, by: Teller = CHIEF) -> None:
        """Give a command that this table should not refuse, signed by the speaker. Raises Refused if it does."""

    def say(self, command: c.Command, by: Teller = CHIEF) -> bool:
        """Send a command. Return False if the rulebook refuses it, and then nothing has happened."""
        try:
            self.must(command, by)
        except Refused:
            return False
        return True

    def passed(self, since: datetime) -> float:
        """Return the seconds since then, as long as they are for those who play here."""
        return (self.now - since).total_seconds()
