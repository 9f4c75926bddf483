"""Amounts that fit a bet with whole steps only, and the nearest of them. Minor units."""

from __future__ import annotations

from typing import NamedTuple

from tables.money import Money
from tables.refusal import Refusal, Refused


class Fitting(NamedTuple):
    """The amounts that fit: multiples of `step`, and not over `at_most` where something bounds them."""

    step: int
    at_most: int | None = None

    def right_for(self, bet: str, amount: int, currency: str) -> Refusal:
        """Return the amounts on `bet` (a code) nearest to one that does not fit: the second half of its refusal."""
        below = max(amount, 0) // self.step * self.step
        above = below + self.step
        largest = above if self.at_most is None else self.at_most // self.step * self.step
        if largest < 1:
            return Refused("no-amount-fits").refusal
        if above > largest:
            return Refused("largest-that-fits", bet=bet, amount=Money(largest, currency)).refusal
        if below < 1:
            return Refused("smallest-that-fits", bet=bet, amount=Money(above, currency)).refusal
        return Refused(
            "nearest-that-fit", bet=bet, below=Money(below, currency), above=Money(above, currency)
        ).refusal
