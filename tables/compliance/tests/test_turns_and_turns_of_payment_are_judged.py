"""Turns of the ball that are too few, and prizes paid out of turn: recorded, and a violation beside."""

from typing import Any

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.reader.observation import Observation
from tables.play.reader.questions import fact_from
from tables.roulette.loader import get_rulebook
from testkit.play import NOON
from testkit.refusals import expect_refusal
from testkit.shift import JudgedDay


def broken(day: JudgedDay) -> list[tuple[str, str, dict[str, Any]]]:
    return [(event.clause, event.code, event.parameters) for event in day.of_type(e.ViolationRaised)]


@pytest.fixture
def campione() -> JudgedDay:
    day = JudgedDay(get_rulebook("it-campione"))
    day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="rouge", amount=5000), c.LaunchBall())
    return day


@pytest.mark.clause("it-campione/10")
def test_a_ball_that_makes_fewer_than_three_full_turns_breaks_the_rule(campione: JudgedDay) -> None:
    campione.do(c.CountTurns(turns=2), c.CountTurns(turns=2))
    assert broken(campione) == [("it-campione/10", "too-few-turns", {"turns": 2, "least": 3})]
    assert campione.state.course.turns == 2
    assert campione.rulebook.launch.min_turns_reason in campione.rulebook.null_coup.reasons


@pytest.mark.clause("it-campione/10")
def test_three_turns_are_enough_whoever_counts(campione: JudgedDay) -> None:
    campione.do(c.CountTurns(turns=3), c.CountTurns(turns=4, source="reader"))
    assert broken(campione) == []
    assert [event.turns for event in campione.of_type(e.TurnsCounted)] == [3, 4]


@pytest.mark.clause("it-campione/10")
def test_a_reader_that_counts_turns_tells_them_with_its_number(campione: JudgedDay) -> None:
    seen = Observation(
        reader="W1",
        epoch=0,
        game=1,
        sequence=1,
        kind="result",
        received_at=NOON,
        observed_at=NOON,
        number=7,
        ball_turns=1,
    )
    campione.do(c.CloseBets())
    made = campione.do(fact_from(seen))
    assert [type(event) for event in made] == [e.TurnsCounted, e.NumberFell, e.ViolationRaised]
    assert broken(campione) == [("it-campione/10", "too-few-turns", {"turns": 1, "least": 3})]


def test_turns_are_counted_while_the_ball_runs_and_anew_for_each_launch(campione: JudgedDay) -> None:
    campione.do(c.CountTurns(turns=1), c.AnnulCoup(reason="too-few-turns"))
    assert campione.state.course.turns is None
    with expect_refusal("no-ball-to-count-turns-of"):
        campione.do(c.CountTurns(turns=5))
    campione.do(c.LaunchBall())
    with expect_refusal("turns-below-nothing"):
        campione.do(c.CountTurns(turns=-1))
    campione.do(c.CountTurns(turns=5))
    assert len(broken(campione)) == 1


def test_a_house_that_names_no_least_number_of_turns_judges_none() -> None:
    day = JudgedDay(get_rulebook("pt-francesa"))
    day.do(c.LaunchBall(), c.CountTurns(turns=0))
    assert broken(day) == []


def paid_at(rulebook: str, *bets: tuple[str, str]) -> JudgedDay:
    """A coup that fell on 17, to be paid."""
    day = JudgedDay(get_rulebook(rulebook))
    day.do(c.AnnounceBetsOpen())
    day.do(*(c.PlaceBet(player=player, bet=bet, amount=5000) for player, bet in bets))
    day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=17))
    return day


THREE = (("A", "noir"), ("B", "cheval:17-20"), ("A", "plein:17"))


@pytest.mark.parametrize(
    ("rulebook", "clause", "ahead"),
    [
        pytest.param(
            "pt-francesa", "pt-francesa/20", ("b1", "b3"), marks=pytest.mark.clause("pt-francesa/20")
        ),
        pytest.param(
            "it-venezia",
            "it-venezia/payment-order",
            ("b1",),
            marks=pytest.mark.clause("it-venezia/payment-order"),
        ),
        pytest.param(
            "pt-americana", "pt-americana/30", ("b1", "b3"), marks=pytest.mark.clause("pt-americana/30")
        ),
    ],
)
def test_a_prize_paid_out_of_order_is_recorded_and_breaks_the_order(
    rulebook: str, clause: str, ahead: tuple[str, ...]
) -> None:
    bets = (
        THREE
        if rulebook != "pt-americana"
        else (("A", "douzaine:2"), ("B", "cheval:17-20"), ("A", "plein:17"))
    )
    day = paid_at(rulebook, *bets)
    paid, violation = day.do(c.PayLines(coup=1, refs=("b2",)))
    assert isinstance(paid, e.PrizesPaid)
    assert (paid.coup, paid.refs, paid.ahead) == (1, ("b2",), ahead)
    assert isinstance(violation, e.ViolationRaised)
    assert violation.clause == clause
    assert violation.code == "paid-out-of-turn"
    assert {each["player"] for each in violation.parameters["first"]} == {"A"}
    day.do(c.PayLines(coup=1, refs=("b1",)), c.PayLines(coup=1, refs=("b3",)))
    assert len(broken(day)) == 1, "what was paid by then is ahead of nothing"
    day.do(c.ConfirmPayments())
    assert day.state.course.paid == ()


@pytest.mark.clause("pt-francesa/21")
def test_prizes_of_one_player_are_paid_together() -> None:
    day = paid_at("pt-francesa", *THREE)
    day.do(c.PayLines(coup=1, refs=("b1",)), c.PayLines(coup=1, refs=("b2",)))
    assert broken(day) == [
        (
            "pt-francesa/21",
            "other-player-paid-first",
            {
                "paid": [{"bet": "cheval:17-20", "player": "B"}],
                "first": [{"bet": "plein:17", "player": "A"}],
            },
        )
    ]


def test_a_prize_is_paid_once_and_only_where_it_can_be() -> None:
    day = paid_at("pt-francesa", *THREE)
    assert day.do(c.PayLines(coup=1, refs=("b1",)), c.PayLines(coup=1, refs=("b1",))) == [
        e.PrizesPaid(coup=1, refs=("b1",))
    ]
    with expect_refusal("prize-of-no-bet", ref="b9", coup=1):
        day.do(c.PayLines(coup=1, refs=("b9",)))
    with expect_refusal("payments-not-open", coup=7, open=(1,)):
        day.do(c.PayLines(coup=7, refs=("b1",)))
    day.do(c.DeclareNumber(number=18, source="reader"))
    with expect_refusal("number-disputed", numbers=(17, 18)):
        day.do(c.PayLines(coup=1, refs=("b3",)))
    day.do(c.ResolveDiscrepancy(number=18, reason="seen"))
    assert day.state.course.paid == (), "another number has other prizes"
