"""Hands that spin: tests for a preferred distance of the ball."""

from collections.abc import Mapping

import msgspec
import numpy as np

from tables.roulette.statistics.corrections import holm
from tables.roulette.statistics.order import STEPS_AT_LEAST, circular_correlation
from tables.roulette.statistics.spins import Whole


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """One who spun: over so many steps from the number before, how far one distance is preferred (0 to 1), which one
    (pockets, the way that the ball ran), and the p-value among all hands (Holm). No figure below `least` steps."""

    spinner: str
    steps: int
    least: int = STEPS_AT_LEAST
    length: float | None = None
    distance: float | None = None
    adjusted: float | None = None


def hands(steps: Mapping[str, Whole], pockets: int) -> tuple[Hand, ...]:
    """Everybody who spun, by name, from the steps of each."""
    known = {name: of for name, of in steps.items() if len(of) >= STEPS_AT_LEAST}
    found = {name: circular_correlation(of, pockets) for name, of in known.items()}
    adjusted = dict(zip(found, holm([each.p for each in found.values()]), strict=True))
    return tuple(
        Hand(
            spinner=name,
            steps=len(of),
            length=found[name].value if name in found else None,
            distance=_preferred(of, pockets) if name in found else None,
            adjusted=adjusted.get(name),
        )
        for name, of in sorted(steps.items())
    )


def _preferred(steps: Whole, pockets: int) -> float:
    """Return the most frequent distance: the circular mean of the steps."""
    mean = np.exp(2j * np.pi * steps / pockets).mean()
    return float(np.angle(mean) * pockets / (2 * np.pi) % pockets)
