"""Tests of equal frequency: Pearson's chi-square, and intervals that hold all at once."""

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy import special

from tables.roulette.statistics.spins import Whole

EXPECTED_AT_LEAST = 5
"""The least expected count of each kind for which the chi-square distribution describes the statistic."""
LEVEL = 0.05
"""The intervals hold all at once with a probability of at least one less this."""


class Statistic(msgspec.Struct, frozen=True):
    """Result of a test: its statistic, and the probability of one at least as far out if all were fair."""

    value: float
    p: float


def least_spins(kinds: int) -> int:
    """Return the least number of spins for which the chi-square over this many kinds gives a figure."""
    return EXPECTED_AT_LEAST * kinds


def chi_square(counts: Whole) -> Statistic:
    """Pearson's chi-square against equal frequencies, with a degree of freedom less than there are kinds."""
    expected = counts.sum() / len(counts)
    value = float(((counts - expected) ** 2).sum() / expected)
    return Statistic(value, float(special.chdtrc(len(counts) - 1, value)))


def intervals(counts: Whole, level: float = LEVEL) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the lower and upper bound of each kind's probability. All hold at once with probability 1 - `level`.

    Each is Clopper and Pearson's exact interval at the level divided by the number of kinds (Bonferroni).
    """
    spins, tail = counts.sum(), level / len(counts) / 2
    fallen, others = counts.astype(float), (spins - counts).astype(float)
    low = np.where(counts == 0, 0.0, special.betaincinv(np.maximum(fallen, 1), others + 1, tail))
    high = np.where(others == 0, 1.0, special.betaincinv(fallen + 1, np.maximum(others, 1), 1 - tail))
    return low, high
