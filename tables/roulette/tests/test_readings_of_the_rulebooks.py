"""Readings of unclear clauses in the five rulebooks: each in four languages, and each rule a value with its clause."""

import pytest

from tables.roulette.announcements import announce_result
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import LANGUAGES, Rulebook
from tables.roulette.rulebook_values import values_of

ROUNDING = {
    "it-campione": "it-campione/3",
    "it-venezia": "it-venezia/prison",
    "pt-francesa": "pt-francesa/18",
    "pt-americana": "pt-americana/27",
    "it-live": "it-live/bets",
}
UP_FOR_THE_PLAYER = {
    "en": "for the player",
    "fr": "en faveur du joueur",
    "pt": "a favor do jogador",
    "it": "a favore del giocatore",
}


def clause_of_value(rulebook: Rulebook, key: str) -> str | None:
    return next(value.clause for value in values_of(rulebook) if value.key == key)


@pytest.mark.parametrize(
    "clause", [pytest.param(clause, marks=pytest.mark.clause(clause)) for clause in ROUNDING.values()]
)
def test_rulebook_says_that_parts_are_rounded_for_the_player(clause: str) -> None:
    rulebook = get_rulebook(clause.partition("/")[0])
    assert rulebook.rounding is not None
    assert (rulebook.rounding.up_for, rulebook.rounding.unit) == ("player", 1)
    assert clause_of_value(rulebook, "rounding.up_for") == clause
    for language, words in UP_FOR_THE_PLAYER.items():
        assert words in rulebook.readings[clause].texts[language]


def test_every_rulebook_has_a_rounding_reading() -> None:
    assert set(ROUNDING) == set(rulebooks())


@pytest.mark.parametrize("rulebook", rulebooks().values(), ids=list(rulebooks()))
def test_every_reading_has_the_four_languages(rulebook: Rulebook) -> None:
    for clause, reading in rulebook.readings.items():
        assert set(reading.texts) == set(LANGUAGES), clause
        assert len(set(reading.texts.values())) == len(LANGUAGES), f"{clause} repeats a language"


@pytest.mark.clause("pt-francesa/15", "pt-americana/23")
@pytest.mark.parametrize(("house", "clause"), [("pt-francesa", "15"), ("pt-americana", "23")])
def test_announcement_has_number_and_colour_first_and_then_the_other_even_chances(
    house: str, clause: str
) -> None:
    rulebook = get_rulebook(house)
    assert announce_result(rulebook, 17) == "Dezassete, preto, ímpar, menor"
    assert announce_result(rulebook, 0) == "Zero"
    assert clause_of_value(rulebook, "phases.result.parts") == f"{house}/{clause}"
    assert "par or ímpar" in rulebook.readings[f"{house}/{clause}"].text()


@pytest.mark.clause("pt-francesa/9", "pt-americana/17")
@pytest.mark.parametrize("clause", ["pt-francesa/9", "pt-americana/17"])
def test_rulebook_says_that_an_early_change_of_ball_begins_a_new_hour(clause: str) -> None:
    rulebook = get_rulebook(clause.partition("/")[0])
    assert rulebook.ball_change is not None and rulebook.ball_change.early == "new-hour"
    assert clause_of_value(rulebook, "ball_change.early") == clause
    assert "before the hour is over" in rulebook.readings[clause].text()


@pytest.mark.clause("it-campione/5", "it-campione/7")
@pytest.mark.parametrize(
    ("clause", "damaged"),
    [
        ("it-campione/5", ("fissateadBlirezione", "steggarnata", "dessere", "ErB00", "massieh", "sinfosa")),
        ("it-campione/7", ("hasvaito", "nangpmo", "peltavolo")),
    ],
)
def test_reading_names_the_damaged_words_of_the_scan(clause: str, damaged: tuple[str, ...]) -> None:
    for text in get_rulebook("it-campione").readings[clause].texts.values():
        assert all(word in text for word in damaged)


@pytest.mark.clause("it-campione/21")
def test_rulebook_says_that_receipts_and_claims_hold_at_the_cash_desk() -> None:
    rulebook = get_rulebook("it-campione")
    assert rulebook.change is not None and rulebook.change.at_cash_desk
    assert clause_of_value(rulebook, "change.at_cash_desk") == "it-campione/21"
    assert "cash desk" in rulebook.readings["it-campione/21"].text()


@pytest.mark.clause("it-venezia/announcements")
def test_rulebook_says_that_called_bets_are_repeated() -> None:
    rulebook = get_rulebook("it-venezia")
    assert rulebook.repetition is not None and rulebook.repetition.called
    assert clause_of_value(rulebook, "repetition.called") == "it-venezia/announcements"
