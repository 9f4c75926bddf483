"""A reader's number in doubt settles nothing while bets lie: it waits for a person, and the coup goes on."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.play.state import Discrepancy
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, without_reports
from testkit.refusals import expect_refusal


@pytest.fixture
def day() -> DayInHand:
    """A French table with a stake on rouge, in the reader's game 1/11."""
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.ChangeReader(reader="W", state="live"), c.StartRotor(reader="W", game="1/11"), bet())
    return day


def bet(code: str = "rouge", player: str = "Seat 1") -> c.PlaceBet:
    return c.PlaceBet(player=player, bet=code, amount=1000)


def heard(number: int, game: str | None = "1/11", **how: object) -> c.DeclareNumber:
    return c.DeclareNumber(number=number, source="reader", game=game, **how)  # type: ignore[arg-type]


DOUBTFUL = {
    "recovered": heard(17, recovered=True, live=False),
    "of another game": heard(17, "1/3"),
    "the counter went back": heard(17, "2/3", doubts=("counter_back",)),
    "its time is unknown and it is of no game that runs": heard(17, "1/12", live=False),
}


@pytest.mark.parametrize("how", DOUBTFUL)
@pytest.mark.parametrize("phase", ["betting", "launched", "bets_closed"])
def test_doubtful_number_is_recorded_and_the_stake_remains(day: DayInHand, how: str, phase: str) -> None:
    launched = {"launched": (c.LaunchBall(),), "bets_closed": (c.LaunchBall(), c.CloseBets())}
    day.do(*launched.get(phase, ()))
    (made,) = day.do(DOUBTFUL[how])
    assert isinstance(made, e.NumberDoubted)
    assert (made.coup, made.number) == (1, 17)
    assert (day.state.phase, day.state.number, len(day.state.bets)) == (phase, None, 1)
    assert day.do(DOUBTFUL[how]) == [], "once"


def test_a_person_confirms_it_and_the_coup_is_settled(day: DayInHand) -> None:
    day.do(DOUBTFUL["recovered"])
    made = day.do(c.DeclareNumber(number=17, coup=1))
    assert [type(event) for event in made] == [e.NumberFell, e.NumberConfirmed]
    assert (day.state.phase, day.state.number, day.state.payments_open) == ("paying", 17, (1,))
    assert (day.state.past[-1].game, day.state.past[-1].confirmed) == ("1/11", True)
    assert not day.state.number_doubts
    day.do(c.ConfirmPayments())


def test_a_person_who_names_another_number_leaves_it_to_the_chief(day: DayInHand) -> None:
    day.do(DOUBTFUL["recovered"], c.DeclareNumber(number=20, coup=1))
    assert without_reports(day.state.discrepancy) == Discrepancy(coup=1, recorded=20, others=(17,))
    with expect_refusal("number-disputed", numbers=(20, 17)):
        day.do(c.ConfirmPayments())


def test_a_person_dismisses_it_and_play_goes_on_to_its_own_number(day: DayInHand) -> None:
    day.do(DOUBTFUL["of another game"], c.DismissDoubt(coup=1))
    day.do(bet("noir", "Seat 2"), c.LaunchBall(source="reader", game="1/11"), c.CloseBets(), heard(22))
    assert (day.state.number, len(day.state.settled_bets), day.state.number_doubts) == (22, 2, ())


def test_dismissing_what_does_not_wait_is_refused(day: DayInHand) -> None:
    with expect_refusal("no-number-waits", coup=1):
        day.do(c.DismissDoubt(coup=1))
    day.do(DOUBTFUL["recovered"])
    with expect_refusal("no-number-waits", coup=2):
        day.do(c.DismissDoubt(coup=2))


@pytest.mark.parametrize("command", [bet("noir"), c.WithdrawBet(ref="b1"), c.MoveBet(ref="b1", bet="noir")])
def test_no_bet_comes_goes_or_moves_while_it_waits(day: DayInHand, command: c.Command) -> None:
    day.do(DOUBTFUL["recovered"])
    with expect_refusal("number-not-certain", number=17, coup=1) as refused:
        day.do(command)
    assert refused.value.clause


def test_the_running_games_own_number_settles_the_coup_whatever_was_doubted(day: DayInHand) -> None:
    day.do(c.LaunchBall(source="reader", game="1/11"), c.CloseBets())
    day.do(DOUBTFUL["of another game"], heard(22))
    assert (day.state.number, day.state.doubted, day.state.payments_open) == (22, (), (1,))


def test_the_next_games_number_does_not_settle_a_coup_whose_number_waits(day: DayInHand) -> None:
    day.do(c.LaunchBall(source="reader", game="1/11"), DOUBTFUL["recovered"])
    day.do(c.LaunchBall(source="reader", game="1/12"), c.CloseBets(source="reader", game="1/12"))
    day.do(heard(9, "1/12"))
    assert [(each.number, each.game) for each in day.state.doubted] == [(17, "1/11"), (9, "1/12")]
    assert day.of_type(e.NumberFell) == []
    day.do(c.DeclareNumber(number=17, coup=1))
    assert [(past.number, past.game) for past in day.state.past] == [(17, "1/11")]
    assert [(each.number, each.coup) for each in day.state.doubted] == [(9, 2)]


def test_a_reader_that_corrects_a_waiting_number_disputes_no_coup_before(day: DayInHand) -> None:
    day.do(c.LaunchBall(source="reader"), c.CloseBets(), heard(5), c.ConfirmPayments())
    day.do(c.StartRotor(reader="W", game="1/12"), bet(), heard(17, "1/12", doubts=("bare_result_differs",)))
    day.do(heard(18, "1/12", corrects=True))
    assert day.state.discrepancy is None
    assert [each.number for each in day.state.doubted] == [17, 18]


def test_a_null_coup_ends_the_doubt(day: DayInHand) -> None:
    day.do(c.LaunchBall(source="reader", game="1/11"), DOUBTFUL["of another game"])
    day.do(c.AnnulCoup(reason=next(iter(day.rulebook.null_coup.reasons))))
    assert day.state.doubted == ()


def test_with_an_empty_cloth_it_is_the_coups_number_to_be_confirmed(day: DayInHand) -> None:
    day.do(c.WithdrawBet(ref="b1"), DOUBTFUL["recovered"])
    assert (day.state.number, day.state.number_doubts) == (17, ("recovered",))


def test_stakes_from_seats_lie_too() -> None:
    live = DayInHand(get_rulebook("it-live"))
    live.do(c.BuyIn(seat="P1", amount=1000), c.AnnounceBetsOpen())
    live.do(c.ConfirmBets(seat="P1", bets=(e.SeatBet(bet="rouge", amount=100),)))
    live.do(heard(27, recovered=True, live=False))
    assert (live.state.number, live.state.live.seats["P1"].balance) == (None, 900)
    live.do(c.DeclareNumber(number=27))
    assert live.state.live.seats["P1"].balance == 1100
