"""The racetrack beside a seat's cloth: every announced bet that the rulebook has by numbers, series or finals."""

import re

import pytest

from casino.kit.cloth.oval import oval_svg
from casino.kit.cloth.svg import ClothSvg, cloth_svg
from casino.kit.cloth.track_bets import announced_bets, finals, fixed_bets, neighbours_bet
from tables.roulette.bets import parse_bet
from tables.roulette.loader import rulebooks
from testkit.pages import Element, read_page
from testkit.rulebooks import rules_of

WITH_ANNOUNCED_BETS = ("it-campione", "it-live", "it-venezia", "pt-americana")


def drawn(rulebook_id: str) -> ClothSvg:
    oval = oval_svg(rules_of(rulebook_id), "french")
    assert oval is not None
    return oval


def touched(rulebook_id: str) -> list[Element]:
    return read_page(drawn(rulebook_id).places).select("[data-code]")


@pytest.mark.clause("it-live/announced")
def test_racetrack_of_the_live_table_has_every_announced_bet() -> None:
    codes = {each["data-code"] for each in touched("it-live")}
    assert codes == {
        *("tiers", "voisins", "voisins:7-chips", "orphelins"),
        *(f"finale:{digit}" for digit in range(10)),
        *(f"voisins-de:{number}/2" for number in range(37)),
    }


@pytest.mark.parametrize("rulebook_id", WITH_ANNOUNCED_BETS)
def test_every_part_of_the_racetrack_is_a_bet_of_the_rulebook(rulebook_id: str) -> None:
    rulebook = rules_of(rulebook_id)
    announced = announced_bets(rulebook, "french")
    laid = [*fixed_bets(rulebook, announced), *finals(rulebook, announced)]
    around = filter(None, (neighbours_bet(announced, number) for number in rulebook.numbers))
    codes = [each["data-code"] for each in touched(rulebook_id)]
    assert set(codes) == {bet.code for bet in (*laid, *around)}
    assert [parse_bet(code, rulebook).code for code in codes] == codes


def test_rulebook_without_announced_bets_has_no_racetrack() -> None:
    assert oval_svg(rules_of("pt-francesa"), "french") is None


@pytest.mark.parametrize("rulebook_id", WITH_ANNOUNCED_BETS)
def test_no_part_of_the_racetrack_lies_outside_the_picture(rulebook_id: str) -> None:
    oval = drawn(rulebook_id)
    for each in read_page(oval.ground).select("path.track-square, path.sector"):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", str(each["d"]).partition("h")[0])]
        assert all(0 <= x <= oval.width for x in numbers[::2]), each
        assert all(0 <= y <= oval.height for y in numbers[1::2]), each


@pytest.mark.parametrize("rulebook_id", WITH_ANNOUNCED_BETS)
def test_keyboard_reaches_each_bet_of_the_racetrack_once(rulebook_id: str) -> None:
    buttons = [each for each in touched(rulebook_id) if each.get("role") == "button"]
    assert len({each["data-code"] for each in buttons}) == len(buttons)
    assert len({each["aria-label"] for each in buttons}) == len(buttons)
    assert [each["tabindex"] for each in buttons].count("0") == 1
    hidden = [each for each in touched(rulebook_id) if each.get("role") != "button"]
    assert all(each["aria-hidden"] == "true" and not each.has_attr("tabindex") for each in hidden)


def test_finals_are_in_the_middle_if_they_fit_and_otherwise_below() -> None:
    assert len(finals(rules_of("it-live"), announced_bets(rules_of("it-live"), "french"))) == 10
    assert [each.text for each in read_page(drawn("it-live").ground).select(".heading")] == ["Finale"]
    assert not read_page(drawn("it-venezia").ground).select(".heading")
    assert drawn("it-venezia").height > drawn("it-live").height


@pytest.mark.clause("it-live/bets")
def test_fields_of_the_live_cloth_bear_the_words_of_the_source() -> None:
    words = [
        each.text for each in read_page(cloth_svg(rules_of("it-live"), None).ground).select(".field-name")
    ]
    assert words == [*["2 a 1"] * 3, "1-12", "13-24", "25-36", "1 a 18", "Pari", "Dispari", "19 a 36"]


@pytest.mark.clause("it-live/bets")
def test_name_of_a_field_has_its_printed_words() -> None:
    places = read_page(cloth_svg(rules_of("it-live"), None).places)
    named = {each["data-code"]: each["aria-label"] for each in places.select("[data-code]")}
    assert (named["manque"], named["colonne:34"]) == ("Basso, 1 a 18", "Colonna 34, 2 a 1")


@pytest.mark.parametrize("rulebook_id", sorted(rulebooks()))
def test_cloth_of_a_seat_has_no_racetrack_in_it(rulebook_id: str) -> None:
    alone = read_page(cloth_svg(rules_of(rulebook_id), None).places)
    assert not alone.select(".announced")
