"""The wheel drawn with a bar for each pocket: its frequency, and the bounds of its chance."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

import msgspec
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from casino.kit.drawn_number import drawn
from casino.kit.money import count
from casino.kit.ring import ring_part, spoke, turned_to
from casino.kit.wheel_spins import KnownWheel
from casino.numbers.presenters.wheel import is_outside, percent

if TYPE_CHECKING:
    from tables.roulette.statistics.figures import PocketFigure, WheelFigures

HUB, RIM, NUMBERS_AT = 78.0, 100.0, 89.0
"""Radii of the pockets' inner and outer edge, and of their numbers; the middle is 0, 0."""
FOOT, EXPECTED_AT, MOST_AT = 104, 158, 200
"""Radii where a bar begins, where one ends that came as often as it should, and beyond which none goes."""
BAR = 0.62
"""The part of a pocket's width that its bar has."""


class Bar(msgspec.Struct, frozen=True, kw_only=True):
    """A pocket: its outline, its number turned to the rim, its bar and the bounds of its chance; `words` describe
    all of it.
    """

    number: str
    look: str
    outline: SafeString
    turned: SafeString
    bar: SafeString
    bounds: SafeString
    outside: bool
    words: str


class WheelDrawing(msgspec.Struct, frozen=True, kw_only=True):
    """`expected` is the radius at which all bars of a wheel end that brings each pocket alike."""

    bars: tuple[Bar, ...]
    expected: int


def wheel_drawing(wheel: KnownWheel, figures: WheelFigures) -> WheelDrawing:
    step = 2 * pi / len(figures.pockets)
    return WheelDrawing(
        bars=tuple(
            _bar(each, place * step, step, wheel, figures) for place, each in enumerate(figures.pockets)
        ),
        expected=EXPECTED_AT,
    )


def _bar(pocket: PocketFigure, at: float, step: float, wheel: KnownWheel, figures: WheelFigures) -> Bar:
    fallen, pockets = drawn(pocket.number, wheel.rulebook), len(figures.pockets)
    share = pocket.hits * pockets / figures.spins if figures.spins else 0.0
    bounds = SafeString("")
    words = gettext("{number}: {hits} times").format(number=fallen.number, hits=count(pocket.hits))
    if pocket.low is not None and pocket.high is not None:
        bounds = spoke(_radius(pocket.low * pockets), _radius(pocket.high * pockets), at)
        words += gettext(", its chance between {low} and {high}").format(
            low=percent(pocket.low), high=percent(pocket.high)
        )
    return Bar(
        number=fallen.number or "",
        look=fallen.look,
        outline=ring_part(HUB, RIM, at, step),
        turned=turned_to(at, NUMBERS_AT),
        bar=ring_part(FOOT, _radius(share), at, step * BAR),
        bounds=bounds,
        outside=is_outside(pocket.low, pocket.high, pockets),
        words=words,
    )


def _radius(share: float) -> float:
    """Return the end of a bar for a pocket that comes `share` times as often as expected."""
    return min(MOST_AT, FOOT + (EXPECTED_AT - FOOT) * share)
