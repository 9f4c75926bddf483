"""A proportion with its interval: so many of so many."""

from math import sqrt

import msgspec

DEVIATIONS = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class Proportion(msgspec.Struct, frozen=True, kw_only=True):
    """`count` of `of` cases. `share` is count / of; `low` and `high` are the bounds of the 95 % interval of the true
    share (Wilson). All three are None without a case."""

    count: int
    of: int
    share: float | None = None
    low: float | None = None
    high: float | None = None


def proportion(count: int, of: int) -> Proportion:
    """Return the proportion of `count` in `of` cases with its 95 % interval.

    The interval is Wilson's, without continuity correction. It stays within 0 and 1, and has a width also if no case
    counted, or each did.
    """
    if not of:
        return Proportion(count=count, of=of)
    square, share = DEVIATIONS**2, count / of
    middle = share + square / (2 * of)
    reach = DEVIATIONS * sqrt(share * (1 - share) / of + square / (4 * of**2))
    whole = 1 + square / of
    return Proportion(
        count=count,
        of=of,
        share=share,
        low=max(0.0, (middle - reach) / whole) if count else 0.0,
        high=min(1.0, (middle + reach) / whole) if count < of else 1.0,
    )
