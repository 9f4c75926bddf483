"""A replay whose number is disputed, doubtful or decided anew: what is undone, what lies on, what opens again."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.betting.tests.replays import ANN, SERIE, fallen, lying
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal


@pytest.mark.clause("it-venezia/replay")
def test_a_replay_is_undone_when_another_number_stands() -> None:
    bound = c.PlaceBet(player=ANN, bet="rouge", amount=500)
    day = fallen(5, SERIE, bound, source="reader")
    day.do(c.ReplayBet(ref="b1", replay="a-rifare"), c.ConfirmPayments(), c.AnnounceBetsOpen())
    day.do(c.PlaceBet(player=ANN, bet="noir", amount=700), c.DeclareNumber(number=0, coup=1))
    decided, *paid, first, second = day.do(c.ResolveDiscrepancy(number=0, reason="seen by the chief"))
    withdrawn = [first, second]
    assert isinstance(decided, e.DiscrepancyResolved)
    assert withdrawn == [e.BetWithdrawn(coup=2, ref="b4"), e.BetWithdrawn(coup=2, ref="b5")]
    assert [(each.bet, each.worked_out) for each in paid if isinstance(each, e.PaymentDiffered)] == [
        ("tiers", 0),
        ("rouge", 0),
    ]
    assert lying(day) == [("b2", "rouge", 500, None), ("b6", "noir", 700, None)]
    assert day.state.replayed == ()


@pytest.mark.clause("it-venezia/replay")
def test_withdrawn_part_of_a_replay_is_not_withdrawn_again() -> None:
    day = fallen(5, SERIE, source="reader")
    day.do(c.ReplayBet(ref="b1", replay="a-rifare"), c.ConfirmPayments(), c.AnnounceBetsOpen())
    day.do(c.WithdrawBet(ref="b3"), c.DeclareNumber(number=10, coup=1))
    *_, withdrawn, _ = day.do(c.ResolveDiscrepancy(number=10, reason="seen by the chief"))
    assert withdrawn == e.BetWithdrawn(coup=2, ref="b4")
    assert lying(day) == [("b5", "cheval:10-11", 500, None)], "what has won under this number lies on"
    assert day.state.replayed == ()


@pytest.mark.clause("it-venezia/replay")
def test_a_replay_lies_on_once_the_next_bets_are_closed_and_is_put_right_by_hand() -> None:
    day = fallen(5, SERIE, source="reader")
    day.do(c.ReplayBet(ref="b1", replay="a-completare"), c.ConfirmPayments(), c.CloseBets())
    day.do(c.DeclareNumber(number=10, coup=1))
    decided, *paid = day.do(c.ResolveDiscrepancy(number=10, reason="seen by the chief"))
    assert isinstance(decided, e.DiscrepancyResolved)
    assert all(isinstance(each, e.PrizesPaid | e.PaymentDiffered) for each in paid)
    assert lying(day) == [("b3", "tiers", 3_000, "b1")]
    # A null coup opens bets again: it was played again and is not so twice, but it can be withdrawn.
    day.do(c.AnnulCoup(reason=next(iter(day.rulebook.null_coup.reasons))))
    with expect_refusal("replayed-already", ref="b1"):
        day.do(c.ReplayBet(ref="b1", replay="a-completare"))
    day.do(c.WithdrawBet(ref="b3"), c.CloseBets(), c.DeclareNumber(number=3))
    assert day.state.settled_bets == ()


@pytest.mark.clause("it-venezia/replay")
def test_replay_of_a_later_coup_remains_when_an_earlier_number_is_decided() -> None:
    day = fallen(5, SERIE, source="reader")
    day.do(c.ReplayBet(ref="b1", replay="a-completare"), c.ConfirmPayments(), c.CloseBets())
    day.do(c.DeclareNumber(number=8, source="reader"), c.ReplayBet(ref="b3", replay="a-completare"))
    day.do(c.DeclareNumber(number=0, coup=1))
    (decided,) = day.do(c.ResolveDiscrepancy(number=0, reason="seen by the chief"))
    assert isinstance(decided, e.DiscrepancyResolved)
    assert lying(day) == [("b5", "tiers", 3_000, "b3")]
    assert [done.ref for done in day.state.replayed] == ["b3"]


@pytest.mark.clause("it-venezia/replay")
def test_a_replay_stands_when_its_number_does_and_follows_the_number_that_stands() -> None:
    for stands, left in ((5, [("b3", "tiers", 3_000, "b1")]), (10, [("b4", "cheval:10-11", 500, None)])):
        day = fallen(5, SERIE, source="reader")
        day.do(c.ReplayBet(ref="b1", replay="a-completare"), c.DeclareNumber(number=10))
        day.do(c.ResolveDiscrepancy(number=stands, reason="seen by the chief"))
        assert lying(day) == left
    told, *_ = day.do(c.ReplayBet(ref="b1", replay="per-il-tutto"))
    assert isinstance(told, e.BetReplayed)
    assert lying(day) == [("b5", "tiers", 9_000, "b1")]


@pytest.mark.clause("it-venezia/replay")
def test_nothing_is_replayed_while_the_number_is_disputed_or_doubtful() -> None:
    disputed = fallen(5, SERIE, source="reader")
    disputed.do(c.DeclareNumber(number=10))
    with expect_refusal("number-disputed", numbers=(5, 10), coup=1):
        disputed.do(c.ReplayBet(ref="b1", replay="a-completare"))
    doubtful = DayInHand(get_rulebook("it-venezia"))
    doubtful.do(c.AnnounceBetsOpen(), SERIE, c.CloseBets())
    doubtful.do(c.DeclareNumber(number=5, source="reader", doubts=("unlikely",)))
    with expect_refusal("number-not-certain", number=5, coup=1):
        doubtful.do(c.ReplayBet(ref="b1", replay="a-completare"))
    doubtful.do(c.DeclareNumber(number=5), c.ReplayBet(ref="b1", replay="a-completare"))
    assert lying(doubtful) == [("b3", "tiers", 3_000, "b1")]


@pytest.mark.clause("it-venezia/replay")
def test_a_replay_is_open_when_another_number_opens_the_payment_again() -> None:
    voisins = c.PlaceBet(player=ANN, bet="voisins", amount=4_500)
    opening: list[c.Command] = [c.AnnounceBetsOpen()]
    for opened, phase in (([], "paying"), (opening, "betting")):
        day = fallen(10, SERIE, voisins, source="reader")
        day.do(c.ConfirmPayments(), *opened, c.DeclareNumber(number=22, coup=1))
        day.do(c.ResolveDiscrepancy(number=22, reason="seen by the chief"))
        assert (day.state.phase, day.state.payments_open) == (phase, (1,))
        told, _, placed = day.do(c.ReplayBet(ref="b2", replay="a-completare"))
        assert isinstance(told, e.BetReplayed) and told.coup == 1
        assert isinstance(placed, e.BetPlaced) and placed.coup == 2
        assert lying(day) == [("b5", "voisins", 4_500, "b2")]
