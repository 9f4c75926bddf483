"""A problem has the refusal as data, for a client that makes its own sentence."""

import json
from datetime import UTC, datetime

import pytest

from casino.api.settlement.settle import settle_request
from casino.web.problem import Problem
from tables.money import Money
from tables.refusal import LimitRefused, Refusal, Refused
from tables.roulette.loader import get_rulebook


def test_a_refused_stake_has_the_code_and_the_values_of_its_sentence() -> None:
    request = {
        "bets": [{"ref": "b1", "player": "P1", "bet": "plein:17", "amount": 700, "chip": 500}],
        "results": [17],
    }
    with pytest.raises(Problem) as refused:
        settle_request(request, get_rulebook("pt-francesa"))
    problem = json.loads(json.dumps(refused.value.document()))
    assert problem["code"] == "no-whole-chips"
    assert problem["parameters"] == {
        "bet": "plein:17",
        "chip": {"amount": 500, "currency": "EUR"},
        "limit": {"amount": 500, "currency": "EUR"},
        "value": {"amount": 700, "currency": "EUR"},
    }
    assert (problem["limit"], problem["value"]) == (500, 700)


def test_every_kind_of_parameter_is_json() -> None:
    refusal = LimitRefused(
        "over-maximum-in-company",
        "it-campione/7",
        over=Refusal(code="slip-unknown", parameters={"slip": "F-000001"}),
        player="P1",
        others=("P2", "P3"),
        at=datetime(2026, 3, 1, 21, 5, tzinfo=UTC),
        limit=Money(500, "CHF"),
        value=Money(700, "CHF"),
    )
    parameters = json.loads(json.dumps(Problem.refused("bets[0]", refusal).document()))["parameters"]
    assert parameters["over"] == {"code": "slip-unknown", "parameters": {"slip": "F-000001"}}
    assert (parameters["others"], parameters["at"]) == (["P2", "P3"], "2026-03-01T21:05:00Z")


def test_a_refusal_without_values_has_no_parameters_and_a_malformed_request_no_code() -> None:
    assert "parameters" not in Problem.refused("", Refused("par-malformed")).document()
    assert not {"code", "parameters"} & Problem.malformed("bets", "a list is right").document().keys()
