"""Looking again and again: evidence against a fair wheel that holds at whatever spin somebody looks.

A gambler who begins with a stake of 1 bets on biased sectors at the odds of a fair wheel. On a fair wheel nobody wins
by that: the chance that the stake ever grows to 1/a is at most a, whenever and how often it is looked at (Ville's
inequality). So the stake is the evidence, and needs no correction for looking.

The stake is spread over every place of the wheel and the bets of BETS. After STRETCH spins a new gambler begins with
a stake of 1: what was fair for long may become biased, and an old stake is all but lost by then.
"""

import msgspec
import numpy as np
from scipy import special

from tables.roulette.statistics.sectors import in_windows
from tables.roulette.statistics.spins import Whole

STRETCH = 10_000
"""Spins after which the watch begins anew."""
FALSE_ALARMS = 0.05
"""At most this part of fair wheels raises an alarm within a stretch."""
ALARM_AT = 1 / FALSE_ALARMS


class Bet(msgspec.Struct, frozen=True):
    """On a sector of so many neighbouring pockets coming `lift` times as often as it should; its part of the stake."""

    width: int
    lift: float
    part: float


BETS = (
    Bet(5, 1.15, 0.6),
    Bet(5, 1.5, 0.1),
    Bet(9, 1.12, 0.1),
    Bet(3, 1.4, 0.1),
    Bet(1, 1.6, 0.1),
)
"""Most on a sector of five a little too often: the slightest bias for which a player would play."""


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """`now` is what the stake has grown to, `most` what it came to in this stretch, `since` is how many spins the
    stretch has. From ALARM_AT on it is an alarm."""

    now: float
    most: float
    since: int

    @property
    def alarm_at(self) -> int:
        return round(ALARM_AT)

    @property
    def is_alarm(self) -> bool:
        return self.most >= ALARM_AT


def stake(counts: Whole) -> np.float64 | np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """What a stake of 1 has grown to. The last axis of `counts` goes round the wheel; the others stay."""
    pockets, spins = counts.shape[-1], counts.sum(axis=-1, keepdims=True)
    parts = []
    for bet in BETS:
        chance = bet.width / pockets
        hits = in_windows(counts, bet.width)
        others = np.log((1 - bet.lift * chance) / (1 - chance))
        parts.append(hits * np.log(bet.lift) + (spins - hits) * others + np.log(bet.part / pockets))
    grown = np.exp(special.logsumexp(np.concatenate(parts, axis=-1), axis=-1))
    return np.asarray(grown, dtype=np.float64)


def evidence(places: Whole, pockets: int, *, every: int = 25) -> Evidence:
    """The evidence in the running stretch of all these spins, looked at after every so many of it and at its end.

    `places` are places around the wheel, or steps from one to the next: both are fair in the same way.
    """
    running = places[len(places) // STRETCH * STRETCH :] if len(places) % STRETCH else places[-STRETCH:]
    if not len(running):
        return Evidence(now=1.0, most=1.0, since=0)
    ends = np.append(np.arange(every, len(running), every), len(running))
    looks = np.searchsorted(ends, np.arange(len(running)), side="right")
    counts = np.zeros((len(ends), pockets), dtype=np.int64)
    np.add.at(counts, (looks, running), 1)
    grown = np.atleast_1d(stake(counts.cumsum(axis=0)))
    return Evidence(now=float(grown[-1]), most=float(max(1.0, grown.max())), since=len(running))
