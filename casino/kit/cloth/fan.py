"""Places of several players' chips on a position: side by side within its own area.

Chips over the line would be taken for another bet's. The chips without room are one chip with their number.
"""

import msgspec

from casino.kit.cloth.drawing import Place
from tables.roulette.rulebook import EVEN_CHANCES


class Fan(msgspec.Struct, frozen=True):
    """Points of chips of this radius, as (across, down) from the point of a single chip. Units of the drawing."""

    radius: float
    at: tuple[tuple[float, float], ...]


ALONE = Fan(16, ((0, 0),))
"""One chip, at any place."""
ON_A_LINE = Fan(11, ((-9, 0), (9, 0)))
"""On a line or a crossing, between the chips that may be on the next ones."""
DOWN_A_LINE = Fan(11, ((0, -11), (0, 11)))
"""On a line that runs down the picture."""
ALONE_IN_A_SQUARE = Fan(13, ((0, 0),))
"""Places in a corner of a number's square, smaller than elsewhere: the number in the middle remains readable."""
IN_A_SQUARE = Fan(13, ((0, 0), (-46, 0), (-46, 38)))
"""Places in three corners of a number's square; the fourth has the cost of the number."""
ON_ZERO = Fan(14, ((0, 0), (0, 29), (0, -124), (0, -153)))
"""Places below and above zero's number and its cost."""
IN_A_DOZEN = Fan(14, ((0, 0), (28, 0), (56, 0), (-88, 0), (-116, 0), (-144, 0)))
"""On both sides of a dozen's name, as far as the bets on two dozens."""
IN_A_COLUMN = Fan(13, (*IN_A_SQUARE.at, (0, 38)))
"""Places in all four corners: the column's number is in the middle."""
ON_AN_EVEN_CHANCE = Fan(12, ((8, -14), (8, 14), (-108, -14), (-108, 14)))
"""On both sides of its name, which is in the middle."""
ALONE_IN_A_THIRD = Fan(13, ((0, 0),))
"""On an even chance that is touched in thirds, below its name."""
IN_A_THIRD = Fan(11, ((-12, 0), (12, 0)))

_BY_KIND = {
    "plein": IN_A_SQUARE,
    "douzaine": IN_A_DOZEN,
    "colonne": IN_A_COLUMN,
    **dict.fromkeys(EVEN_CHANCES, ON_AN_EVEN_CHANCE),
}


def fan(place: Place, players: int, *, in_thirds: bool) -> Fan:
    """Return the fan of so many players on a place: no more points than `players`, fewer without room."""
    if in_thirds:
        return ALONE_IN_A_THIRD if players == 1 else IN_A_THIRD
    if players == 1:
        in_a_square = place.kind in ("plein", "colonne") and place.code not in ("plein:0", "plein:00")
        return ALONE_IN_A_SQUARE if in_a_square else ALONE
    if place.code == "plein:0":
        return ON_ZERO
    if place.kind == "cheval" and place.zone.h > place.zone.w:
        return DOWN_A_LINE
    return _BY_KIND.get(place.kind, ON_A_LINE)
