"""`python -m bench.wheel_statistics`: how fast all figures of a wheel come out of 100,000 spins.

Beside it numpy only counts how often each pocket came: the least that any of it can cost. The best of five counts.
"""

import sys
import time
from collections.abc import Callable

import numpy as np

from tables.roulette.statistics.figures import wheel_figures
from tables.roulette.statistics.hands import hands
from tables.roulette.statistics.spins import spins_on
from tables.roulette.wheel import REDS

GOAL_MS = 500
SPINS = 100_000
POCKETS = 37
SPINNERS = 12
TIMES = 5


def main() -> int:
    """Measure and print; return 1 if the goal was missed."""
    random = np.random.default_rng(1)
    numbers = random.integers(0, POCKETS, SPINS)
    previous = np.concatenate([[-1], numbers[:-1]])
    launched_at = random.integers(0, POCKETS, SPINS)
    anticlockwise = np.arange(SPINS) % 2 == 0
    spinner = random.integers(0, SPINNERS, SPINS)

    def figures() -> None:
        spins = spins_on(range(POCKETS), numbers, previous, launched_at, anticlockwise)
        wheel_figures(spins, REDS)
        hands({str(name): spins.from_previous[spinner == name][1:] for name in range(SPINNERS)}, POCKETS)

    took = _best_ms(figures)
    bare = _best_ms(lambda: np.bincount(numbers, minlength=POCKETS))
    met = took <= GOAL_MS
    sys.stdout.write(
        f"figures of {SPINS:,} spins: {took:.0f} ms; numpy counting the pockets alone: {bare:.2f} ms\n"
        f"goal at most {GOAL_MS} ms: {'met' if met else 'MISSED'}\n"
    )
    return 0 if met else 1


def _best_ms(work: Callable[[], object]) -> float:
    took = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work()
        took.append((time.perf_counter() - began) * 1000)
    return min(took)


if __name__ == "__main__":
    raise SystemExit(main())
