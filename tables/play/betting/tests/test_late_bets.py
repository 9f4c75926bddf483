"""Bets after their time: whom they need, what confirms them, and what becomes of those that are refused."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.refusal import LimitRefused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

CHIEF = e.Signature(person=e.Person(id="chief", name="Chief (demo)"), role="chef_de_table")
BOSS = e.Signature(person=e.Person(id="boss", name="Pit boss (demo)"), role="pit_boss")
ROUGE = c.PlaceBet(player="Seat 1", bet="rouge", amount=5000)
BOTH = ("employee", "chief")


def day_of(rulebook: str) -> DayInHand:
    day = DayInHand(get_rulebook(rulebook), repeats=False)
    day.do(c.AnnounceBetsOpen())
    return day


@pytest.fixture
def campione() -> DayInHand:
    day = day_of("it-campione")
    day.do(c.LaunchBall())
    return day


def late(
    bet: c.PlaceBet = ROUGE, *signatures: e.Signature, repeated: tuple[str, ...] = ()
) -> c.AcceptLateBet:
    return c.AcceptLateBet(bet=replace(bet, repeated=repeated), signatures=signatures)


@pytest.mark.clause("it-campione/9")
def test_while_the_ball_runs_a_bet_is_the_chiefs_to_accept(campione: DayInHand) -> None:
    with expect_refusal("bet-while-ball-runs", coup=1, role="chef_de_table") as refused:
        campione.do(ROUGE)
    assert refused.value.clause == "it-campione/9"
    with expect_refusal(
        "signature-missing", subject="late-bet", bet="rouge", role="chef_de_table"
    ) as refused:
        campione.do(late(ROUGE, BOSS, repeated=BOTH))
    assert refused.value.clause == "it-campione/9"
    (placed,) = campione.do(late(ROUGE, BOSS, CHIEF, repeated=BOTH))
    assert isinstance(placed, e.BetPlaced)
    assert (placed.late, placed.accepted_by, placed.repeated) == (True, CHIEF.person, BOTH)
    assert [(bet.ref, bet.late) for bet in campione.state.bets] == [("b1", True)]


@pytest.mark.clause("it-campione/9")
@pytest.mark.parametrize(
    ("repeated", "missing"),
    [
        ((), "the employee and the chief of the table"),
        (("employee",), "the chief of the table"),
        (("chief",), "the employee"),
    ],
)
def test_an_untimely_bet_counts_when_employee_and_chief_repeat_it(
    campione: DayInHand, repeated: tuple[str, ...], missing: str
) -> None:
    with expect_refusal("bet-not-repeated", bet="rouge") as refused:
        campione.do(late(ROUGE, CHIEF, repeated=repeated))
    assert refused.value.clause == "it-campione/9"


@pytest.mark.clause("it-campione/9")
def test_the_chief_accepts_until_the_number_and_an_announcement_with_its_amount(campione: DayInHand) -> None:
    campione.do(c.CloseBets())
    tiers = c.PlaceBet(player="Seat 1", bet="tiers", amount=3000)
    with expect_refusal("late-bet-without-amount", clause="it-campione/9"):
        campione.do(late(replace(tiers, amount=0), CHIEF, repeated=BOTH))
    campione.do(late(tiers, CHIEF, repeated=BOTH), c.DeclareNumber(number=5))
    assert [bet.bet for bet in campione.state.settled_bets] == ["tiers"]
    with expect_refusal("no-bet-late-without-ball"):
        campione.do(late(tiers, CHIEF, repeated=BOTH))


@pytest.mark.clause("it-campione/9")
def test_a_bet_that_the_chief_refuses_is_recorded_with_its_reason(campione: DayInHand) -> None:
    refused = c.RefuseLateBet(player="Seat 1", bet="plein:17", amount=500, reason="the ball was falling")
    with expect_refusal("late-bet-refused-without-reason"):
        campione.do(replace(refused, reason=" "))
    assert campione.do(refused) == [
        e.LateBetSeen(coup=1, player="Seat 1", bet="plein:17", amount=500, reason="the ball was falling")
    ]
    assert campione.state.bets == ()


def test_before_the_launch_nothing_is_late() -> None:
    day = day_of("it-campione")
    for early in (
        late(ROUGE, CHIEF, repeated=BOTH),
        c.RefuseLateBet(player="A", bet="plein:17", amount=5, reason="x"),
    ):
        with expect_refusal("no-bet-late-while-open"):
            day.do(early)


def test_a_late_bet_keeps_within_the_limits_like_any_other(campione: DayInHand) -> None:
    with pytest.raises(LimitRefused):
        campione.do(late(replace(ROUGE, amount=99_999_500), CHIEF, repeated=BOTH))


@pytest.mark.clause("it-venezia/phases")
def test_after_rien_ne_va_plus_only_the_chief_grants_an_exception_and_it_is_recorded() -> None:
    day = day_of("it-venezia")
    day.do(c.LaunchBall(), ROUGE, c.CloseBets())
    with expect_refusal("placed-after-close", coup=1) as refused:
        day.do(ROUGE)
    assert refused.value.clause == "it-venezia/phases"
    with expect_refusal("signature-missing") as refused:
        day.do(late(ROUGE, BOSS))
    assert refused.value.clause == "it-venezia/phases"
    (placed,) = day.do(late(ROUGE, CHIEF))
    assert isinstance(placed, e.BetPlaced)
    assert (placed.late, placed.accepted_by) == (True, CHIEF.person)
    day.do(c.DeclareNumber(number=1))
    assert len(day.state.settled_bets) == 2, "it takes part in the coup"


@pytest.mark.parametrize(
    "clause",
    [pytest.param(each, marks=pytest.mark.clause(each)) for each in ("pt-francesa/12", "pt-americana/20")],
)
def test_elsewhere_nobody_lets_a_late_bet_take_part(clause: str) -> None:
    day = day_of(clause.partition("/")[0])
    day.do(c.LaunchBall(), ROUGE, c.CloseBets())
    for asked in (
        late(ROUGE, CHIEF, repeated=BOTH),
        c.RefuseLateBet(player="A", bet="plein:17", amount=5, reason="x"),
    ):
        with expect_refusal("no-late-bet-here") as refused:
            day.do(asked)
        assert refused.value.clause == clause
    day.do(c.SeeLateBet(player="Seat 2", bet="plein:17", amount=500))
    assert len(day.state.bets) == 1


@pytest.mark.clause("it-campione/12")
@pytest.mark.parametrize("asked", [c.WithdrawBet(ref="b1"), c.MoveBet(ref="b1", bet="noir")])
def test_from_the_launch_on_no_stake_is_taken_back(asked: c.Command) -> None:
    day = day_of("it-campione")
    day.do(ROUGE, c.LaunchBall())
    with expect_refusal("taken-back-while-ball-runs", coup=1) as refused:
        day.do(asked)
    assert refused.value.clause == "it-campione/12"
    day.do(c.FailLaunch(reason="too weak"), asked)


@pytest.mark.clause("it-venezia/phases")
def test_stake_is_withdrawn_until_bets_close() -> None:
    day = day_of("it-venezia")
    day.do(ROUGE, c.LaunchBall(), c.WithdrawBet(ref="b1"))
    assert day.state.bets == ()


def test_no_chip_is_late_before_the_first_coup_of_the_day() -> None:
    with expect_refusal("no-coup-to-be-late-for"):
        DayInHand(get_rulebook("it-campione")).do(c.SeeLateBet(player="Seat 2", bet="rouge", amount=500))
