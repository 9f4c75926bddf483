"""All findings about a wheel from its spins: every test with its correction, or the number of spins that it still
needs.
"""

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec
import numpy as np
from msgspec.structs import replace

from tables.roulette.statistics.corrections import holm
from tables.roulette.statistics.order import (
    EACH_AT_LEAST,
    STEPS_AT_LEAST,
    circular_correlation,
    runs,
)
from tables.roulette.statistics.sectors import Sector, detectable_lift, most_hit_sector
from tables.roulette.statistics.spins import Spins, Whole
from tables.roulette.statistics.uniform import Statistic, chi_square, intervals, least_spins
from tables.roulette.wheel import ZEROS

TestName = Literal[
    "pockets",
    "sector",
    "runs-colour",
    "runs-parity",
    "runs-half",
    "previous",
    "previous-sector",
    "previous-hand",
    "launch",
    "launch-sector",
    "launch-hand",
]
"""pockets, sector: whether each pocket, and each sector, comes as often as it should. runs-*: whether an even chance
changes as often as it should. previous*, launch*: whether the ball falls at all distances alike from the number before,
and from the pocket that passed it at its launch: by chi-square, by sectors, and as a hand that throws one distance."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a test on `spins` spins. Below `least` spins it has no figure.

    `value` is the statistic, `p` the probability of a value at least as extreme on a fair wheel, `adjusted` the same
    with all tests of these spins taken together (Holm).
    """

    test: TestName
    spins: int
    least: int
    value: float | None = None
    p: float | None = None
    adjusted: float | None = None


class PocketFigure(msgspec.Struct, frozen=True, kw_only=True):
    """The frequency of a pocket, with bounds for its probability: all bounds of the wheel hold at once. With too few
    spins there are no bounds.
    """

    number: int
    hits: int
    low: float | None = None
    high: float | None = None


class SectorFigure(msgspec.Struct, frozen=True, kw_only=True):
    """Most conspicuous sector. `first` is the number, or the distance, at which it begins, clockwise."""

    of: Literal["pockets", "previous", "launch"]
    first: int
    width: int
    hits: int
    expected: float
    p: float


class WheelFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a wheel. `pockets` go round it; `detectable` is the part of itself by which the chance of five
    neighbours must be raised to be found in so many spins four times in five; None below the least."""

    spins: int
    least: int
    pockets: tuple[PocketFigure, ...]
    findings: tuple[Finding, ...]
    sectors: tuple[SectorFigure, ...]
    detectable: float | None = None


def wheel_figures(spins: Spins, reds: frozenset[int]) -> WheelFigures:
    """Return the figures of these spins, in any selection. `reds` are the red numbers of the rulebook."""
    counts, least = spins.counts, least_spins(spins.pockets)
    enough = len(spins) >= least
    sectors: list[SectorFigure] = []
    findings = [
        *_around(spins, counts, "pockets", sectors),
        *_evens(spins, reds),
        *_distances(spins, spins.from_previous, "previous", sectors),
        *_distances(spins, spins.from_launch, "launch", sectors),
    ]
    low, high = intervals(counts) if enough else (None, None)
    return WheelFigures(
        spins=len(spins),
        least=least,
        pockets=tuple(
            PocketFigure(
                number=number,
                hits=int(counts[place]),
                low=None if low is None else float(low[place]),
                high=None if high is None else float(high[place]),
            )
            for place, number in enumerate(spins.order)
        ),
        findings=_adjusted(findings),
        sectors=tuple(sectors),
        detectable=detectable_lift(len(spins), spins.pockets) if enough else None,
    )


def _around(
    spins: Spins, counts: Whole, of: Literal["pockets", "previous", "launch"], sectors: list[SectorFigure]
) -> Iterator[Finding]:
    """Yield the chi-square over the places around the wheel, and the most conspicuous sector."""
    n, least = int(counts.sum()), least_spins(spins.pockets)
    names: dict[str, TestName] = {
        "pockets": "sector",
        "previous": "previous-sector",
        "launch": "launch-sector",
    }
    if n < least:
        yield Finding(test=of, spins=n, least=least)
        yield Finding(test=names[of], spins=n, least=least)
        return
    yield _found(of, n, least, chi_square(counts))
    sector = most_hit_sector(counts)
    sectors.append(_sector(spins, sector, of))
    yield Finding(test=names[of], spins=n, least=least, value=sector.hits / sector.expected, p=sector.p)


def _sector(spins: Spins, sector: Sector, of: Literal["pockets", "previous", "launch"]) -> SectorFigure:
    first = spins.order[sector.start] if of == "pockets" else sector.start
    return SectorFigure(
        of=of,
        first=first,
        width=sector.width,
        hits=sector.hits,
        expected=sector.expected,
        p=sector.p,
    )


def _evens(spins: Spins, reds: frozenset[int]) -> Iterator[Finding]:
    numbers = spins.numbers[~np.isin(spins.numbers, ZEROS)]
    chances: tuple[tuple[TestName, Callable[[Whole], np.ndarray]], ...] = (
        ("runs-colour", lambda each: np.isin(each, list(reds))),
        ("runs-parity", lambda each: each % 2 == 0),
        ("runs-half", lambda each: each > 18),
    )
    for name, of in chances:
        yield _found(name, len(numbers), 2 * EACH_AT_LEAST, runs(of(numbers)))


def _distances(
    spins: Spins, of: Whole, name: Literal["previous", "launch"], sectors: list[SectorFigure]
) -> Iterator[Finding]:
    steps = spins.steps(of)
    yield from _around(spins, np.bincount(steps, minlength=spins.pockets), name, sectors)
    hand: TestName = "previous-hand" if name == "previous" else "launch-hand"
    enough = len(steps) >= STEPS_AT_LEAST
    found = circular_correlation(steps, spins.pockets) if enough else None
    yield _found(hand, len(steps), STEPS_AT_LEAST, found)


def _found(test: TestName, spins: int, least: int, found: Statistic | None) -> Finding:
    if found is None:
        return Finding(test=test, spins=spins, least=least)
    return Finding(test=test, spins=spins, least=least, value=found.value, p=found.p)


def _adjusted(findings: list[Finding]) -> tuple[Finding, ...]:
    """Return the findings, each with its p-value adjusted for all findings that have one."""
    known = [each.p for each in findings if each.p is not None]
    adjusted = iter(holm(known))
    return tuple(each if each.p is None else replace(each, adjusted=next(adjusted)) for each in findings)
