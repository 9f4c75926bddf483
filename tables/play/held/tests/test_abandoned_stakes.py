"""Abandoned stakes and unclaimed wins of Campione: withdrawn by the chief, paid in only once both have registered."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.clause("it-campione/19")

CHIEF = e.Signature(person=e.Person(id="c1", name="Anna"), role="chef_de_table")
CONTROLLER = e.Signature(person=e.Person(id="k1", name="Bruno"), role="public_controller")


@pytest.fixture
def day() -> DayInHand:
    day = DayInHand(get_rulebook("it-campione"))
    bets = (("rouge", 1_000), ("plein:17", 500))
    day.do(c.AnnounceBetsOpen(), *(c.PlaceBet(player="P1", bet=bet, amount=amount) for bet, amount in bets))
    return day


def to_number(day: DayInHand, number: int) -> None:
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))


def test_the_chief_takes_a_stake_for_abandoned_and_it_plays_no_more(day: DayInHand) -> None:
    withdrawn, aside = day.do(c.SeeAbandoned(ref="b1"))
    assert isinstance(withdrawn, e.BetWithdrawn)
    assert isinstance(aside, e.HeldSetAside)
    held = aside.held
    assert (held.ref, held.kind, held.bet, held.stake, held.prize) == ("h1", "stake", "rouge", 1_000, 0)
    assert [bet.ref for bet in day.state.bets] == ["b2"]


def test_not_after_rien_ne_va_plus_either(day: DayInHand) -> None:
    day.do(c.SeeAbandoned(ref="b2"), c.CloseBets())
    with expect_refusal("abandoned-after-bets-closed", coup=1) as refused:
        day.do(c.SeeAbandoned(ref="b1"))
    assert refused.value.clause == "it-campione/12"


@pytest.mark.clause("it-campione/12", "it-campione/19")
def test_while_the_ball_runs_no_abandoned_stake_is_lifted(day: DayInHand) -> None:
    day.do(c.LaunchBall())
    with expect_refusal("abandoned-while-ball-runs", clause="it-campione/12", coup=1):
        day.do(c.SeeAbandoned(ref="b1"))
    assert "b1" in {bet.ref for bet in day.state.bets}


def test_only_what_lies_is_taken_for_abandoned(day: DayInHand) -> None:
    with expect_refusal("bet-not-on-cloth", ref="b7", lying=("b1", "b2")):
        day.do(c.SeeAbandoned(ref="b7"))


def test_a_stake_in_prison_is_bound_and_not_abandoned(day: DayInHand) -> None:
    to_number(day, 0)
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen())
    with expect_refusal("abandoned-stake-in-prison") as refused:
        day.do(c.SeeAbandoned(ref="b1"))
    assert refused.value.clause == "it-campione/3"


def test_an_unclaimed_win_is_withdrawn_at_once_whatever_it_is_on(day: DayInHand) -> None:
    to_number(day, 1)
    (event,) = day.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    assert isinstance(event, e.HeldSetAside)
    assert (event.held.stake, event.held.prize) == (1_000, 1_000)


@pytest.mark.parametrize(
    ("signed", "missing"),
    [
        ((), "the chef de table has not signed"),
        ((CHIEF,), "the public controller has not signed"),
        ((CONTROLLER,), "the chef de table has not signed"),
        (
            (CHIEF, e.Signature(person=CHIEF.person, role="public_controller")),
            "the public controller has not signed",
        ),
    ],
)
def test_without_both_registrations_nothing_is_paid_in(
    day: DayInHand, signed: tuple[e.Signature, ...], missing: str
) -> None:
    day.do(c.SeeAbandoned(ref="b1"))
    with expect_refusal("signature-missing", held="h1") as refused:
        day.do(c.PayIn(ref="h1", signatures=signed))
    assert refused.value.clause == "it-campione/19"
    assert day.state.held.items


def test_with_both_it_is_paid_in_and_ends(day: DayInHand) -> None:
    day.do(c.SeeAbandoned(ref="b1"))
    (event,) = day.do(c.PayIn(ref="h1", signatures=(CHIEF, CONTROLLER)))
    assert isinstance(event, e.HeldPaidIn)
    assert event.held.amount == 1_000
    assert day.state.held.items == ()


def test_until_then_it_is_claimed_for_a_reason_that_is_accepted(day: DayInHand) -> None:
    day.do(c.SeeAbandoned(ref="b1"), c.ClaimHeld(ref="h1", by="P1", reason="back from the bar"))
    assert day.state.held.items == ()


def test_nothing_else_becomes_of_it(day: DayInHand) -> None:
    day.do(c.SeeAbandoned(ref="b1"))
    with expect_refusal("held-stake-goes-to-endowment"):
        day.do(c.EndHeld(ref="h1", outcome="to the staff", reason="nobody came"))


def test_abandoned_stake_is_handed_from_day_to_day(day: DayInHand) -> None:
    day.do(c.SeeAbandoned(ref="b1"))
    to_number(day, 2)
    day.do(c.ConfirmPayments())
    day.do(c.AnnounceLastCoup())
    day.coup(20)
    day.do(c.CloseTable())
    second = DayInHand(day.rulebook, after=day.state)
    assert [held.ref for held in second.state.held.items] == ["h1"]
    second.do(c.PayIn(ref="h1", signatures=(CHIEF, CONTROLLER)))
    second.do(c.CloseTable())
    assert DayInHand(day.rulebook, after=second.state).state.held.items == ()


def test_a_rulebook_that_knows_no_abandoned_stakes_lets_them_play() -> None:
    venice = DayInHand(get_rulebook("it-venezia"))
    venice.do(c.AnnounceBetsOpen(), c.PlaceBet(player="P1", bet="rouge", amount=500))
    with expect_refusal("no-rule-on-abandoned-stakes"):
        venice.do(c.SeeAbandoned(ref="b1"))


@pytest.mark.clause("it-campione/11")
def test_while_the_ball_hangs_no_stake_is_taken_off(day: DayInHand) -> None:
    day.do(c.LaunchBall(), c.HangBall())
    with expect_refusal("ball-hangs"):
        day.do(c.SeeAbandoned(ref="b1"))


def test_its_chips_are_counted_into_the_hold_by_two_and_stay_with_it(day: DayInHand) -> None:
    day.do(c.SeeAbandoned(ref="b1"))
    (event,) = day.do(c.CountHeld(ref="h1", pieces={500: 2}, signatures=(CHIEF, CONTROLLER)))
    assert isinstance(event, e.HeldCounted)
    assert day.state.held.items[0].pieces == {500: 2}
    assert day.do(c.CountHeld(ref="h1", pieces={500: 2}, signatures=(CHIEF, CONTROLLER))) == []
    day.do(c.CountHeld(ref="h1", pieces={100: 10}, signatures=(CHIEF, CONTROLLER)))
    assert day.state.held.items[0].pieces == {100: 10}


@pytest.mark.parametrize(
    ("pieces", "by_series", "code"),
    [
        ({}, {}, "chips-not-counted"),
        ({500: 3}, {}, "held-chips-of-other-worth"),
        ({500: 2}, {"B": {500: 2}}, "series-none-here"),
    ],
)
def test_other_chips_than_are_held_are_not_counted_there(
    day: DayInHand, pieces: dict[int, int], by_series: dict[str, dict[int, int]], code: str
) -> None:
    day.do(c.SeeAbandoned(ref="b1"))
    with expect_refusal(code):
        day.do(c.CountHeld(ref="h1", pieces=pieces, by_series=by_series, signatures=(CHIEF, CONTROLLER)))
    with expect_refusal("nothing-held-as", held="h9"):
        day.do(c.CountHeld(ref="h9", pieces={500: 2}, signatures=(CHIEF, CONTROLLER)))
    assert day.state.held.items[0].pieces == {}
