"""The return to player stands beside each bet, and it-live's misprint beside its reading."""

import pytest

from casino.rules.presenters.language import LANGUAGES
from casino.rules.tests.conftest import Read, cells
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.payout.return_to_player import returns
from testkit.pages import find


@pytest.mark.parametrize("rulebook", sorted(rulebooks()))
def test_every_bets_return_is_shown_as_an_exact_fraction(read: Read, rulebook: str) -> None:
    page = read(rulebook)
    by_kind = {each.kind: each for each in returns(get_rulebook(rulebook))}
    for kind in get_rulebook(rulebook).bets:
        back, said = by_kind[kind], find(page, f"#bet-{kind}").get_text(" ", strip=True)
        for fraction in filter(None, (back.stays, back.partage)):
            assert f"{fraction.numerator}/{fraction.denominator}" in said


@pytest.mark.clause("it-live/rtp")
def test_the_stated_return_and_the_misprint_are_shown_with_the_reading(read: Read) -> None:
    page = read("it-live")
    stated = find(page, ".stated").get_text(" ", strip=True)
    assert "97,30 % RTP" in stated
    dozen, column = cells(page, ".misprints")
    assert dozen[:5] == ["Dozzina Puntate semplici", "1 : 1", "64,86 % 24/37", "2 : 1", "97,30 % 36/37"]
    assert column[0].startswith("Colonna") and column[1:5] == dozen[1:5]
    assert dozen[5] == get_rulebook("it-live").readings["it-live/bets"].text("it")
    assert find(page, ".misprints .reading")["lang"] == "it"


def test_a_rulebook_that_states_no_return_shows_none_as_stated(read: Read) -> None:
    assert not read("pt-francesa").select(".stated")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_misprints_reading_is_in_the_language_of_the_page(read: Read, language: str) -> None:
    reading = find(read("it-live", lang=language), ".misprints .reading")
    said = get_rulebook("it-live").readings["it-live/bets"].texts[language]
    assert (reading["lang"], reading.get_text()) == (language, said)
