"""Seats of a live table: bought in, staked, won and left, and never below nothing."""

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.play import commands as c
from tables.play import events as e
from tables.refusal import LimitRefused, Refused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal


@pytest.fixture
def live() -> DayInHand:
    return DayInHand(get_rulebook("it-live"))


def bets(**amounts: int) -> tuple[e.SeatBet, ...]:
    """`bets(rouge=100, tiers=600)`; a code with a colon is written with two underscores."""
    return tuple(e.SeatBet(bet=code.replace("__", ":"), amount=amount) for code, amount in amounts.items())


def confirm(seat: str, **amounts: int) -> c.ConfirmBets:
    return c.ConfirmBets(seat=seat, bets=bets(**amounts))


def number(day: DayInHand, fallen: int, **more: Any) -> None:
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=fallen, **more))


def money(day: DayInHand, seat: str) -> tuple[int, int]:
    """The seat's balance, and what lies unclaimed."""
    found = day.state.live.seats[seat]
    return found.balance, found.unclaimed


@pytest.mark.clause("it-live/participation")
def test_a_right_of_participation_is_the_opening_balance(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=5000), c.BuyIn(seat="P1", amount=2500))
    assert money(live, "P1") == (7500, 0)
    with pytest.raises(Refused) as refused:
        live.do(c.BuyIn(seat="P2", amount=0))
    assert (refused.value.clause, refused.value.value) == ("it-live/participation", 0)


@pytest.mark.clause("it-live/participation")
def test_nobody_stakes_without_a_balance_or_over_it(live: DayInHand) -> None:
    live.do(c.AnnounceBetsOpen())
    with expect_refusal("seat-without-balance") as refused:
        live.do(confirm("P1", rouge=100))
    assert refused.value.clause == "it-live/participation"
    live.do(c.BuyIn(seat="P1", amount=150))
    with expect_refusal("over-balance", kind=LimitRefused, seat="P1") as over:
        live.do(confirm("P1", rouge=100, noir=100))
    assert (over.value.clause, over.value.limit, over.value.value) == ("it-live/participation", 150, 200)
    with pytest.raises(LimitRefused):
        live.do(c.PlaceBet(player="P1", bet="rouge", amount=200))
    assert money(live, "P1") == (150, 0)


@pytest.mark.clause("it-live/confirm")
def test_confirmed_bets_leave_the_balance_and_lie_on_the_cloth(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=5000), c.AnnounceBetsOpen())
    staked, *placed = live.do(confirm("P1", plein__17=100, tiers=600))
    assert staked == e.SeatStaked(coup=1, seat="P1", amount=700, bets=bets(plein__17=100, tiers=600))
    assert placed == [
        e.BetPlaced(coup=1, ref="b1", player="P1", bet="plein:17", amount=100),
        e.BetPlaced(coup=1, ref="b2", player="P1", bet="tiers", amount=600),
    ]
    assert money(live, "P1") == (4300, 0)


@pytest.mark.clause("it-live/confirm")
def test_confirming_twice_is_harmless_and_nothing_is_added_or_withdrawn_after_it(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=5000), c.AnnounceBetsOpen(), confirm("P1", rouge=100))
    assert live.do(confirm("P1", rouge=100)) == []
    for more in (confirm("P1", rouge=200), c.BuyIn(seat="P1", amount=100), c.WithdrawBet(ref="b1")):
        with pytest.raises(Refused) as refused:
            live.do(more)
        assert refused.value.clause == "it-live/confirm"
    assert money(live, "P1") == (4900, 0)


@pytest.mark.clause("it-live/confirm")
def test_nobody_adds_a_bet_for_a_seat_after_its_confirmation(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=5000), c.BuyIn(seat="P2", amount=5000), c.AnnounceBetsOpen())
    live.do(c.PlaceBet(player="P1", bet="noir", amount=100), confirm("P1", rouge=100))
    for more in (
        c.PlaceBet(player="P1", bet="pair", amount=100),
        c.PlaceBet(player="P2", bet="pair", amount=100, on_behalf_of="P1"),
        c.DoubleBets(player="P1"),
    ):
        with expect_refusal("seat-confirmed", clause="it-live/confirm", seat="P1", coup=1):
            live.do(more)
    assert money(live, "P1") == (4800, 0) and len(live.state.bets) == 2
    live.do(c.PlaceBet(player="P2", bet="pair", amount=100))
    live.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=2), c.ConfirmPayments())
    live.do(c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="pair", amount=100))
    assert [bet.player for bet in live.state.bets] == ["P1"]


@pytest.mark.clause("it-live/confirm")
@pytest.mark.parametrize(("player", "on_behalf_of"), [("P1", None), ("P2", None), ("nobody", "P2")])
def test_no_chips_of_a_seat_are_found_that_left_no_balance(
    live: DayInHand, player: str, on_behalf_of: str | None
) -> None:
    """A found stake would win without having been paid for."""
    live.do(c.BuyIn(seat="P1", amount=5000), c.BuyIn(seat="P2", amount=5000), c.AnnounceBetsOpen())
    live.do(confirm("P1", rouge=100))
    with expect_refusal("chips-found-for-a-seat", clause="it-live/confirm", seat=on_behalf_of or player):
        live.do(c.FindExcess(player=player, bet="pair", amount=100, on_behalf_of=on_behalf_of))
    assert [bet.bet for bet in live.state.bets] == ["rouge"]


@pytest.mark.clause("it-live/minimum")
def test_a_confirmation_keeps_within_min_and_max_whole_or_not_at_all(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=500_000), c.AnnounceBetsOpen())
    for wrong, limit in ((49, 50), (10_001, 10_000)):
        with pytest.raises(LimitRefused) as refused:
            live.do(confirm("P1", rouge=100, plein__17=wrong))
        assert (refused.value.clause, refused.value.limit, refused.value.value) == (
            "it-live/minimum",
            limit,
            wrong,
        )
    assert live.state.bets == ()
    assert money(live, "P1") == (500_000, 0)


@pytest.mark.clause("it-live/betting-window")
def test_the_round_carries_its_closing_time_and_nothing_counts_after_it(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=5000), c.BuyIn(seat="P2", amount=5000))
    (opened,) = live.do(c.AnnounceBetsOpen())
    assert opened == e.BetsOpened(coup=1, source="staff", closes_at=live.now + timedelta(seconds=30))
    live.pass_time(seconds=30)
    live.do(confirm("P1", rouge=100))
    live.pass_time(milliseconds=250)
    for late in (confirm("P2", rouge=100), c.PlaceBet(player="P2", bet="rouge", amount=100)):
        with expect_refusal("round-closed", late_ms=250) as refused:
            live.do(late)
        assert refused.value.clause == "it-live/betting-window"
    assert live.state.phase == "betting", (
        "nobody has been heard to close the bets, and a refusal records nothing"
    )


@pytest.mark.clause("it-live/betting-window")
def test_the_next_command_that_meets_a_round_whose_time_is_over_closes_it_at_that_time(
    live: DayInHand,
) -> None:
    live.do(c.AnnounceBetsOpen())
    live.pass_time(seconds=42)
    closed, _ = live.do(c.LaunchBall())
    assert closed == e.BetsClosed(coup=1, source="clock")
    assert live.events[-2].at == live.now - timedelta(seconds=12)
    assert live.do(c.CloseBets()) == [], "what is heard later of it is nothing new"


@pytest.mark.clause("it-live/betting-window")
def test_bets_that_were_heard_to_be_closed_early_are_closed(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=5000), c.AnnounceBetsOpen())
    live.pass_time(seconds=20)
    live.do(c.CloseBets(source="reader"))
    live.pass_time(seconds=1)
    with expect_refusal("round-closed", coup=1):
        live.do(confirm("P1", rouge=100))


@pytest.mark.clause("it-live/result")
def test_several_winning_bets_add_up_on_the_balance_with_the_number(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=5000), c.BuyIn(seat="P2", amount=500), c.AnnounceBetsOpen())
    live.do(confirm("P1", plein__27=100, rouge=200, tiers=600), confirm("P2", noir=500))
    number(live, 27)
    assert live.events[-1].event == e.WinsCredited(
        coup=1, number=27, wins={"P1": 36 * 100 + 2 * 200 + 18 * 100}
    )
    assert (money(live, "P1"), money(live, "P2")) == ((4100 + 5800, 0), (0, 0))


@pytest.mark.clause("it-live/result")
def test_a_doubtful_number_credits_nothing_before_a_person_confirms_it(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=1000), c.AnnounceBetsOpen(), confirm("P1", rouge=100))
    number(live, 27, source="reader", doubts=("worn",))
    assert money(live, "P1") == (900, 0)
    live.do(c.DeclareNumber(number=27))
    assert money(live, "P1") == (1100, 0)
    live.do(c.DeclareNumber(number=27))
    assert money(live, "P1") == (1100, 0), "a third word on it credits nothing again"


@pytest.mark.clause("it-live/result")
def test_balances_are_corrected_when_another_number_is_decided(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=1000), c.BuyIn(seat="P2", amount=1000), c.AnnounceBetsOpen())
    live.do(confirm("P1", rouge=500), confirm("P2", noir=500))
    number(live, 27, source="reader", game="1/1")
    assert (money(live, "P1"), money(live, "P2")) == ((1500, 0), (500, 0))
    live.do(c.DeclareNumber(number=26, coup=1))
    with expect_refusal("over-balance-partly-disputed", kind=LimitRefused):
        live.do(c.AnnounceBetsOpen(), confirm("P1", rouge=600))
    live.do(c.ResolveDiscrepancy(number=26, reason="seen by the chief"))
    assert live.events[-1].event == e.WinsCredited(
        coup=1, number=26, wins={"P2": 1000}, taken_back={"P1": 1000}
    )
    assert (money(live, "P1"), money(live, "P2")) == ((500, 0), (1500, 0))


@pytest.mark.clause("it-live/result", "it-live/participation")
def test_balance_cashed_out_before_a_dispute_is_short_and_not_negative(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=1000), c.AnnounceBetsOpen(), confirm("P1", rouge=1000))
    number(live, 27, source="reader", game="1/1")
    live.do(c.LeaveSeat(seat="P1"), c.DeclareNumber(number=26, coup=1))
    live.do(c.ResolveDiscrepancy(number=26, reason="seen by the chief"))
    assert live.events[-1].event == e.WinsCredited(coup=1, number=26, wins={}, short={"P1": 2000})
    assert money(live, "P1") == (0, 0)


@pytest.mark.clause("it-live/leave")
def test_a_player_leaves_at_any_time_and_confirmed_bets_play_on(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=1000), c.AnnounceBetsOpen(), confirm("P1", rouge=400))
    (left,) = live.do(c.LeaveSeat(seat="P1"))
    assert left == e.SeatLeft(seat="P1", amount=600)
    with expect_refusal("bets-of-who-left-play-on") as refused:
        live.do(c.BuyIn(seat="P1", amount=1000))
    assert refused.value.clause == "it-live/leave"
    number(live, 27)
    assert money(live, "P1") == (0, 800)
    live.do(c.BuyIn(seat="P1", amount=300))
    assert money(live, "P1") == (300, 800), "who sits there now has nothing to do with it"
    assert live.do(c.CollectUnclaimed(seat="P1")) == [e.UnclaimedCollected(seat="P1", amount=800)]
    with expect_refusal("nothing-unclaimed-at-seat"):
        live.do(c.CollectUnclaimed(seat="P1"))


@pytest.mark.clause("it-live/leave")
def test_departure_during_a_dispute_leaves_the_win_unclaimed(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=1000), c.AnnounceBetsOpen(), confirm("P1", rouge=400))
    number(live, 27, source="reader", game="1/1")
    live.do(c.DeclareNumber(number=26, coup=1))
    assert live.do(c.LeaveSeat(seat="P1")) == [e.SeatLeft(seat="P1", amount=600, held=800)]
    with expect_refusal("unclaimed-at-seat-disputed"):
        live.do(c.CollectUnclaimed(seat="P1"))
    live.do(c.ResolveDiscrepancy(number=27, reason="seen by the chief"), c.CollectUnclaimed(seat="P1"))
    assert money(live, "P1") == (0, 0)


@pytest.mark.clause("it-live/participation")
def test_balances_and_what_lies_unclaimed_live_on_to_the_next_day(live: DayInHand) -> None:
    live.do(c.BuyIn(seat="P1", amount=1000), c.BuyIn(seat="P2", amount=500), c.AnnounceBetsOpen())
    live.do(confirm("P2", rouge=500), c.LeaveSeat(seat="P2"))
    number(live, 27)
    live.do(c.CloseTable())
    next_day = DayInHand(live.rulebook, after=live.state)
    assert (money(next_day, "P1"), money(next_day, "P2")) == ((1000, 0), (0, 1000))
    next_day.do(c.CollectUnclaimed(seat="P2"), c.AnnounceBetsOpen(), confirm("P1", rouge=1000))
    assert (money(next_day, "P1"), money(next_day, "P2")) == ((0, 0), (0, 0))


def test_stakes_come_back_to_the_balances_when_play_is_suspended_and_bets_are_returned(
    live: DayInHand,
) -> None:
    live.do(c.BuyIn(seat="P1", amount=1000), c.AnnounceBetsOpen(), confirm("P1", rouge=400))
    live.do(c.SuspendTable(reason="", detail="the wheel stands still", return_bets=True))
    assert (live.state.bets, money(live, "P1")) == ((), (1000, 0))
    live.do(c.ResumeTable(), c.LeaveSeat(seat="P1"))
    assert live.events[-1].event == e.SeatLeft(seat="P1", amount=1000)


def test_a_table_without_seats_has_none() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    assert day.do(c.AnnounceBetsOpen()) == [e.BetsOpened(coup=1, source="staff")]
    for asked in (c.BuyIn(seat="P1", amount=1000), confirm("P1", rouge=500), c.LeaveSeat(seat="P1")):
        with expect_refusal("table-without-seats"):
            day.do(asked)


SEATS = st.sampled_from(("P1", "P2"))
ASKED = st.one_of(
    st.builds(c.BuyIn, seat=SEATS, amount=st.integers(1, 2000)),
    st.builds(confirm, SEATS, rouge=st.integers(50, 900), plein__27=st.integers(50, 900), tiers=st.just(600)),
    st.builds(c.LeaveSeat, seat=SEATS),
    st.builds(c.CollectUnclaimed, seat=SEATS),
    st.just(c.AnnounceBetsOpen()),
    st.builds(
        c.DeclareNumber, number=st.sampled_from((0, 26, 27)), source=st.sampled_from(("staff", "reader"))
    ),
    st.builds(c.ResolveDiscrepancy, number=st.sampled_from((0, 26, 27)), reason=st.just("seen")),
)


@settings(deadline=None)
@given(st.lists(ASKED, max_size=30))
@pytest.mark.clause("it-live/participation")
def test_random_commands_keep_balances_positive_and_money_constant(
    asked: list[c.Command],
) -> None:
    day = DayInHand(get_rulebook("it-live"))
    for command in asked:
        try:
            day.do(command)
        except Refused:
            continue
        day.pass_time(seconds=1)
    for seat in day.state.live.seats.values():
        assert seat.balance >= 0
        assert seat.unclaimed >= 0
    moved = [_moved(recorded.event) for recorded in day.events]
    assert sum(moved) == sum(seat.balance + seat.unclaimed for seat in day.state.live.seats.values())
    assert all(before.version < after.version for before, after in pairwise(day.events))


def _moved(event: e.Event) -> int:
    """What the event adds to all balances together."""
    match event:
        case e.BoughtIn():
            return event.amount
        case e.SeatStaked() | e.SeatLeft() | e.UnclaimedCollected():
            return -event.amount
        case e.WinsCredited():
            return sum(event.wins.values()) - sum(event.taken_back.values())
        case _:
            return 0
