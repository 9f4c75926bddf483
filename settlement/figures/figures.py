"""An amount with its label: counted, estimated, or absent.

Counts and estimates are different things. An estimate names its basis; an absent amount names the missing part, and
is never a zero. A sum has the weakest label of its parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Literal, TypeVar

import msgspec

T = TypeVar("T")

Label = Literal["counted", "estimated", "absent"]
"""Labels from the strongest to the weakest."""

Basis = Literal["opening count", "last closing", "par", "last count", "cash taken", "bets", "drop"]
"""Basis of an estimate.

opening count  the count at the table's opening, moved on by the record since
last closing   the float at the last day's closing, taken for the opening
par            the par of an imprest table, taken for the float
last count     a count during the day, moved on by the record since
cash taken     the recorded money that came for chips, before the boxes are counted
bets           the result of the recorded bets
drop           the drop times the percentage that the casino holds of it in theory
"""


class Figure(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An amount in minor units, None if unknown. Kept as `[amount, bases, missing]`.

    `bases` are the grounds of an estimate; `missing` names the missing parts of an absent figure. A figure with neither
    was counted. Raises ValueError for an amount with missing parts, and for no amount without missing parts.
    """

    amount: int | None
    bases: tuple[Basis, ...] = ()
    missing: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.amount is None) != bool(self.missing):
            raise ValueError("a figure has an amount, or names the missing value")

    @property
    def label(self) -> Label:
        """Certainty of the figure."""
        if self.amount is None:
            return "absent"
        return "estimated" if self.bases else "counted"

    def __add__(self, other: Figure) -> Figure:
        return summed(self, other)

    def __sub__(self, other: Figure) -> Figure:
        return self + -other

    def __neg__(self) -> Figure:
        return self if self.amount is None else Figure(-self.amount, self.bases)


def _each_once(parts: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(parts))


def counted(amount: int) -> Figure:
    """Return an amount that somebody counted, or that the record adds up from counts; 0 without any."""
    return Figure(amount)


def estimated(amount: int, *bases: Basis) -> Figure:
    """An amount that rests on something else than a count of it. Raises ValueError where it rests on nothing."""
    if not bases:
        raise ValueError("an estimate names its basis")
    return Figure(amount, bases=_each_once(bases))


def absent(*missing: str) -> Figure:
    """Return an absent amount, for want of the `missing` parts. Raises ValueError without one."""
    return Figure(None, missing=_each_once(missing))


COUNT_OF_THE_BOXES = "count of the boxes"
"""The missing part of a figure that is hidden until the drop boxes are counted."""
HIDDEN = absent(COUNT_OF_THE_BOXES)
"""A figure that its reader may not see yet. A sum with it lacks it too, and so does each share."""


def summed(first: Figure, *more: Figure) -> Figure:
    """Return the sum, with the weakest label of its parts.

    There is at least one part: an empty sum would be a silent zero, while a counted 0 means that there was none.
    """
    figures = (first, *more)
    bases = _all_of([figure.bases for figure in figures])
    amounts = [figure.amount for figure in figures if figure.amount is not None]
    if len(amounts) == len(figures):
        return Figure(sum(amounts), bases)
    return Figure(None, bases, _all_of([figure.missing for figure in figures]))


def _all_of(parts: list[tuple[T, ...]]) -> tuple[T, ...]:
    """Return the items of all these, each once. Most of the tuples are equal, so equal ones are merged first."""
    each = dict.fromkeys(parts)
    return next(iter(each)) if len(each) == 1 else _each_once(chain.from_iterable(each))
