"""The drop of a table's day: the money that came for chips, counted out of its boxes or as the table recorded it."""

from collections.abc import Sequence

import msgspec

from settlement.figures.figures import Figure, counted, estimated


class BoxOfDay(msgspec.Struct, frozen=True, kw_only=True):
    """A drop box of a table's day: what the table recorded for it, and what was counted in it (minor units); None while
    nobody has counted it, or while it is still at the table."""

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
