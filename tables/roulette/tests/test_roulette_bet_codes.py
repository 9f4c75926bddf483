"""Bets in words: canonical codes, short forms, and the names of all the houses."""

from __future__ import annotations

import sys
import unicodedata
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.kit.sentences import sentence_of
from tables.refusal import BetRefused
from tables.roulette.announced import NAMED_WITH_NUMBERS
from tables.roulette.announcements import describe_bet
from tables.roulette.bets import AnnouncedBet, Bet, every_bet, parse_bet
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.names import fold, trade_names
from tables.roulette.rulebook import Rulebook
from tables.roulette.spoken import NAMED_ALONE, names_of
from testkit.refusals import expect_refusal

VENEZIA = get_rulebook("it-venezia")
FRANCESA = get_rulebook("pt-francesa")

# Made when this file is read, so that no example of a property pays for it.
BETS = [(rulebook, bet) for rulebook in rulebooks().values() for bet in every_bet(rulebook)]
NUMBERED = [(rulebook, bet) for rulebook, bet in BETS if isinstance(bet, Bet) and bet.kind not in NAMED_ALONE]


@given(st.sampled_from(BETS))
def test_a_canonical_code_means_itself(case: tuple[Rulebook, Bet | AnnouncedBet]) -> None:
    rulebook, bet = case
    assert parse_bet(bet.code, rulebook) == bet


@given(st.sampled_from(BETS), st.data())
def test_every_name_in_every_language_means_the_bet(
    case: tuple[Rulebook, Bet | AnnouncedBet], data: st.DataObject
) -> None:
    rulebook, bet = case
    names = [name for language in names_of(rulebook, bet.kind).values() for name in language]
    name = data.draw(st.sampled_from(names))
    separator = data.draw(st.sampled_from([":", " ", ": ", "-"]))
    case_of_letters = data.draw(st.sampled_from([str.upper, str.title, str.lower]))
    argument = bet.code.partition(":")[2]
    text = f"{name}{separator}{argument}" if argument else name
    assert parse_bet(case_of_letters(text), rulebook) == bet


@pytest.mark.parametrize("text", ["voisins:7-chips", "VOISINS DU ZÉRO:7-CHIPS", "vicini dello zero: 7 chips"])
def test_the_number_of_chips_stands_behind_any_name(text: str) -> None:
    assert parse_bet(text, get_rulebook("it-live")).code == "voisins:7-chips"


@given(st.sampled_from(NUMBERED), st.sampled_from("-/ –_."), st.randoms())
def test_the_order_of_numbers_and_the_kind_of_separator_do_not_matter(
    case: tuple[Rulebook, Bet], separator: str, chance: Random
) -> None:
    rulebook, bet = case
    numbers = bet.argument.split("-")
    chance.shuffle(numbers)
    assert parse_bet(f"{bet.kind}:{separator.join(numbers)}", rulebook) == bet


@given(st.sampled_from([case for case in NUMBERED if len(case[1].numbers) > 1]))
def test_the_first_and_last_number_stand_for_the_position(case: tuple[Rulebook, Bet]) -> None:
    rulebook, bet = case
    assert parse_bet(f"{bet.kind}:{bet.numbers[0]}-{bet.numbers[-1]}", rulebook) == bet


@given(st.text(max_size=40), st.sampled_from(list(rulebooks().values())))
def test_any_text_is_a_bet_or_a_refusal_with_a_clause(text: str, rulebook: Rulebook) -> None:
    try:
        bet = parse_bet(text, rulebook)
    except BetRefused as refused:
        assert refused.clause in rulebook.clauses
        assert refused.code
    else:
        assert (rulebook, bet) in BETS


def foreign_digits() -> list[str]:
    """All that says a number and is not 0 to 9: of other scripts, raised, circled, spelt in one sign (½, ㏠)."""
    return [
        letter
        for letter in map(chr, range(0x80, sys.maxunicode + 1))
        if letter.isnumeric() or any(part.isdigit() for part in unicodedata.normalize("NFKD", letter))
    ]


# Whoever loads this module need not look through all letters.
@given(st.sampled_from(BETS), st.deferred(lambda: st.sampled_from(foreign_digits())), st.data())
def test_no_digit_but_0_to_9_is_taken(
    case: tuple[Rulebook, Bet | AnnouncedBet], digit: str, data: st.DataObject
) -> None:
    rulebook, bet = case
    place = data.draw(st.integers(0, len(bet.code)))
    instead_of = data.draw(st.integers(0, 1))
    with expect_refusal("bet-in-foreign-digits", kind=BetRefused) as refused:
        parse_bet(bet.code[:place] + digit + bet.code[place + instead_of :], rulebook)
    assert refused.value.clause == rulebook.positions_clause


@given(st.sampled_from(NUMBERED), st.data())
def test_no_number_is_taken_twice(case: tuple[Rulebook, Bet], data: st.DataObject) -> None:
    rulebook, bet = case
    numbers = [*bet.numbers, data.draw(st.sampled_from(bet.numbers))]
    with expect_refusal("number-named-twice", kind=BetRefused):
        parse_bet(f"{bet.kind}:{'-'.join(map(str, numbers))}", rulebook)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("pleno:17", "plein:17"),
        ("Pieno 0", "plein:0"),
        ("cavalo:17-20", "cheval:17-20"),
        ("cavallo 20/17", "cheval:17-20"),
        ("terzina:31-33", "transversale:31-32-33"),
        ("rua:0-2-3", "transversale:0-2-3"),
        ("trasversale dello zero 0/1/2", "transversale:0-1-2"),
        ("transversale:0-3", "transversale:0-2-3"),
        ("quadro:25-29", "carre:25-26-28-29"),
        ("carré 25/29", "carre:25-26-28-29"),
        ("quadro:0-1-2-3", "quatre-premiers"),
        ("quattro primi", "quatre-premiers"),
        ("primi 4", "quatre-premiers"),
        ("linha:31-36", "sixain:31-32-33-34-35-36"),
        ("sestina 1-6", "sixain:1-2-3-4-5-6"),
        ("transversale simple:4-9", "sixain:4-5-6-7-8-9"),
        ("dúzia:2", "douzaine:2"),
        ("dozzina 13-24", "douzaine:2"),
        ("coluna:34", "colonne:34"),
        ("colonna:36", "colonne:36"),
        ("colonne:1", "colonne:34"),
        ("par", "pair"),
        ("ÍMPAR", "impair"),
        ("dispari", "impair"),
        ("menor", "manque"),
        ("maior", "passe"),
        ("encarnado", "rouge"),
        ("vermelho", "rouge"),
        ("preto", "noir"),
        ("rosso", "rouge"),
        ("nero", "noir"),
        ("black", "noir"),
        ("1 to 18", "manque"),
        ("tre primi", "transversale:1-2-3"),
        ("tre ultimi", "transversale:34-35-36"),
        ("sei primi", "sixain:1-2-3-4-5-6"),
        ("sei ultimi", "sixain:31-32-33-34-35-36"),
        ("douze premiers", "douzaine:1"),
        ("douze milieu", "douzaine:2"),
        ("douze derniers", "douzaine:3"),
        ("dozzina di mezzo", "douzaine:2"),
        ("serie-5/8", "tiers"),
        ("série pequena", "tiers"),
        ("serie-grande", "voisins"),
        ("vicini dello zero", "voisins"),
        ("orfanelli", "orphelins"),
        ("vadios", "orphelins"),
        ("orfanelli in pieno", "orphelins-plein"),
        ("zero spiel", "jeu-zero"),
        ("série do zero", "jeu-zero"),
        ("La Nassa", "nassa"),
        ("voisins de 17/2", "voisins-de:17/2"),
        ("voisins-de:17", "voisins-de:17/2"),
        ("vicini 17", "voisins-de:17/2"),
        ("finali 7", "finale:7"),
        ("finale 8/9", "finale-cheval:8-9"),
        ("finale-cheval:12-9", "finale-cheval:9-12"),
    ],
)
@pytest.mark.clause("it-venezia/positions")
def test_the_names_of_the_houses_are_understood(said: str, code: str) -> None:
    assert parse_bet(said, VENEZIA).code == code


@pytest.mark.clause("pt-francesa/16")
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("cavalo de dúzia:1-2", "deux-douzaines:1-2"),
        ("cavalo de dúzia 13-36", "deux-douzaines:2-3"),
        ("cavalo de coluna:35-36", "deux-colonnes:35-36"),
        ("completo:17", "complete:17"),
    ],
)
def test_bets_over_two_dozens_have_their_portuguese_names(said: str, code: str) -> None:
    assert parse_bet(said, FRANCESA).code == code


@pytest.mark.parametrize(
    ("said", "code", "parameters"),
    [
        ("", "bet-not-named", {}),
        (
            "Cavalloo:3-6",
            "bet-name-near-others",
            {"typed": "Cavalloo:3-6", "near": ("cavallo", "cavalo", "cavallo-di-dozzine")},
        ),
        ("plein:37", "numbers-beyond-cloth", {"bet": "plein", "numbers": (37,), "highest": 36}),
        ("plein:-1", "numbers-unread", {"typed": "plein:-1", "example": "cheval:17-20"}),
        ("cheval", "bet-without-numbers", {"bet": "cheval", "example": "cheval:17-18"}),
        ("plein:17-20", "plein-of-several-numbers", {"numbers": (17, 20)}),
        ("plein:17-17", "number-named-twice", {"numbers": (17, 17), "twice": 17}),
        ("cheval:17-20-20", "number-named-twice", {"numbers": (17, 20, 20), "twice": 20}),
        ("plein:²", "bet-in-foreign-digits", {"typed": "plein:²", "digits": "²"}),
        ("voisins-de:１７/2", "bet-in-foreign-digits", {"typed": "voisins-de:１７/2", "digits": "１７"}),
        ("rouge:3", "bet-named-without-numbers", {"bet": "rouge"}),
        ("tiers:3", "announced-without-numbers", {"bet": "tiers:3"}),
        ("finale-cheval:3-40", "no-such-final-on-the-line", {"bet": "finale-cheval:3-40"}),
        ("voisins-de:40/2", "announced-beyond-cloth", {"bet": "voisins-de:40/2", "highest": 36}),
        ("voisins-de:17/3", "neighbours-unknown", {"bet": "voisins-de:17/3", "sides": (2,)}),
        ("x" * 1000, "bet-name-unknown", {"typed": "x" * 59 + "…"}),
        ("plein:" + "-".join(map(str, range(1, 37))), "plein-of-several-numbers", {}),
    ],
)
def test_malformed_bet_is_refused_with_its_reason(said: str, code: str, parameters: dict[str, Any]) -> None:
    with expect_refusal(code, kind=BetRefused, **parameters) as refused:
        parse_bet(said, VENEZIA)
    assert len(sentence_of(refused.value.refusal)) < 200


@pytest.mark.parametrize(
    ("house", "clause"),
    [
        pytest.param("it-campione", "it-campione/4", marks=pytest.mark.clause("it-campione/4")),
        pytest.param("it-venezia", "it-venezia/general-4", marks=pytest.mark.clause("it-venezia/general-4")),
    ],
)
@pytest.mark.parametrize(
    "said",
    ["deux-douzaines:1-2", "deux-colonnes:34-35", "rosso/nero", "cavallo:rouge-pair", "deux-douzaines"],
)
def test_no_bet_lies_across_even_chances_dozens_or_columns(house: str, clause: str, said: str) -> None:
    with pytest.raises(BetRefused) as refused:
        parse_bet(said, get_rulebook(house))
    assert refused.value.code in ("bet-forbidden", "kind-of-bet-forbidden")
    assert refused.value.parameters["reason"] == "no bets across even chances, dozens or columns"
    assert refused.value.clause == clause


@pytest.mark.clause("it-live/bets")
def test_a_bet_that_the_house_does_not_list_is_refused_with_its_clause() -> None:
    with expect_refusal("bet-not-of-house", kind=BetRefused, bet="deux-colonnes") as refused:
        parse_bet("deux-colonnes:34-35", get_rulebook("it-live"))
    assert refused.value.clause == "it-live/bets"


def test_no_name_of_the_trade_means_two_bets() -> None:
    trade = trade_names()
    for named in (trade.bets, trade.positions, trade.announced):
        meanings: dict[tuple[bool, str], set[str]] = {}
        for kind, languages in named.items():
            for name in (name for names in languages.values() for name in names):
                # "voisins" alone is the zero's; with a number it is that number's.
                meanings.setdefault((kind in NAMED_WITH_NUMBERS, fold(name)), set()).add(kind)
        assert [kinds for kinds in meanings.values() if len(kinds) > 1] == []


@pytest.mark.parametrize(
    ("house", "code", "described"),
    [
        ("pt-francesa", "cheval:17-20", "Cavalo 17–20"),
        ("pt-francesa", "sixain:31-36", "Linha 31–36"),
        ("pt-francesa", "transversale:0-2-3", "Rua 0–2–3"),
        ("pt-francesa", "deux-douzaines:1-2", "Cavalo de dúzia 1–24"),
        ("it-venezia", "douzaine:2", "Dozzina 13–24"),
        ("it-venezia", "colonne:35", "Colonna 35"),
        ("it-venezia", "quatre-premiers", "Quattro primi"),
        ("it-venezia", "rouge", "Rosso"),
        ("it-venezia", "voisins-de:17/2", "Vicini 17/2"),
        ("it-venezia", "tiers", "Serie 5/8"),
        ("it-live", "transversale:4-6", "Riga 4–6"),
        ("pt-americana", "voisins", "Série grande"),
    ],
)
def test_a_bet_is_described_as_the_house_calls_it(house: str, code: str, described: str) -> None:
    rulebook = get_rulebook(house)
    assert describe_bet(rulebook, parse_bet(code, rulebook)) == described


def test_a_bet_is_described_in_any_of_four_languages() -> None:
    bet = parse_bet("carre:25-29", VENEZIA)
    said = [describe_bet(VENEZIA, bet, language) for language in ("en", "fr", "pt", "it")]
    assert said == ["Corner 25–29", "Carré 25–29", "Quadro 25–29", "Carré 25–29"]


@pytest.mark.parametrize(
    ("house", "said", "code"),
    [
        ("it-venezia", "7 e vicini", "voisins-de:7/2"),
        ("it-venezia", "Il 7 e i suoi vicini", "voisins-de:7/2"),
        ("it-venezia", "vicini di 7", "voisins-de:7/2"),
        ("it-live", "7 et voisins", "voisins-de:7/2"),
        ("it-live", "7 and neighbours", "voisins-de:7/2"),
        ("pt-americana", "vizinhos de 5/2", "voisins-de:5/2"),
        ("pt-americana", "número 5/1 e vizinhos", "voisins-de:5/1"),
        ("it-venezia", "finale 8/9 a cavallo", "finale-cheval:8-9"),
        ("pt-francesa", "cavallo dozzine 1-2", "deux-douzaines:1-2"),
        ("pt-francesa", "cavalo colunas 34/35", "deux-colonnes:34-35"),
    ],
)
def test_numbers_are_understood_wherever_people_say_them(house: str, said: str, code: str) -> None:
    assert parse_bet(said, get_rulebook(house)).code == code


@pytest.mark.clause("it-venezia/general-4")
def test_a_cavallo_of_dozens_is_known_and_refused_where_it_is_forbidden() -> None:
    with expect_refusal(
        "kind-of-bet-forbidden", kind=BetRefused, reason="no bets across even chances, dozens or columns"
    ) as refused:
        parse_bet("cavallo dozzine 1-2", get_rulebook("it-venezia"))
    assert refused.value.clause == "it-venezia/general-4"


def test_no_name_is_proposed_twice() -> None:
    with expect_refusal("bet-name-near-others", typed="7 vicini", near=("vicini", "vicini-del")):
        parse_bet("7 vicini", get_rulebook("it-venezia"))
