"""Distance of chips on an even chance from the employee, where the rulebook pays the farthest first.

Such a field is touched in thirds, the near one on the left; a bet in words or from a program may lack the distance,
and is paid after those that have one.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from django.utils.translation import override, pgettext
from msgspec.structs import replace

from casino.kit.cloth.drawing import Place, Zone, places
from tables.roulette.rulebook import Rulebook

DISTANCES = (1, 2, 3)
"""The distances as they are recorded, the farthest largest."""
BELOW_THE_NAME = 13
"""Distance of the chips below the middle of a field in thirds, in units of the drawing: in the middle of a third."""


@lru_cache(maxsize=16)
def kinds_by_distance(rulebook: Rulebook) -> frozenset[str]:
    """Return the kinds of bet whose prizes the rulebook orders by distance."""
    rule = rulebook.payment
    grouped = zip(rule.order, rule.within, strict=True)
    return frozenset(kind for kinds, within in grouped if within == "distance-descending" for kind in kinds)


def touched_places(rulebook: Rulebook) -> tuple[Place, ...]:
    """Return the places as they are touched: a field whose distance counts is three of them."""
    kinds = kinds_by_distance(rulebook)
    return tuple(
        touched
        for place in places(rulebook)
        for touched in (_in_thirds(place, rulebook) if place.kind in kinds else (place,))
    )


def chips_lie(place: Place, distance: int | None, rulebook: Rulebook) -> tuple[float, float]:
    """Return the point of chips of that distance on the place: on a field in thirds, below its name.

    Chips of unknown distance are drawn near, as they are paid.
    """
    if place.kind not in kinds_by_distance(rulebook):
        return place.x, place.y
    return _middle(place, distance if distance in DISTANCES else 1), place.y + BELOW_THE_NAME


def _middle(place: Place, distance: int) -> float:
    return place.zone.x + place.zone.w * (2 * distance - 1) / (2 * len(DISTANCES))


@lru_cache(maxsize=16)
def distance_words(rulebook: Rulebook) -> Mapping[int, str]:
    """Return the name of each distance on the cloth of the rulebook."""
    with override(rulebook.language):
        words = (pgettext("distance", "near"), pgettext("distance", "middle"), pgettext("distance", "far"))
    return MappingProxyType(dict(zip(DISTANCES, words, strict=True)))


def _in_thirds(place: Place, rulebook: Rulebook) -> tuple[Place, ...]:
    words = distance_words(rulebook)
    breadth = place.zone.w / len(DISTANCES)
    return tuple(
        replace(
            place,
            label=f"{place.label}, {words[distance]}",
            x=_middle(place, distance),
            zone=Zone(place.zone.x + (distance - 1) * breadth, place.zone.y, breadth, place.zone.h),
            distance=distance,
        )
        for distance in DISTANCES
    )
