"""A coup from faites vos jeux to its payment: what is recorded, what is refused, what is a violation."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.state import Discrepancy
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from testkit.play import CHIEF, DayInHand, without_reports
from testkit.refusals import expect_refusal

RULEBOOKS = ("pt-francesa", "it-campione", "it-venezia", "pt-americana", "it-live")


def bet(code: str, amount: int, player: str = "Seat 1") -> c.PlaceBet:
    return c.PlaceBet(player=player, bet=code, amount=amount)


@pytest.fixture(params=RULEBOOKS)
def day(request: pytest.FixtureRequest) -> DayInHand:
    day = DayInHand(get_rulebook(request.param))
    day.seat("Seat 1")
    return day


@pytest.fixture
def francesa() -> DayInHand:
    return DayInHand(get_rulebook("pt-francesa"))


def minimum(day: DayInHand) -> int:
    assert day.state.limits is not None
    return day.state.limits.minimum


def test_a_coup_goes_through_its_phases(day: DayInHand) -> None:
    phases = [day.state.phase]
    for command in (
        c.AnnounceBetsOpen(),
        bet("rouge", minimum(day) * 10),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=32),
    ):
        day.do(command)
        phases.append(day.state.phase)
    by_hand = day.rulebook.payment.by_hand
    assert phases == [
        "idle",
        "betting",
        "betting",
        "launched",
        "bets_closed",
        "paying" if by_hand else "idle",
    ]
    day.do(c.ConfirmPayments())
    assert day.state.phase == "idle"
    assert bool(day.state.bets) == (day.rulebook.payment.lies_on is not None)
    assert day.state.numbers == (32,)


def test_a_coup_without_bets_has_nothing_to_pay(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=7))
    assert day.state.phase == "idle"
    assert day.state.payments_open == ()


@pytest.mark.clause("pt-francesa/12")
def test_after_bets_are_closed_no_bet_is_placed(francesa: DayInHand) -> None:
    francesa.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    with pytest.raises(Refused) as refused:
        francesa.do(bet("plein:17", minimum(francesa)))
    assert refused.value.clause == "pt-francesa/12"


@pytest.mark.parametrize("rulebook", ["pt-francesa", "it-venezia", "pt-americana"])
def test_bets_still_come_while_the_ball_runs(rulebook: str) -> None:
    day = DayInHand(get_rulebook(rulebook))
    day.do(c.AnnounceBetsOpen(), c.LaunchBall(), bet("noir", minimum(day) * 10))
    assert [lying.bet for lying in day.state.bets] == ["noir"]


@pytest.mark.clause("pt-francesa/12")
def test_a_late_chip_takes_no_part_in_the_coup(francesa: DayInHand) -> None:
    francesa.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets())
    made = francesa.do(c.SeeLateBet(player="Seat 2", bet="plein:17", amount=500))
    assert made == [e.LateBetSeen(coup=1, player="Seat 2", bet="plein:17", amount=500)]
    assert francesa.state.bets == ()


@pytest.mark.clause("it-campione/6")
def test_the_maximum_holds_for_all_that_a_player_has_on_one_combination() -> None:
    day = DayInHand(get_rulebook("it-campione"))
    maximum = day.rulebook.bets["cheval"].maximum
    assert maximum is not None
    day.do(c.AnnounceBetsOpen(), bet("cheval:17-20", maximum))
    with pytest.raises(Refused) as refused:
        day.do(bet("cheval:17-20", minimum(day)))
    assert refused.value.limit == maximum
    assert refused.value.value == maximum + minimum(day)
    day.do(bet("cheval:17-20", maximum, player="Seat 2"))
    assert len(day.state.bets) == 2


@pytest.mark.clause("pt-francesa/14")
def test_a_null_coup_keeps_its_bets_and_reopens(francesa: DayInHand) -> None:
    francesa.coup(17)
    francesa.do(c.AnnounceBetsOpen(), bet("rouge", 5000), c.LaunchBall(), c.CloseBets())
    reason = next(iter(francesa.rulebook.null_coup.reasons))
    made = francesa.do(c.AnnulCoup(reason=reason))
    null = e.CoupAnnulled(
        coup=2, reason=reason, clause="pt-francesa/14", previous_number=17, declared_by=CHIEF
    )
    assert made == [null]
    assert francesa.state.phase == "betting"
    assert len(francesa.state.bets) == 1
    assert francesa.do(c.LaunchBall())[0] == e.BallLaunched(coup=2, launch=2, source="staff")


def test_a_reason_that_the_rulebook_does_not_know_annuls_nothing(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen())
    with expect_refusal("null-coup-reason-unknown"):
        day.do(c.AnnulCoup(reason="bad-mood"))
    assert day.state.coup == 1


def test_reports_of_one_thing_from_two_sources_are_one_thing(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), c.LaunchBall(source="reader"), c.CloseBets(source="reader"))
    assert day.do(c.CloseBets(), c.AnnounceBetsOpen()) == []
    day.do(c.DeclareNumber(number=20, source="reader"))
    made = day.do(c.DeclareNumber(number=20, source="staff"))
    assert made == [e.NumberConfirmed(coup=1, number=20, source="staff")]
    assert day.do(c.DeclareNumber(number=20, source="staff")) == []
    assert day.state.numbers == (20,)


@pytest.mark.clause("pt-francesa/15")
def test_two_different_numbers_stop_payment_until_the_chief_decides(francesa: DayInHand) -> None:
    francesa.do(c.AnnounceBetsOpen(), bet("rouge", 5000), c.CloseBets())
    francesa.do(c.DeclareNumber(number=17, source="reader"), c.DeclareNumber(number=18, source="staff"))
    assert without_reports(francesa.state.discrepancy) == Discrepancy(coup=1, recorded=17, others=(18,))
    with expect_refusal("number-disputed", numbers=(17, 18)):
        francesa.do(c.ConfirmPayments())
    with expect_refusal("number-not-reported"):
        francesa.do(c.ResolveDiscrepancy(number=19, reason="seen"))
    francesa.do(c.ResolveDiscrepancy(number=18, reason="the ball was seen in 18"))
    assert francesa.state.number == 18
    assert francesa.state.numbers == (18,)
    francesa.do(c.ConfirmPayments())
    assert francesa.state.phase == "idle"


@pytest.mark.clause("pt-francesa/15")
def test_a_third_number_joins_those_the_chief_decides_between(francesa: DayInHand) -> None:
    francesa.do(c.AnnounceBetsOpen(), bet("rouge", 5000), c.CloseBets())
    francesa.do(c.DeclareNumber(number=17, source="reader"), c.DeclareNumber(number=18))
    (third,) = francesa.do(c.DeclareNumber(number=19, source="reader", corrects=True))
    assert third == e.DiscrepancyFound(coup=1, recorded=17, other=19, source="reader")
    assert francesa.do(c.DeclareNumber(number=19, coup=1), c.DeclareNumber(number=18, coup=1)) == []
    (disputed,) = francesa.state.discrepancies
    assert without_reports(disputed) == Discrepancy(coup=1, recorded=17, others=(18, 19))
    with expect_refusal("numbers-disputed", numbers=(17, 18, 19), coup=1):
        francesa.do(c.ConfirmPayments())
    with expect_refusal("number-not-reported", value=20, coup=1, numbers=(17, 18, 19)):
        francesa.do(c.ResolveDiscrepancy(number=20, reason="seen"))
    francesa.do(c.ResolveDiscrepancy(number=19, reason="the ball was seen in 19"))
    assert francesa.state.numbers == (19,)
    assert not francesa.state.discrepancies


def test_a_number_by_hand_and_then_by_the_reader_is_one_result(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), c.CloseBets(), c.DeclareNumber(number=5))
    day.do(c.DeclareNumber(number=5, source="reader"))
    assert day.state.coup == 1
    assert day.state.last_coup is not None
    assert day.state.last_coup.confirmed
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=5, source="reader"))
    assert day.state.coup == 2, "the reader's next number is of the next launch"


def test_a_recovered_number_waits_for_a_person_to_confirm_it(day: DayInHand) -> None:
    day.do(c.DeclareNumber(number=9, source="reader", game="1/1", recovered=True))
    assert day.state.number_doubts == ("recovered",)
    day.do(c.DeclareNumber(number=9))
    assert not day.state.number_doubts


def test_a_number_that_is_not_on_the_wheel_is_refused(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen())
    with expect_refusal("number-not-on-wheel", value="00"):
        day.do(c.DeclareNumber(number=37))


def test_bets_reopen_by_themselves_when_the_wheel_already_turns(francesa: DayInHand) -> None:
    francesa.do(c.StartRotor(reader="R1"), bet("rouge", 5000), c.LaunchBall(source="reader"))
    francesa.do(c.CloseBets(source="reader"), c.DeclareNumber(number=3, source="reader"))
    francesa.do(c.StartRotor(reader="R1"))
    assert francesa.state.phase == "paying"
    francesa.do(c.ConfirmPayments())
    assert (francesa.state.phase, francesa.state.coup) == ("betting", 2)


def test_a_withdrawn_bet_is_off_the_cloth_and_an_unknown_one_is_named(francesa: DayInHand) -> None:
    stake = minimum(francesa) * 10
    francesa.do(c.AnnounceBetsOpen(), bet("rouge", stake), bet("noir", stake))
    francesa.do(c.WithdrawBet(ref="b1"))
    assert [lying.ref for lying in francesa.state.bets] == ["b2"]
    with expect_refusal("bet-not-on-cloth", ref="b1", lying=("b2",)):
        francesa.do(c.WithdrawBet(ref="b1"))


def test_a_discrepancy_keeps_its_coup_while_play_goes_on(francesa: DayInHand) -> None:
    francesa.do(c.AnnounceBetsOpen(), bet("rouge", 5000), c.CloseBets())
    francesa.do(c.DeclareNumber(number=17, source="reader"), c.DeclareNumber(number=18))
    francesa.do(c.LaunchBall(source="reader"), bet("noir", 5000), c.CloseBets(source="reader"))
    francesa.do(c.DeclareNumber(number=4, source="reader"), c.DeclareNumber(number=5))
    assert [each.coup for each in francesa.state.discrepancies] == [1, 2]
    (resolved,) = francesa.do(c.ResolveDiscrepancy(number=18, reason="seen by the chief"))
    assert isinstance(resolved, e.DiscrepancyResolved)
    assert resolved.coup == 1
    assert francesa.state.number == 4, "what stands of coup 1 does not change coup 2"
    with expect_refusal("number-disputed", numbers=(4, 5), coup=2):
        francesa.do(c.ConfirmPayments(coup=2))
    francesa.do(c.ConfirmPayments(coup=1))
    assert francesa.state.numbers == (4, 18)


def test_a_reader_that_takes_its_number_back_is_a_discrepancy_and_no_second_coup(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.DeclareNumber(number=9, source="reader"))
    day.do(c.DeclareNumber(number=22, source="reader", corrects=True))
    assert day.state.coup == 1
    assert without_reports(day.state.discrepancy) == Discrepancy(coup=1, recorded=9, others=(22,))


def test_void_launch_locks_bets_until_staff_decide(
    francesa: DayInHand,
) -> None:
    francesa.do(c.AnnounceBetsOpen(), c.LaunchBall(source="reader"))
    void = c.SeeVoid(reader="W1", reasons=("ball_with_rotor",))
    assert francesa.do(void, void) == [e.VoidSeen(coup=1, reader="W1", reasons=("ball_with_rotor",))]
    with expect_refusal("placed-after-close", coup=1):
        francesa.do(bet("rouge", 5000))
    francesa.do(c.AnnulCoup(reason=next(iter(francesa.rulebook.null_coup.reasons))))
    assert francesa.state.void == ()
    francesa.do(bet("rouge", 5000))


def test_a_new_launch_after_a_void_one_belongs_to_the_same_coup_and_takes_bets(francesa: DayInHand) -> None:
    francesa.do(c.LaunchBall(source="reader"), c.SeeVoid(reader="W1", reasons=("ball_with_rotor",)))
    francesa.do(c.LaunchBall(source="reader"), bet("rouge", 5000))
    assert (francesa.state.coup, francesa.state.launches, francesa.state.phase) == (1, 2, "launched")


def test_a_coup_is_null_once_until_its_ball_is_launched_again(day: DayInHand) -> None:
    null = c.AnnulCoup(reason=next(iter(day.rulebook.null_coup.reasons)))
    day.do(c.AnnounceBetsOpen(), c.LaunchBall(), null)
    void = c.SeeVoid(reader="W1", reasons=("no_result",))
    assert day.do(null, void) == []
    assert len(day.do(c.LaunchBall(), null)) == 2
    assert len(day.do(c.LaunchBall(), void)) == 2


def test_a_null_coup_whose_next_launch_went_unheard_can_be_null_again(day: DayInHand) -> None:
    null = c.AnnulCoup(reason=next(iter(day.rulebook.null_coup.reasons)))
    day.do(c.AnnounceBetsOpen(), c.LaunchBall(), null, c.CloseBets(source="reader", game="1/1"))
    (annulled,) = day.do(null)
    assert isinstance(annulled, e.CoupAnnulled)
    assert (day.state.phase, day.state.coup) == ("betting", 1)
