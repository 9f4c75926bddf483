"""The wheel as screens draw it: a ring of pockets in their order, clockwise from the top, around the middle 0, 0."""

from functools import lru_cache
from math import pi

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from casino.kit.drawn_number import drawn
from casino.kit.ring import ring_part, turned_to
from tables.roulette.rulebook import Rulebook

RIM, HUB, NUMBERS_AT = 96.0, 68.0, 82.0
"""Radii of the pockets' outer and inner edge, and of their numbers."""


@lru_cache(maxsize=16)
def wheel_ring(order: tuple[int, ...], rulebook: Rulebook) -> SafeString:
    """Return all pockets, and their numbers above them."""
    numbers = [drawn(number, rulebook) for number in order]
    outlines = ((each.look, pocket_outline(place, len(order))) for place, each in enumerate(numbers))
    turned = (
        (turned_to(place * 2 * pi / len(order), NUMBERS_AT), each.number)
        for place, each in enumerate(numbers)
    )
    return format_html_join("", '<path class="{}" d="{}"/>', outlines) + format_html_join(
        "", '<text transform="{}">{}</text>', turned
    )


def pocket_outline(place: int, of: int) -> SafeString:
    """Return the outline of the pocket at this place of so many, clockwise from the top."""
    return ring_part(HUB, RIM, place * 2 * pi / of, 2 * pi / of)
