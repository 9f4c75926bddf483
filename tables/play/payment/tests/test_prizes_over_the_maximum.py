"""What a bet found over the maximum wins is paid as every prize is: ticked off, named where it is not, or unclaimed."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.colours.chips_out import chips_out
from tables.play.colours.tests.test_colours import opened, yellow
from tables.play.payment.prizes import prizes_of
from tables.roulette.limits import limits_for
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

HOUSES = ("it-campione", "it-venezia", "pt-francesa", "pt-americana")
MAXIMUM = {house: get_rulebook(house).default_limits.maximums["plein"] for house in HOUSES}


def found(bet: str, amount: int, player: str = "P1", **said: object) -> c.FindExcess:
    return c.FindExcess(player=player, bet=bet, amount=amount, **said)  # type: ignore[arg-type]


def fallen(day: DayInHand, number: int, *bets: c.Command) -> DayInHand:
    """A coup with these bets, to its number."""
    day.do(c.AnnounceBetsOpen(), *bets, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))
    return day


def over(house: str) -> DayInHand:
    """Coup 1 on 17 with b1 on noir and b2, twice the maximum of a plein, on 17."""
    noir = c.PlaceBet(player="P1", bet="noir", amount=500, face_value=house == "pt-americana")
    return fallen(DayInHand(get_rulebook(house)), 17, noir, found("plein:17", 2 * MAXIMUM[house]))


def prizes(day: DayInHand) -> dict[str, int]:
    assert day.state.number is not None
    return prizes_of(day.state, day.state.number, day.rulebook)


@pytest.mark.clause("it-campione/8")
@pytest.mark.clause("it-venezia/general-9")
@pytest.mark.clause("pt-francesa/24")
@pytest.mark.clause("pt-americana/34")
@pytest.mark.parametrize("house", HOUSES)
def test_its_prize_is_that_of_the_maximum_and_is_named_until_it_is_ticked_off(house: str) -> None:
    day = over(house)
    assert prizes(day) == {"b1": 500, "b2": 35 * MAXIMUM[house]}
    day.do(c.PayLines(coup=1, refs=("b1",)))
    with expect_refusal("prizes-not-ticked-off", refs=("b2",), coup=1):
        day.do(c.ConfirmPayments())
    with expect_refusal("payments-open", coups=(1,)):
        day.do(c.CloseTable())
    day.do(c.PayLines(coup=1, refs=("b2",)), c.ConfirmPayments())
    assert day.state.payments_open == ()


@pytest.mark.parametrize("house", ["pt-francesa", "pt-americana"])
def test_of_a_coup_that_the_next_number_has_overtaken_it_is_named_too(house: str) -> None:
    day = over(house)
    day.do(c.PayLines(coup=1, refs=("b1",)), c.LaunchBall(), c.DeclareNumber(number=1))
    with expect_refusal("prizes-not-ticked-off", refs=("b2",), coup=1):
        day.do(c.ConfirmPayments(coup=1))
    day.do(c.PayLines(coup=1, refs=("b2",)), c.ConfirmPayments(coup=1))
    assert day.state.course.due == ()


@pytest.mark.clause("pt-francesa/24")
def test_stake_without_room_under_the_maximum_has_no_prize() -> None:
    day = DayInHand(get_rulebook("pt-francesa"))
    whole = c.PlaceBet(player="P1", bet="plein:17", amount=MAXIMUM["pt-francesa"])
    fallen(day, 17, whole, found("plein:17", 500), found("plein:17", 500, "P2", on_behalf_of="P1"))
    assert prizes(day) == {"b1": 35 * MAXIMUM["pt-francesa"]}
    day.do(c.PayLines(coup=1, refs=("b1",)), c.ConfirmPayments())


@pytest.mark.clause("pt-americana/34")
def test_a_series_is_capped_as_a_whole() -> None:
    """Twice the maximum of the whole, in five pieces: of the two that win the half is paid."""
    day = opened()
    limits = day.state.limits
    assert limits is not None
    maximum = 120 * limits.minimum
    fallen(day, 17, yellow(count=120), found("orphelins", 2 * maximum, colour="yellow"))
    assert prizes(day) == {"b1": 2 * 17 * maximum // 5}


@pytest.mark.clause("it-venezia/general-10")
def test_the_limits_of_its_coup_cap_it_whatever_the_sign_says_by_now() -> None:
    day = over("it-venezia")
    twice = limits_for(day.rulebook, 2 * day.rulebook.default_limits.minimum)
    twice = replace(twice, maximums={**twice.maximums, "plein": MAXIMUM["it-venezia"] // 2})
    before = prizes(day)
    day.do(c.ChangeLimits(limits=twice, players_told=True, sign_changed=True))
    assert day.state.limits != day.state.settled_limits
    assert prizes(day) == before
    day.do(c.ConfirmPayments(), *(c.WithdrawBet(ref=bet.ref) for bet in day.state.bets))
    fallen(day, 17, found("plein:17", 2 * MAXIMUM["it-venezia"]))
    assert prizes(day)[day.state.settled_bets[-1].ref] == 35 * MAXIMUM["it-venezia"] // 2


@pytest.mark.clause("it-campione/7")
def test_the_groups_of_its_coup_leave_it_room_whoever_is_in_group_by_now() -> None:
    day = DayInHand(get_rulebook("it-campione", 2))
    day.do(c.DeclareGroup(players=("P1", "P2")))
    half = MAXIMUM["it-campione"] // 2
    fallen(day, 17, found("plein:17", half), found("plein:17", 2 * half, "P2"))
    assert prizes(day) == {"b1": 35 * half, "b2": 35 * half}
    day.do(c.EndGroup(players=("P1", "P2")))
    assert prizes(day) == {"b1": 35 * half, "b2": 35 * half}


def test_over_limit_prize_may_be_paid_differently() -> None:
    day = over("pt-francesa")
    right = prizes(day)["b2"]
    _, differed = day.do(c.PayDifferently(coup=1, refs=("b2",), paid=2 * right, reason="paid on all of it"))
    assert isinstance(differed, e.PaymentDiffered)
    assert (differed.bet, differed.paid - differed.worked_out) == ("plein:17", right)
    with expect_refusal("prizes-not-ticked-off", refs=("b1",), coup=1):
        day.do(c.ConfirmPayments())


@pytest.mark.clause("it-campione/19")
@pytest.mark.clause("it-venezia/general-8")
@pytest.mark.parametrize("house", ["it-campione", "it-venezia"])
def test_unclaimed_over_limit_prize_is_kept_with_the_whole_stake(house: str) -> None:
    day = over(house)
    aside, *_ = day.do(c.SeeUnclaimed(coup=1, refs=("b2",)))
    assert isinstance(aside, e.HeldSetAside)
    assert (aside.held.stake, aside.held.prize) == (2 * MAXIMUM[house], 35 * MAXIMUM[house])
    day.do(c.PayLines(coup=1, refs=("b1",)), c.ConfirmPayments())
    assert day.state.payments_open == ()


@pytest.mark.clause("it-venezia/general-8")
def test_a_stake_on_which_no_prize_is_paid_is_no_win_to_be_held() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    whole = c.PlaceBet(player="P1", bet="plein:17", amount=MAXIMUM["it-venezia"])
    fallen(day, 17, whole, found("plein:17", 500))
    with expect_refusal("nothing-to-claim", ref="b2", number=17):
        day.do(c.SeeUnclaimed(coup=1, refs=("b2",)))


@pytest.mark.clause("pt-americana/16")
@pytest.mark.clause("pt-americana/34")
def test_no_chips_of_a_colour_are_out_that_the_maximum_withheld() -> None:
    """A prize is paid on two chips of the four."""
    day = opened()
    fallen(day, 17, yellow(value=2_500), found("plein:17", 10_000, colour="yellow"))
    assert prizes(day) == {"b1": 35 * 5_000}
    assert chips_out(day.state, day.state.colours.in_play[0], day.rulebook) == 60 + 35 * 2
