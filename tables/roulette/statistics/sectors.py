"""Sectors: tests for a run of neighbouring pockets that comes too often (a scan statistic around the wheel)."""

import msgspec
import numpy as np
from scipy import special

from tables.roulette.statistics.spins import Whole

WIDTHS = (3, 5, 9, 12)
"""The sectors that are looked at: so many neighbouring pockets, from every place of the wheel."""
NEEDED_POWER = 0.8


class Sector(msgspec.Struct, frozen=True, kw_only=True):
    """Most conspicuous sector: from place `start` clockwise, `width` pockets, with `hits` hits.

    `p` accounts for all sectors that were looked at (Bonferroni over every start and width).
    """

    start: int
    width: int
    hits: int
    expected: float
    p: float


def in_windows(counts: Whole, width: int) -> Whole:
    """Return the hits of each sector of this width, by its first place. The last axis goes round the wheel."""
    pockets = counts.shape[-1]
    around = np.concatenate([counts, counts[..., : width - 1]], axis=-1)
    total = np.cumsum(np.concatenate([np.zeros((*counts.shape[:-1], 1), int), around], axis=-1), axis=-1)
    windows: Whole = total[..., width:] - total[..., :pockets]
    return windows


def most_hit_sector(counts: Whole) -> Sector:
    """Return the sector least likely on a fair wheel, of all that are looked at. The binomial tail is exact."""
    pockets, spins = len(counts), int(counts.sum())
    found = []
    for width in WIDTHS:
        hits = in_windows(counts, width)
        start = int(hits.argmax())
        most, chance = int(hits[start]), width / pockets
        tail = float(special.betainc(most, spins - most + 1, chance)) if most else 1.0
        found.append((tail, start, width, most))
    tail, start, width, most = min(found)
    p = min(1.0, tail * pockets * len(WIDTHS))
    return Sector(start=start, width=width, hits=most, expected=spins * width / pockets, p=p)


def detectable_lift(spins: int, pockets: int, *, width: int = 5, level: float = 0.05) -> float:
    """Return the smallest relative rise in the probability of a sector of this width that `most_hit_sector` finds at
    this level four times in five, by the normal approximation. 0.15 is fifteen per cent.
    """
    chance = width / pockets
    reach = special.ndtri(1 - level / (pockets * len(WIDTHS))) + special.ndtri(NEEDED_POWER)
    return float(reach * np.sqrt((1 - chance) / (chance * spins)))
