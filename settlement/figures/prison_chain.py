"""Expected returns of stakes in prison at the end of their time there: a small absorbing chain, solved in fractions.

Stakes that are in prison together see the same numbers, so they cannot be followed one by one. A number that frees red
loses black. The variance of their sum follows from each pair of them, and a pair follows a chain whose states are its
two levels. The steps are those of `release`, which settles the coup, and a share is rounded up as it is there. The
stakes are assumed to stay to the end. A moved stake has the same chances, since all even chances have eighteen numbers.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple, cast

from tables.roulette.payout.return_to_player import deepest_level, solved
from tables.roulette.prison import release
from tables.roulette.rounding import halved
from tables.roulette.rulebook import PrisonRule, RoundingRule
from tables.roulette.wheel import ZEROS


class End(NamedTuple):
    """End of a stake's prison, freed or divided: the returned part was halved so often."""

    halved: int


State = tuple[int | End, ...]
"""Level of each place, or its end."""
LOST: State = ()
"""One of them is lost: whatever the other brings, times nothing, is nothing."""


class Place(NamedTuple):
    """Place of equal stakes: the numbers of an even chance, and the level (0: not yet in prison)."""

    numbers: tuple[int, ...]
    level: int


Held = Mapping[Place, Sequence[int]]
"""The amounts at each place, in minor units."""


def worth(rule: PrisonRule, held: Held, numbers: range, rounding: RoundingRule | None = None) -> Fraction:
    """Return the mean amount that comes back to the owners, in minor units; `numbers` are the wheel's pockets."""
    return sum(
        (
            chance * _back(end, amounts, rounding)
            for place, amounts in held.items()
            for (end,), chance in _ends(rule, (place,), numbers).items()
        ),
        Fraction(0),
    )


def variance(rule: PrisonRule, held: Held, numbers: range, rounding: RoundingRule | None = None) -> Fraction:
    """Return the variance of all returned parts together, in minor units squared."""
    squared = Fraction(0)
    for one, other in product(held, repeat=2):
        if one == other:
            for (end,), chance in _ends(rule, (one,), numbers).items():
                squared += chance * _back(end, held[one], rounding) ** 2
            continue
        # The pair is looked up the same way round each time: its chain is solved once.
        first, second = sorted((one, other))
        for (end, end_of_second), chance in _ends(rule, (first, second), numbers).items():
            squared += (
                chance * _back(end, held[first], rounding) * _back(end_of_second, held[second], rounding)
            )
    return squared - worth(rule, held, numbers, rounding) ** 2


def after(rule: PrisonRule, held: Held, number: int) -> Held:
    """Return the stakes in prison after `number`; a free one goes there at zero and is otherwise settled."""
    left: dict[Place, list[int]] = {}
    for place, amounts in held.items():
        if place.level == 0 and number not in ZEROS:
            continue
        verdict = release(rule, place.level, _won(place, number))
        if verdict.outcome in ("imprisoned", "still-imprisoned"):
            left.setdefault(Place(place.numbers, verdict.level), []).extend(amounts)
    return left


def _back(end: End, amounts: Sequence[int], rounding: RoundingRule | None) -> int:
    return sum(halved(amount, end.halved, rounding) for amount in amounts)


@lru_cache(maxsize=1024)
def _ends(rule: PrisonRule, places: tuple[Place, ...], numbers: range) -> dict[tuple[End, ...], Fraction]:
    """Return the ends of stakes at these places in which none of them is lost, each with its chance."""
    start: State = tuple(min(place.level, deepest_level(rule)) for place in places)
    steps: dict[State, Counter[State]] = {}
    ahead = [start]
    while ahead:
        state = ahead.pop()
        if state not in steps:
            steps[state] = Counter(_next(rule, places, state, number) for number in numbers)
            ahead.extend(later for later in steps[state] if not _ended(later))
    ends = {later for reached in steps.values() for later in reached if later != LOST and _ended(later)}
    return {cast(tuple[End, ...], end): _chance(steps, end, len(numbers)) for end in ends}


def _chance(steps: Mapping[State, Counter[State]], end: State, pockets: int) -> Fraction:
    """Return the chance to reach `end` from the first of the states: times the number of pockets it is the sum over
    the next states of each number.
    """
    matrix = [
        [Fraction(pockets * (state == later) - reached[later]) for later in steps]
        for state, reached in steps.items()
    ]
    return solved(matrix, [Fraction(reached[end]) for reached in steps.values()])[0]


def _next(rule: PrisonRule, places: Sequence[Place], state: State, number: int) -> State:
    later: list[int | End] = []
    for place, lying in zip(places, state, strict=True):
        if not isinstance(lying, int):
            later.append(lying)
            continue
        verdict = release(rule, lying, _won(place, number))
        if verdict.outcome == "lost":
            return LOST
        if verdict.outcome in ("freed", "divided"):
            later.append(End(verdict.halved))
        else:
            later.append(min(verdict.level, deepest_level(rule)))
    return tuple(later)


def _ended(state: State) -> bool:
    return not any(isinstance(lying, int) for lying in state)


def _won(place: Place, number: int) -> bool | None:
    return None if number in ZEROS else number in place.numbers
