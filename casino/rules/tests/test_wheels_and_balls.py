"""What a rulebook asks of wheels and balls stands on its page, with the clause."""

import pytest

from casino.rules.tests.conftest import Read
from testkit.pages import find


@pytest.mark.clause("pt-francesa/3-7", "pt-francesa/9")
def test_the_page_shows_what_a_wheel_and_a_ball_have_to_be(read: Read) -> None:
    said = find(read("pt-francesa", lang="en"), "#equipment").get_text(" ", strip=True)
    for words in (
        "Wheel n.º 3 a 7",
        "Diameter 500–600\u00a0mm Material wood Deflectors at least 2",
        "Upper side of the plate slightly concave Smooth plate yes",
        "What the plate turns on a pivot, a ball bearing Walls between the pockets metal",
        "Plate turned by hand yes",
        "Balls n.º 9 Diameter 18–24\u00a0mm Material ivory, ivorine,",
        "Colour white Perfectly balanced yes",
    ):
        assert words in said
    assert "Weight" not in said


@pytest.mark.clause("pt-americana/3-6", "pt-americana/17")
def test_equipment_shows_the_fields_of_its_rules_alone(read: Read) -> None:
    said = find(read("pt-americana", lang="en"), "#equipment").get_text(" ", strip=True)
    assert "Diameter 500–600\u00a0mm Deflectors at least 2" in said
    assert "Plate turned by hand" not in said


def test_rulebook_without_equipment_rules_is_marked(read: Read) -> None:
    said = find(read("it-live", lang="en"), "#equipment").get_text(" ", strip=True)
    assert "asks nothing of wheels and balls" in said
