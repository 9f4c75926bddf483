"""The limits of a request are those of a table: the player's sum on the field, made of chips that are in use."""

from typing import Any

import pytest

from casino.api.settlement.settle import settle_request
from casino.web.problem import Problem
from tables.roulette.loader import get_rulebook

MINIMUM_CLAUSES = [
    pytest.param(clause, marks=pytest.mark.clause(clause))
    for clause in (
        "it-campione/5",
        "it-venezia/general-9",
        "pt-francesa/24",
        "pt-americana/34",
        "it-live/minimum",
    )
]


def bet(ref: str, amount: int, code: str = "rouge", **more: Any) -> dict[str, Any]:
    return {"ref": ref, "player": "P1", "bet": code, "amount": amount, **more}


def settled(house: str, *bets: dict[str, Any], **more: Any) -> dict[str, Any]:
    minimum = get_rulebook(house).default_limits.minimum
    document = {"bets": list(bets), "results": [1], "minimum": minimum, **more}
    return settle_request(document, get_rulebook(house))


def refused(house: str, *bets: dict[str, Any], **more: Any) -> Problem:
    with pytest.raises(Problem) as problem:
        settled(house, *bets, **more)
    return problem.value


@pytest.mark.parametrize("clause", MINIMUM_CLAUSES)
@pytest.mark.parametrize("more", [1, 55])
def test_amount_that_is_no_sum_of_chips_is_refused_at_its_place(clause: str, more: int) -> None:
    house = clause.partition("/")[0]
    minimum = get_rulebook(house).default_limits.minimum
    problem = refused(house, bet("a", minimum), bet("b", more))
    document = problem.document()
    assert (document["clause"], document["code"]) == (clause, "not-a-sum-of-chips")
    assert document["detail"].startswith("bets[1].amount")
    assert len(settled(house, bet("a", minimum), bet("b", 50))["coups"][0]["lines"]) == 2


@pytest.mark.parametrize("clause", MINIMUM_CLAUSES)
def test_minimum_counts_the_players_own_sum_alone(clause: str) -> None:
    house = clause.partition("/")[0]
    minimum = get_rulebook(house).default_limits.minimum
    small = bet("b", minimum - 50 if minimum > 50 else 20, player="P2")
    problem = refused(house, bet("a", minimum), small)
    assert (problem.document()["clause"], problem.document()["code"]) == (clause, "under-minimum")
    settled(house, bet("a", minimum), small | {"on_behalf_of": "P1"})


@pytest.mark.clause("it-campione/5", "it-campione/7")
def test_minimum_does_not_count_what_others_of_the_group_stake() -> None:
    bets = (bet("a", 500), bet("b", 100, player="P2"))
    problem = refused("it-campione", *bets, companies=[["P1", "P2"]])
    assert problem.document()["code"] == "under-minimum"


@pytest.mark.clause("pt-francesa/24")
def test_minimum_counts_each_layout_by_itself() -> None:
    problem = refused("pt-francesa", bet("a", 500), bet("b", 100, layout=2))
    assert problem.document()["code"] == "under-minimum"


@pytest.mark.clause("it-venezia/general-9")
def test_chip_that_is_not_in_use_is_refused() -> None:
    problem = refused("it-venezia", bet("a", 900, chip=300))
    assert problem.document()["code"] == "chip-not-in-use"
    assert "2.50" in problem.document()["detail"]


@pytest.mark.clause("pt-americana/9-11", "pt-americana/34")
@pytest.mark.parametrize("chip", [700, 5_500])
def test_chip_that_no_colour_may_be_worth_is_refused(chip: int) -> None:
    problem = refused("pt-americana", bet("a", 2 * chip, chip=chip))
    assert (problem.document()["code"], problem.document()["clause"]) == (
        "chip-not-in-use",
        "pt-americana/34",
    )


@pytest.mark.clause("pt-americana/9-11")
def test_chips_of_colours_are_worth_whole_multiples_of_the_minimum() -> None:
    settled("pt-americana", bet("a", 3_000, "plein:5", chip=1_500), bet("b", 9_000, "tiers", chip=1_500))
