"""The list of violations beside the record: two kinds of stream, one row."""

from datetime import timedelta

import pytest

from casino.compliance.models import Violation
from casino.compliance.projection import Violations
from tables.compliance.commands import Acknowledge, AnyViolationCommand, Dismiss, Reopen
from tables.compliance.state import violation_stream
from tables.handling import Actor, handle
from tables.handling.aggregates.violation import ViolationAggregate
from tables.handling.streams import table_stream
from tables.play import commands as c
from tables.play.events import Person, Signature
from tables.stream import read_stream
from testkit.house import OpenHouse
from testkit.stream import ProjectionContract

BOSS = Signature(person=Person(id="person/1", name="Boss"), role="pit_boss")
INSPECTOR = Signature(person=Person(id="person/2", name="Inspector"), role="games_inspector")


def say(house: OpenHouse, name: str, command: AnyViolationCommand) -> None:
    person = command.signatures[0].person
    by = Actor(id=person.id, name=person.name)
    handle(ViolationAggregate(house.casino_id, "T1", "2026-11-20", name), command, by=by, now=house.now)


def rows(house: OpenHouse) -> list[Violation]:
    return list(Violation.objects.filter(casino_id=house.casino_id).order_by("version"))


@pytest.fixture
def house(casino_id: int, db: None) -> OpenHouse:
    """The same ball put back twice, and another one an hour and two minutes late."""
    house = OpenHouse(casino_id, "pt-francesa")
    for _ in range(2):
        house.do(c.ChangeBall(ball="A", announced=True))
    house.now += timedelta(minutes=62)
    house.do(c.ChangeBall(ball="B", announced=True))
    return house


def test_a_violation_has_its_rule_clause_cause_and_times(house: OpenHouse) -> None:
    first, _, late = rows(house)
    assert (first.rule, first.clause, first.by) == ("same-ball-again", "pt-francesa/9", "Pit boss (demo)")
    (cause,) = [each for each in house.events() if each.version == first.cause_version]
    assert cause.type == "ball_changed"
    assert (first.due_at, first.late_s, first.status) == (None, None, "raised")
    assert (late.rule, late.late_s) == ("ball-change", 120)
    assert (late.met_at, late.raised_at) == (house.now, house.now - timedelta(seconds=120))
    assert late.recorded_at == house.now


def test_a_repeat_is_linked_to_the_first_of_its_rule_on_the_day(house: OpenHouse) -> None:
    first, second, late = rows(house)
    assert (first.repeat_of, second.repeat_of, late.repeat_of) == ("", first.name, "")
    house.do(c.ChangeBall(ball="B", announced=True))
    *_, third = rows(house)
    assert third.repeat_of == first.name
    house.do(c.CloseTable())
    house.open("2026-11-21")
    house.do(c.ChangeBall(ball="A", announced=True))
    (next_day,) = Violation.objects.filter(casino_id=house.casino_id, day="2026-11-21")
    assert next_day.repeat_of == ""


def test_nothing_of_a_life_disappears(house: OpenHouse) -> None:
    name = rows(house)[0].name
    say(house, name, Acknowledge(signatures=(BOSS,)))
    say(house, name, Dismiss(reason="a test of the ball", signatures=(INSPECTOR,)))
    say(house, name, Reopen(reason="it was none", signatures=(INSPECTOR,)))
    row = rows(house)[0]
    assert (row.status, row.life_version) == ("reopened", 3)
    assert [(step["type"], step["by"], step["signed"], step["words"]) for step in row.life] == [
        ("violation_acknowledged", "Boss", ["pit_boss"], ""),
        ("violation_dismissed", "Inspector", ["games_inspector"], "a test of the ball"),
        ("violation_reopened", "Inspector", ["games_inspector"], "it was none"),
    ]


def test_violations_are_the_same_in_any_order_of_streams(house: OpenHouse) -> None:
    name = rows(house)[0].name
    say(house, name, Acknowledge(signatures=(BOSS,)))
    expected = Violation.objects.filter(casino_id=house.casino_id).order_by("version").values()
    live = list(expected)
    of_life = read_stream(house.casino_id, violation_stream("T1", "2026-11-20", name))
    of_table = read_stream(house.casino_id, table_stream("T1", "2026-11-20"))
    Violation.objects.filter(casino_id=house.casino_id).delete()
    followed = Violations()
    followed.apply(followed.wanted(of_life))
    followed.apply(followed.wanted(of_table))
    assert list(expected.all()) == live


class TestViolationsContract(ProjectionContract):
    projection = "violations"

    def write_history(self, casino_id: int) -> None:
        house = OpenHouse(casino_id, "pt-francesa")
        for _ in range(2):
            house.do(c.ChangeBall(ball="A", announced=True))
        for row in rows(house):
            say(house, row.name, Acknowledge(signatures=(BOSS,)))
        house.now += timedelta(minutes=62)
        house.do(c.ChangeBall(ball="B", announced=True))
        say(house, rows(house)[0].name, Dismiss(reason="a test", signatures=(INSPECTOR,)))
