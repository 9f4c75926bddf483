"""The wheel: an order of pockets, the neighbours on it, the written form of a pocket, and the colour of a number.

The orders themselves are data of the rulebooks. A colour belongs to the number in every numbering: in the American
numbering the colours do not alternate everywhere around the wheel.

A pocket is a whole number: 0 to 36 for itself, and DOUBLE_ZERO for the 00 of a wheel that has one, so that everything
recorded stays a whole number and 00 is never 0. People, papers and other programs read and write it as "00".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Annotated, Literal

import msgspec

from tables.refusal import Refused

Colour = Literal["rouge", "noir"]

HIGHEST = 36
"""The highest number of any wheel and cloth."""
DOUBLE_ZERO = 37
"""The pocket 00 in the record: the 38th, as wheel readers count them too."""
DOUBLE_ZERO_TEXT: Literal["00"] = "00"
ZEROS = (0, DOUBLE_ZERO)

Pocket = Annotated[int, msgspec.Meta(ge=0, le=DOUBLE_ZERO)]
"""A pocket as it is recorded."""
WrittenPocket = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST)] | Literal["00"]
"""A pocket as other programs and files write it: a number from 0 to 36, or "00"."""

# The reds of the usual cloth. A rulebook states its own reds, and every caller with a rulebook passes them.
REDS = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})


def pockets(order: Sequence[int]) -> range:
    """Return the pockets of a wheel with this order: 0 to 36, and 00 where the order has it."""
    return range(DOUBLE_ZERO + (DOUBLE_ZERO in order))


def from_zero(order: Sequence[int]) -> tuple[int, ...]:
    """Return the same order around the wheel, begun at zero.

    >>> from_zero([15, 19, 0, 32])
    (0, 32, 15, 19)
    """
    place = order.index(0)
    return (*order[place:], *order[:place])


def written(pocket: int) -> str:
    """A pocket as it is written everywhere.

    >>> written(0), written(17), written(DOUBLE_ZERO)
    ('0', '17', '00')
    """
    return DOUBLE_ZERO_TEXT if pocket == DOUBLE_ZERO else str(pocket)


def as_data(pocket: int) -> int | Literal["00"]:
    """Return a pocket as other programs and files write it: 0 to 36 a number, 00 a text."""
    return DOUBLE_ZERO_TEXT if pocket == DOUBLE_ZERO else pocket


def entered(text: int | str) -> int:
    """Return the pocket that somebody entered. A number beyond every wheel is raised by one, so nobody gets 00 for 37.

    >>> entered("00"), entered("36"), entered(37)
    (37, 36, 38)
    """
    if text == DOUBLE_ZERO_TEXT:
        return DOUBLE_ZERO
    number = int(text)
    return number if number < DOUBLE_ZERO else number + 1


def as_entered(number: int) -> int | Literal["00"]:
    """Return a number as it was entered, on a wheel or not: what `entered` changed in it, taken back."""
    return number - 1 if number > DOUBLE_ZERO else as_data(number)


def read(text: int | str) -> int | None:
    """Return the pocket that this text names; None if no wheel has it. 37 does not mean 00.

    >>> read("00") == DOUBLE_ZERO, read("0"), read(17), read("37")
    (True, 0, 17, None)
    """
    if text == DOUBLE_ZERO_TEXT:
        return DOUBLE_ZERO
    number = int(text)
    return number if 0 <= number <= HIGHEST else None


def along_the_cloth(numbers: Iterable[int]) -> tuple[int, ...]:
    """Numbers in their order on a cloth: 0, 00, then ascending."""
    return tuple(sorted(numbers, key=lambda number: 0.5 if number == DOUBLE_ZERO else number))


def colour(number: int, reds: frozenset[int] = REDS) -> Colour | None:
    """Return the colour of a pocket; None for 0 and 00, which have neither."""
    if number in ZEROS:
        return None
    return "rouge" if number in reds else "noir"


def neighbours(order: Sequence[int], number: int, each_side: int) -> tuple[int, ...]:
    """`number` with `each_side` numbers on both sides of it, clockwise along the wheel's `order`."""
    place = order.index(number)
    return tuple(order[(place + step) % len(order)] for step in range(-each_side, each_side + 1))


def not_on_wheel(value: int | str, pockets: Collection[int], clause: str | None = None) -> Refused:
    """Return the refusal: `value`, as it was entered, is none of the wheel's pockets."""
    if DOUBLE_ZERO in pockets:
        return Refused("number-not-on-wheel-with-00", clause, value=value, highest=HIGHEST)
    return Refused("number-not-on-wheel", clause, value=value, highest=HIGHEST)
