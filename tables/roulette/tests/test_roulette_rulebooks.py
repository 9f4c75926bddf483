"""The five rulebooks: what each says, against the numbers of its source."""

from __future__ import annotations

import pytest

from tables.roulette.loader import get_rulebook, rulebooks
from tables.roulette.rulebook import EVEN_CHANCES, KINDS, Rulebook

HOW_MANY_CLAUSES = {"pt-francesa": 21, "it-campione": 23, "it-venezia": 29, "pt-americana": 32, "it-live": 11}

MULTIPLE = {
    "plein": (35, 1),
    "cheval": (17, 1),
    "transversale": (11, 1),
    "carre": (8, 1),
    "quatre-premiers": (8, 1),
    "sixain": (5, 1),
    "douzaine": (2, 1),
    "colonne": (2, 1),
}
OVER_TWO = {"deux-douzaines": (1, 2), "deux-colonnes": (1, 2)}
EVEN = dict.fromkeys(EVEN_CHANCES, (1, 1))

every_house = pytest.mark.parametrize("rulebook", rulebooks().values(), ids=list(rulebooks()))


def test_there_are_five_rulebooks_with_all_clauses() -> None:
    assert {id_: len(rulebook.clauses) for id_, rulebook in rulebooks().items()} == HOW_MANY_CLAUSES


@every_house
def test_every_clause_has_a_short_reference_and_says_what_it_decides(rulebook: Rulebook) -> None:
    assert len(set(rulebook.clauses.values())) == len(rulebook.clauses)
    assert all(rulebook.clause_kinds[clause] for clause in rulebook.clauses)
    assert set(rulebook.readings) <= set(rulebook.clauses)


def test_clauses_are_cited_as_people_cite_them() -> None:
    assert get_rulebook("pt-francesa").clauses["pt-francesa/9"] == "n.º 9"
    assert get_rulebook("it-campione").clauses["it-campione/13"] == "art. 13"
    assert get_rulebook("it-venezia").clauses["it-venezia/general-10"] == "Regole generali, 10"
    assert get_rulebook("pt-americana").clauses["pt-americana/35"] == "Portaria 894/2002, 35"


@pytest.mark.parametrize(
    ("house", "odds"),
    [
        pytest.param(
            "pt-francesa", {**MULTIPLE, **OVER_TWO, **EVEN}, marks=pytest.mark.clause("pt-francesa/18")
        ),
        pytest.param("it-campione", {**MULTIPLE, **EVEN}, marks=pytest.mark.clause("it-campione/2")),
        pytest.param("it-venezia", {**MULTIPLE, **EVEN}, marks=pytest.mark.clause("it-venezia/payouts")),
        pytest.param(
            "pt-americana", {**MULTIPLE, **OVER_TWO, **EVEN}, marks=pytest.mark.clause("pt-americana/27")
        ),
        pytest.param("it-live", {**MULTIPLE, **EVEN}, marks=pytest.mark.clause("it-live/bets")),
    ],
)
def test_odds_are_those_of_the_source(house: str, odds: dict[str, tuple[int, int]]) -> None:
    assert {kind: tuple(rule.odds) for kind, rule in get_rulebook(house).bets.items()} == odds


@pytest.mark.clause("it-live/rtp")
def test_the_live_house_returns_36_of_37_on_every_bet() -> None:
    numbers = {"plein": 1, "cheval": 2, "transversale": 3, "carre": 4, "quatre-premiers": 4, "sixain": 6}
    numbers |= {"douzaine": 12, "colonne": 12, **dict.fromkeys(EVEN_CHANCES, 18)}
    for kind, rule in get_rulebook("it-live").bets.items():
        assert numbers[kind] * (rule.odds.numerator + rule.odds.denominator) == 36 * rule.odds.denominator


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/20")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/30")),
    ],
)
def test_the_portuguese_houses_pay_from_columns_to_pleins(house: str) -> None:
    payment = get_rulebook(house).payment
    assert [group[0] for group in payment.order] == [
        "colonne",
        "douzaine",
        "pair",
        "sixain",
        "transversale",
        "carre",
        "cheval",
        "plein",
    ]
    assert set(payment.within) == {"placing"}
    assert payment.group_by_player


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/payment-order")),
        pytest.param("it-campione", marks=pytest.mark.clause("it-campione/2")),
    ],
)
def test_the_italian_houses_sort_within_each_combination(house: str) -> None:
    payment = get_rulebook(house).payment
    first_kinds = [group[0] for group in payment.order]
    assert dict(zip(first_kinds, payment.within, strict=True)) == {
        "colonne": "chip-ascending",
        "douzaine": "chip-ascending",
        "pair": "distance-descending",
        "sixain": "stake-ascending",
        "transversale": "stake-ascending",
        "carre": "stake-ascending",
        "cheval": "stake-ascending",
        "plein": "stake-ascending",
    }
    assert not payment.group_by_player


@pytest.mark.clause("it-live/result")
def test_nothing_is_paid_by_hand_in_the_live_house() -> None:
    assert not get_rulebook("it-live").payment.by_hand
    assert get_rulebook("it-live").payment.order == ()


@pytest.mark.parametrize(
    ("house", "clause", "replacement"),
    [
        pytest.param(
            "pt-francesa", "pt-francesa/9", "pt-francesa/10", marks=pytest.mark.clause("pt-francesa/9")
        ),
        pytest.param(
            "pt-americana", "pt-americana/17", "pt-americana/18", marks=pytest.mark.clause("pt-americana/17")
        ),
    ],
)
def test_two_balls_change_places_every_hour(house: str, clause: str, replacement: str) -> None:
    balls = get_rulebook(house).ball_change
    assert balls is not None
    assert (balls.balls, balls.every_s, balls.warn_before_s, balls.diameter_mm) == (2, 3600, 300, (18, 24))
    assert balls.alternate
    assert balls.announced
    assert (balls.clause, balls.replacement_clause) == (clause, replacement)


@pytest.mark.parametrize("house", ["it-campione", "it-venezia", "it-live"])
def test_the_italian_houses_demand_no_change_of_ball(house: str) -> None:
    assert get_rulebook(house).ball_change is None


@pytest.mark.parametrize(
    ("house", "minutes", "excused_by"),
    [
        pytest.param("pt-francesa", 60, None, marks=pytest.mark.clause("pt-francesa/25")),
        pytest.param("it-campione", 30, "notice", marks=pytest.mark.clause("it-campione/13")),
        pytest.param("pt-americana", 30, "force-majeure", marks=pytest.mark.clause("pt-americana/35")),
    ],
)
def test_the_time_at_the_ball_is_the_houses(house: str, minutes: int, excused_by: str | None) -> None:
    time = get_rulebook(house).time_at_ball
    assert time is not None
    assert (time.at_most_s, time.excused_by) == (minutes * 60, excused_by)


@pytest.mark.clause("it-campione/11")
@pytest.mark.clause("it-campione/10")
def test_a_coup_is_null_in_campione_for_six_reasons() -> None:
    rulebook = get_rulebook("it-campione")
    assert len(rulebook.null_coup.reasons) == 6
    assert (rulebook.launch.min_turns, rulebook.launch.min_turns_clause) == (3, "it-campione/10")


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("pt-francesa", marks=pytest.mark.clause("pt-francesa/14")),
        pytest.param("pt-americana", marks=pytest.mark.clause("pt-americana/22")),
    ],
)
def test_a_coup_is_null_in_portugal_when_something_falls_in(house: str) -> None:
    assert set(get_rulebook(house).null_coup.reasons) == {"chip", "ball", "foreign-object"}


@pytest.mark.clause("it-venezia/staff")
def test_a_venetian_table_needs_its_chief_and_two_croupiers() -> None:
    staff = get_rulebook("it-venezia").staff
    assert staff.positions == ("chef", "droite", "gauche", "bout")
    assert staff.required == ("chef", "droite", "gauche")


@pytest.mark.parametrize(
    ("house", "clause"),
    [
        pytest.param("it-campione", "it-campione/8", marks=pytest.mark.clause("it-campione/8")),
        pytest.param("it-venezia", "it-venezia/general-9", marks=pytest.mark.clause("it-venezia/general-9")),
    ],
)
def test_a_win_over_the_maximum_is_paid_as_the_maximum(house: str, clause: str) -> None:
    excess = get_rulebook(house).excess
    assert excess is not None
    assert (excess.treatment, excess.clause) == ("pay-maximum-return-excess", clause)


@pytest.mark.clause("it-venezia/pagati-a-piazzare")
def test_series_and_vicini_are_paid_to_place() -> None:
    paid_to_place = {
        k for k, rule in get_rulebook("it-venezia").announced.items() if rule.pay_to_place_clause
    }
    assert paid_to_place == {"tiers", "voisins"}


@every_house
def test_a_house_leaves_out_no_bets_but_those_over_two_dozens_or_columns(rulebook: Rulebook) -> None:
    assert set(KINDS) - set(rulebook.bets) - {"cinq-premiers"} in (set(), {"deux-douzaines", "deux-colonnes"})
