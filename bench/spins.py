"""`python -m bench.spins [SPINS] [SEED]`: a house of many spins in simulated time, each table with its own faults.

Prints how the numbers came into the record, and each contradiction between record and wheel; exit status 1 if there is
one. Behind that, the faults that no rule can know, each by itself: wrong numbers that people put right.
"""

import logging
import os
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from testkit.spins.setup import Setup

SPINS, GAMES_OF_A_DAY = 100_000, 200
UNKNOWABLE_SPINS = 2_000


def main() -> int:
    """Play and print; return 1 if the record contradicts a wheel."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    # This bench causes refusals on purpose.
    logging.disable(logging.WARNING)
    spins = int(sys.argv[1]) if len(sys.argv) > 1 else SPINS
    seed = sys.argv[2] if len(sys.argv) > 2 else "1"
    contradictions = _play_house(spins, seed)
    _play_unknowable(seed)
    return 1 if contradictions else 0


def _play_house(spins: int, seed: str) -> int:
    from testkit.spins.setups import SETUPS

    began = time.perf_counter()
    fell, contradictions, planted, came = 0, 0, Counter[str](), Counter[str]()
    for setup in SETUPS:
        table = _Table(setup.name)
        while table.spins < spins / len(SETUPS):
            table.play(setup, f"{seed}-{table.days}")
        print(table)  # noqa: T201
        fell, contradictions = fell + table.spins, contradictions + len(table.contradictions)
        planted, came = planted + table.planted, came + table.came
    print(  # noqa: T201
        f"{fell:,} spins in {time.perf_counter() - began:.0f} s, {sum(planted.values()):,} faults, "
        f"{contradictions} contradictions\n  {_in_words(came)}\n  planted: {_in_words(planted)}"
    )
    return contradictions


def _play_unknowable(seed: str) -> None:
    from testkit.spins.setups import UNKNOWABLE

    print("faults that no rule can know, put right by people:")  # noqa: T201
    for setup in UNKNOWABLE:
        table = _Table(setup.name)
        while table.spins < UNKNOWABLE_SPINS:
            table.play(setup, f"{seed}-{table.days}")
        wrong = table.came["wrong by itself"]
        print(f"  {setup.name}: {_in_words(table.planted)} in {table.spins:,} spins, {wrong:,} wrong numbers")  # noqa: T201


class _Table:
    """Results of one table over its days."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.days = self.spins = 0
        self.contradictions: list[str] = []
        self.planted, self.came = Counter[str](), Counter[str]()

    def play(self, setup: "Setup", seed: str) -> None:
        from testkit.spins.house import TableDay

        day = TableDay(setup, seed, GAMES_OF_A_DAY)
        day.play()
        self.days, self.spins = self.days + 1, self.spins + len(day.wheel.spins)
        self.contradictions += [f"day {seed}: {each}" for each in day.truth.faults]
        self.planted += day.planted
        self.came += day.truth.counts + day.staff.done

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.spins:,} spins, {len(self.contradictions)} contradictions"]
        return "\n  ".join(lines + self.contradictions[:3])


def _in_words(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in sorted(counts.items()))


if __name__ == "__main__":
    sys.exit(main())
