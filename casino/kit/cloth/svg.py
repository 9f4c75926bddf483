"""The parts of the cloth's picture that never change under a rulebook, made once and kept."""

from functools import lru_cache

import msgspec
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import override, pgettext

from casino.kit.cloth.distance import kinds_by_distance, touched_places
from casino.kit.cloth.drawing import (
    BOTTOM,
    COLUMN_W,
    DOZEN_H,
    EVEN_H,
    EVENS_IN_ORDER,
    EVENS_TOP,
    LEFT,
    RIGHT,
    SQUARE_H,
    SQUARE_W,
    TOP,
    WIDTH,
    below_the_fields,
    prison_line,
    square,
)
from casino.kit.cloth.racetrack import racetrack
from tables.roulette.announcements import field_label
from tables.roulette.rulebook import Rulebook


class ClothSvg(msgspec.Struct, frozen=True, kw_only=True):
    """The lines and numbers (below the chips), the touchable places (above them), and the size of the whole."""

    ground: SafeString
    places: SafeString
    width: int
    height: float
    language: str
    """Language of its fields and sectors: the rulebook's, for all readers of the page."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A field beside the numbers: its words, or for rouge and noir its lozenge."""

    x: float
    y: float
    w: float
    h: float
    words: str = ""
    lozenge: str = ""
    in_thirds: bool = False
    """The zone is touched in thirds, near to far, and its label names this: its name has a strip of its own above
    them."""

    @property
    def words_down(self) -> str:
        """Return the vertical place of its words: in the middle of it, or of the strip."""
        return "24%" if self.in_thirds else "50%"


@lru_cache(maxsize=16)
def cloth_svg(rulebook: Rulebook, wheel: str | None) -> ClothSvg:
    """Return the cloth of a rulebook, with the racetrack of this numbering where there are announced bets; with None,
    without a racetrack.
    """
    track = None if wheel is None else racetrack(rulebook, wheel)
    line = prison_line(rulebook)
    squares = [square(number, rulebook) for number in rulebook.numbers]
    context = {
        "squares": squares,
        "fields": _fields(rulebook),
        "track": track,
        "places": touched_places(rulebook),
        "prison_line": line,
    }
    with override(rulebook.language):
        context |= {"near": pgettext("distance", "near"), "far": pgettext("distance", "far")}
    context |= {
        "zeros": [each for each in squares if each.is_zero],
        "left": LEFT,
        "top": TOP,
        "bottom": BOTTOM,
    }
    return ClothSvg(
        ground=render_to_string("kit/_cloth_ground.svg", context),
        places=render_to_string("kit/_cloth_places.svg", context),
        width=WIDTH,
        height=(track.foot if track else below_the_fields(rulebook)) + TOP,
        language=rulebook.language,
    )


def _fields(rulebook: Rulebook) -> list[Field]:
    columns = [
        Field(
            x=RIGHT,
            y=TOP + place * SQUARE_H,
            w=COLUMN_W,
            h=SQUARE_H,
            words=field_label(rulebook, f"colonne:{36 - place}"),
        )
        for place in range(3)
    ]
    dozens = [
        Field(
            x=LEFT + place * 4 * SQUARE_W,
            y=BOTTOM,
            w=4 * SQUARE_W,
            h=DOZEN_H,
            words=field_label(rulebook, f"douzaine:{place + 1}"),
        )
        for place in range(3)
    ]
    by_distance = kinds_by_distance(rulebook)
    evens = [
        Field(
            x=LEFT + place * 2 * SQUARE_W,
            y=EVENS_TOP,
            w=2 * SQUARE_W,
            h=EVEN_H,
            words="" if _has_lozenge(rulebook, kind) else field_label(rulebook, kind),
            lozenge=kind if _has_lozenge(rulebook, kind) else "",
            in_thirds=kind in by_distance,
        )
        for place, kind in enumerate(EVENS_IN_ORDER)
    ]
    return columns + dozens + evens


def _has_lozenge(rulebook: Rulebook, kind: str) -> bool:
    """Return True if the field shows its colour alone: rouge and noir without a label of the rulebook's own."""
    return kind in ("rouge", "noir") and kind not in rulebook.field_labels
