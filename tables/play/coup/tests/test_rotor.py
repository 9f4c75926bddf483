"""A rotor that is set going opens the next coup for bets, where somebody could announce it."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal

ROUGE = c.PlaceBet(player="Seat 1", bet="rouge", amount=5000)
PEOPLE = tuple(
    e.Signature(person=e.Person(id=name, name=name), role="pit_boss") for name in ("first", "second")
)


def turns(game: str) -> c.StartRotor:
    return c.StartRotor(reader="W", source="reader", game=game)


@pytest.fixture
def campione() -> DayInHand:
    day = DayInHand(get_rulebook("it-campione"))
    day.do(c.ChangeReader(reader="W", state="live"))
    return day


def test_the_wheel_opens_the_next_coup(campione: DayInHand) -> None:
    assert campione.do(turns("1/1")) == [e.BetsOpened(coup=1, source="reader", game="1/1")]


@pytest.mark.clause("it-campione/15")
def test_a_wheel_that_turns_while_play_is_suspended_opens_no_bets(campione: DayInHand) -> None:
    campione.do(c.SuspendTable(reason="breakdown"))
    assert campione.do(turns("1/1"), turns("1/2")) == [e.RotorStarted(reader="W")]
    assert campione.state.phase == "idle"
    campione.do(c.ResumeTable(), c.AnnounceBetsOpen(), ROUGE)
    assert campione.state.coup == 1


@pytest.mark.clause("it-campione/15")
def test_payments_that_are_done_while_play_is_suspended_open_no_bets(campione: DayInHand) -> None:
    campione.do(c.AnnounceBetsOpen(), ROUGE, c.LaunchBall(), c.DeclareNumber(number=5), turns("1/2"))
    assert campione.do(c.SuspendTable(reason="service"), c.ConfirmPayments())[1:] == [
        e.PaymentsConfirmed(coup=1)
    ]


@pytest.mark.clause("it-campione/14")
def test_the_wheel_opens_no_coup_after_the_last_one(campione: DayInHand) -> None:
    campione.do(c.AnnounceLastCoup())
    campione.coup(5)
    campione.do(turns("1/2"))
    with expect_refusal("placed-before-open"):
        campione.do(ROUGE)
    campione.do(c.CloseTable())
    assert campione.state.coup == 1


def test_the_wheel_opens_no_bets_before_the_float_is_counted() -> None:
    rulebook = get_rulebook("it-campione")
    day = DayInHand(rulebook, opened=False)
    day.do(replace(opening(rulebook), counts_float=True), turns("1/1"))
    assert day.state.phase == "idle"
    day.do(c.CountFloat(moment="opening", pieces={500: 20}, signatures=PEOPLE))
    assert isinstance(day.do(turns("1/2"))[0], e.BetsOpened)
