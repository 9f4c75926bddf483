"""What is said aloud: results with numbers in words, in the language of the table."""

from __future__ import annotations

import pytest

from tables.roulette.announcements import announce_result, number_in_words
from tables.roulette.loader import get_rulebook, rulebooks


@pytest.mark.parametrize(
    ("house", "number", "announcement"),
    [
        pytest.param(
            "pt-francesa", 17, "Dezassete, preto, ímpar, menor", marks=pytest.mark.clause("pt-francesa/15")
        ),
        pytest.param(
            "pt-francesa", 19, "Dezanove, encarnado, ímpar, maior", marks=pytest.mark.clause("pt-francesa/15")
        ),
        pytest.param("pt-francesa", 0, "Zero", marks=pytest.mark.clause("pt-francesa/15")),
        pytest.param(
            "pt-americana",
            36,
            "Trinta e seis, encarnado, par, maior",
            marks=pytest.mark.clause("pt-americana/23"),
        ),
        pytest.param(
            "it-venezia",
            21,
            "Vingt et un, rouge, impair, passe",
            marks=pytest.mark.clause("it-venezia/announce"),
        ),
        pytest.param(
            "it-venezia", 8, "Huit, noir, pair, manque", marks=pytest.mark.clause("it-venezia/announce")
        ),
        pytest.param("it-venezia", 0, "Zéro", marks=pytest.mark.clause("it-venezia/announce")),
        ("it-campione", 28, "Ventotto, nero, pari, passe"),
        ("it-live", 1, "Uno, rosso, dispari, basso"),
    ],
)
def test_a_number_is_announced_with_its_even_chances(house: str, number: int, announcement: str) -> None:
    assert announce_result(get_rulebook(house), number) == announcement


FRENCH = (
    """32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"""
)
"""The numbers after zero as both Portuguese sources print them; red and black by turns, beginning with red."""
REDS = {int(number) for number in FRENCH.split()[::2]}


@pytest.mark.clause("pt-americana/23")
@pytest.mark.clause("pt-francesa/15")
@pytest.mark.parametrize("house", ["pt-americana", "pt-francesa"])
def test_number_and_colour_are_announced_first_for_each_of_the_37_compartments(house: str) -> None:
    rulebook = get_rulebook(house)
    announced = {number: announce_result(rulebook, number).split(", ") for number in range(37)}
    assert announced.pop(0) == ["Zero"], "the zero has neither colour"
    for number, (in_words, colour, *_) in announced.items():
        assert in_words == number_in_words(number, "pt").capitalize()
        assert colour == ("encarnado" if number in REDS else "preto")


@pytest.mark.parametrize("house", rulebooks())
def test_every_number_has_an_announcement_of_its_own(house: str) -> None:
    assert len({announce_result(get_rulebook(house), number) for number in range(37)}) == 37


def test_portuguese_numbers_are_those_of_portugal() -> None:
    assert [number_in_words(n, "pt") for n in (14, 16, 17, 19)] == [
        "catorze",
        "dezasseis",
        "dezassete",
        "dezanove",
    ]


@pytest.mark.parametrize(
    ("house", "closing", "null"),
    [
        pytest.param(
            "pt-francesa", "Jogo feito. Nada mais.", "Golpe nulo", marks=pytest.mark.clause("pt-francesa/12")
        ),
        pytest.param(
            "it-venezia", "Rien ne va plus", "Coup nul", marks=pytest.mark.clause("it-venezia/phases")
        ),
        pytest.param(
            "pt-americana",
            "Jogo feito. Nada mais.",
            "Golpe nulo",
            marks=pytest.mark.clause("pt-americana/20"),
        ),
        pytest.param(
            "it-live",
            "Puntate chiuse, nessuna nuova puntata sarà accettata",
            "Giro nullo",
            marks=pytest.mark.clause("it-live/betting-window"),
        ),
        pytest.param(
            "it-campione", "Rien ne va plus", "Rien ne va", marks=pytest.mark.clause("it-campione/11")
        ),
    ],
)
def test_the_moments_of_a_coup_have_their_words(house: str, closing: str, null: str) -> None:
    phases = get_rulebook(house).phases
    assert phases.announcements["rien_ne_va_plus"] == closing
    assert phases.announcements["null_coup"] == null
    assert phases.announcements["faites_vos_jeux"]
    assert phases.announcements["tout_va"]
    assert set(phases.announcement_clauses) == set(phases.announcements)
