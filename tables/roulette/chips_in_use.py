"""Sums of chips: whether a stake can be made of the chips that are in use at a table. Amounts are minor units."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from heapq import heappop, heappush

from tables.money import Money
from tables.refusal import BetRefused, Refusal, Refused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.cloth import Bet
from tables.roulette.rulebook import Rulebook

Chips = tuple[int, ...]


def check_chips(
    rulebook: Rulebook,
    bet: Bet | AnnouncedBet,
    amount: int,
    chip: int | None = None,
    *,
    chips: Chips = (),
) -> None:
    """Check that `amount` on `bet` is a sum of chips that are in use, and that its single chip, if known, is one.

    In use are `chips`, the values at the table, else those that the rulebook names. Each piece of an announced bet is
    such a sum. Where neither names any, every amount is allowed. Raises BetRefused with the nearest amounts.
    """
    chips = chips or rulebook.limits.chips
    if not chips:
        return
    clause = rulebook.limits.minimum_clause
    money = partial(Money, currency=rulebook.currency)
    if chip is not None and chip not in chips:
        raise BetRefused(
            "chip-not-in-use",
            clause,
            bet=bet.code,
            value=money(chip),
            chips=tuple(money(each) for each in sorted(chips)),
        )
    pieces = bet.pieces if isinstance(bet, AnnouncedBet) else 1
    if not amount % pieces and is_sum(amount // pieces, chips):
        return
    raise BetRefused(
        "not-a-sum-of-chips",
        clause,
        bet=bet.code,
        value=money(amount),
        limit=money(min(chips) * pieces),
        right=_right_for(bet.code, amount, pieces, chips, rulebook.currency),
    )


def is_sum(amount: int, chips: Chips) -> bool:
    """Return True if some of these chips come to exactly `amount`, each taken as often as needed."""
    return amount > 0 and amount >= _least_sums(chips).get(amount % min(chips), amount + 1)


@cache
def _least_sums(chips: Chips) -> Mapping[int, int]:
    """The least sum of the chips for each remainder by the smallest of them: larger ones follow by adding that."""
    smallest = min(chips)
    least = {0: 0}
    waiting = [0]
    while waiting:
        reached = heappop(waiting)
        if least[reached % smallest] < reached:
            continue
        for chip in chips:
            further = reached + chip
            if further < least.get(further % smallest, further + 1):
                least[further % smallest] = further
                heappush(waiting, further)
    return least


def _right_for(bet: str, amount: int, pieces: int, chips: Chips, currency: str) -> Refusal:
    """The nearest amounts that do: the second half of a refusal."""
    unit = amount // pieces
    least = _least_sums(chips)
    smallest = min(chips)
    sums = [largest for each in least.values() for largest in _around(unit, each, smallest)]
    above = min(each for each in sums if each * pieces > amount)
    below = max((each for each in sums if 0 < each * pieces < amount), default=0)
    if not below:
        return Refused("smallest-that-fits", bet=bet, amount=Money(above * pieces, currency)).refusal
    return Refused(
        "nearest-that-fit",
        bet=bet,
        below=Money(below * pieces, currency),
        above=Money(above * pieces, currency),
    ).refusal


def _around(unit: int, least: int, step: int) -> tuple[int, ...]:
    """Return the sums next to `unit` on both sides among `least`, `least + step`, ..."""
    below = least + max(0, unit - least) // step * step
    return (below, below + step)
