"""The racetrack beside the cloth of a player's seat: an upright oval of the wheel's numbers, and the series inside it.

The series that cover the wheel without a number in common follow their numbers. The finals fill the middle if they
fit; otherwise they are below, with all other bets that take the same chips each time. The rulebook decides: without
announced bets there is no oval.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import pi

import msgspec
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from casino.kit.cloth.loop import Loop
from casino.kit.cloth.svg import ClothSvg
from casino.kit.cloth.track_bets import (
    Piece,
    announced_bets,
    finals,
    fixed_bets,
    in_lanes,
    in_lines,
    label_with_chips,
    neighbours_bet,
    numbers_of,
    runs,
    wheel_in_a_line,
)
from tables.roulette.announced import AnnouncedBet
from tables.roulette.announcements import describe_bet, shown_name
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import colour, written

WIDTH = 320
MARGIN = 3
OUTER = WIDTH / 2 - MARGIN
RING, LANE = 46, 50
"""Breadth of the ring of numbers, and of that of the series inside it."""
PITCH = 34
"""Length of a number along the middle of its ring."""
INNER = OUTER - RING - LANE
CELL_H, GAP = 38, 4
BELOW_H = 46
LINE_H = 15


class Words(msgspec.Struct, frozen=True):
    """A line of words around its middle, turned by so many degrees."""

    text: str
    x: float
    y: float
    turned: float = 0


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the drawing: its outline and words. `code` is the bet that is touched there, None for no bet; `first`
    is the piece of a bet that the keyboard reaches."""

    shape: str
    look: str
    outline: SafeString
    words: tuple[Words, ...]
    code: str | None
    label: str
    first: bool = True


@lru_cache(maxsize=16)
def oval_svg(rulebook: Rulebook, wheel: str) -> ClothSvg | None:
    """Return the oval of this numbering; None if the rulebook knows no announced bet that is touched on it."""
    drawing = _Oval(rulebook, wheel)
    parts = tuple(drawing.parts())
    touched = [part for part in parts if part.code]
    if not touched:
        return None
    context = {"parts": parts, "touched": touched, "heading": drawing.heading}
    return ClothSvg(
        ground=render_to_string("kit/_oval_ground.svg", context),
        places=render_to_string("kit/_oval_places.svg", context),
        width=WIDTH,
        height=drawing.height,
        language=rulebook.language,
    )


class _Oval:
    """The drawing of one rulebook and numbering."""

    def __init__(self, rulebook: Rulebook, wheel: str) -> None:
        self.rulebook = rulebook
        self.announced = announced_bets(rulebook, wheel)
        self.line = wheel_in_a_line(rulebook, wheel)
        lanes = in_lanes(fixed_bets(rulebook, self.announced))
        self.series, *others = lanes or [[]]
        self.finals = finals(rulebook, self.announced)
        self.below = [bet for lane in others for bet in lane]
        middle = OUTER - RING / 2
        straight = (PITCH * len(self.line) - 2 * pi * middle) / 2
        self.loop = Loop(x=WIDTH / 2, top=MARGIN + OUTER, straight=straight, middle=middle)
        self.foot = self.loop.top + straight + OUTER + MARGIN
        rows = -(-len(self.finals) // 2)
        self.are_inside = rows * (CELL_H + GAP) <= straight + GAP

    @property
    def heading(self) -> Words | None:
        """Return the name of the finals above them; None if there are none in the middle."""
        if not self.finals or not self.are_inside:
            return None
        name = capfirst(shown_name(self.rulebook, self.finals[0].kind))
        return Words(name, self.loop.x, self._first_row() - 14)

    @property
    def height(self) -> float:
        """Return the lower end of the drawing."""
        return round(self.foot + self._rows_below() * (BELOW_H + GAP))

    def parts(self) -> Iterator[Part]:
        """Yield the numbers, the series, the finals and the bets below them."""
        pieces = [
            (bet, piece, nth == 0)
            for bet in self.series
            for nth, piece in enumerate(runs(self.line, numbers_of(bet)))
        ]
        apex = self._apex([piece for _, piece, _ in pieces])
        for place, number in enumerate(self.line):
            yield self._number(number, (place - apex) * PITCH)
        for bet, piece, first in pieces:
            yield self._sector(bet, (piece.start - apex - 0.5) * PITCH, piece.length * PITCH, first)
        if self.are_inside:
            yield from self._inside()
        yield from self._beneath()

    def _apex(self, pieces: Sequence[Piece]) -> float:
        """Return the place of the line at the top of the oval: the middle of the longest piece, else zero."""
        if not pieces:
            return self.line.index(0)
        longest = max(pieces, key=lambda piece: piece.length)
        return longest.start + (longest.length - 1) / 2

    def _number(self, number: int, at: float) -> Part:
        bet = neighbours_bet(self.announced, number)
        x, y = self.loop.point(at, self.loop.middle)
        return Part(
            shape="track-square",
            look=f"track-number {colour(number, self.rulebook.reds) or 'zero'}",
            outline=self.loop.outline(at - PITCH / 2, at + PITCH / 2, OUTER - RING, OUTER),
            words=(Words(written(number), round(x, 1), round(y, 1)),),
            code=bet.code if bet else None,
            label=describe_bet(self.rulebook, bet) if bet else written(number),
        )

    def _sector(self, bet: AnnouncedBet, start: float, length: float, first: bool) -> Part:
        return Part(
            shape="sector",
            look="sector-name",
            outline=self.loop.outline(start + 1, start + length - 1, INNER + 3, OUTER - RING - 3),
            words=self._along(describe_bet(self.rulebook, bet), start, length, first),
            code=bet.code,
            label=label_with_chips(self.rulebook, bet),
            first=first,
        )

    def _along(self, name: str, start: float, length: float, first: bool) -> tuple[Words, ...]:
        """Return a name in its piece: level at the top or the bottom if the piece has room there, else along it."""
        loop, room = self.loop, 2.0 * INNER
        for level in (half * loop.length / 2 for half in range(-2, 3)):
            if start + room / 2 <= level <= start + length - room / 2:
                break
        else:
            level, room = start + length / 2, length
        lines = in_lines(name, room, first)
        turned, (x, y) = loop.leaning(level), loop.point(level, INNER + LANE / 2)
        return _stacked(lines, x, y, turned)

    def _inside(self) -> Iterator[Part]:
        width = INNER - GAP / 2 - 2
        for place, bet in enumerate(self.finals):
            x = self.loop.x - width - GAP / 2 + place % 2 * (width + GAP)
            y = self._first_row() + place // 2 * (CELL_H + GAP)
            yield self._cell(bet, (x, y, width, CELL_H), bet.code.partition(":")[2].replace("-", "/"))

    def _first_row(self) -> float:
        """Return the upper edge of the finals in the middle."""
        rows = -(-len(self.finals) // 2)
        return self.loop.top + (self.loop.straight - rows * (CELL_H + GAP) + GAP) / 2

    def _beneath(self) -> Iterator[Part]:
        """Yield the bets below the oval, two in a row."""
        whole, bets = WIDTH - 2.0 * MARGIN, self._bets_below()
        half = (whole - GAP) / 2
        for place, bet in enumerate(bets):
            x = MARGIN + place % 2 * (half + GAP)
            y = self.foot + place // 2 * (BELOW_H + GAP)
            is_alone = place % 2 == 0 and place == len(bets) - 1
            zone = (x, y, whole if is_alone else half, BELOW_H)
            yield self._cell(bet, zone, describe_bet(self.rulebook, bet))

    def _bets_below(self) -> list[AnnouncedBet]:
        return self.below if self.are_inside else [*self.below, *self.finals]

    def _rows_below(self) -> int:
        return -(-len(self._bets_below()) // 2)

    def _cell(self, bet: AnnouncedBet, zone: tuple[float, float, float, float], name: str) -> Part:
        x, y, w, h = zone
        return Part(
            shape="sector",
            look="sector-name",
            outline=SafeString(f"M{x:.1f} {y:.1f}h{w:.1f}v{h:.1f}h{-w:.1f}z"),
            words=_stacked(in_lines(name, w, True), x + w / 2, y + h / 2, 0),
            code=bet.code,
            label=label_with_chips(self.rulebook, bet),
        )


def _stacked(lines: Sequence[str], x: float, y: float, turned: float) -> tuple[Words, ...]:
    """Return lines of words, one under the other, around a point; turned lines run up or down the drawing."""
    found = []
    for place, line in enumerate(lines):
        off = (place - (len(lines) - 1) / 2) * LINE_H
        across, down = (-off, 0.0) if turned > 0 else (off, 0.0) if turned < 0 else (0.0, off)
        found.append(Words(line, round(x + across, 1), round(y + down, 1), turned))
    return tuple(found)
