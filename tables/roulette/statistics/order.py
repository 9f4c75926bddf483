"""Tests of the order of the numbers against chance: runs, and the correlation of a number with the one before."""

import numpy as np
from numpy.typing import NDArray
from scipy import special

from tables.roulette.statistics.spins import Whole
from tables.roulette.statistics.uniform import Statistic

EACH_AT_LEAST = 20
"""The least count of either kind for which the normal distribution describes the number of runs."""
STEPS_AT_LEAST = 50
"""The least number of steps for which the approximation of the circular correlation holds."""


def runs(ups: NDArray[np.bool_]) -> Statistic | None:
    """Wald and Wolfowitz: z of the number of runs, two-sided, without correction for continuity. None where there are
    too few of either kind."""
    n, up = len(ups), int(ups.sum())
    down = n - up
    if min(up, down) < EACH_AT_LEAST:
        return None
    found = 1 + int((ups[1:] != ups[:-1]).sum())
    expected = 2 * up * down / n + 1
    variance = (expected - 1) * (expected - 2) / (n - 1)
    z = float((found - expected) / np.sqrt(variance))
    return Statistic(z, float(2 * special.ndtr(-abs(z))))


def circular_correlation(steps: Whole, pockets: int) -> Statistic:
    """Return the strength of the ball's preference for one distance around the wheel, with its p-value.

    The value is the mean resultant length of `steps`, from 0 (none) to 1 (always the same). The test is Rayleigh's,
    with Zar's approximation of p.
    """
    n = len(steps)
    # A number of the wheel at each turn of the circle: few of them, so they are counted before they are added.
    counts = np.bincount(steps, minlength=pockets)
    turned = np.exp(2j * np.pi * np.arange(pockets) / pockets)
    length = float(abs((counts * turned).sum()) / n)
    resultant = n * length
    p = np.exp(np.sqrt(1 + 4 * n + 4 * (n**2 - resultant**2)) - (1 + 2 * n))
    return Statistic(length, float(min(1.0, p)))
