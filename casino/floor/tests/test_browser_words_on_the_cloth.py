"""In a real browser: numbers and names stand in the middle of their fields, and no chip hides one."""

from math import hypot
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser

from casino.floor.tests.test_chips_side_by_side import FIELDS, laid
from casino.kit.cloth.chips import Chip
from casino.kit.cloth.distance import touched_places
from casino.kit.cloth.drawing import Place
from casino.kit.cloth.svg import ClothSvg, cloth_svg
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import Rulebook
from testkit.browsers import DESKTOP

STYLES = Path(__file__).resolve().parents[3] / "static" / "css"
MEASURED = """(ground) => [
  ...ground.querySelectorAll("text.number, text.zero:not(.track-number), text.field-name")
].map((text) => {
  const drawn = text.getBBox();
  const size = parseFloat(getComputedStyle(text).fontSize);
  const inner = text.closest("svg:not(#cloth)");
  const [left, top] = inner ? [inner.x.baseVal.value, inner.y.baseVal.value] : [0, 0];
  return {
    words: text.textContent.trim(),
    x: left + drawn.x + drawn.width / 2,
    y: top + drawn.y + drawn.height / 2,
    w: drawn.width,
    h: size * 0.72,
  };
})"""
"""The words drawn on the ground of the cloth: their middle and their size, as high as a digit or a capital."""


class Words(msgspec.Struct, frozen=True):
    """Words as the browser has drawn them, in units of the drawing."""

    words: str
    x: float
    y: float
    w: float
    h: float

    def apart(self, chip: Chip) -> float:
        """From the words to the chip's middle."""
        across, down = abs(chip.x - self.x) - self.w / 2, abs(chip.y - self.y) - self.h / 2
        return hypot(max(across, 0), max(down, 0))


def drawn_words(browser: Browser, cloth: ClothSvg) -> list[Words]:
    """The words of a cloth, drawn with the styles of the product."""
    styles = "".join((STYLES / name).read_text() for name in ("tokens.css", "cloth.css"))
    page = browser.new_page(viewport=DESKTOP)
    page.set_content(
        f"<style>{styles}</style><div class=cloth><svg id=cloth viewBox='0 0 {cloth.width} {cloth.height}'>"
        f"<g id=ground>{cloth.ground}</g></svg></div>"
    )
    found = page.locator("#ground").evaluate(MEASURED)
    page.close()
    return msgspec.convert(found, list[Words])


def field_of(words: Words, rulebook: Rulebook) -> Place:
    """The field in which the words stand; of one touched in thirds the middle third."""
    (field,) = {
        place.code: place
        for place in touched_places(rulebook)
        if place.kind in FIELDS
        and place.zone.x <= words.x <= place.zone.x + place.zone.w
        and place.zone.y <= words.y <= place.zone.y + place.zone.h
    }.values()
    return field


@pytest.mark.parametrize("rulebook_id", sorted(rulebooks()))
def test_words_stand_in_the_middle_of_their_field(rulebook_id: str, chromium: Browser) -> None:
    rulebook = get_rulebook(rulebook_id)
    words = drawn_words(chromium, cloth_svg(rulebook, next(iter(rulebook.wheels))))
    lozenges = {"rouge", "noir"}
    with_words = {p.code for p in touched_places(rulebook) if p.kind in FIELDS and p.kind not in lozenges}
    assert {field_of(each, rulebook).code for each in words} == with_words
    for each in words:
        field = field_of(each, rulebook)
        across, down = field.zone.x + field.zone.w / 2, field.zone.y + field.zone.h / 2
        if field.distance is not None:
            # A field in thirds: its name stands over the middle one, in the strip above it.
            down = field.zone.y + 14
        if field.code == "plein:0":
            # Half of zero's field is round: its number stands in the middle of what is seen.
            across = each.x
        assert abs(each.x - across) <= 2 and abs(each.y - down) <= 4, (each, field.code)


@pytest.mark.parametrize("rulebook_id", sorted(rulebooks()))
def test_no_chip_hides_a_number_or_a_name(rulebook_id: str, chromium: Browser) -> None:
    rulebook = get_rulebook(rulebook_id)
    words = drawn_words(chromium, cloth_svg(rulebook, next(iter(rulebook.wheels))))
    assert len(words) > 40
    for place in touched_places(rulebook):
        for players in (1, 2, 3, 8):
            for chip in laid(rulebook, place, players):
                for each in words:
                    assert each.apart(chip) >= chip.radius - 1, (place.code, players, each)
