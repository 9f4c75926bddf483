"""Stacks of winning chips that are opened before they are paid (pt-francesa/20, pt-americana/30)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tables.roulette.bets import AnnouncedBet, Bet, parse_bet
from tables.roulette.payout.lines import Line
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


class Place(NamedTuple):
    """Place of a stack: a layout, the player of the chips, and the code of their combination."""

    layout: int
    player: str
    combination: str


def opened_stacks(
    rulebook: Rulebook, stakes: Sequence[Stake], lines: Sequence[Line], *, wheel: str | None = None
) -> dict[Place, int]:
    """Return the number of chips in every winning stack of two or more; empty if the rulebook opens none.

    `stakes` and `lines` go together. An announced bet of unknown chip value counts with the rulebook's number of chips.
    A place with another bet of unknown chip value is left out, because its number of chips is unknown.
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
    """Yield the combinations on which the stake won, each with the number of its chips there; None if unknown."""
    if isinstance(bet, AnnouncedBet):
        for (_, laid), chip in zip(bet.chips, line.chips, strict=True):
            if chip.outcome == "won":
                yield chip.bet, laid if stake.chip is None else _counted(chip.stake, stake.chip)
    elif line.outcome == "won":
        yield line.bet, None if stake.chip is None else _counted(stake.amount, stake.chip)


def _counted(amount: int, chip: int) -> int:
    return max(1, amount // chip)
