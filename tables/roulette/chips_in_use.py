"""Sums of chips: checks that the chips in use at a table can make a stake. Amounts are minor units."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from heapq import heappop, heappush

from tables.money import Money
from tables.refusal import BetRefused, Refusal, Refused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.cloth import Bet
from tables.roulette.rulebook import Limits, Rulebook
from tables.roulette.sign import maximum_for

Chips = tuple[int, ...]


def check_chips(
    rulebook: Rulebook,
    bet: Bet | AnnouncedBet,
    amount: int,
    chip: int | None = None,
    *,
    chips: Chips = (),
    colours_by: Limits | None = None,
) -> None:
    """Check that `amount` on `bet` is a sum of chips that are in use, and that its single chip, if known, is one.

    In use are `chips`, the values at the table, else those that the rulebook names; and with the sign `colours_by`,
    the chips of colours that the sign allows. Each piece of an announced bet is such a sum. Where neither table nor
    rulebook names a value, every amount is allowed. Raises BetRefused with the nearest amounts.
    """
    chips = chips or rulebook.limits.chips
    if not chips:
        return
    clause = rulebook.limits.minimum_clause
    money = partial(Money, currency=rulebook.currency)
    of_colour = chip is not None and colours_by is not None and is_colour_value(rulebook, colours_by, chip)
    if colours_by is not None:
        # The values of colours are its whole multiples, so that all their sums are.
        chips = tuple(dict.fromkeys((*chips, colours_by.minimum)))
    if chip is not None and chip not in chips and not of_colour:
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


def is_colour_value(rulebook: Rulebook, sign: Limits, value: int) -> bool:
    """Return True if a chip without a face value may be worth `value` by this sign: the minimum or a whole multiple of
    it, up to the maximum of a kind of bet (pt-americana/9-11).
    """
    colours = rulebook.colour_chips.colours if rulebook.colour_chips else None
    if colours is None or value < sign.minimum or value % sign.minimum:
        return False
    maximum = maximum_for(rulebook, sign, colours.value_up_to)
    return maximum is None or value <= maximum


def is_sum(amount: int, chips: Chips) -> bool:
    """Return True if some of these chips come to exactly `amount`, each taken as often as needed."""
    return amount > 0 and amount >= _least_sums(chips).get(amount % min(chips), amount + 1)


@cache
def _least_sums(chips: Chips) -> Mapping[int, int]:
    """Return the least sum of the chips for each remainder by the smallest of them: larger ones follow
    by adding that.
    """
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
    """Return the nearest amounts that do: the second half of a refusal."""
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
