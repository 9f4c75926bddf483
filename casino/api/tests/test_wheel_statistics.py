"""GET wheels and wheel-statistics: the same figures as on the page."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from casino.api.access.scopes import REPORTS_READ, TABLES_READ
from testkit.api import Caller
from testkit.numbers import bring

pytestmark = pytest.mark.django_db


@pytest.fixture
def system(casino: Any, casino_id: int, caller: Callable[..., Caller]) -> Caller:
    """The system of a casino with two wheels: one registered, one of a table."""
    bring(casino_id, np.random.default_rng(5).integers(0, 37, 1_000), wheel="W-1041")
    bring(casino_id, np.arange(100) % 37, table="T2")
    return caller(REPORTS_READ)


def read(system: Caller, address: str) -> Any:
    answer = system.get(address)
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def test_each_wheel_is_listed_with_its_evidence(system: Caller) -> None:
    first, second = read(system, "wheels")["wheels"]
    assert (first["wheel"], first["tables"], first["spins"]) == ("W-1041", ["T1"], 1_000)
    assert (second["wheel"], second["tables"], second["spins"]) == (None, ["T2"], 100)
    assert first["bias"]["alarm_at"] == 20
    assert (first["bias"]["since"], first["bias"]["is_alarm"]) == (1_000, False)


def test_the_figures_of_a_wheel(system: Caller) -> None:
    told = read(system, "wheel-statistics?wheel=W-1041")
    assert (told["spins"], told["from"], told["to"]) == (1_000, "2026-10-05", "2026-11-03")
    assert sum(each["hits"] for each in told["pockets"]) == 1_000
    assert all(each["low"] < 1 / 37 < each["high"] for each in told["pockets"])
    by_test = {each["test"]: each for each in told["tests"]}
    assert by_test["pockets"]["adjusted"] >= by_test["pockets"]["p"]
    assert (by_test["launch"]["spins"], by_test["launch"]["least"], by_test["launch"]["p"]) == (0, 185, None)
    assert {each["of"] for each in told["sectors"]} == {"pockets", "previous"}
    assert [round(each["per_hour"]) for each in told["paces"]] == [40]
    assert told["watch"]["wheel"] == "W-1041"


def test_spins_are_chosen_and_too_few_have_no_figure(system: Caller) -> None:
    chosen = "wheel=W-1041&ball=B&direction=anticlockwise&from=2026-11-02&to=2026-11-02"
    assert read(system, f"wheel-statistics?{chosen}")["spins"] == 200
    few = read(system, "wheel-statistics?table=T2")
    assert (few["spins"], few["least"], few["detectable"]) == (100, 185, None)
    assert all(each["low"] is None for each in few["pockets"])


def test_impossible_query_of_wheel_statistics_is_refused(system: Caller, problem: Callable[..., Any]) -> None:
    def refused(asked: str) -> int:
        status: int = problem(system.get(f"wheel-statistics{asked}"))["status"]
        return status

    assert refused("?wheel=W-9") == 404
    assert refused("") == refused("?wheel=W-1041&table=T2") == 422
    assert refused("?wheel=W-1041&direction=up") == 422
    assert refused("?wheel=W-1041&from=2026-11-03&to=2026-11-02") == 422
    assert refused("?wheel=W-1041&to=0001-01-01&from=never") == 422


def test_another_scope_does_not_do(
    system: Caller, caller: Callable[..., Caller], problem: Callable[..., Any]
) -> None:
    assert problem(caller(TABLES_READ).get("wheels"))["status"] == 403
