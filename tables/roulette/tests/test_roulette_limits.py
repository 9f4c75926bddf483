"""Limits: what a sign may say in each house, and whether a stake keeps to it."""

from __future__ import annotations

from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.money import Money
from tables.refusal import BetRefused, LimitRefused
from tables.roulette.bets import parse_bet
from tables.roulette.limits import (
    Limits,
    check_limits,
    check_posted,
    kinds_by_derogation,
    limits_for,
    maximum_for,
    over_maximum,
)
from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import Rulebook
from testkit.refusals import expect_refusal

FRANCESA = get_rulebook("pt-francesa")
AMERICANA = get_rulebook("pt-americana")
AMERICANA_1 = get_rulebook("pt-americana", 1)
CAMPIONE = get_rulebook("it-campione")
VENEZIA = get_rulebook("it-venezia")
LIVE = get_rulebook("it-live")

AT_MOST = {
    "plein": 30,
    "cheval": 60,
    "transversale": 90,
    "carre": 120,
    "quatre-premiers": 120,
    "sixain": 180,
    "douzaine": 360,
    "colonne": 360,
    "deux-douzaines": 720,
    "deux-colonnes": 720,
    **dict.fromkeys(("pair", "impair", "manque", "passe", "rouge", "noir"), 540),
}
EXACTLY = {
    "plein": 10,
    "cheval": 20,
    "transversale": 30,
    "carre": 40,
    "quatre-premiers": 40,
    "sixain": 60,
    "douzaine": 120,
    "colonne": 120,
    "deux-douzaines": 240,
    "deux-colonnes": 240,
    **dict.fromkeys(("pair", "impair", "manque", "passe", "rouge", "noir"), 180),
}
FRANCS = {
    "plein": 500,
    "cheval": 1_000,
    "carre": 2_000,
    "quatre-premiers": 2_000,
    "transversale": 1_500,
    "sixain": 3_000,
    "colonne": 5_000,
    "douzaine": 5_000,
    **dict.fromkeys(("pair", "impair", "manque", "passe", "rouge", "noir"), 10_000),
}


@pytest.mark.clause("pt-francesa/24")
@pytest.mark.parametrize(("kind", "ratio"), AT_MOST.items())
def test_a_maximum_is_at_most_its_ratio_in_the_french_game(kind: str, ratio: int) -> None:
    check_posted(FRANCESA, Limits(minimum=500, maximums={kind: 500 * ratio}))
    check_posted(FRANCESA, Limits(minimum=500, maximums={kind: 500}))
    with expect_refusal("maximum-over-ratio", kind=LimitRefused) as refused:
        check_posted(FRANCESA, Limits(minimum=500, maximums={kind: 500 * ratio + 1}))
    assert refused.value.clause == "pt-francesa/24"
    assert (refused.value.limit, refused.value.value) == (500 * ratio, 500 * ratio + 1)


@pytest.mark.clause("pt-americana/34")
@pytest.mark.parametrize(("kind", "ratio"), EXACTLY.items())
def test_a_maximum_is_exactly_its_ratio_in_the_american_game(kind: str, ratio: int) -> None:
    assert limits_for(AMERICANA, 500).maximums[kind] == 500 * ratio
    check_posted(AMERICANA, Limits(minimum=500, maximums={kind: 500 * ratio}))
    for other in (500 * ratio - 1, 500 * ratio + 1):
        with expect_refusal("maximum-not-the-ratio", kind=LimitRefused) as refused:
            check_posted(AMERICANA, Limits(minimum=500, maximums={kind: other}))
        assert refused.value.clause == "pt-americana/34"


@pytest.mark.clause("it-campione/5")
@pytest.mark.parametrize(("kind", "francs"), FRANCS.items())
def test_the_posted_maximums_are_those_of_article_5(kind: str, francs: int) -> None:
    assert CAMPIONE.currency == "CHF"
    assert CAMPIONE.default_limits.maximums[kind] == francs * 100
    assert limits_for(CAMPIONE, 1000).maximums[kind] == francs * 100


@pytest.mark.clause("it-campione/5")
@pytest.mark.parametrize(
    ("kind", "without", "with_derogation"),
    [("plein", 1_000, 1_500), ("cheval", 1_000, 2_000), ("carre", 2_000, 2_000)],
)
def test_a_higher_maximum_needs_a_derogation(kind: str, without: int, with_derogation: int) -> None:
    check_posted(CAMPIONE, Limits(minimum=500, maximums={kind: without * 100}))
    check_posted(CAMPIONE, Limits(minimum=500, maximums={kind: with_derogation * 100}), derogation=True)
    with expect_refusal("maximum-needs-derogation", kind=LimitRefused):
        check_posted(CAMPIONE, Limits(minimum=500, maximums={kind: without * 100 + 1}))
    with pytest.raises(LimitRefused) as refused:
        check_posted(
            CAMPIONE, Limits(minimum=500, maximums={kind: with_derogation * 100 + 1}), derogation=True
        )
    assert refused.value.clause == "it-campione/5"


@pytest.mark.clause("it-campione/5")
def test_a_sign_tells_which_maximums_are_there_by_derogation() -> None:
    doubled = Limits(minimum=500, maximums={"plein": 100_000, "cheval": 100_000, "rouge": 500})
    assert kinds_by_derogation(CAMPIONE, doubled) == ()
    beyond = Limits(minimum=500, maximums={"plein": 100_001, "cheval": 100_001, "carre": 200_000})
    assert kinds_by_derogation(CAMPIONE, beyond) == ("plein", "cheval")
    assert kinds_by_derogation(VENEZIA, beyond) == (), "what a rulebook does not post needs no derogation"


@pytest.mark.clause("it-venezia/general-9")
def test_a_house_that_posts_its_own_maximums_may_post_any() -> None:
    assert limits_for(VENEZIA, 1000) == Limits(minimum=1000)
    check_posted(VENEZIA, Limits(minimum=1000, maximums={"plein": 10**9}))
    assert maximum_for(VENEZIA, Limits(minimum=1000), "plein") is None


@pytest.mark.parametrize("rulebook", rulebooks().values(), ids=list(rulebooks()))
def test_no_sign_has_a_maximum_under_its_minimum_or_no_minimum(rulebook: Rulebook) -> None:
    with expect_refusal("maximum-under-minimum", kind=LimitRefused):
        check_posted(rulebook, Limits(minimum=5000, maximums={"plein": 4999}))
    for minimum in (0, -500):
        with expect_refusal("minimum-not-an-amount", kind=LimitRefused):
            limits_for(rulebook, minimum)


@pytest.mark.parametrize(
    ("house", "clause_below", "clause_above"),
    [
        pytest.param(
            "pt-francesa", "pt-francesa/24", "pt-francesa/24", marks=pytest.mark.clause("pt-francesa/24")
        ),
        pytest.param(
            "it-campione", "it-campione/5", "it-campione/6", marks=pytest.mark.clause("it-campione/6")
        ),
        pytest.param(
            "it-venezia",
            "it-venezia/general-9",
            "it-venezia/general-9",
            marks=pytest.mark.clause("it-venezia/general-9"),
        ),
        pytest.param(
            "it-live", "it-live/minimum", "it-live/minimum", marks=pytest.mark.clause("it-live/minimum")
        ),
    ],
)
def test_a_stake_under_or_over_the_limits_is_refused(
    house: str, clause_below: str, clause_above: str
) -> None:
    rulebook = get_rulebook(house)
    sign = Limits(minimum=1000, maximums={"plein": 5000})
    bet = parse_bet("plein:17", rulebook)
    check_limits(rulebook, sign, bet, 1000)
    check_limits(rulebook, sign, bet, 5000)
    with expect_refusal("under-minimum", kind=LimitRefused, bet="plein:17") as low:
        check_limits(rulebook, sign, bet, 999)
    assert (low.value.clause, low.value.limit, low.value.value) == (clause_below, 1000, 999)
    with expect_refusal("over-maximum", kind=LimitRefused, bet="plein:17", of="plein") as high:
        check_limits(rulebook, sign, bet, 5001)
    assert (high.value.clause, high.value.limit, high.value.value) == (clause_above, 5000, 5001)


@pytest.mark.clause("it-campione/6")
def test_earlier_stake_on_the_combination_counts() -> None:
    bet = parse_bet("plein:17", CAMPIONE)
    sign = CAMPIONE.default_limits
    check_limits(CAMPIONE, sign, bet, 10_000, already=40_000)
    with pytest.raises(LimitRefused) as refused:
        check_limits(CAMPIONE, sign, bet, 10_001, already=40_000)
    assert (refused.value.limit, refused.value.value) == (50_000, 50_001)
    check_limits(CAMPIONE, sign, bet, 50_000, already={"plein:18": 50_000})


@pytest.mark.clause("it-campione/17")
def test_the_chips_of_an_announced_bet_keep_to_the_limits_of_their_combinations() -> None:
    tiers = parse_bet("tiers", CAMPIONE)
    sign = CAMPIONE.default_limits
    check_limits(CAMPIONE, sign, tiers, 6 * 100_000)
    with expect_refusal(
        "chip-over-maximum",
        kind=LimitRefused,
        chip="cheval:5-8",
        bet="tiers",
        of="cheval",
        value=Money(100_001, "CHF"),
        limit=Money(100_000, "CHF"),
    ):
        check_limits(CAMPIONE, sign, tiers, 6 * 100_001)
    with expect_refusal(
        "chip-over-maximum",
        kind=LimitRefused,
        chip="cheval:13-16",
        bet="tiers",
        of="cheval",
        value=Money(100_500, "CHF"),
    ):
        check_limits(CAMPIONE, sign, tiers, 6 * 500, already={"cheval:13-16": 100_000})
    with expect_refusal(
        "chip-under-minimum",
        kind=LimitRefused,
        chip="cheval:5-8",
        bet="tiers",
        value=Money(499, "CHF"),
        limit=Money(500, "CHF"),
    ):
        check_limits(CAMPIONE, sign, tiers, 6 * 499)


@pytest.mark.clause("pt-americana/25a", "pt-americana/25b", "pt-americana/34")
@pytest.mark.parametrize(
    ("entered", "pieces"),
    [
        ("voisins", 9),
        ("jeu-zero", 4),
        ("tiers", 6),
        ("orphelins", 5),
        *((f"voisins-de:17/{n}", 2 * n + 1) for n in (1, 2, 3)),
    ],
)
def test_a_series_and_neighbours_are_played_with_one_chip_of_the_minimum_on_each_place(
    entered: str, pieces: int
) -> None:
    sign = limits_for(AMERICANA, 500)
    bet = parse_bet(entered, AMERICANA)
    check_limits(AMERICANA, sign, bet, pieces * 500)
    with expect_refusal(
        "chip-under-minimum", kind=LimitRefused, value=Money(499, "EUR"), limit=Money(500, "EUR")
    ):
        check_limits(AMERICANA, sign, bet, pieces * 499)


@pytest.mark.clause("pt-americana/34")
@pytest.mark.parametrize(("minimum", "maximum"), [(500, 60_000), (250, 30_000), (130, 15_000), (55, 6_000)])
def test_the_whole_series_is_at_most_120_minimums_rounded_down_to_whole_tens(
    minimum: int, maximum: int
) -> None:
    sign = limits_for(AMERICANA, minimum)
    bet = parse_bet("jeu-zero", AMERICANA)
    check_limits(AMERICANA, sign, bet, maximum)
    with expect_refusal(
        "over-maximum-of-whole-bet",
        clause="pt-americana/34",
        kind=LimitRefused,
        times=120,
        limit=Money(maximum, "EUR"),
    ):
        check_limits(AMERICANA, sign, bet, maximum + 4)


@pytest.mark.clause("pt-americana/34")
@pytest.mark.parametrize(("said", "pieces"), [("jeu-zero", 4), ("tiers", 6), ("voisins-de:17/2", 5)])
def test_in_the_first_version_a_series_comes_in_steps_of_ten_minimums(said: str, pieces: int) -> None:
    sign = limits_for(AMERICANA_1, 100)
    bet = parse_bet(said, AMERICANA_1)
    check_limits(AMERICANA_1, sign, bet, 120 * 100)
    with expect_refusal(
        "over-maximum-of-whole-bet", kind=LimitRefused, times=120, limit=Money(12_000, "EUR")
    ) as over:
        check_limits(AMERICANA_1, sign, bet, 180 * 100)
    assert (over.value.clause, over.value.limit) == ("pt-americana/34", 12_000)
    smallest = lcm(pieces, 1_000)
    with expect_refusal(
        "no-multiple-of-minimum", kind=LimitRefused, limit=Money(1_000, "EUR"), times=10
    ) as no_step:
        check_limits(AMERICANA_1, sign, bet, pieces * 100)
    right = no_step.value.parameters["right"]
    assert (right.code, right.parameters["amount"]) == ("smallest-that-fits", Money(smallest, "EUR"))
    check_limits(AMERICANA_1, sign, bet, smallest)


@pytest.mark.clause("pt-francesa/17")
def test_a_complete_with_one_combination_over_its_limit_is_refused_whole_naming_it() -> None:
    sign = limits_for(FRANCESA, 500)
    complete = parse_bet("complete:17", FRANCESA)
    check_limits(FRANCESA, sign, complete, 11 * 30_000)
    with expect_refusal(
        "chip-over-maximum",
        kind=LimitRefused,
        chip="cheval:14-17",
        bet="complete:17",
        of="cheval",
        value=Money(30_001, "EUR"),
        limit=Money(30_000, "EUR"),
    ):
        check_limits(FRANCESA, sign, complete, 11 * 30_001)


@pytest.mark.clause("it-campione/17")
def test_the_first_combination_over_its_maximum_is_named_by_its_code() -> None:
    sign, tiers = CAMPIONE.default_limits, parse_bet("tiers", CAMPIONE)
    assert over_maximum(CAMPIONE, sign, tiers, 6 * 100_000) is None
    over = over_maximum(CAMPIONE, sign, tiers, 6 * 500, {"cheval:13-16": 100_000, "cheval:23-24": 100_000})
    assert over is not None
    assert over.code == "cheval:13-16"
    assert (over.limit, over.value) == (Money(100_000, "CHF"), Money(100_500, "CHF"))
    assert over_maximum(CAMPIONE, sign, tiers, 6) is None, "the minimum is another question"


@pytest.mark.clause("it-venezia/announcements")
def test_an_announced_bet_that_does_not_divide_is_refused_before_its_limits() -> None:
    with expect_refusal("amount-does-not-divide", kind=BetRefused, pieces=6):
        check_limits(VENEZIA, VENEZIA.default_limits, parse_bet("tiers", VENEZIA), 1000)


@given(st.sampled_from([FRANCESA, AMERICANA, CAMPIONE, VENEZIA, LIVE]), st.integers(1, 200_000))
def test_the_sign_that_follows_from_a_minimum_may_be_posted(rulebook: Rulebook, minimum: int) -> None:
    try:
        check_posted(rulebook, limits_for(rulebook, minimum))
    except LimitRefused as refused:
        # Amounts that the rulebook itself posts may lie under a very high minimum.
        assert rulebook is CAMPIONE
        assert minimum > 50_000
        assert (refused.limit, refused.value) == (minimum, 50_000)
