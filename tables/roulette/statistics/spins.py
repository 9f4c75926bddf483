"""The spins of a wheel as arrays: the place of each number on the wheel, and the distance that the ball went to it."""

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]
UNKNOWN = -1
NO_POCKET = 38
"""Place beyond every pocket, for an unknown number."""


class Spins(msgspec.Struct, frozen=True, kw_only=True):
    """Spins in the order of time, an entry each in every array.

    `places` are the places of the numbers along the wheel, clockwise from that of `order[0]`. `from_previous` and
    `from_launch` are pockets from the number before, and from the pocket that passed the ball at its launch, counted
    the way that the ball ran; UNKNOWN where either is not known.
    """

    order: tuple[int, ...]
    numbers: Whole
    places: Whole
    from_previous: Whole
    from_launch: Whole

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def pockets(self) -> int:
        """Return the number of pockets of the wheel: 37, or 38 with a double zero."""
        return len(self.order)

    @property
    def counts(self) -> Whole:
        """Return the hits of each pocket, along the wheel."""
        return np.bincount(self.places, minlength=self.pockets).astype(np.int64)

    def steps(self, of: Whole) -> Whole:
        """Return the known values of `from_previous` or `from_launch`."""
        known: Whole = of[of != UNKNOWN]
        return known


def spins_on(
    order: Sequence[int],
    numbers: Sequence[int] | Whole,
    previous: Sequence[int] | Whole,
    launched_at: Sequence[int] | Whole,
    anticlockwise: Sequence[bool] | NDArray[np.bool_],
) -> Spins:
    """Return the spins on a wheel of this `order`, in the order of time.

    Numbers are as recorded (37 is the double zero); `previous` and `launched_at` are UNKNOWN for an unknown number.
    `anticlockwise` is True for each spin whose ball ran that way. A number that the wheel does not have is left out.
    """
    place_of = np.full(NO_POCKET + 1, UNKNOWN, dtype=np.int64)
    place_of[np.asarray(order)] = np.arange(len(order))
    places, before, at_launch = (
        place_of[np.where(known < 0, NO_POCKET, known)]
        for known in (np.asarray(each, dtype=np.int64) for each in (numbers, previous, launched_at))
    )
    fell = places != UNKNOWN
    way = np.where(np.asarray(anticlockwise, dtype=bool), -1, 1)
    return Spins(
        order=tuple(order),
        numbers=np.asarray(numbers, dtype=np.int64)[fell],
        places=places[fell],
        from_previous=_steps(before, places, way, len(order))[fell],
        from_launch=_steps(at_launch, places, way, len(order))[fell],
    )


def _steps(start: Whole, end: Whole, way: Whole, pockets: int) -> Whole:
    return np.where(start == UNKNOWN, UNKNOWN, way * (end - start) % pockets)


def place_and_step(
    order: Sequence[int], number: int, previous: int | None, *, anticlockwise: bool
) -> tuple[int, int]:
    """Return the place of one number along the wheel and its distance from the number before; UNKNOWN if it is not
    known or not on the wheel. The values equal those of `spins_on`.
    """
    if number not in order:
        return UNKNOWN, UNKNOWN
    place = order.index(number)
    if previous is None or previous not in order:
        return place, UNKNOWN
    return place, (-1 if anticlockwise else 1) * (place - order.index(previous)) % len(order)
