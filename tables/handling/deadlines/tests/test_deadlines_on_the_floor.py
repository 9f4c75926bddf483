"""What the floor reads: the open cases, the next one due first, judged at the time of asking."""

from collections.abc import Callable

import pytest

from tables.handling.deadlines.listing import deadlines_of_casino
from testkit.shift import House


@pytest.mark.clause("pt-francesa/9")
def test_the_floor_sees_what_is_due_next_first_with_its_clause(house: House) -> None:
    house.open_table("RF1", rulebook="pt-francesa", minute=10)
    house.open_table("RF2", rulebook="pt-francesa", minute=0)
    first, second = (
        each for each in deadlines_of_casino(house.casino_id, house.at(20)) if each.rule == "ball-change"
    )
    assert (first.table, first.rule, first.label) == ("RF2", "ball-change", "Ball change")
    assert (first.case, first.parameters["ball"]) == ("ball-change-1", "A")
    assert (first.opened_at, first.warn_at, first.due_at) == (house.at(0), house.at(55), house.at(60))
    assert (first.clause, first.state) == ("pt-francesa/9", "ok")
    assert "9" in first.clause_ref
    assert (second.table, second.due_at) == ("RF1", house.at(70))


@pytest.mark.parametrize(
    ("minute", "state"), [(54.9, "ok"), (55, "due"), (59.9, "due"), (60, "overdue"), (200, "overdue")]
)
def test_a_screen_does_not_wait_for_a_sweep(house: House, minute: float | int, state: str) -> None:
    house.open_table("RF1")
    assert [case.state for case in deadlines_of_casino(house.casino_id, house.at(minute))] == [state]


def test_a_house_sees_its_own_deadlines_only(new_house: Callable[..., House]) -> None:
    ours, theirs = new_house(), new_house()
    theirs.open_table("RF1")
    assert deadlines_of_casino(ours.casino_id, ours.at(0)) == []
