"""The hourly ball change: due, warned, overdue as a violation with its clause, resolved by the change."""

import pytest

from tables.handling.deadlines.listing import deadlines_of_casino
from tables.handling.deadlines.sweep import Swept
from tables.play.commands import ChangeBall, CloseTable
from testkit.shift import House

WARNING = ("deadline_warned", 55)
VIOLATION = ("violation_raised", 60)


@pytest.mark.clause("pt-francesa/9")
def test_a_ball_change_is_warned_of_five_minutes_before_and_a_violation_after_the_hour(house: House) -> None:
    house.open_table("RF1", rulebook="pt-francesa")
    house.sweep(minute=54)
    assert house.noted("RF1") == []
    house.sweep(minute=55)
    assert house.noted("RF1") == [WARNING]
    house.sweep(minute=60)
    assert house.noted("RF1") == [WARNING, VIOLATION]
    violation = next(event for event in house.record("RF1") if event.type == "violation_raised")
    assert violation.data["clause"] == "pt-francesa/9"
    assert violation.metadata["by"]["id"] == "shift-sweep"


@pytest.mark.clause("pt-americana/17")
def test_the_american_table_cites_its_own_clause(house: House) -> None:
    house.open_table("RA1", rulebook="pt-americana")
    house.sweep(minute=61)
    noted = [event for event in house.record("RA1")[1:] if event.data["rule"] == "ball-change"]
    assert {event.data["clause"] for event in noted} == {"pt-americana/17"}


@pytest.mark.clause("pt-francesa/9")
def test_the_change_resolves_the_violation_and_begins_the_next_hour(house: House) -> None:
    house.open_table("RF1", rulebook="pt-francesa")
    house.sweep(minute=60)
    house.say("RF1", ChangeBall(), minute=67)
    assert house.noted("RF1") == [WARNING, VIOLATION, ("violation_resolved", 67)]
    resolved = [event.data for event in house.record("RF1") if event.type == "violation_resolved"]
    assert [data["late_s"] for data in resolved if data["rule"] == "ball-change"] == [7 * 60]
    (case,) = house.cases("RF1")
    assert (case.opened_at, case.warn_at, case.due_at) == (house.at(67), house.at(122), house.at(127))


def test_a_change_in_time_leaves_nothing_to_note(house: House) -> None:
    house.open_table("RF1")
    house.say("RF1", ChangeBall(), minute=50)
    house.sweep(minute=100)
    assert house.noted("RF1") == []


def test_a_table_closed_before_the_ball_is_due_is_never_swept(house: House) -> None:
    house.open_table("RF1")
    house.say("RF1", CloseTable(), minute=50)
    assert house.sweep(minute=300) == Swept()
    assert house.noted("RF1") == []
    assert deadlines_of_casino(house.casino_id, house.at(300)) == []


def test_a_rulebook_without_the_rule_has_nothing_to_sweep(house: House) -> None:
    house.open_table("RV1", rulebook="it-venezia")
    assert house.cases("RV1") == []
    house.sweep(minute=300)
    assert house.noted("RV1") == []


@pytest.mark.clause("pt-francesa/9")
def test_a_table_that_closes_with_the_change_overdue_has_not_made_it(house: House) -> None:
    house.open_table("RF1", rulebook="pt-francesa")
    house.say("RF1", CloseTable(), minute=75)
    assert house.noted("RF1") == [VIOLATION], "nobody changed the ball: the violation stands"
    assert house.board("RF1").next_at is None
    assert house.sweep(minute=76) == Swept()
