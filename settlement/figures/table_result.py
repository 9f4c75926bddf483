"""Win of a table on a gaming day, from its counted parts.

    win = drop + closing + credits - opening - fills

The drop is money that came for chips. The other parts follow the chips: the float at the end and the credits, less the
float at the opening and the fills. A table is run in one of two ways. A count table closes with its float as it is. An
imprest table is brought back to its par at every closing, by a closing fill or a closing credit. So its float before
that, which is its closing here, was par + closing credit - closing fill. If it also opened with its par, the par
cancels out:

    win = drop + credits - fills + closing credit - closing fill

An unknown part makes the win unknown, and an estimated part makes it an estimate.
"""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from settlement.figures.figures import Figure, counted, estimated, summed


class CountDay(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a count table's day; `closing` is its float as it closed. Each may be the sum of many slips."""

    drop: Figure
    opening: Figure
    closing: Figure
    fills: Figure
    credits: Figure


class ImprestDay(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of an imprest table's day.

    `par` is what it is brought back to when it closes, in minor units. Of `closing_fill` and `closing_credit` one is a
    counted 0, or both are; `fills` and `credits` are those of the day without them. `opening` is the last day's par as
    a rule; where the par changed in between, the fill or credit that changed it is one of the day's.
    """

    par: int
    drop: Figure
    opening: Figure
    fills: Figure
    credits: Figure
    closing_fill: Figure
    closing_credit: Figure


def win(day: CountDay | ImprestDay) -> Figure:
    """Return the table's win, in minor units; below zero for a loss."""
    return summed(day.drop, closing(day), day.credits, -day.opening, -day.fills)


def closing(day: CountDay | ImprestDay) -> Figure:
    """Return the float at the end, in minor units: at an imprest table before it was brought back to par."""
    if isinstance(day, CountDay):
        return day.closing
    return summed(counted(day.par), day.closing_credit, -day.closing_fill)


def hold(won: Figure, drop: Figure) -> Fraction | None:
    """The hold percentage, win / drop, as an exact fraction: 1/5 is 20 %.

    None where either is absent, and where there was no drop, or more money was paid out for chips than came for them
    (a live table's seats are cashed out at it). It is as well known as the weaker of the two.
    """
    if won.amount is None or drop.amount is None or drop.amount <= 0:
        return None
    return Fraction(won.amount, drop.amount)


def tips_to_result(tips: Figure, result: Figure) -> Fraction | None:
    """Return the tips as a part of the result, exact; both of the same table and the same day or shift.

    None if one of them is unknown, and without a win: tips are not a part of a loss.
    """
    if tips.amount is None or result.amount is None or result.amount <= 0:
        return None
    return Fraction(tips.amount, result.amount)


class BoxOfDay(msgspec.Struct, frozen=True, kw_only=True):
    """A drop box of a table's day: its recorded and its counted amount in minor units.

    The counted amount is None until the box is counted, also while it is at the table.
    """

    recorded: int
    counted: int | None


def drop_of(taken: int, boxes: Sequence[BoxOfDay]) -> Figure:
    """The drop where the table recorded `taken` of cash on the day, less what went back (minor units).

    It is counted once every box of the day is, and all that was taken on the day, and no more, is in one of them. Until
    then it is an estimate by the cash taken, with the differences that have been found; also where there are no boxes.
    """
    found = sum(box.counted - box.recorded for box in boxes if box.counted is not None)
    all_counted = bool(boxes) and all(box.counted is not None for box in boxes)
    if all_counted and sum(box.recorded for box in boxes) == taken:
        return counted(taken + found)
    return estimated(taken + found, "cash taken")
