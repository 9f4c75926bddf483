"""A small picture of an announced bet: the numbers of the cloth with its chips on them, and its numbers on the wheel.

Places and squares are those of the big cloth (`casino/kit/cloth/drawing.py`), the wheel is its racetrack, cut in two
rows so that its numbers can still be read when three pictures are side by side.
"""

import msgspec
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from casino.kit.cloth.drawing import BOTTOM, LEFT, RIGHT, SQUARE_H, TOP, Square, places, square
from casino.kit.cloth.track_bets import wheel_in_a_line
from tables.roulette.announced import AnnouncedBet
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import ZEROS, colour, written

WIDTH = RIGHT + 6
TRACK_TOP = BOTTOM + 26
CELL_H, BETWEEN_ROWS = 42, 8
UPPER_ROW = 19
"""Numbers of the wheel in the upper row; the lower row runs back under it, so that the two make a round."""
CELL_W = (RIGHT - 4) / UPPER_ROW
HEIGHT = TRACK_TOP + 2 * CELL_H + BETWEEN_ROWS + TOP


class DrawnSquare(msgspec.Struct, frozen=True, kw_only=True):
    at: Square
    covered: bool


class DrawnChip(msgspec.Struct, frozen=True, kw_only=True):
    x: float
    y: float
    count: int


class WheelCell(msgspec.Struct, frozen=True, kw_only=True):
    """A number in one of the two rows of the wheel, and whether the bet covers it."""

    number: str
    look: str
    x: float
    y: float
    covered: bool


def series_cloth(rulebook: Rulebook, wheel: str, bet: AnnouncedBet, label: str) -> SafeString:
    """Return the picture as SVG; `label` describes it in words."""
    covered = frozenset(number for chip, _ in bet.chips for number in chip.numbers)
    context = {
        "label": label,
        "width": WIDTH,
        "height": HEIGHT,
        "head": 3 * SQUARE_H,
        "left": LEFT,
        "top": TOP,
        "squares": [
            DrawnSquare(at=square(number, rulebook), covered=number in covered) for number in rulebook.numbers
        ],
        "chips": _chips(rulebook, bet),
        "cells": _wheel(rulebook, wheel, covered),
        "cell_w": round(CELL_W, 2),
        "cell_h": CELL_H,
    }
    return render_to_string("rules/_series_cloth.svg", context)


def _chips(rulebook: Rulebook, bet: AnnouncedBet) -> list[DrawnChip]:
    lying = {place.code: place for place in places(rulebook)}
    found = []
    for chip, count in bet.chips:
        at = lying[chip.code]
        if chip.kind == "plein" and chip.numbers[0] not in ZEROS:
            # The corner of the square, because the number is in the middle.
            its = square(chip.numbers[0], rulebook)
            found.append(DrawnChip(x=its.x + its.w - 16, y=its.y + 17, count=count))
        else:
            found.append(DrawnChip(x=at.x, y=at.y, count=count))
    return found


def _wheel(rulebook: Rulebook, wheel: str, covered: frozenset[int]) -> list[WheelCell]:
    cells = []
    for place, number in enumerate(wheel_in_a_line(rulebook, wheel)):
        lower = place >= UPPER_ROW
        column = 2 * UPPER_ROW - 1 - place if lower else place
        cells.append(
            WheelCell(
                number=written(number),
                look=colour(number, rulebook.reds) or "zero",
                x=round(4 + column * CELL_W, 2),
                y=TRACK_TOP + (CELL_H + BETWEEN_ROWS if lower else 0),
                covered=number in covered,
            )
        )
    return cells
