"""Payments and limits in the figures of each source: times the stake, returns with the stake, sums of money."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tables.roulette.bets import Bet, every_bet
from tables.roulette.limits import limits_for
from tables.roulette.loader import get_rulebook

EVEN_CHANCES = ("pair", "impair", "manque", "passe", "rouge", "noir")


def times(house: str) -> dict[str, Fraction]:
    """What each kind of bet pays on top of the stake, in stakes."""
    bets = get_rulebook(house).bets
    return {kind: Fraction(rule.odds.numerator, rule.odds.denominator) for kind, rule in bets.items()}


@pytest.mark.clause("it-live/bets")
def test_the_live_house_returns_with_the_stake_what_its_rules_say() -> None:
    with_the_stake = {kind: paid + 1 for kind, paid in times("it-live").items()}
    assert with_the_stake == {
        "plein": 36,
        "cheval": 18,
        "transversale": 12,
        "carre": 9,
        "quatre-premiers": 9,
        "sixain": 6,
        # Its table of multipliers prints 1 for both of these, against the return of 3 of its own text.
        "colonne": 3,
        "douzaine": 3,
        **dict.fromkeys(EVEN_CHANCES, 2),
    }


@pytest.mark.clause("it-live/rtp")
def test_every_bet_of_the_live_house_returns_the_printed_97_30_percent() -> None:
    paid = times("it-live")
    for bet in every_bet(get_rulebook("it-live")):
        if isinstance(bet, Bet):
            returned = Fraction(len(bet.numbers), 37) * (paid[bet.kind] + 1)
            assert f"{float(returned * 100):.2f}" == "97.30", bet.code


@pytest.mark.parametrize(
    ("house", "maximums"),
    [
        # Where the smallest stake is 5 euros; times 30, 60, 90, 120, 180, 360, 720 and 540.
        pytest.param(
            "pt-francesa",
            {
                "plein": 150,
                "cheval": 300,
                "transversale": 450,
                "carre": 600,
                "sixain": 900,
                "douzaine": 1_800,
                "colonne": 1_800,
                "deux-douzaines": 3_600,
                "deux-colonnes": 3_600,
                **dict.fromkeys(EVEN_CHANCES, 2_700),
            },
            marks=pytest.mark.clause("pt-francesa/24"),
        ),
        # Times 10, 20, 30, 60, 120, 240 and 180; the quadro, which the decree leaves out, times 40.
        pytest.param(
            "pt-americana",
            {
                "plein": 50,
                "cheval": 100,
                "transversale": 150,
                "carre": 200,
                "sixain": 300,
                "douzaine": 600,
                "colonne": 600,
                "deux-douzaines": 1_200,
                "deux-colonnes": 1_200,
                **dict.fromkeys(EVEN_CHANCES, 900),
            },
            marks=pytest.mark.clause("pt-americana/34"),
        ),
        # Francs, posted whatever the minimum is.
        pytest.param(
            "it-campione",
            {
                "plein": 500,
                "cheval": 1_000,
                "carre": 2_000,
                "transversale": 1_500,
                "sixain": 3_000,
                "colonne": 5_000,
                "douzaine": 5_000,
                **dict.fromkeys(EVEN_CHANCES, 10_000),
            },
            marks=pytest.mark.clause("it-campione/5"),
        ),
    ],
)
def test_with_a_minimum_of_five_the_sign_has_these_maximums(house: str, maximums: dict[str, int]) -> None:
    sign = limits_for(get_rulebook(house), 500)
    # The first four are limited as a carré; the sources do not name them.
    expected = {kind: money * 100 for kind, money in maximums.items()}
    assert sign.maximums == {**expected, "quatre-premiers": expected["carre"]}


@pytest.mark.clause("pt-americana/34")
def test_a_whole_series_or_neighbours_is_at_most_120_minimums_in_whole_tens() -> None:
    announced = get_rulebook("pt-americana").announced
    limited = {
        kind: (rule.limit_ratio, rule.limit_rounded_to)
        for kind, rule in announced.items()
        if kind != "complete"
    }
    assert limited == dict.fromkeys(("voisins", "jeu-zero", "tiers", "orphelins", "voisins-de"), (120, 1_000))
