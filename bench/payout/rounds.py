"""Taking the time: contestants by turns, so that a noisy neighbour disturbs all alike, and the median of each."""

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter
from typing import NamedTuple

ROUNDS = 7


class Figure(NamedTuple):
    """A measurement: its name and values as data, a line of words, and `met`, false for a missed goal."""

    name: str
    values: Mapping[str, float | int | str | bool]
    words: str
    met: bool = True


def medians(*contestants: Callable[[], object]) -> tuple[float, ...]:
    """Return the median seconds of each, after an extra round that fills the caches."""
    for contestant in contestants:
        contestant()
    seconds = [[_seconds(contestant) for contestant in contestants] for _ in range(ROUNDS)]
    return tuple(median(of_one) for of_one in zip(*seconds, strict=True))


def _seconds(contestant: Callable[[], object]) -> float:
    start = perf_counter()
    contestant()
    return perf_counter() - start
