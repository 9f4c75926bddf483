"""Range of chance around a result: the 95 % interval around the theoretical one.

The variance is exact, the interval is the normal approximation: theoretical result ± 1.959964 standard deviations. That
holds for many coups of similar weight. After a few coups, or with one very high stake, the chance of a result outside
may differ much from one in twenty. The bounds are whole minor units, rounded outward, and found with whole numbers.
"""

from fractions import Fraction
from math import ceil, floor, isqrt

import msgspec

from settlement.figures.figures import Figure
from settlement.figures.theoretical import Played

DEVIATIONS = Fraction(1_959_964, 1_000_000)
"""Standard deviations that contain 95 % of a normal distribution."""


class ConfidenceInterval(msgspec.Struct, frozen=True):
    """The least and the greatest result, in minor units, that is not outside."""

    lower: int
    upper: int


def confidence_interval(played: Played) -> ConfidenceInterval:
    """Return the 95 % interval of the house's result from the played bets."""
    square = DEVIATIONS**2 * played.variance
    return ConfidenceInterval(lower=-_bound(-played.result, square), upper=_bound(played.result, square))


def lies_outside(result: Figure, within: ConfidenceInterval) -> bool | None:
    """Return True if a result is outside; None if it is absent. The answer is as certain as the result."""
    if result.amount is None:
        return None
    return not within.lower <= result.amount <= within.upper


def _bound(middle: Fraction, square: Fraction) -> int:
    """The least whole number that is not below `middle` plus the root of `square`."""
    # Surely high enough, and two too high at most: each rounded term is less than one short.
    bound = floor(middle) + isqrt(ceil(square)) + 2
    while bound - 1 >= middle and (bound - 1 - middle) ** 2 >= square:
        bound -= 1
    return bound
