"""The drawn cloth: the point of each position, and its zone for a finger.

The picture is across the screen:
"""

from functools import lru_cache

import msgspec
from django.utils.safestring import SafeString

from tables.roulette.announcements import describe_bet
from tables.roulette.cloth import Bet, cloth_of
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook
from tables.roulette.wheel import DOUBLE_ZERO, ZEROS, colour, written

SQUARE_W, SQUARE_H = 72, 78
LEFT, TOP = 74, 8
RIGHT, BOTTOM = LEFT + 12 * SQUARE_W, TOP + 3 * SQUARE_H
ZERO_LEFT = 4
COLUMN_W = SQUARE_W
DOZEN_H, EVEN_H = 66, 58
WIDTH = RIGHT + COLUMN_W + 4
EVENS_TOP = BOTTOM + DOZEN_H
FOOT = EVENS_TOP + EVEN_H
BELOW_THE_FIELDS = 14
"""Distance from the even chances to the line of the prison below. A stake on the line leaves room for one in the field.
"""
EVENS_IN_ORDER = ("manque", "pair", "rouge", "noir", "impair", "passe")

EDGE = 13
"""Half the breadth of the strip along a line that takes a bet on that line."""
CORNER = 16
"""Half the side of the square around a crossing."""


class Zone(msgspec.Struct, frozen=True):
    """A rectangle that a touch falls into."""

    x: float
    y: float
    w: float
    h: float

    @property
    def attributes(self) -> SafeString:
        """Return the attributes of a rectangle in the picture."""
        return SafeString(f'x="{self.x}" y="{self.y}" width="{self.w}" height="{self.h}"')


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A position of the cloth on the picture: the point of its chips, and its zone."""

    code: str
    kind: str
    label: str
    x: float
    y: float
    zone: Zone
    distance: int | None = None
    """Distance from the employee, if the place depends on it (see `distance.py`)."""


class Square(msgspec.Struct, frozen=True, kw_only=True):
    """A number's square (zero's is the head of the cloth, or with 00 half of it): its corner, its size, and where its
    number is drawn."""

    number: str
    look: str
    x: float
    y: float
    w: float
    h: float

    @property
    def is_zero(self) -> bool:
        return self.look == "zero"

    @property
    def middle(self) -> float:
        """Return the vertical middle of the zone, for its words."""
        return self.y + self.h / 2


def square(number: int, rulebook: Rulebook) -> Square:
    """Return the square of a number on the cloth; of two zeros 0 is beside the column of 1, and 00 beside that of 3."""
    if number in ZEROS:
        double = DOUBLE_ZERO in rulebook.numbers
        return Square(
            number=written(number),
            look="zero",
            x=ZERO_LEFT,
            y=TOP + 1.5 * SQUARE_H if double and number == 0 else TOP,
            w=LEFT - ZERO_LEFT,
            h=1.5 * SQUARE_H if double else 3 * SQUARE_H,
        )
    row, column = (number - 1) // 3, (number - 1) % 3
    return Square(
        number=written(number),
        look=colour(number, rulebook.reds) or "zero",
        x=LEFT + row * SQUARE_W,
        y=TOP + (2 - column) * SQUARE_H,
        w=SQUARE_W,
        h=SQUARE_H,
    )


def places(rulebook: Rulebook) -> tuple[Place, ...]:
    """Return every position that the rulebook allows, in the order in which zones cover each other: the last on top."""
    return _places(rulebook)


def below_the_fields(rulebook: Rulebook) -> float:
    """Return the vertical end of the fields: below the chips on the line of the prison if there is one."""
    line = prison_line(rulebook)
    return FOOT if line is None else line + BELOW_THE_FIELDS


def prison_line(rulebook: Rulebook) -> float | None:
    """Return the vertical place of the line for stakes in prison, along the outer edge of the even chances.

    None if the rulebook has no such line (it-venezia/prison-line).
    """
    prison = rulebook.zero.prison
    return None if prison is None or prison.line_clause is None else FOOT + BELOW_THE_FIELDS


@lru_cache(maxsize=16)
def _places(rulebook: Rulebook) -> tuple[Place, ...]:
    allowed = [bet for bet in cloth_of(rulebook) if bet.kind in rulebook.bets]
    found = []
    for bet in allowed:
        x, y, zone = _lie(bet, rulebook)
        printed = rulebook.field_labels.get(bet.code)
        # Speech input needs the printed words in the label.
        label = ", ".join(filter(None, (describe_bet(rulebook, bet), printed)))
        found.append(Place(code=bet.code, kind=bet.kind, label=label, x=x, y=y, zone=zone))
    return tuple(sorted(found, key=lambda place: _LAYER.get(place.kind, 0)))


_LAYER = {
    "cheval": 1,
    "deux-douzaines": 1,
    "deux-colonnes": 1,
    "carre": 2,
    "transversale": 2,
    "quatre-premiers": 2,
    "cinq-premiers": 2,
    "sixain": 2,
}


def _lie(bet: Bet, rulebook: Rulebook) -> tuple[float, float, Zone]:
    """Return the point of a chip on this bet, and its zone."""
    if bet.kind == "plein":
        return _on_a_number(bet.numbers[0], rulebook)
    if bet.kind == "cheval":
        return _on_a_line(bet.numbers[0], bet.numbers[1], rulebook)
    if bet.kind in ("carre", "transversale", "quatre-premiers", "cinq-premiers", "sixain"):
        return _on_a_crossing(bet, rulebook)
    return _in_a_field(bet)


def _on_a_number(number: int, rulebook: Rulebook) -> tuple[float, float, Zone]:
    at = square(number, rulebook)
    zone = Zone(at.x, at.y, at.w, at.h)
    if number in ZEROS:
        if DOUBLE_ZERO in rulebook.numbers:
            # Below the printed number, and left of its cost.
            return at.x + 17, at.y + 86, zone
        return at.x + at.w / 2 - 4, at.y + at.h / 2 + 64, zone
    x, y = _corner(at.x, at.y)
    return x, y, zone


def _corner(x: float, y: float) -> tuple[float, float]:
    """Return the point of chips in a square that begins there.

    Its number is in the middle, so the chips are in the corners, and hide neither a digit nor the cost of the
    number.
    """
    return x + 59, y + 20


def _on_a_line(first: int, second: int, rulebook: Rulebook) -> tuple[float, float, Zone]:
    """Return a cheval: on the line between two numbers of one row, or between two rows of one column."""
    a, b = square(first, rulebook), square(second, rulebook)
    if first in ZEROS and second in ZEROS:
        return a.x + a.w / 2 - 4, a.y, Zone(a.x, a.y - EDGE, a.w - CORNER, 2 * EDGE)
    if DOUBLE_ZERO in rulebook.numbers and first in ZEROS and second == 2:
        # The zeros part at the middle of 2: its side is touched in two halves.
        y = b.y + SQUARE_H / 2 + (1 if first == 0 else -1) * SQUARE_H / 4
        return LEFT, y, Zone(LEFT - EDGE, y - 12, 2 * EDGE, 24)
    if second - first == 1 and first not in ZEROS:
        x, y = a.x + SQUARE_W / 2, a.y
        return x, y, Zone(a.x + CORNER, y - EDGE, SQUARE_W - 2 * CORNER, 2 * EDGE)
    x, y = b.x, b.y + SQUARE_H / 2
    return x, y, Zone(x - EDGE, b.y + CORNER, 2 * EDGE, SQUARE_H - 2 * CORNER)


def _on_a_crossing(bet: Bet, rulebook: Rulebook) -> tuple[float, float, Zone]:
    """Return the place and zone of a bet on a crossing of lines.

    The crossing is inside the numbers, or on the outer line below them (one row, or the meeting of two).
    """
    squares = [square(number, rulebook) for number in bet.numbers if number not in ZEROS]
    at_head = not set(ZEROS).isdisjoint(bet.numbers)
    x = LEFT if at_head else max(each.x for each in squares)
    if set(ZEROS) <= set(bet.numbers) and bet.kind == "transversale":
        # This is the crossing of both zeros and the middle of 2.
        y = squares[0].y + SQUARE_H / 2
        return x, y, Zone(x - 10, y - 7, 20, 14)
    if bet.kind == "carre" or (bet.kind == "transversale" and at_head):
        y = min(each.y for each in squares) + SQUARE_H
        return x, y, Zone(x - CORNER, y - CORNER, 2 * CORNER, 2 * CORNER)
    y, below = BOTTOM, 24
    if bet.kind == "transversale":
        return x + SQUARE_W / 2, y, Zone(x + CORNER, y - CORNER, SQUARE_W - 2 * CORNER, CORNER + below)
    return x, y, Zone(x - CORNER, y - CORNER, 2 * CORNER, CORNER + below)


def _in_a_field(bet: Bet) -> tuple[float, float, Zone]:
    """Return point and zone of a bet outside of the numbers: dozens and even chances below them, columns at their
    end; a bet on two of them is on their line.
    """
    if bet.kind in EVEN_CHANCES:
        w = 2 * SQUARE_W
        x: float = LEFT + EVENS_IN_ORDER.index(bet.kind) * w
        return x + 122, EVENS_TOP + EVEN_H / 2, Zone(x, EVENS_TOP, w, EVEN_H)
    if bet.kind in ("douzaine", "deux-douzaines"):
        w, x = 4 * SQUARE_W, LEFT + (min(bet.numbers) - 1) / 3 * SQUARE_W
        if bet.kind == "douzaine":
            return x + w / 2 + 44, BOTTOM + DOZEN_H / 2 + 6, Zone(x, BOTTOM, w, DOZEN_H)
        return x + w, BOTTOM + DOZEN_H / 2 + 12, Zone(x + w - 28, BOTTOM + 24, 56, DOZEN_H - 24)
    lowest = min(bet.numbers)
    y = TOP + (3 - lowest) * SQUARE_H
    if bet.kind == "colonne":
        x, in_the_corner = _corner(RIGHT, y)
        return x, in_the_corner, Zone(RIGHT, y, COLUMN_W, SQUARE_H)
    return RIGHT + COLUMN_W / 2, y, Zone(RIGHT, y - CORNER, COLUMN_W, 2 * CORNER)
