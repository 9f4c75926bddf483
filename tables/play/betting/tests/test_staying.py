"""Winning stakes that stay on the cloth are bets of the next coup: left, withdrawn or moved once payment is over."""

import pytest
from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.payment.prizes import paid_out_of
from tables.refusal import LimitRefused, Refused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

GENERAL_5 = pytest.mark.clause("it-venezia/general-5")
ANN, BEN = "Seat 1", "Seat 2"


def bet(code: str, amount: int = 500, player: str = ANN) -> c.PlaceBet:
    return c.PlaceBet(player=player, bet=code, amount=amount)


def fallen(
    number: int,
    *bets: c.LayChips,
    house: str = "it-venezia",
    source: e.Source = "staff",
) -> DayInHand:
    """The first coup with these bets (b1, b2, ...), its number out and its payments open."""
    day = DayInHand(get_rulebook(house))
    day.do(c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets())
    day.do(c.DeclareNumber(number=number, source=source))
    return day


def lying(day: DayInHand) -> list[tuple[str, str, int]]:
    return [(bet.ref, bet.bet, bet.amount) for bet in day.state.bets]


def decided(day: DayInHand, number: int) -> list[e.Event]:
    """Another number for the last coup, and the chief's word that it stands; what follows of that for the cloth."""
    day.do(c.DeclareNumber(number=number, coup=day.state.past[-1].coup))
    followed = day.do(c.ResolveDiscrepancy(number=number, reason="seen by the chief"))[1:]
    return [each for each in followed if not isinstance(each, e.PrizesPaid | e.PaymentDiffered)]


@GENERAL_5
def test_winning_stakes_remain_and_losing_stakes_are_removed() -> None:
    day = fallen(17, bet("plein:17"), bet("plein:18"), bet("cheval:17-20", 1_000, BEN))
    assert lying(day) == [("b1", "plein:17", 500), ("b3", "cheval:17-20", 1_000)]
    assert [bet.player for bet in day.state.bets] == [ANN, BEN]


@GENERAL_5
def test_single_touch_lifts_the_remaining_stakes_of_a_player() -> None:
    won = [bet(code, 5_000, player) for player in (ANN, BEN) for code in ("plein:17", "noir", "impair")]
    day = fallen(17, *won)
    with expect_refusal("taken-back-before-paid"):
        day.do(c.LiftStakes(player=ANN))
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), bet("plein:5", 5_000))
    lifted = day.do(c.LiftStakes(player=ANN))
    assert [event.ref for event in lifted if isinstance(event, e.BetWithdrawn)] == ["b1", "b2", "b3"]
    assert [(each.player, each.bet) for each in day.state.bets] == [
        *((BEN, code) for code in ("plein:17", "noir", "impair")),
        (ANN, "plein:5"),
    ]
    with expect_refusal("no-stake-lies-on", player=ANN):
        day.do(c.LiftStakes(player=ANN))


def test_winning_stake_leaves_with_the_number_where_the_rulebook_requires_this() -> None:
    day = fallen(17, bet("plein:17", 5_000), house="it-campione")
    assert day.state.bets == ()


@pytest.mark.parametrize(
    ("house", "clause"),
    [
        pytest.param(house, clause, marks=pytest.mark.clause(clause))
        for house, clause in [("pt-francesa", "pt-francesa/18"), ("pt-americana", "pt-americana/27")]
    ],
)
def test_a_stake_that_has_won_is_its_owners_where_it_lies(house: str, clause: str) -> None:
    """It plays the next coup unless it is lifted, and wins again 35 times its value; what has lost is the bank's."""
    day = fallen(17, bet("plein:17", 5_000), bet("plein:18", 5_000), house=house)
    with expect_refusal("winning-stake-being-paid", clause=clause):
        day.do(c.LiftStakes(player=ANN))
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    assert lying(day) == [("b1", "plein:17", 5_000)]
    day.do(c.DeclareNumber(number=17))
    assert paid_out_of(day.state, 17, day.rulebook) == {"b1": 175_000}
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.LiftStakes(player=ANN))
    assert lying(day) == []


@pytest.mark.clause("pt-americana/27")
def test_of_a_series_the_winning_chips_lie_on_their_combination() -> None:
    day = fallen(11, bet("tiers", 6_000), house="pt-americana")
    assert [(each.bet, each.amount, each.stays_of) for each in day.state.bets] == [
        ("cheval:10-11", 1_000, "b1")
    ]


@GENERAL_5
def test_staying_stake_wins_again_and_loses_like_any_bet() -> None:
    day = fallen(17, bet("plein:17"))
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    day.do(c.DeclareNumber(number=17))
    assert [bet.ref for bet in day.state.settled_bets] == ["b1"]
    assert day.state.payments_open == (2,), "there is a prize to pay, though nobody placed a bet"
    day.do(c.ConfirmPayments())
    assert lying(day) == [("b1", "plein:17", 500)]
    day.coup(18)
    assert day.state.bets == ()


@GENERAL_5
@pytest.mark.parametrize("touch", [c.WithdrawBet(ref="b1"), c.MoveBet(ref="b1", bet="plein:18")])
def test_staying_stake_is_untouchable_until_its_coup_is_paid(touch: c.Command) -> None:
    day = fallen(17, bet("plein:17"))
    for step in ([], [c.ClearLosers()], [c.LaunchBall()]):
        day.do(*step)
        with pytest.raises(Refused) as refused:
            day.do(touch)
        assert refused.value.clause == "it-venezia/general-5"
        assert "paid" in refused.value.code
    day.do(c.ConfirmPayments(), touch)
    assert [bet.bet for bet in day.state.bets] != ["plein:17"]


@GENERAL_5
def test_once_all_is_paid_it_is_withdrawn_or_moved_until_bets_are_closed() -> None:
    day = fallen(17, bet("plein:17"), bet("noir"), bet("cheval:17-20"))
    day.do(c.ConfirmPayments())
    assert day.do(c.WithdrawBet(ref="b1")) == [e.BetWithdrawn(coup=2, ref="b1")]
    day.do(c.MoveBet(ref="b2", bet="rouge"), c.AnnounceBetsOpen(), c.LaunchBall())
    day.do(c.WithdrawBet(ref="b3"))
    assert lying(day) == [("b4", "rouge", 500)]
    assert day.state.bets[0].stays_of is None, "what was moved is a bet like any other"
    day.do(c.CloseBets())
    with expect_refusal("taken-off-after-close", coup=2):
        day.do(c.WithdrawBet(ref="b4"))


@GENERAL_5
def test_staying_stake_counts_towards_the_maximum() -> None:
    day = fallen(17, bet("plein:17", 10_000))
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen())
    with expect_refusal(
        "over-maximum", kind=LimitRefused, value=Money(16_000, "EUR"), limit=Money(15_000, "EUR")
    ):
        day.do(bet("plein:17", 6_000))
    day.do(bet("plein:17", 5_000))


@GENERAL_5
@pytest.mark.clause("it-venezia/general-9")
def test_stake_stays_up_to_the_maximum_when_the_sign_is_lowered() -> None:
    day = fallen(17, bet("plein:17", 10_000))
    posted = day.rulebook.default_limits
    lower = replace(posted, maximums={**posted.maximums, "plein": 5_000})
    day.do(c.ConfirmPayments(), c.ChangeLimits(limits=lower, players_told=True, sign_changed=True))
    day.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    assert day.state.limits == lower
    assert lying(day) == [("b1", "plein:17", 5_000)], "the excess goes back"


@GENERAL_5
@pytest.mark.parametrize(
    ("series", "amount", "number", "stays"),
    [
        ("tiers", 3_000, 5, [("b2", "cheval:5-8", 500)]),
        ("voisins", 4_500, 2, [("b2", "transversale:0-2-3", 1_000)]),
        ("orphelins", 2_500, 17, [("b2", "cheval:14-17", 500), ("b3", "cheval:17-20", 500)]),
    ],
)
def test_of_an_announced_bet_its_winning_chips_lie_on_as_stakes_of_their_own(
    series: str, amount: int, number: int, stays: list[tuple[str, str, int]]
) -> None:
    day = fallen(number, bet(series, amount))
    assert lying(day) == stays
    assert {bet.stays_of for bet in day.state.bets} == {"b1"}
    assert [placed.coup for placed in day.of_type(e.BetPlaced)] == [1, *(2 for _ in stays)]


@GENERAL_5
@pytest.mark.clause("it-venezia/general-9")
def test_over_limit_stake_stays_up_to_the_maximum() -> None:
    day = fallen(17, c.FindExcess(player=ANN, bet="plein:17", amount=20_000))
    assert lying(day) == [("b1", "plein:17", 15_000)], "the excess goes back"


@GENERAL_5
@pytest.mark.clause("it-venezia/prison")
def test_a_stake_that_prison_sets_free_lies_on_free() -> None:
    day = fallen(0, bet("rouge"))
    assert [bet.level for bet in day.state.bets] == [1]
    day.do(c.ConfirmPayments())
    day.coup(1)
    assert [(bet.ref, bet.level) for bet in day.state.bets] == [("b1", 0)]
    assert day.do(c.WithdrawBet(ref="b1")) == [e.BetWithdrawn(coup=3, ref="b1")]


@GENERAL_5
@pytest.mark.clause("it-venezia/prison")
def test_a_stake_that_lies_on_is_imprisoned_by_a_zero_like_any_other() -> None:
    day = fallen(1, bet("rouge"))
    day.do(c.ConfirmPayments())
    day.coup(0)
    assert [(bet.ref, bet.level, bet.stays_of) for bet in day.state.bets] == [("b1", 1, None)]


@GENERAL_5
def test_a_null_coup_leaves_it_where_it_lies() -> None:
    day = fallen(17, bet("plein:17"))
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    day.do(c.AnnulCoup(reason=next(iter(day.rulebook.null_coup.reasons))))
    assert lying(day) == [("b1", "plein:17", 500)]


@GENERAL_5
def test_under_another_number_what_has_not_won_is_withdrawn_and_what_has_is_laid() -> None:
    day = fallen(17, bet("plein:17"), bet("plein:20"), bet("noir"), source="reader")
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen())
    withdrawn, laid = decided(day, 20)
    assert withdrawn == e.BetWithdrawn(coup=2, ref="b1")
    assert isinstance(laid, e.BetPlaced)
    assert (laid.ref, laid.bet, laid.stays_of, laid.coup) == ("b4", "plein:20", "b2", 2)
    assert lying(day) == [("b3", "noir", 500), ("b4", "plein:20", 500)], "noir has won with both"


@GENERAL_5
def test_lifted_stake_is_not_laid_again_for_another_number() -> None:
    day = fallen(17, bet("noir"), source="reader")
    day.do(c.ConfirmPayments(), c.WithdrawBet(ref="b1"))
    assert decided(day, 20) == []
    assert day.state.bets == ()


@GENERAL_5
def test_imprisoned_stake_is_free_under_the_right_number_and_conversely() -> None:
    day = fallen(0, bet("rouge"), source="reader")
    decided(day, 1)
    assert [(lies.bet, lies.level, lies.stays_of) for lies in day.state.bets] == [("rouge", 0, "b1")]
    day = fallen(1, bet("rouge"), source="reader")
    assert decided(day, 0) == []
    assert [(lies.ref, lies.level, lies.stays_of) for lies in day.state.bets] == [("b1", 1, None)]


@GENERAL_5
def test_once_the_next_bets_are_closed_it_lies_and_is_put_right_by_hand() -> None:
    day = fallen(17, bet("plein:17"), bet("plein:20"), source="reader")
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    assert decided(day, 20) == []
    assert lying(day) == [("b1", "plein:17", 500)]


@GENERAL_5
@pytest.mark.clause("it-venezia/general-2-3")
def test_a_bet_that_is_put_back_lies_on_where_it_has_won() -> None:
    day = fallen(17, bet("plein:17"), bet("plein:18"))
    put_back = (c.PutBack(ref="b1", bet="plein:16"), c.PutBack(ref="b2", bet="cheval:17-18"))
    day.do(c.ReconstituteBets(bets=put_back, basis="staff", decided_by=e.Person(id="chief", name="Chief")))
    assert lying(day) == [("b3", "cheval:17-18", 500)]


@GENERAL_5
@pytest.mark.clause("it-venezia/replay")
def test_a_replay_takes_the_winning_chips_up_and_lays_them_itself() -> None:
    for replay, lies in (
        ("a-rifare", [("b3", "tiers", 3_000), ("b4", "cheval:5-8", 500)]),
        ("a-completare", [("b3", "tiers", 3_000)]),
        ("per-il-tutto", [("b3", "tiers", 9_000)]),
    ):
        day = fallen(5, bet("tiers", 3_000))
        told, taken_up, *_ = day.do(c.ReplayBet(ref="b1", replay=replay))
        assert isinstance(told, e.BetReplayed)
        assert taken_up == e.BetWithdrawn(coup=2, ref="b2")
        assert lying(day) == lies
        lie = sum(amount for _, _, amount in lies)
        assert lie == told.stays + told.restaked


@GENERAL_5
@pytest.mark.clause("it-venezia/general-8")
def test_a_win_that_nobody_claims_is_held_with_its_stake_which_lies_on_again_when_that_is_undone() -> None:
    day = fallen(17, bet("noir"), source="reader")
    day.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    assert day.state.bets == ()
    *_, laid = decided(day, 20)
    assert isinstance(laid, e.BetPlaced)
    assert (laid.stays_of, laid.bet, laid.amount) == ("b1", "noir", 500)


@GENERAL_5
def test_staying_stake_becomes_abandoned_after_its_coup_is_paid() -> None:
    day = fallen(17, bet("plein:17"))
    day.rulebook = replace(day.rulebook, held=get_rulebook("it-campione").held)
    with expect_refusal("winning-stake-being-paid", coup=1) as refused:
        day.do(c.SeeAbandoned(ref="b1"))
    assert refused.value.clause == "it-venezia/general-5"
    day.do(c.ConfirmPayments(), c.SeeAbandoned(ref="b1"))
    assert day.state.bets == ()


@GENERAL_5
@pytest.mark.clause("it-venezia/general-11")
def test_play_that_is_suspended_returns_it_or_keeps_it_once_it_is_paid() -> None:
    suspended = c.SuspendTable(reason="", detail="a chip is looked for", return_bets=True)
    day = fallen(17, bet("plein:17"))
    day.do(c.LaunchBall(), c.FailLaunch(reason="it slipped"))
    with expect_refusal("winning-stake-being-paid", coup=1):
        day.do(suspended)
    _, returned = day.do(c.ConfirmPayments(), suspended)[1:]
    assert returned == e.BetWithdrawn(coup=2, ref="b1")


@GENERAL_5
def test_at_closing_it_goes_back_to_its_owner_each_by_an_event() -> None:
    day = fallen(17, bet("plein:17"), bet("noir", player=BEN))
    day.do(c.ConfirmPayments())
    *returned, closed = day.do(c.CloseTable())
    assert returned == [e.BetWithdrawn(coup=2, ref="b1"), e.BetWithdrawn(coup=2, ref="b2")]
    assert isinstance(closed, e.TableClosed) and closed.bound == ()
    heir = DayInHand(day.rulebook, after=day.state)
    assert heir.state.bets == ()


@GENERAL_5
def test_after_the_last_coup_it_is_withdrawn_and_played_no_more() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceLastCoup())
    day.coup(17, bet("plein:17"), bet("noir"))
    with expect_refusal("last-coup-was-played"):
        day.do(c.MoveBet(ref="b1", bet="plein:18"))
    day.do(c.WithdrawBet(ref="b1"), c.CloseTable())


@GENERAL_5
@pytest.mark.clause("it-venezia/general-9")
def test_staying_stake_of_a_third_party_remains_the_players() -> None:
    laid = c.PlaceBet(player=BEN, bet="plein:17", amount=10_000, on_behalf_of=ANN)
    day = fallen(17, laid)
    assert [(lies.player, lies.on_behalf_of) for lies in day.state.bets] == [(BEN, ANN)]
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen())
    with expect_refusal("over-maximum-through-others", kind=LimitRefused, limit=Money(15_000, "EUR")):
        day.do(bet("plein:17", 10_000))
