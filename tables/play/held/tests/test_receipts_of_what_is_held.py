"""What is set aside gets a receipt: numbered for each table and day without a gap, whatever became of others."""

from typing import Any

import pytest
from msgspec.structs import replace

from tables.codec import encode
from tables.play import commands as c
from tables.play import events as e
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening

BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
INSPECTOR = e.Signature(person=e.Person(id="person/3", name="Inspector"), role="games_inspector")

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


def next_day(day: DayInHand) -> DayInHand:
    following = DayInHand(day.rulebook, opened=False, after=day.state)
    following.do(replace(opening(day.rulebook), day="2026-11-21"))
    return following


def receipts(day: DayInHand) -> list[str]:
    return [each.held.receipt for each in day.of_type(e.HeldSetAside) if isinstance(each, e.HeldSetAside)]


def test_waiting_win_gets_its_receipt_when_set_aside(day: DayInHand) -> None:
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


def test_ended_safekeeping_keeps_its_receipt_number(day: DayInHand) -> None:
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


def test_waiting_win_gets_its_receipt_at_closing_and_keeps_the_number(
    day: DayInHand,
) -> None:
    unclaimed(day, "b1", "b2")
    *_, given, closed = day.do(c.ConfirmPayments(), c.CloseTable())
    assert isinstance(given, e.HeldReceipted) and given.held.until_coup == 4, "it waits as before"
    assert given.held.receipt == "T1/2026-11-20/r2", "the day's next"
    assert isinstance(closed, e.TableClosed)
    assert [(each.receipt, each.until_coup) for each in closed.held] == [
        ("T1/2026-11-20/r1", None),
        ("T1/2026-11-20/r2", 3),
    ]
    following = next_day(day)
    for _ in range(3):
        following.coup(20)
    assert receipts(following) == ["T1/2026-11-20/r2"]
    assert all(each.until_coup is None for each in following.state.held.items)


def test_the_next_day_numbers_its_own_from_one_whatever_is_set_aside_of_the_day_before(
    day: DayInHand,
) -> None:
    unclaimed(day, "b1", "b2", "b3")
    day.do(c.ConfirmPayments(), c.CloseTable())
    following = next_day(day)
    following.do(
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="noir", amount=500),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=17),
        c.SeeUnclaimed(coup=1, refs=("b1",)),
        c.ConfirmPayments(),
    )
    for _ in range(3):
        following.coup(20)
    assert receipts(following) == [
        "T1/2026-11-20/r2",
        "T1/2026-11-20/r3",
        "T1/2026-11-21/r1",
    ]


@pytest.mark.parametrize("forced", [False, True])
def test_no_close_leaves_anything_without_a_receipt(forced: bool) -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    bets = [c.PlaceBet(player="P1", bet=bet, amount=500) for bet in ("plein:17", "impair", "noir")]
    day.do(c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    unclaimed(day, "b2", "b1", "b3")
    day.do(c.ConfirmPayments())
    if forced:
        day.do(c.RequestFill(slip="F-000001", pieces={500: 1}, signatures=(BOSS,)))
        close = c.CloseTable(forced=True, reason="the alarm", signatures=(BOSS, INSPECTOR))
    else:
        close = c.CloseTable()
    *_, closed = day.do(close)
    assert isinstance(closed, e.TableClosed) and bool(closed.forced) is forced
    given = sorted(each.receipt for each in closed.held)
    assert given == [f"T1/2026-11-20/r{number}" for number in (1, 2, 3)]
    assert day.state.held.items == closed.held


def test_safekeeping_of_an_older_record_ends_without_a_receipt(day: DayInHand) -> None:
    unclaimed(day, "b1")
    (aside,) = day.of_type(e.HeldSetAside)
    kind, told = encode(aside)
    held: Any = told["held"]
    assert held.pop("receipt") == "T1/2026-11-20/r1"
    read = e.TABLE_EVENTS.decode(kind, told)
    assert isinstance(read, e.HeldSetAside) and read.held.receipt == ""
