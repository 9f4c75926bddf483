"""Which winning chips lie as a stack and are opened before they are paid (pt-francesa/20, pt-americana/30)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from settlement.payout.lines import Line, Stake
from tables.roulette.bets import AnnouncedBet
from tables.roulette.rulebook import PaymentRule


class Place(NamedTuple):
    """Where chips lie upon each other: a layout, whose chips they are, and the code of their combination."""

    layout: int
    player: str
    combination: str


def opened_stacks(rule: PaymentRule, stakes: Sequence[Stake], lines: Sequence[Line]) -> dict[Place, int]:
    """The number of chips in every winning stack of two or more; empty where the rulebook opens none.

    `stakes` and `lines` go together. A bet of unknown chip value counts as one chip, an announced one as the chips
    that the rulebook lays for it.
    """
    if rule.open_stacks_clause is None:
        return {}
    stacks: Counter[Place] = Counter()
    for stake, line in zip(stakes, lines, strict=True):
        for combination, chips in _winning_chips(stake, line):
            stacks[Place(stake.layout, stake.player, combination)] += chips
    return {place: chips for place, chips in stacks.items() if chips > 1}


def _winning_chips(stake: Stake, line: Line) -> Iterator[tuple[str, int]]:
    """The combinations on which the stake won, each with how many of its chips lie there."""
    if isinstance(stake.bet, AnnouncedBet):
        for (_, laid), chip in zip(stake.bet.chips, line.chips, strict=True):
            if chip.outcome == "won":
                yield chip.bet, laid if stake.chip is None else _counted(chip.stake, stake.chip)
    elif line.outcome == "won":
        yield line.bet, 1 if stake.chip is None else _counted(stake.amount, stake.chip)


def _counted(amount: int, chip: int) -> int:
    return max(1, amount // chip)
