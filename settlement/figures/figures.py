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
"""What an estimate rests on.

opening count  what was counted when the table opened, moved on by what is recorded since
last closing   what the table closed with on its last day, taken for what it opened with
par            what an imprest table is brought back to, taken for what lies there
last count     a count during the day, moved on by what is recorded since
cash taken     what the table recorded of the money that came for chips, before the boxes are counted
bets           what the recorded bets lost and won
drop           the drop times the percentage that the house holds of it in theory
"""


class Figure(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An amount in minor units, None where it is not known. Kept as `[amount, bases, missing]`.

    `bases` is what it rests on where it is an estimate; `missing` names what it lacks where it is absent. A figure that
    has neither was counted. Raises ValueError for an amount that lacks something, and for none that lacks nothing.
    """

    amount: int | None
    bases: tuple[Basis, ...] = ()
    missing: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.amount is None) != bool(self.missing):
            raise ValueError("a figure has an amount, or names the missing value")

    @property
    def label(self) -> Label:
        """How well it is known."""
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
    """What is in any of these, each once; most of them are the same, so these are put together first."""
    each = dict.fromkeys(parts)
    return next(iter(each)) if len(each) == 1 else _each_once(chain.from_iterable(each))
