"""A coup and a day by another rulebook, over the API and on the command line."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from casino.api.access.scopes import REPORTS_READ, TABLES_READ
from casino.api.tables.what_if import WhatIf
from tables.handling.models import Casino
from tables.play import commands as c
from testkit.api import Caller, problem_of
from testkit.command_line import Ended, run_command
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db
DAY = "2026-11-20"
AT = f"tables/T1/days/{DAY}"


@pytest.fixture
def system(caller: Callable[..., Caller]) -> Caller:
    return caller(TABLES_READ)


@pytest.fixture
def house(casino: Casino) -> OpenHouse:
    """Venice: 100 on red and 10 on the neighbours of 17 at zero, then 5 on 17 at 17, which loses red in prison."""
    house = OpenHouse(casino.pk, "it-venezia")
    house.coup(
        0,
        c.PlaceBet(player="P1", bet="rouge", amount=10_000),
        c.PlaceBet(player="P2", bet="voisins-de:17/2", amount=5_000),
    )
    house.coup(17, c.PlaceBet(player="P2", bet="plein:17", amount=500))
    return house


def read(system: Caller, address: str) -> dict[str, Any]:
    response = system.get(address)
    assert response.status_code == 200, response.content
    found: dict[str, Any] = json.loads(response.content)
    msgspec.convert(found, WhatIf)
    return found


@pytest.mark.clause("it-venezia/prison")
@pytest.mark.clause("pt-americana/29")
def test_a_coup_has_both_sides_of_every_line_with_their_clauses(system: Caller, house: OpenHouse) -> None:
    found = read(system, f"{AT}/coups/1/what-if?rulebook=pt-americana&version=2")
    assert (found["by"]["rulebook"], found["other"]["rulebook"], found["other"]["version"]) == (
        "it-venezia",
        "pt-americana",
        2,
    )
    (coup,) = found["coups"]
    red, neighbours = coup["lines"]
    assert red["paid"] == {
        "bet": "rouge",
        "stake": 10_000,
        "outcome": "imprisoned",
        "prize": 0,
        "returned": 0,
        "held": 10_000,
        "clause": "it-venezia/prison",
        "reference": "Il gioco, prigione",
        "level": 1,
    }
    would = red["would"]
    assert (would["outcome"], would["returned"], would["clause"]) == ("halved", 5_000, "pt-americana/29")
    assert (red["difference"], red["alike"]) == (-5_000, False)
    assert neighbours["alike"] and neighbours["difference"] == 0
    assert (coup["difference"], coup["unsettled"], coup["alike"]) == (-5_000, 0, 1)
    assert coup["paid"] == {"prize": 0, "returned": 0, "taken": 5_000, "held": 10_000}
    assert coup["would"] == {"prize": 0, "returned": 5_000, "taken": 10_000, "held": 0}


def test_a_day_has_the_lines_that_differ_and_what_is_not_settled_with_its_code(
    system: Caller, house: OpenHouse
) -> None:
    found = read(system, f"{AT}/what-if?rulebook=pt-francesa@2")
    first, second = found["coups"]
    lost, unknown = first["lines"]
    assert (lost["would"]["outcome"], lost["difference"]) == ("lost", -10_000)
    assert unknown["would"] is None and unknown["difference"] is None
    assert unknown["refused"]["code"] == "bet-of-record-not-known"
    assert unknown["refused"]["clause"] == "pt-francesa/16"
    assert first["not_settled"]["taken"] == 5_000
    # 17 is black: Venice loses red in prison, where Portugal had lost it at zero.
    (gone,) = second["lines"]
    assert (gone["paid"]["outcome"], gone["would"], gone["difference"]) == ("lost", None, 10_000)
    assert (found["differing"], found["unsettled"]) == (3, 1)
    assert found["difference"] == sum(coup["difference"] for coup in found["coups"]) == 0


def test_by_the_version_that_it_was_paid_by_nothing_differs(system: Caller, house: OpenHouse) -> None:
    for other in ("it-venezia", "it-venezia@1"):
        found = read(system, f"{AT}/what-if?rulebook={other}")
        assert (found["differing"], found["difference"]) == (0, 0)
        assert [coup["lines"] for coup in found["coups"]] == [[], []]


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        (f"{AT}/what-if?rulebook=fr-lyon", 422, "rulebook-unknown"),
        (f"{AT}/what-if?rulebook=it-venezia&version=9", 422, "rulebook-version-unknown"),
        (f"{AT}/what-if?rulebook=it-venezia@1&version=2", 422, "two-versions-named"),
        (f"{AT}/what-if?rulebook=it-venezia@x", 422, "rulebook-name-malformed"),
        (f"{AT}/what-if?rulebook=it-venezia&version=x", 422, None),
        (f"{AT}/what-if", 422, "other-rulebook-not-named"),
        (f"{AT}/what-if?rulebook=it-venezia&coup=1", 422, None),
        (f"{AT}/coups/3/what-if?rulebook=it-venezia", 404, "coup-without-number"),
        (f"{AT}/coups/{10**30}/what-if?rulebook=it-venezia", 404, "coup-without-number"),
        ("tables/T1/days/2026-11-19/what-if?rulebook=it-venezia", 404, "table-not-opened-that-day"),
        ("tables/T1/days/yesterday/what-if?rulebook=it-venezia", 422, None),
        (f"tables/T9/days/{DAY}/what-if?rulebook=it-venezia", 404, "table-unknown"),
    ],
)
def test_unknown_what_if_is_a_problem_with_its_status(
    system: Caller, house: OpenHouse, address: str, status: int, code: str | None
) -> None:
    problem = problem_of(system.get(address))
    assert (problem["status"], problem.get("code")) == (status, code)


def test_a_client_without_the_scope_reads_nothing(caller: Callable[..., Caller], house: OpenHouse) -> None:
    asked = f"{AT}/what-if?rulebook=it-venezia"
    assert problem_of(caller(REPORTS_READ).get(asked))["type"].endswith("scope-missing")


def command(*arguments: str) -> Ended:
    return run_command("what_if", *arguments)


def of_table(house: OpenHouse, *arguments: str) -> Ended:
    return command("--casino", str(house.casino_id), "--table", "T1", "--day", DAY, *arguments)


def test_the_command_prints_what_differs_and_ends_with_1(house: OpenHouse) -> None:
    done = of_table(house, "--coup", "1", "--rulebook", "pt-francesa", "--version", "2")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines() == [
        "T1, 2026-11-20: paid by it-venezia@3, beside pt-francesa@2; amounts in EUR",
        "",
        "coup 1, number 0",
        "  b1 P1 rouge 100.00",
        "    paid   imprisoned, in prison 100.00 (it-venezia: Il gioco, prigione)",
        "    would  lost (pt-francesa: n.º 19): -100.00",
        "  b2 P2 voisins-de:17/2 50.00",
        "    paid   lost (it-venezia: Tabella dei vicini)",
        "    would  not settled: voisins-de:17/2: pt-francesa has no such bet (pt-francesa/16)",
        "  the players would have 100.00 less",
        "1 coup, 2 lines: 2 lines would differ, 1 of them not settled",
        "paid   prizes 0.00, returned 0.00, taken 50.00, in prison 100.00",
        "would  prizes 0.00, returned 0.00, taken 100.00, in prison 0.00",
        "the players would have 100.00 less",
    ]


def test_the_command_gives_the_same_data_as_the_api(system: Caller, house: OpenHouse) -> None:
    by_the_api = read(system, f"{AT}/coups/1/what-if?rulebook=pt-americana")
    done = of_table(house, "--coup", "1", "--rulebook", "pt-americana", "--json")
    assert json.loads(done.stdout) == by_the_api


def test_the_command_says_plainly_that_nothing_would_differ(house: OpenHouse) -> None:
    done = of_table(house, "--rulebook", "it-venezia@1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "2 coups, 4 lines: nothing would differ"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--rulebook", "fr-lyon"), "fr-lyon: no such rulebook; there are it-campione, "),
        (("--rulebook", "it-venezia", "--version", "9"), "it-venezia: no version 9; there are 1, 2, 3"),
        (("--rulebook", "it-venezia", "--coup", "9"), f"no number fell at T1 in coup 9 of {DAY}"),
        (("--rulebook", "it-venezia", "--day", "2026-11-19"), "T1 was not opened on 2026-11-19"),
        (("--rulebook", "it-venezia", "--casino", "999"), f"T1 was not opened on {DAY}"),
    ],
)
def test_impossible_what_if_command_prints_one_line_and_ends_with_2(
    house: OpenHouse, arguments: tuple[str, ...], said: str
) -> None:
    done = of_table(house, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(said)
