"""GET violations: each with its life, filtered, read on by the last that was read."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from casino.api.access.scopes import REPORTS_READ, TABLES_READ
from casino.api.reports.violations import ViolationsPage
from tables.compliance.commands import Acknowledge, Dismiss
from tables.handling import Actor, handle
from tables.handling.aggregates.violation import ViolationAggregate
from tables.play import commands as c
from tables.play.events import Person, Signature
from testkit.api import Caller
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db
DAY = "2026-11-20"
BOSS = Signature(person=Person(id="person/1", name="Boss"), role="pit_boss")
INSPECTOR = Signature(person=Person(id="person/2", name="Inspector"), role="games_inspector")


@pytest.fixture
def house(casino_id: int, casino: Any) -> OpenHouse:
    """The same ball put back twice, and another one an hour and two minutes late; the first is dismissed."""
    house = OpenHouse(casino_id, "pt-francesa")
    for _ in range(2):
        house.do(c.ChangeBall(ball="A", announced=True))
    house.now += timedelta(minutes=62)
    house.do(c.ChangeBall(ball="B", announced=True))
    raised = [each for each in house.events() if each.type == "violation_raised"]
    name = raised[0].data["violation"]
    for command in (
        Acknowledge(signatures=(BOSS,)),
        Dismiss(reason="a test of the ball", signatures=(INSPECTOR,)),
    ):
        person = command.signatures[0].person
        by = Actor(id=person.id, name=person.name)
        handle(ViolationAggregate(casino_id, "T1", DAY, name), command, by=by, now=house.now)
    return house


@pytest.fixture
def system(house: OpenHouse, caller: Callable[..., Caller]) -> Caller:
    return caller(REPORTS_READ)


def read(system: Caller, query: str = "") -> Any:
    answer = system.get(f"violations{query}")
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)


def rules(system: Caller, query: str = "") -> list[str]:
    return [each["rule"] for each in read(system, query)["violations"]]


@pytest.mark.clause("pt-francesa/9")
def test_a_violation_has_its_clause_its_times_and_its_life(system: Caller) -> None:
    page = read(system)
    assert json.loads(msgspec.json.encode(msgspec.convert(page, ViolationsPage))) == page
    first, second, late = page["violations"]
    assert (first["rule"], first["clause"], first["status"], first["ended"]) == (
        "same-ball-again",
        "pt-francesa/9",
        "dismissed",
        True,
    )
    assert first["clause_as_printed"] != first["clause"]
    assert [(each["step"], each["by"], each["roles"], each["words"]) for each in first["life"]] == [
        ("acknowledged", "Boss", ["pit_boss"], ""),
        ("dismissed", "Inspector", ["games_inspector"], "a test of the ball"),
    ]
    assert (second["repeat_of"], second["ended"], second["not_met"]) == (first["id"], False, False)
    assert (late["rule"], late["late_s"], late["not_met"]) == ("ball-change", 120, False)
    assert late["raised_at"].endswith("Z")
    assert page["next"] is None


def test_filters_choose(system: Caller) -> None:
    assert rules(system, "?status=open") == ["same-ball-again", "ball-change"]
    assert rules(system, "?status=dismissed") == ["same-ball-again"]
    assert rules(system, "?rule=ball-change&table=T1&clause=pt-francesa/9") == ["ball-change"]
    assert rules(system, f"?day={DAY}") == rules(system, f"?from={DAY}&to={DAY}") == rules(system)
    assert rules(system, "?from=2026-11-21") == rules(system, "?to=2026-11-19") == []
    assert rules(system, "?table=T9") == rules(system, "?clause=pt-francesa/10") == []


def test_read_on_from_the_last_each_comes_once_and_those_raised_meanwhile_come_too(
    system: Caller, house: OpenHouse
) -> None:
    first = read(system, "?limit=2")
    assert first["next"] == first["violations"][-1]["id"]
    house.do(c.ChangeBall(ball="B", announced=True))
    rest = read(system, f"?limit=2&after={first['next']}")
    assert rest["next"] is None
    told = [each["id"] for each in (*first["violations"], *rest["violations"])]
    assert len(told) == len(set(told)) == 4


def test_mistyped_query_of_violations_is_refused(system: Caller, problem: Callable[..., Any]) -> None:
    assert "no such parameter" in problem(system.get("violations?offset=10"))["detail"]
    assert "is none of" in problem(system.get("violations?status=closed"))["detail"]
    assert "is no date" in problem(system.get("violations?day=20/11/2026"))["detail"]
    assert problem(system.get("violations?after=T1/2026-11-20/none"))["status"] == 404


def test_nothing_changed_is_304_and_a_life_that_goes_on_is_not(system: Caller, house: OpenHouse) -> None:
    tag = system.get("violations").headers["ETag"]
    assert system.get("violations", **{"If-None-Match": tag}).status_code == 304
    name = read(system)["violations"][1]["name"]
    say = Acknowledge(signatures=(BOSS,))
    handle(
        ViolationAggregate(house.casino_id, "T1", DAY, name),
        say,
        by=Actor(id="person/1", name="Boss"),
        now=house.now,
    )
    assert system.get("violations", **{"If-None-Match": tag}).status_code == 200


def test_violations_need_the_scope_of_reports(
    house: OpenHouse, caller: Callable[..., Caller], problem: Any
) -> None:
    assert problem(caller(TABLES_READ).get("violations"))["status"] == 403
