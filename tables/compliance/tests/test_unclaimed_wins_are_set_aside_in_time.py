"""Two cases of an unclaimed win: on multiples at once, on the others after the third coup."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.shift import JudgedDay

pytestmark = pytest.mark.clause("it-venezia/general-8")


@pytest.fixture
def day() -> JudgedDay:
    day = JudgedDay(get_rulebook("it-venezia"))
    bets = [c.PlaceBet(player="P1", bet=bet, amount=500) for bet in ("plein:17", "noir")]
    day.do(c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    return day


def next_launched(day: JudgedDay) -> None:
    day.do(c.LaunchBall())


def late(day: JudgedDay) -> list[e.ViolationRaised]:
    found = [each for each in day.of_type(e.ViolationRaised) if isinstance(each, e.ViolationRaised)]
    return [each for each in found if each.rule == "win-set-aside-late"]


def test_on_a_multiple_at_once_is_before_the_next_launch(day: JudgedDay) -> None:
    day.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    next_launched(day)
    assert late(day) == []


def test_on_a_multiple_after_the_next_launch_it_is_a_violation(day: JudgedDay) -> None:
    next_launched(day)
    day.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    (violation,) = late(day)
    assert (violation.code, violation.clause, violation.coup) == (
        "win-set-aside-late",
        "it-venezia/general-8",
        2,
    )
    assert violation.parameters["bet"] == "plein:17"
    assert len(day.of_type(e.HeldSetAside)) == 1, "it is set aside all the same"


def test_on_an_even_chance_the_end_is_the_third_coup_and_the_launch_is_none(day: JudgedDay) -> None:
    next_launched(day)
    day.do(c.SeeUnclaimed(coup=1, refs=("b2",)))
    (waits,) = day.of_type(e.WinUnclaimed)
    assert isinstance(waits, e.WinUnclaimed) and waits.held.until_coup == 4
    day.do(c.CloseBets(), c.DeclareNumber(number=20), c.ConfirmPayments(coup=1), c.ConfirmPayments())
    day.coup(20)
    assert not day.of_type(e.HeldSetAside)
    day.coup(20)
    assert len(day.of_type(e.HeldSetAside)) == 1
    assert late(day) == [], "set aside with the number of the third coup, it is in time"
