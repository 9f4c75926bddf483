"""Which winning chips lie as a stack and are opened before they are paid (pt-francesa/20, pt-americana/30)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tables.roulette.bets import AnnouncedBet, Bet, parse_bet
from tables.roulette.payout.lines import Line
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


class Place(NamedTuple):
    """Where chips lie upon each other: a layout, whose chips they are, and the code of their combination."""

    layout: int
    player: str
    combination: str


def opened_stacks(
    rulebook: Rulebook, stakes: Sequence[Stake], lines: Sequence[Line], *, wheel: str | None = None
) -> dict[Place, int]:
    """The number of chips in every winning stack of two or more; empty where the rulebook opens none.

    `stakes` and `lines` go together. An announced bet of unknown chip value counts as the chips that the rulebook lays
    for it; where another's lies, nobody knows how many chips there are, and the place is left out.
    """
    if rulebook.payment.open_stacks_clause is None:
        return {}
    stacks: Counter[Place] = Counter()
    unknown: set[Place] = set()
    for stake, line in zip(stakes, lines, strict=True):
        for combination, chips in _winning_chips(stake, parse_bet(stake.bet, rulebook, wheel=wheel), line):
            place = Place(stake.layout, stake.player, combination)
            if chips is None:
                unknown.add(place)
            else:
                stacks[place] += chips
    return {place: chips for place, chips in stacks.items() if chips > 1 and place not in unknown}


def _winning_chips(stake: Stake, bet: Bet | AnnouncedBet, line: Line) -> Iterator[tuple[str, int | None]]:
    """The combinations on which the stake won, each with how many of its chips lie there, None where not known."""
    if isinstance(bet, AnnouncedBet):
        for (_, laid), chip in zip(bet.chips, line.chips, strict=True):
            if chip.outcome == "won":
                yield chip.bet, laid if stake.chip is None else _counted(chip.stake, stake.chip)
    elif line.outcome == "won":
        yield line.bet, None if stake.chip is None else _counted(stake.amount, stake.chip)


def _counted(amount: int, chip: int) -> int:
    return max(1, amount // chip)
