"""Basis of the draws: a table with some luck, and the register of the functions that draw commands."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from random import Random
from typing import TypeVar

from tables.play import commands as c
from tables.play import events as e
from tables.play.state import State
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import every_bet
from tables.roulette.limits import fitting_for
from tables.roulette.rulebook import EVEN_CHANCES, Limits, Rulebook
from tables.roulette.wheel import written

PLAYERS = ("P1", "P2", "P3", "P4")
ODD_NAMES = ("", "  ", " P1", "P1 ", "somebody else")
ODD_AMOUNTS = (0, -1, -500, 1, 7, 333, 10**12)
ODD_BETS = (
    "",
    "plein:37",
    "cheval:1-36",
    "no bet at all",
    "plein:",
    "rouge:1",
    "finale:99",
    "voisins-de:40/9",
)
ODD_WORDS = ("", " ", "\t")
COLOURS = {"yellow": 40, "blue": 40, "green": 25}
"""The chips of each colour that a table has: few, so that they run out."""
BREAKS_OFF = 4
"""One thing in so many makes no sense."""

Thing = TypeVar("Thing")


class Hand:
    """Draws for the table in `state`, at `now` (UTC). With `makes_sense` it draws from existing things."""

    def __init__(self, random: Random, state: State, rulebook: Rulebook, now: datetime) -> None:
        self.random = random
        self.state = state
        self.rulebook = rulebook
        self.now = now
        self._careful = random.randrange(2) == 0

    def makes_sense(self) -> bool:
        """Return True if the next thing is one that could be right: of half the hands all are, of the others most."""
        return self._careful or self.random.randrange(BREAKS_OFF) < BREAKS_OFF - 1

    def one(self, things: Iterable[Thing]) -> Thing:
        """One of them; there must be some."""
        return self.random.choice(list(things))

    def some(self, things: Sequence[Thing], at_most: int = 3) -> tuple[Thing, ...]:
        """Return none, one or several of them, also one twice."""
        return tuple(self.one(things) for _ in range(self.random.randrange(at_most + 1)) if things)

    def among(self, there: Iterable[Thing], odd: Iterable[Thing]) -> Thing:
        """Return one of the existing things; now and then, and if there is none, an odd one."""
        there = list(there)
        return self.one(there) if there and self.makes_sense() else self.one(odd)

    def flag(self, mostly: bool = False) -> bool:
        """`mostly`, or now and then the contrary."""
        return mostly if self.random.randrange(BREAKS_OFF) < BREAKS_OFF - 1 else not mostly

    def words(self) -> str:
        return self.among(("seen by the chief",), ODD_WORDS)

    def player(self) -> str:
        return self.among(PLAYERS, ODD_NAMES)

    def number(self) -> int:
        """Zero often, since most happens there."""
        return self.among((0, self.one(self.rulebook.numbers)), (37, -1, 1000))

    def past_coup(self) -> int:
        return self.among((past.coup for past in self.state.past), (0, -3, 1, self.state.coup + 1, 99))

    def amount(self) -> int:
        """Return a stake or a sum, in minor units: some times the minimum."""
        minimum = self.limits.minimum
        return self.among((minimum, 2 * minimum, 10 * minimum, 40 * minimum), ODD_AMOUNTS)

    def bet(self) -> str:
        """Return a bet, often on even chances and pleins, so that stakes come together."""
        last = f"plein:{written(self.rulebook.numbers[-1])}"
        plain = (*EVEN_CHANCES, "plein:0", "plein:7", "cheval:7-8", *(last,) * (len(self.rulebook.zeros) - 1))
        return self.among((*plain, self.one(every_bet(self.rulebook, wheel=self.wheel)).code), ODD_BETS)

    def bet_and_amount(self) -> tuple[str, int]:
        """Return a bet with its stake; for an announced one mostly a divisible sum."""
        if self.makes_sense() and self.random.randrange(3) == 0:
            bets = every_bet(self.rulebook, wheel=self.wheel)
            announced = [each for each in bets if isinstance(each, AnnouncedBet)]
            if announced:
                bet = self.one(announced)
                step = fitting_for(self.rulebook, self.limits, bet, None).step
                least = -(-self.limits.minimum * bet.pieces // step) * step
                return bet.code, self.among((least, 2 * least), (step, step + 1))
        return self.bet(), self.amount()

    def bet_ref(self) -> str:
        there = [bet.ref for bet in (*self.state.bets, *self.state.settled_bets)]
        return self.among(there, ("b0", "b999", "", "x", "bb", "b-1"))

    def person(self) -> e.Person:
        """Somebody of the table's staff, or a relief."""
        seated = [*self.state.staff.values(), *self.state.roster.second.values()]
        relief = [e.Person(id=f"r{number}", name=f"Relief {number}") for number in range(3)]
        return self.one([*seated, *relief])

    def signatures(self, roles: Sequence[str]) -> tuple[e.Signature, ...]:
        """One for each of the roles by somebody else; else none, or one person for all."""
        signed = tuple(
            e.Signature(person=e.Person(id=f"s-{role}", name=role), role=role)
            for role in (*roles, "chef_de_table")
        )
        same = tuple(e.Signature(person=e.Person(id="s", name="One"), role=role) for role in roles)
        return self.among((signed,), ((), same, signed[:1]))

    @property
    def limits(self) -> Limits:
        """Return the limits in force, else the usual ones."""
        return self.state.limits or self.rulebook.default_limits

    @property
    def wheel(self) -> str:
        return self.state.wheel if self.state.version else self.rulebook.first_wheel


Draw = Callable[[Hand], c.Command]
DRAWN: dict[type[c.Command], Draw] = {}


def draws(command_type: type[c.Command]) -> Callable[[Draw], Draw]:
    """Registers the function that draws commands of this type."""

    def register(function: Draw) -> Draw:
        DRAWN[command_type] = function
        return function

    return register
