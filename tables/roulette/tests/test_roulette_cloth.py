"""The cloth: 161 legal positions, and the nearest of them to one that is not."""

from __future__ import annotations

from collections import Counter

import pytest

from tables.refusal import BetRefused
from tables.roulette.bets import every_bet, parse_bet
from tables.roulette.cloth import positions
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import EVEN_CHANCES
from tables.roulette.wheel import REDS
from testkit.refusals import expect_refusal

CLOTH = positions(REDS)
HOW_MANY_NUMBERS = {
    "plein": 1,
    "cheval": 2,
    "transversale": 3,
    "carre": 4,
    "quatre-premiers": 4,
    "sixain": 6,
    "douzaine": 12,
    "colonne": 12,
    "deux-douzaines": 24,
    "deux-colonnes": 24,
}


@pytest.mark.clause("pt-francesa/16")
def test_the_cloth_has_161_positions() -> None:
    assert len({bet.code for bet in CLOTH}) == len(CLOTH) == 161
    assert Counter(bet.kind for bet in CLOTH) == {
        "plein": 37,
        "cheval": 60,
        "transversale": 14,
        "carre": 22,
        "quatre-premiers": 1,
        "sixain": 11,
        "douzaine": 3,
        "colonne": 3,
        "deux-douzaines": 2,
        "deux-colonnes": 2,
        **dict.fromkeys(EVEN_CHANCES, 1),
    }


def test_a_position_wins_on_as_many_numbers_as_its_kind_says() -> None:
    for bet in CLOTH:
        assert len(set(bet.numbers)) == HOW_MANY_NUMBERS.get(bet.kind, 18), bet.code
        assert list(bet.numbers) == sorted(bet.numbers)


@pytest.mark.clause("it-venezia/positions")
def test_zero_has_three_chevals_two_streets_and_the_first_four() -> None:
    with_zero = [bet.code for bet in CLOTH if 0 in bet.numbers]
    assert with_zero == [
        "plein:0",
        "cheval:0-1",
        "cheval:0-2",
        "cheval:0-3",
        "transversale:0-1-2",
        "transversale:0-2-3",
        "quatre-premiers",
    ]


@pytest.mark.clause("it-venezia/positions")
def test_columns_are_named_by_their_last_number() -> None:
    columns = {bet.code: bet.numbers for bet in CLOTH if bet.kind == "colonne"}
    assert {code: numbers[-1] for code, numbers in columns.items()} == {
        "colonne:34": 34,
        "colonne:35": 35,
        "colonne:36": 36,
    }
    assert all(number % 3 == 0 for number in columns["colonne:36"])


def test_every_chance_except_those_with_zero_covers_numbers_1_to_36() -> None:
    outside = [bet for bet in CLOTH if len(bet.numbers) >= 12]
    assert Counter(n for bet in outside if bet.kind == "douzaine" for n in bet.numbers) == Counter(
        range(1, 37)
    )
    for pair in (("pair", "impair"), ("manque", "passe"), ("rouge", "noir")):
        both = sorted(n for bet in outside if bet.kind in pair for n in bet.numbers)
        assert both == list(range(1, 37))


@pytest.mark.clause("pt-francesa/16")
@pytest.mark.parametrize(
    ("kind", "numbers", "near"),
    [
        ("cheval", (3, 4), ("1-4", "3-6", "2-3")),
        ("cheval", (0, 4), ("0-1", "0-2", "1-4")),
        (
            "carre",
            (3, 4, 6, 7),
            ("2-3-5-6", "4-5-7-8", "1-2-4-5"),
        ),
        (
            "transversale",
            (0, 1, 3),
            ("0-1-2", "0-2-3", "1-2-3"),
        ),
        ("douzaine", (4,), ("1", "2", "3")),
        ("deux-douzaines", (1, 3), ("1-2", "2-3")),
    ],
)
def test_an_illegal_position_is_refused_with_the_nearest_legal_ones(
    kind: str, numbers: tuple[int, ...], near: tuple[str, ...]
) -> None:
    with expect_refusal(
        "no-such-position", clause="pt-francesa/16", kind=BetRefused, bet=kind, numbers=numbers, near=near
    ):
        parse_bet(f"{kind}:{'-'.join(map(str, numbers))}", get_rulebook("pt-francesa"))


def test_each_rulebook_lays_out_the_positions_that_it_lists() -> None:
    plain = {
        id_: sum(bet.kind in rulebook.bets for bet in every_bet(rulebook))
        for id_, rulebook in rulebooks().items()
    }
    assert plain == {
        "it-campione": 157,
        "it-live": 157,
        "it-venezia": 157,
        "pt-americana": 161,
        "pt-francesa": 161,
    }
