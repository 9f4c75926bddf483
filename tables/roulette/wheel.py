"""The wheel: an order of numbers, who neighbours whom on it, and the colour of a number.

The orders themselves are data of the rulebooks. A colour belongs to the number, whatever the numbering:
in the American numbering the colours do not alternate everywhere around the wheel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Colour = Literal["rouge", "noir"]

NUMBERS = range(37)

# As printed on the usual cloth. A rulebook states its own, to be passed wherever there is a rulebook.
REDS = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})


def colour(number: int, reds: frozenset[int] = REDS) -> Colour | None:
    """The colour of `number` (0 to 36); None for zero, which has neither."""
    if number == 0:
        return None
    return "rouge" if number in reds else "noir"


def neighbours(order: Sequence[int], number: int, each_side: int) -> tuple[int, ...]:
    """`number` with `each_side` numbers on both sides of it, clockwise along the wheel's `order`."""
    place = order.index(number)
    return tuple(order[(place + step) % len(order)] for step in range(-each_side, each_side + 1))
