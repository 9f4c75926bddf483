"""Third parties, players in company, chips and layouts in a request: limits and order use them."""

import json
from typing import Any

import pytest

from casino.api.settlement.settle import settle_request
from casino.web.problem import Problem
from tables.roulette.loader import get_rulebook


def bet(ref: str, player: str, code: str, amount: int, **more: Any) -> dict[str, Any]:
    return {"ref": ref, "player": player, "bet": code, "amount": amount, **more}


def answer(
    house: str, *bets: dict[str, Any], results: tuple[int, ...] = (17,), **more: Any
) -> dict[str, Any]:
    return settle_request({"bets": list(bets), "results": list(results), **more}, get_rulebook(house))


def refused(house: str, *bets: dict[str, Any], **more: Any) -> dict[str, Any]:
    with pytest.raises(Problem) as problem:
        answer(house, *bets, **more)
    return problem.value.document()


SIGN = {"plein": 10_000}


def test_the_further_keys_add_nothing_to_the_form_of_the_answer() -> None:
    plain = answer("it-campione", bet("a", "P1", "plein:17", 500), bet("b", "P2", "rouge", 500))
    said = answer(
        "it-campione",
        bet("a", "P1", "plein:17", 500, on_behalf_of="P3", chip=500, layout=1),
        bet("b", "P2", "rouge", 500),
        companies=[["P1", "P2"]],
    )
    assert json.dumps(said) == json.dumps(plain)


@pytest.mark.clause("it-campione/6")
@pytest.mark.clause("it-venezia/general-9")
@pytest.mark.parametrize("house", ["it-campione", "it-venezia"])
def test_stake_of_a_third_party_counts_for_its_player(house: str) -> None:
    own = bet("a", "P1", "plein:17", 6_000)
    problem = refused(house, own, bet("b", "P2", "plein:17", 6_000, on_behalf_of="P1"), maximums=SIGN)
    assert problem["detail"].startswith("bets[1].amount: plein:17: 120 ")
    assert problem["detail"].endswith("with all that is staked there for P1, by P1 and P2")
    assert problem["clause"] == get_rulebook(house).limits.third_parties_clause
    assert (problem["limit"], problem["value"]) == (10_000, 12_000)
    # What P2 places for somebody else leaves P2's own limits as they are.
    further = bet("c", "P2", "plein:17", 10_000)
    assert answer(house, bet("b", "P2", "plein:17", 6_000, on_behalf_of="P1"), further, maximums=SIGN)


@pytest.mark.clause("it-campione/7")
def test_the_maximum_holds_for_the_sum_of_players_in_company() -> None:
    bets = (bet("a", "P1", "plein:17", 6_000), bet("b", "P2", "plein:17", 6_000))
    assert answer("it-campione", *bets, maximums=SIGN)
    problem = refused("it-campione", *bets, maximums=SIGN, companies=[["P2", "P1"]])
    assert problem["clause"] == "it-campione/7"
    assert problem["detail"].endswith("with what is staked there for P1 in company with P2")


@pytest.mark.clause("it-campione/7")
@pytest.mark.clause("it-campione/8")
def test_an_excess_is_capped_on_what_the_company_leaves_room_for() -> None:
    bets = (bet("a", "P1", "plein:17", 6_000), bet("b", "P2", "plein:17", 6_000, excess=True))
    capped = answer("it-campione", *bets, maximums=SIGN, companies=[["P1", "P2"]])["coups"][0]["lines"][1]
    assert (capped["prize"], capped["excess"]) == (4_000 * 35, 2_000)


@pytest.mark.clause("it-campione/6")
def test_a_minimum_is_met_by_what_lies_for_the_player() -> None:
    small = bet("b", "P2", "plein:17", 100, on_behalf_of="P1")
    assert answer("it-campione", bet("a", "P1", "plein:17", 500), small, minimum=500)
    assert "under the minimum" in refused("it-campione", small, minimum=500)["detail"]


@pytest.mark.clause("it-venezia/replay")
@pytest.mark.clause("it-venezia/general-9")
def test_a_bet_played_again_counts_to_the_player_it_was_placed_for() -> None:
    bets = (
        bet("a", "P2", "tiers", 6_000, on_behalf_of="P1"),
        bet("b", "P3", "tiers", 3_000, on_behalf_of="P1"),
    )
    # On the cheval that won there are then twice 10 EUR by P2, and with 5 EUR by P3 it is too much for P1.
    replays = [
        {"coup": 1, "ref": "a", "replay": "a-rifare"},
        {"coup": 1, "ref": "b", "replay": "a-completare"},
    ]
    asked: dict[str, Any] = {"results": (5, 5), "replays": replays}
    assert answer("it-venezia", *bets, maximums={"cheval": 2_500}, **asked)
    over = refused("it-venezia", *bets, maximums={"cheval": 2_000}, **asked)
    assert over["detail"].startswith("replays[1]: cheval:5-8 in tiers: 25 EUR is over the maximum 20 EUR")
    assert over["detail"].endswith("with all that is staked there for P1, by P2 and P3")


@pytest.mark.clause("it-venezia/payment-order")
def test_columns_are_paid_from_the_smaller_chip_to_the_larger() -> None:
    bets = (
        bet("a", "P1", "colonne:34", 2_000, chip=2_000),
        bet("b", "P2", "colonne:34", 5_000, chip=500),
        bet("c", "P3", "colonne:34", 1_000),
    )
    assert answer("it-venezia", *bets, results=(7,))["coups"][0]["order"] == ["b", "c", "a"]


@pytest.mark.clause("pt-francesa/1")
@pytest.mark.clause("pt-americana/1")
@pytest.mark.parametrize("house", ["pt-francesa", "pt-americana"])
def test_a_double_table_is_paid_layout_by_layout(house: str) -> None:
    bets = (bet("a", "P1", "plein:17", 500, layout=2), bet("b", "P2", "plein:17", 500))
    assert answer(house, *bets)["coups"][0]["order"] == ["b", "a"]


@pytest.mark.parametrize(
    ("house", "more", "detail"),
    [
        ("it-venezia", {"layout": 2}, "bets[0].layout: layout 2: a table has one, layout 1"),
        ("pt-francesa", {"layout": 3}, "bets[0].layout: layout 3: a table has layouts 1 to 2 at most"),
        ("it-venezia", {"chip": 300}, "bets[0].chip: plein:17: 5 EUR is not made up of chips of 3 EUR"),
        ("it-venezia", {"on_behalf_of": "P2 "}, "bets[0].on_behalf_of: 'P2 ' begins or ends with a blank"),
        ("it-venezia", {"layout": 0}, "bets[0].layout: "),
        ("it-venezia", {"chip": 0}, "bets[0].chip: "),
    ],
)
def test_chips_that_cannot_lie_so_are_refused_at_their_key(
    house: str, more: dict[str, Any], detail: str
) -> None:
    assert refused(house, bet("a", "P1", "plein:17", 500, **more))["detail"].startswith(detail)


@pytest.mark.parametrize(
    ("house", "companies", "detail"),
    [
        ("it-campione", [["P1"]], "companies[0]: a company has two players or more, not 1"),
        ("it-campione", [["P1", "P2"], ["P3", "P2"]], "companies[1][1]: 'P2' is in company already"),
        ("it-campione", [["P1", "P1"]], "companies[0][1]: 'P1' is in company already, at companies[0][0]"),
        ("it-campione", [["P1", " P2"]], "companies[0][1]: ' P2' begins or ends with a blank"),
        ("it-venezia", [["P1", "P2"]], "companies[0]: this rulebook knows no players in company"),
    ],
)
def test_companies_that_cannot_be_are_refused_at_their_place(
    house: str, companies: list[list[str]], detail: str
) -> None:
    assert refused(house, bet("a", "P1", "plein:17", 500), companies=companies)["detail"].startswith(detail)
