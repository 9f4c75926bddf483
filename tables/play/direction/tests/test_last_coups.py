"""Several last coups are announced together, and all of them are played before a table closes."""

import pytest

from tables.compliance.rules.launches import after_last_coup
from tables.play import commands as c
from tables.play import events as e
from testkit.play import DayInHand
from testkit.refusals import expect_refusal
from testkit.rulebooks import rules_of

THREE = rules_of("eighth")


@pytest.fixture
def day() -> DayInHand:
    day = DayInHand(THREE)
    day.coup(7)
    return day


def test_table_does_not_close_before_its_last_coups_are_announced(day: DayInHand) -> None:
    with expect_refusal("last-coups-to-announce", clause="eighth/4", count=3):
        day.do(c.CloseTable())


def test_announcement_names_the_first_and_the_last_of_them(day: DayInHand) -> None:
    (announced,) = day.do(c.AnnounceLastCoup())
    assert announced == e.LastCoupAnnounced(first=2, coup=4)
    assert (day.state.direction.first_last_coup, day.state.direction.last_coup) == (2, 4)
    assert not day.do(c.AnnounceLastCoup())


def test_coup_at_hand_is_the_first_of_them_until_its_ball_is_launched(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen())
    (announced,) = day.do(c.AnnounceLastCoup())
    assert announced == e.LastCoupAnnounced(first=2, coup=4)


def test_table_closes_after_all_of_them_and_opens_no_further_coup(day: DayInHand) -> None:
    day.do(c.AnnounceLastCoup())
    for number in (8, 9):
        day.coup(number)
        with expect_refusal("last-coup-to-play", coup=4):
            day.do(c.CloseTable())
    day.coup(10)
    with expect_refusal("last-coup-was-played", coup=4):
        day.do(c.AnnounceBetsOpen())
    day.do(c.CloseTable())
    assert day.state.phase == "closed"


def test_ball_after_all_of_them_is_a_breach(day: DayInHand) -> None:
    day.do(c.AnnounceLastCoup())
    for number in (8, 9, 10):
        day.coup(number)
    events = day.do(c.LaunchBall())
    breaches = [breach for event in events for breach in after_last_coup(day.state, event, THREE)]
    assert [(breach.coup, breach.parameters) for breach in breaches] == [(5, {"last": 4})]


def test_announcement_is_taken_back_as_a_whole(day: DayInHand) -> None:
    day.do(c.AnnounceLastCoup())
    day.coup(8)
    day.do(c.RevokeLastCoup(reason="the management prolongs the evening"))
    assert (day.state.direction.first_last_coup, day.state.direction.last_coup) == (None, None)
    (announced,) = day.do(c.AnnounceLastCoup())
    assert announced == e.LastCoupAnnounced(first=3, coup=5)
