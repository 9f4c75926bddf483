"""Looking again and again: evidence against a fair wheel that holds at every spin at which somebody looks.

A gambler who begins with a stake of 1 bets on biased sectors at the odds of a fair wheel. Nobody wins by that on a
fair wheel: the chance that the stake ever grows to 1/a is at most a, at any time and for any number of looks
(Ville's inequality). So the stake is the evidence, and needs no correction for looking.

The stake is spread over every place of the wheel and the bets of BETS. After STRETCH spins a new gambler begins with
a stake of 1: a wheel that was fair for long may become biased, and an old stake is nearly lost by then.

A `Stretch` is carried along spin by spin and counts, so nobody has to read old spins again.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
from msgspec.structs import replace
from scipy import special

from tables.roulette.statistics.sectors import in_windows
from tables.roulette.statistics.spins import UNKNOWN, Whole

STRETCH = 10_000
"""The watch begins again after this many spins."""
FALSE_ALARMS = 0.05
"""At most this part of fair wheels raises an alarm within a stretch."""
ALARM_AT = 1 / FALSE_ALARMS
LOOK_EVERY = 25
"""After so many spins a stretch notes how far the stake has grown; between two looks only what it is now counts."""
STAKE_AT_MOST = 1e12
"""The largest stake that is written; a larger one is written as this."""


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
    """`now` is the present stake, `most` its maximum in this stretch, `since` the number of spins of the stretch. From
    `alarm_at` on it is an alarm; 0: it never is.
    """

    now: float
    most: float
    since: int
    alarm_at: int = round(ALARM_AT)

    @property
    def is_alarm(self) -> bool:
        return 0 < self.alarm_at <= self.most


class Watched(msgspec.Struct, frozen=True, kw_only=True):
    """Evidence against a fair wheel in the running stretch: evidence of biased pockets, and of a drop zone.

    A drop zone is a preferred distance from the number before.
    """

    bias: Evidence
    drop_zone: Evidence


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of a wheel's spins so far. `places` are the hits of each pocket around the wheel, `steps` those of each
    distance from the number before; `most_*` the largest stakes on either at a look.
    """

    number: int = 0
    """Number of the wheel's stretch, from 0 on."""
    spins: int = 0
    places: tuple[int, ...]
    steps: tuple[int, ...]
    most_on_places: float = 1.0
    most_on_steps: float = 1.0
    order: tuple[int, ...] = ()
    """The pockets around the wheel, from zero on; empty in a stretch that was kept before this field existed."""


def new_stretch(order: Sequence[int], number: int = 0) -> Stretch:
    """Return a stretch without spins on a wheel with this order of pockets."""
    none = (0,) * len(order)
    return Stretch(number=number, places=none, steps=none, order=tuple(order))


def on_order(stretch: Stretch, order: Sequence[int]) -> Stretch:
    """Return the stretch for a spin on this order of pockets: the next stretch, without spins, if its own spins are on
    another. A new version of a rulebook may give a numbering another order.
    """
    if stretch.order == tuple(order):
        return stretch
    if stretch.order or len(stretch.places) != len(order):
        return new_stretch(order, stretch.number + 1)
    return replace(stretch, order=tuple(order))


def counted(stretch: Stretch, place: int, step: int) -> Stretch:
    """Return the stretch with another spin, at this place around the wheel and this distance from the number before;
    UNKNOWN for an unknown value. A spin beyond STRETCH begins the next stretch.
    """
    if stretch.spins >= STRETCH:
        stretch = replace(new_stretch(stretch.places, stretch.number + 1), order=stretch.order)
    grown = _with(stretch, place, step, 1)
    return looked_at(grown) if grown.spins % LOOK_EVERY == 0 else grown


def corrected(stretch: Stretch, before: tuple[int, int], after: tuple[int, int]) -> Stretch:
    """Return the stretch after a correction of one of its spins, place and step. The stake's maximum stays."""
    return _with(_with(stretch, *before, -1), *after, 1)


def looked_at(stretch: Stretch) -> Stretch:
    """Return the stretch with the present value of its stakes."""
    return replace(
        stretch,
        most_on_places=max(stretch.most_on_places, _grown(stretch.places)),
        most_on_steps=max(stretch.most_on_steps, _grown(stretch.steps)),
    )


def watched(stretch: Stretch, alarm_at: int = round(ALARM_AT)) -> Watched:
    """Return the evidence in the stretch, whenever somebody looks."""
    return Watched(
        bias=_evidence(stretch.places, stretch.most_on_places, alarm_at),
        drop_zone=_evidence(stretch.steps, stretch.most_on_steps, alarm_at),
    )


def _with(stretch: Stretch, place: int, step: int, more: int) -> Stretch:
    return replace(
        stretch,
        spins=stretch.spins + (more if place != UNKNOWN else 0),
        places=_at(stretch.places, place, more),
        steps=_at(stretch.steps, step, more),
    )


def _at(counts: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    if place == UNKNOWN:
        return counts
    return (*counts[:place], counts[place] + more, *counts[place + 1 :])


def _evidence(counts: tuple[int, ...], most: float, alarm_at: int) -> Evidence:
    now = _grown(counts)
    return Evidence(now=now, most=max(most, now), since=sum(counts), alarm_at=alarm_at)


def _grown(counts: tuple[int, ...]) -> float:
    # Rounded, so that the figure is the same wherever the record is read again.
    return min(STAKE_AT_MOST, round(float(stake(np.asarray(counts, dtype=np.int64))), 6))


def stake(counts: Whole) -> np.float64 | np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return the present value of a stake that began as 1. The last axis of `counts` goes round the wheel; the
    others stay.
    """
    pockets, spins = counts.shape[-1], counts.sum(axis=-1, keepdims=True)
    parts = []
    for bet in BETS:
        chance = bet.width / pockets
        hits = in_windows(counts, bet.width)
        others = np.log((1 - bet.lift * chance) / (1 - chance))
        parts.append(hits * np.log(bet.lift) + (spins - hits) * others + np.log(bet.part / pockets))
    grown = np.exp(special.logsumexp(np.concatenate(parts, axis=-1), axis=-1))
    return np.asarray(grown, dtype=np.float64)
