"""Every position of the cloth under the names that tables call it by, in four languages, at every house."""

from __future__ import annotations

import pytest

from tables.roulette.announcements import describe_bet
from tables.roulette.bets import Bet, every_bet, parse_bet
from tables.roulette.loader import folders, get_rulebook, rulebooks

LANGUAGES = ("en", "fr", "pt", "it")

# Written out here, from the sources and the trade, and not taken from the file that the names are read from.
NAMES: dict[str, dict[str, tuple[str, ...]]] = {
    "plein": {"en": ("straight up",), "fr": ("plein",), "pt": ("pleno",), "it": ("pieno", "numero pieno")},
    "cheval": {"en": ("split",), "fr": ("à cheval",), "pt": ("cavalo",), "it": ("cavallo",)},
    "transversale": {
        "en": ("street",),
        "fr": ("transversale pleine",),
        "pt": ("rua",),
        "it": ("terzina", "trasversale piena"),
    },
    "carre": {"en": ("corner",), "fr": ("carré",), "pt": ("quadro",), "it": ("carré", "quadrato")},
    "quatre-premiers": {
        "en": ("first four",),
        "fr": ("quatre premiers",),
        "pt": ("quatro primeiros",),
        "it": ("quattro primi",),
    },
    "sixain": {
        "en": ("six line",),
        "fr": ("sixaine", "transversale simple"),
        "pt": ("linha",),
        "it": ("sestina", "trasversale semplice"),
    },
    "douzaine": {"en": ("dozen",), "fr": ("douzaine",), "pt": ("dúzia",), "it": ("dozzina",)},
    "colonne": {"en": ("column",), "fr": ("colonne",), "pt": ("coluna",), "it": ("colonna",)},
    "deux-douzaines": {
        "en": ("two dozens",),
        "fr": ("douzaines à cheval",),
        "pt": ("cavalo de dúzia",),
        "it": ("dozzine a cavallo",),
    },
    "deux-colonnes": {
        "en": ("two columns",),
        "fr": ("colonnes à cheval",),
        "pt": ("cavalo de coluna",),
        "it": ("colonne a cavallo",),
    },
    "pair": {"en": ("even",), "fr": ("pair",), "pt": ("par",), "it": ("pari",)},
    "impair": {"en": ("odd",), "fr": ("impair",), "pt": ("ímpar",), "it": ("dispari",)},
    "manque": {"en": ("low", "1 to 18"), "fr": ("manque",), "pt": ("menor",), "it": ("manque", "basso")},
    "passe": {"en": ("high", "19 to 36"), "fr": ("passe",), "pt": ("maior",), "it": ("passe", "alto")},
    "rouge": {"en": ("red",), "fr": ("rouge",), "pt": ("encarnado", "vermelho"), "it": ("rosso",)},
    "noir": {"en": ("black",), "fr": ("noir",), "pt": ("preto",), "it": ("nero",)},
}
ALONE = {"quatre-premiers", "pair", "impair", "manque", "passe", "rouge", "noir"}

# All that they play; the Italian houses play no cavalo of dozens and none of columns.
PLAYED = {"pt-francesa": 161, "pt-americana": 161, "it-campione": 157, "it-venezia": 157, "it-live": 157}

every_house = pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/16")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/24")),
        pytest.param("it-campione", marks=pytest.mark.clause("it-campione/2")),
        pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/positions")),
        pytest.param("it-live", marks=pytest.mark.clause("it-live/bets")),
    ],
)


def positions(house: str) -> list[Bet]:
    return [bet for bet in every_bet(get_rulebook(house)) if isinstance(bet, Bet)]


def said_numbers(bet: Bet) -> set[str]:
    """What is said after the name: all that the code says, or first and last number; nothing where the name is all."""
    if bet.kind in ALONE:
        return {""}
    which = {bet.code.partition(":")[2].replace("-", "/")}
    if bet.kind not in ("colonne", "deux-colonnes") and len(bet.numbers) > 1:
        which.add(f"{bet.numbers[0]}/{bet.numbers[-1]}")
    return which


@pytest.mark.parametrize("language", LANGUAGES)
@every_house
def test_every_position_is_understood_by_its_names(house: str, language: str) -> None:
    rulebook = get_rulebook(house)
    understood = positions(house)
    assert len(understood) == PLAYED[house]
    for bet in understood:
        for name in NAMES[bet.kind][language]:
            for numbers in said_numbers(bet):
                said = f"{name} {numbers}".rstrip()
                assert parse_bet(said, rulebook) == bet, said
                assert parse_bet(said.upper(), rulebook) == bet, said


@pytest.mark.clause("it-venezia/positions")
@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("tre primi", {1, 2, 3}),
        ("trois premiers", {1, 2, 3}),
        ("tre ultimi", {34, 35, 36}),
        ("trois derniers", {34, 35, 36}),
        ("sei primi", set(range(1, 7))),
        ("six premiers", set(range(1, 7))),
        ("sei ultimi", set(range(31, 37))),
        ("six derniers", set(range(31, 37))),
        ("quatre premiers", {0, 1, 2, 3}),
        ("transversale du zéro 0/1/2", {0, 1, 2}),
        ("trasversale dello zero 0/2/3", {0, 2, 3}),
        ("prima dozzina", set(range(1, 13))),
        ("douze premiers", set(range(1, 13))),
        ("dozzina di mezzo", set(range(13, 25))),
        ("douze milieu", set(range(13, 25))),
        ("ultima dozzina", set(range(25, 37))),
        ("douze derniers", set(range(25, 37))),
    ],
)
def test_the_positions_with_names_of_their_own_win_on_the_printed_numbers(
    name: str, numbers: set[int]
) -> None:
    bet = parse_bet(name, get_rulebook("it-venezia"))
    assert isinstance(bet, Bet)
    assert set(bet.numbers) == numbers


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("house", rulebooks(folders()[0]))
def test_a_bet_as_a_screen_names_it_may_be_typed_back(house: str, language: str) -> None:
    rulebook = get_rulebook(house)
    for bet in every_bet(rulebook):
        assert parse_bet(describe_bet(rulebook, bet, language), rulebook) == bet, bet.code
