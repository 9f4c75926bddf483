"""Two reports of one coup are one result, whoever comes late: no number settles a coup that it is not of."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.state import Discrepancy
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, without_reports
from testkit.refusals import expect_refusal


@pytest.fixture
def day() -> DayInHand:
    """A French table whose reader is on line."""
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.ChangeReader(reader="W", state="live"))
    return day


def bet(code: str = "plein:17") -> c.PlaceBet:
    return c.PlaceBet(player="Seat 1", bet=code, amount=1000)


def heard(number: int, game: str | None = None, **how: bool) -> c.DeclareNumber:
    return c.DeclareNumber(number=number, source="reader", game=game, **how)  # type: ignore[arg-type]


def by_hand(day: DayInHand, *numbers: int) -> None:
    for number in numbers:
        day.do(c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number))


def test_a_number_recovered_after_play_by_hand_confirms_the_coup_of_its_own(day: DayInHand) -> None:
    by_hand(day, 17)
    day.do(c.AnnounceBetsOpen(), bet())
    made = day.do(heard(17, "1/8", recovered=True, live=False))
    assert made == [e.NumberConfirmed(coup=1, number=17, source="reader", game="1/8")]
    assert (day.state.coup, day.state.phase, len(day.state.bets)) == (2, "betting", 1)


def test_a_reader_that_corrects_itself_late_disputes_its_own_coup(day: DayInHand) -> None:
    day.do(c.LaunchBall(source="reader", game="1/8"), heard(22, "1/8"))
    day.do(c.StartRotor(reader="W", game="1/9"), bet("rouge"))
    day.do(heard(23, "1/8", corrects=True))
    assert without_reports(day.state.discrepancy) == Discrepancy(coup=1, recorded=22, others=(23,))
    assert day.state.phase == "betting"


def test_staff_that_confirms_when_the_next_bets_are_open_confirms_the_last_coup(day: DayInHand) -> None:
    day.do(c.LaunchBall(source="reader", game="1/8"), heard(22, "1/8"))
    day.do(c.StartRotor(reader="W", game="1/9"), bet())
    assert day.do(c.DeclareNumber(number=22)) == [e.NumberConfirmed(coup=1, number=22, source="staff")]
    assert day.state.phase == "betting"


def test_staff_that_plays_by_hand_while_the_reader_is_silent_declares_the_running_coup(
    day: DayInHand,
) -> None:
    day.do(c.LaunchBall(source="reader", game="1/8"), heard(22, "1/8"))
    day.do(c.ChangeReader(reader="W", state="silent"), c.AnnounceBetsOpen(), bet("rouge"))
    day.do(c.DeclareNumber(number=22))
    assert day.state.numbers == (22, 22)


def test_a_burst_of_games_that_were_played_by_hand_is_no_second_play(day: DayInHand) -> None:
    by_hand(day, 7, 31)
    day.do(c.AnnounceBetsOpen(), bet())
    for number, game in ((7, "1/8"), (31, "1/9")):
        day.do(
            c.LaunchBall(source="reader", game=game, live=False),
            c.CloseBets(source="reader", game=game, live=False),
            heard(number, game, live=False),
        )
    assert (day.state.numbers, day.state.coup, day.state.phase) == ((31, 7), 3, "betting")
    assert [past.confirmed for past in day.state.past] == [True, True]


def test_a_burst_that_differs_from_what_staff_declared_disputes_that_coup(day: DayInHand) -> None:
    by_hand(day, 7, 31)
    day.do(c.AnnounceBetsOpen(), bet())
    day.do(heard(7, "1/8", live=False), heard(13, "1/9", live=False))
    assert without_reports(day.state.discrepancy) == Discrepancy(coup=2, recorded=31, others=(13,))


def test_results_that_are_missing_are_not_waited_for(day: DayInHand) -> None:
    by_hand(day, 7, 31, 4)
    day.do(c.MissResults(count=2), heard(4, "1/10", recovered=True, live=False))
    assert [past.confirmed for past in day.state.past] == [False, False, True]
    assert not any(past.awaits_reader for past in day.state.past)


def test_a_reader_that_speaks_of_the_running_coup_has_nothing_left_to_say_of_older_ones(
    day: DayInHand,
) -> None:
    by_hand(day, 7)
    day.do(c.LaunchBall(source="reader", game="1/9"), heard(7, "1/9"))
    assert day.state.numbers == (7, 7)


def test_a_report_of_a_game_that_has_its_number_opens_and_closes_nothing(day: DayInHand) -> None:
    day.do(c.LaunchBall(source="reader", game="1/8"), heard(22, "1/8"))
    late = {"source": "reader", "game": "1/8", "live": False}
    assert day.do(c.LaunchBall(**late), c.CloseBets(**late), heard(22, "1/8", live=False)) == []  # type: ignore[arg-type]
    assert day.state.phase == "idle"


def test_nothing_is_paid_on_a_doubtful_number_before_a_person_confirms_it(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), bet("rouge"), heard(5, "1/8", recovered=True, live=False))
    with expect_refusal("number-not-certain", number=5, coup=1):
        day.do(c.ConfirmPayments())
    day.do(c.DeclareNumber(number=5, coup=1), c.ConfirmPayments())
    assert not day.state.payments_open


def test_a_number_said_of_a_coup_that_has_none_is_refused_and_not_taken_for_the_running_coup(
    day: DayInHand,
) -> None:
    day.do(c.AnnounceBetsOpen(), c.DeclareNumber(number=5), c.AnnounceBetsOpen(), bet("rouge"))
    for coup in (0, 2, 3):
        with expect_refusal("no-number-of-coup"):
            day.do(c.DeclareNumber(number=8, coup=coup))
    assert day.state.phase == "betting"


def test_a_number_of_another_game_than_the_running_one_is_doubtful(day: DayInHand) -> None:
    day.do(c.StartRotor(reader="W", game="1/8"), bet("rouge"))
    day.do(heard(5, "1/10", recovered=True, live=False))
    assert day.state.number_doubts == ("recovered", "other_game")


def test_a_number_that_stands_after_payment_opens_the_payment_again(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), bet("rouge"), c.CloseBets(), heard(17, "1/8"), c.ConfirmPayments())
    day.do(c.DeclareNumber(number=18))
    day.do(c.ResolveDiscrepancy(number=18, reason="seen by the chief"))
    assert (day.state.payments_open, day.state.phase) == ((1,), "paying")
    day.do(c.ConfirmPayments())
    assert day.state.phase == "idle"


def test_payments_of_a_coup_that_has_none_open_are_named(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), bet("rouge"), c.CloseBets(), heard(17, "1/8"))
    with expect_refusal("payments-not-open", coup=9, open=(1,)):
        day.do(c.ConfirmPayments(coup=9))


def test_a_late_chip_is_recorded_wherever_it_lies(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), c.CloseBets())
    made = day.do(c.SeeLateBet(player="Seat 2", bet="between 3 and 4", amount=500))
    assert made == [e.LateBetSeen(coup=1, player="Seat 2", bet="between 3 and 4", amount=500)]
    day.do(c.DeclareNumber(number=1), c.AnnounceBetsOpen())
    with expect_refusal("no-chip-late-while-open"):
        day.do(c.SeeLateBet(player="Seat 2", bet="rouge", amount=500))


@pytest.mark.clause("it-campione/11", "pt-francesa/14", "pt-americana/22")
def test_a_ball_that_comes_to_rest_after_its_launch_was_annulled_has_no_number(day: DayInHand) -> None:
    launched = c.LaunchBall(source="reader", game="1/8")
    day.do(c.StartRotor(reader="W", game="1/8"), bet(), launched)
    day.do(c.AnnulCoup(reason=next(iter(day.rulebook.null_coup.reasons))))
    assert day.do(heard(22, "1/8")) == []
    assert (day.state.phase, len(day.state.bets)) == ("betting", 1)
    day.do(launched, c.CloseBets(source="reader", game="1/8"), heard(23, "1/8"))
    assert day.state.number == 23


def test_staff_may_say_where_a_ball_came_to_rest_that_was_launched_again_unheard(day: DayInHand) -> None:
    day.do(c.LaunchBall(source="reader", game="1/8"))
    day.do(c.AnnulCoup(reason=next(iter(day.rulebook.null_coup.reasons))), c.DeclareNumber(number=23))
    assert day.state.number == 23
