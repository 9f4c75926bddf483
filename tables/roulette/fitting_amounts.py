"""Which amounts fit a bet that comes in whole steps only, and the nearest of them in words. Minor units."""

from __future__ import annotations

from typing import NamedTuple

from tables.roulette.money import in_words


class Fitting(NamedTuple):
    """The amounts that fit: multiples of `step`, and not over `at_most` where something bounds them."""

    step: int
    at_most: int | None = None

    def nearest(self, amount: int, currency: str) -> str:
        """The amounts nearest to one that does not fit: `49.98 EUR and 50.04 EUR do`."""
        below = max(amount, 0) // self.step * self.step
        above = below + self.step
        largest = above if self.at_most is None else self.at_most // self.step * self.step
        if largest < 1:
            return "no amount does at this table"
        if above > largest:
            return f"{in_words(largest, currency)} is the largest that does"
        if below < 1:
            return f"{in_words(above, currency)} is the smallest that does"
        return f"{in_words(below, currency)} and {in_words(above, currency)} do"
