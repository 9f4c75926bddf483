"""The rounding of amounts that do not divide: half a stake at zero, a share in prison, a prize of half the stake.

By default an amount is rounded in the player's favour and to whole minor units.
"""

from __future__ import annotations

from tables.roulette.rulebook import RoundingRule


def part_of(amount: int, numerator: int, denominator: int, rule: RoundingRule | None) -> int:
    """`amount` (minor units) x numerator / denominator: exact where nothing is divided, else in whole units of the
    rule, up for the player, or down where it is up for the casino.
    """
    if denominator == 1:
        return amount * numerator
    unit = 1 if rule is None else rule.unit
    if rule is not None and rule.up_for == "house":
        return amount * numerator // (denominator * unit) * unit
    return -(-amount * numerator // (denominator * unit)) * unit


def halved(amount: int, times: int, rule: RoundingRule | None) -> int:
    """Return the player's rest of a stake (minor units) that was halved `times` times: never more than the stake."""
    return min(amount, part_of(amount, 1, 1 << times, rule))
