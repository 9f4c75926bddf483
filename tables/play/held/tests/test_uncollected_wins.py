"""A win that was put down beside its stake is seen uncollected in any later coup, until the third has its number."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.held.uncollected import uncollected
from tables.play.state import from_written, written
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

GENERAL_8 = pytest.mark.clause("it-venezia/general-8")
OF_FIRST = c.SeeUnclaimed(coup=1, refs=("b1",))


@pytest.fixture
def day() -> DayInHand:
    """Red has won the first coup for P1, and all of it is paid."""
    day = DayInHand(get_rulebook("it-venezia"))
    day.coup(1, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    return day


def held(day: DayInHand) -> e.HeldStake:
    return day.state.held.items[-1]


@GENERAL_8
@pytest.mark.parametrize("later", [0, 1, 2])
def test_win_is_recorded_in_any_later_coup_and_waits_for_the_third(day: DayInHand, later: int) -> None:
    for _ in range(later):
        day.coup(3)
    day.do(c.AnnounceBetsOpen())
    event, taken_off = day.do(OF_FIRST)
    assert isinstance(event, e.WinUnclaimed)
    assert (held(day).prize, held(day).stake, held(day).coup, held(day).until_coup) == (1_000, 1_000, 1, 4)
    assert isinstance(taken_off, e.BetWithdrawn)
    assert day.state.bets == ()
    day.do(c.CloseBets(), c.DeclareNumber(number=20))
    for _ in range(2 - later):
        assert held(day).until_coup == 4
        day.coup(20)
    assert (held(day).until_coup, held(day).receipt) == (None, "T1/2026-11-20/r1")


@GENERAL_8
def test_after_the_third_coup_it_is_recorded_no_more(day: DayInHand) -> None:
    for _ in range(3):
        day.coup(3)
    assert [win.coup for win in uncollected(day.state, day.rulebook)] == [2, 3, 4], (
        "the stake stayed and won again"
    )
    with expect_refusal("unclaimed-win-not-in-time", clause="it-venezia/general-8", coup=1, count=3):
        day.do(OF_FIRST)


@GENERAL_8
def test_stake_that_has_played_and_lost_is_not_held_with_its_win(day: DayInHand) -> None:
    day.coup(20)
    (event,) = day.do(OF_FIRST)
    assert isinstance(event, e.WinUnclaimed)
    assert (event.held.stake, event.held.prize) == (0, 1_000)


@GENERAL_8
def test_stake_is_left_where_it_lies_once_bets_are_closed(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    (event,) = day.do(OF_FIRST)
    assert isinstance(event, e.WinUnclaimed) and event.held.stake == 0
    assert [bet.ref for bet in day.state.bets] == ["b1"]


@GENERAL_8
def test_win_is_recorded_once_also_after_it_was_claimed(day: DayInHand) -> None:
    day.coup(3)
    day.do(OF_FIRST)
    assert day.do(OF_FIRST) == []
    day.do(c.ClaimHeld(ref="h1", by="P1"))
    day.coup(20)
    assert day.do(OF_FIRST) == []
    assert day.state.held.items == ()


@GENERAL_8
def test_wins_of_two_coups_are_held_each_by_itself(day: DayInHand) -> None:
    day.coup(3)
    day.do(OF_FIRST, c.SeeUnclaimed(coup=2, refs=("b1",)))
    assert [(each.coup, each.stake, each.until_coup) for each in day.state.held.items] == [
        (1, 1_000, 4),
        (2, 0, 5),
    ], "the stake is held with the first"


@GENERAL_8
@pytest.mark.parametrize(
    ("bet", "number"), [("douzaine:1", 1), ("colonne:34", 1), ("pair", 2), ("passe", 20)]
)
def test_each_kind_of_bet_that_waits_can_be_seen_later(bet: str, number: int) -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.coup(number, c.PlaceBet(player="P1", bet=bet, amount=1_000))
    day.coup(0)
    day.do(OF_FIRST)
    assert held(day).bet == bet


@GENERAL_8
def test_win_on_a_multiple_is_set_aside_until_the_next_launch() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.coup(17, *(c.PlaceBet(player=player, bet="plein:17", amount=1_000) for player in ("P1", "P2")))
    day.do(c.AnnounceBetsOpen())
    event, taken_off = day.do(OF_FIRST)
    assert isinstance(event, e.HeldSetAside) and isinstance(taken_off, e.BetWithdrawn)
    assert (held(day).prize, held(day).stake, held(day).until_coup) == (35_000, 1_000, None)
    assert held(day).receipt == "T1/2026-11-20/r1"
    day.do(c.LaunchBall())
    with expect_refusal("unclaimed-win-not-in-time", clause="it-venezia/general-8", ref="b2"):
        day.do(c.SeeUnclaimed(coup=1, refs=("b2",)))
    assert [bet.ref for bet in day.state.bets] == ["b2"]


@GENERAL_8
def test_bet_that_did_not_win_is_no_unclaimed_win(day: DayInHand) -> None:
    day.coup(3, c.PlaceBet(player="P2", bet="noir", amount=1_000))
    with expect_refusal("unclaimed-win-not-in-time", ref="b2", coup=2):
        day.do(c.SeeUnclaimed(coup=2, refs=("b2",)))


@GENERAL_8
def test_win_that_was_paid_otherwise_is_no_unclaimed_win() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=1))
    day.do(c.PayDifferently(coup=1, refs=("b1",), paid=500, reason="too few chips"), c.ConfirmPayments())
    with expect_refusal("unclaimed-win-not-in-time"):
        day.do(OF_FIRST)


@GENERAL_8
def test_kept_state_knows_the_wins_too(day: DayInHand) -> None:
    day.coup(3)
    assert (
        uncollected(from_written(written(day.state)), day.rulebook)
        == uncollected(day.state, day.rulebook)
        != ()
    )
