"""Players and their bets: each seat has a habit, and stakes within the table's limits."""

from collections.abc import Sequence
from random import Random

import msgspec

from tables.play import commands as c
from tables.play.state import State
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import every_bet
from tables.roulette.cloth import Bet
from tables.roulette.limits import fitting_for, maximum_for
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook

HABITS: dict[str, tuple[str, ...]] = {
    "pleins": ("plein", "plein", "plein", "cheval", "carre"),
    "outside": (*EVEN_CHANCES, "douzaine", "colonne"),
    "lines": ("transversale", "sixain", "cheval", "quatre-premiers"),
    "announces": ("announced", "announced", "plein", "rouge"),
    "everything": ("plein", "cheval", "carre", "sixain", "douzaine", "colonne", "noir", "pair", "announced"),
}


class Bettor(msgspec.Struct, frozen=True):
    """Player: the seat, the habit, and the stake in multiples of the minimum. At a table with chips of colours `colour`
    is the wanted one, if free.
    """

    seat: str
    habit: str
    units: int
    colour: str = ""


def bettors(random: Random, seats: int) -> tuple[Bettor, ...]:
    """Return so many players, each with a habit of their own."""
    habits = sorted(HABITS)
    return tuple(
        Bettor(seat=f"P{place}", habit=random.choice(habits), units=random.choice((1, 1, 1, 2, 2, 5)))
        for place in range(1, seats + 1)
    )


class Choices:
    """Possible bets at a table, by kind."""

    def __init__(self, rulebook: Rulebook, wheel: str) -> None:
        self.rulebook = rulebook
        self._by_kind: dict[str, list[Bet]] = {}
        self._announced: list[AnnouncedBet] = []
        for bet in every_bet(rulebook, wheel=wheel):
            if isinstance(bet, AnnouncedBet):
                self._announced.append(bet)
            else:
                self._by_kind.setdefault(bet.kind, []).append(bet)

    def bet(self, random: Random, bettor: Bettor, state: State) -> c.PlaceBet | None:
        """Return a bet in the habit of this player; None if the drawn kind has none."""
        kind = random.choice(HABITS[bettor.habit])
        chosen = random.choice(self._announced or [None]) if kind == "announced" else None
        bet: Bet | AnnouncedBet | None = chosen or self._on_the_cloth(random, kind)
        if bet is None or state.limits is None:
            return None
        return c.PlaceBet(
            player=bettor.seat,
            bet=bet.code,
            amount=self._amount(bettor, bet, state),
            repeated=("employee", "chief") if isinstance(bet, AnnouncedBet) else (),
        )

    def _on_the_cloth(self, random: Random, kind: str) -> Bet | None:
        bets: Sequence[Bet] = self._by_kind.get(kind, ())
        return random.choice(bets) if bets else None

    def _amount(self, bettor: Bettor, bet: Bet | AnnouncedBet, state: State) -> int:
        """Return the amount in minor units: the player's stake, in steps that the bet permits."""
        assert state.limits is not None
        minimum = state.limits.minimum
        wanted = bettor.units * minimum
        if isinstance(bet, AnnouncedBet):
            step = fitting_for(self.rulebook, state.limits, bet, None).step
            return max(step, wanted * bet.pieces // step * step, -(-minimum * bet.pieces // step) * step)
        most = maximum_for(self.rulebook, state.limits, bet.kind)
        return min(wanted, most) if most is not None else wanted
