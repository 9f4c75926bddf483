"""What is set aside gets a receipt: numbered for each table and day without a gap, whatever became of others."""

from typing import Any

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.testing import DayInHand, opening
from tables.roulette.loader import get_rulebook
from tables.roulette.refusal import Refused

pytestmark = pytest.mark.clause("it-venezia/general-8")


@pytest.fixture
def day() -> DayInHand:
    """A day of Venice on which 17 fell, with wins on 17, impair and rouge's opposite, and their payment open."""
    day = DayInHand(get_rulebook("it-venezia"))
    bets = ("plein:17", "impair", "noir", "cheval:14-17")
    placed = [c.PlaceBet(player="P1", bet=bet, amount=500) for bet in bets]
    day.do(c.AnnounceBetsOpen(), *placed, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    return day


def unclaimed(day: DayInHand, *refs: str) -> None:
    day.do(*(c.SeeUnclaimed(coup=1, refs=(ref,)) for ref in refs))


def receipts(day: DayInHand) -> list[str]:
    return [each.held.receipt for each in day.of_type(e.HeldSetAside) if isinstance(each, e.HeldSetAside)]


def test_what_waits_has_none_yet_and_gets_one_with_the_number_that_sets_it_aside(day: DayInHand) -> None:
    unclaimed(day, "b1", "b2", "b4", "b3")
    assert [each.receipt for each in day.state.held.items] == [
        "T1/2026-11-20/r1",
        "",
        "T1/2026-11-20/r2",
        "",
    ]
    day.do(c.ConfirmPayments())
    for _ in range(3):
        day.coup(20)
    assert receipts(day) == [f"T1/2026-11-20/r{number}" for number in (1, 2, 3, 4)]
    assert all(each.receipt for each in day.state.held.items)


def test_what_ended_keeps_its_number_and_no_other_gets_it(day: DayInHand) -> None:
    unclaimed(day, "b1")
    (ended,) = day.do(c.EndHeld(ref="h1", outcome="to the cash desk", reason="nobody came"))
    assert isinstance(ended, e.HeldEnded) and ended.held.receipt == "T1/2026-11-20/r1"
    unclaimed(day, "b4")
    assert receipts(day) == ["T1/2026-11-20/r1", "T1/2026-11-20/r2"]


def test_nothing_refused_uses_a_number_up(day: DayInHand) -> None:
    with pytest.raises(Refused):
        unclaimed(day, "b9")
    unclaimed(day, "b1")
    assert receipts(day) == ["T1/2026-11-20/r1"]


def test_the_next_day_numbers_its_own_and_hands_on_the_old_ones(day: DayInHand) -> None:
    unclaimed(day, "b1", "b2")
    day.do(c.ConfirmPayments(), c.CloseTable())
    next_day = DayInHand(day.rulebook, opened=False, after=day.state)
    next_day.do(replace(opening(day.rulebook), day="2026-11-21"))
    assert [each.receipt for each in next_day.state.held.items] == ["T1/2026-11-20/r1", ""]
    for _ in range(3):
        next_day.coup(20)
    assert receipts(next_day) == ["T1/2026-11-21/r1"]


def test_what_an_older_record_set_aside_has_none_and_still_ends(day: DayInHand) -> None:
    unclaimed(day, "b1")
    (aside,) = day.of_type(e.HeldSetAside)
    kind, told = e.to_record(aside)
    held: Any = told["held"]
    assert held.pop("receipt") == "T1/2026-11-20/r1"
    read = e.from_record(kind, told)
    assert isinstance(read, e.HeldSetAside) and read.held.receipt == ""
