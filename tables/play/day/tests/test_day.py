"""A gaming day opens and closes as the rulebook wants it; the ball is changed in time, or the record says how late."""

import pytest
from msgspec.structs import replace

from tables.codec import encode
from tables.play import commands as c
from tables.play import events as e
from tables.play.state import State, as_kept, from_kept
from tables.refusal import Refused
from tables.roulette.loader import get_rulebook
from testkit.play import DayInHand, opening
from testkit.refusals import expect_refusal


@pytest.fixture
def francesa() -> DayInHand:
    return DayInHand(get_rulebook("pt-francesa"))


@pytest.mark.clause("pt-francesa/9")
def test_a_ball_of_the_wrong_size_does_not_open_the_table() -> None:
    day = DayInHand(get_rulebook("pt-francesa"), opened=False)
    small = (e.Ball(name="A", diameter_mm=17), e.Ball(name="B", diameter_mm=20))
    with expect_refusal(
        "ball-of-wrong-size", ball="A", diameter_mm=17, smallest_mm=18, largest_mm=24
    ) as refused:
        day.do(replace(opening(day.rulebook), balls=small))
    assert refused.value.clause == "pt-francesa/9"
    assert day.state == State()


@pytest.mark.clause("it-venezia/staff")
def test_a_table_does_not_open_while_a_seat_that_must_be_filled_is_empty() -> None:
    day = DayInHand(get_rulebook("it-venezia"), opened=False)
    command = opening(day.rulebook)
    staff = {position: person for position, person in command.staff.items() if position != "gauche"}
    with expect_refusal("positions-empty", positions=("gauche",)):
        day.do(replace(command, staff=staff))


@pytest.mark.clause("pt-francesa/2")
@pytest.mark.clause("pt-americana/2")
@pytest.mark.clause("pt-americana/25a")
def test_a_wheel_whose_numbering_the_rulebook_does_not_know_is_refused() -> None:
    with expect_refusal("wheel-not-of-rulebook", wheel="american"):
        day = DayInHand(get_rulebook("pt-francesa"), opened=False)
        day.do(replace(opening(day.rulebook), wheel="american"))
    american = DayInHand(get_rulebook("pt-americana"), opened=False)
    american.do(replace(opening(american.rulebook), wheel="american"), c.AnnounceBetsOpen())
    with pytest.raises(Refused) as refused:
        american.do(c.PlaceBet(player="Blue", bet="tiers", amount=6000))
    assert refused.value.clause == "pt-americana/25a"


def test_a_table_closes_only_when_everything_is_paid(francesa: DayInHand) -> None:
    francesa.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="rouge", amount=5000))
    with expect_refusal("bets-on-cloth", count=1):
        francesa.do(c.CloseTable())
    francesa.do(c.CloseBets(), c.DeclareNumber(number=1))
    with expect_refusal("payments-open", coups=(1,)):
        francesa.do(c.CloseTable())
    francesa.do(c.ConfirmPayments(), c.CloseTable())
    assert francesa.state.phase == "closed"
    with expect_refusal("table-closed"):
        francesa.do(c.AnnounceBetsOpen())


def test_the_closing_carries_what_the_next_opening_needs(francesa: DayInHand) -> None:
    for number in (17, 0, 36):
        francesa.coup(number)
    francesa.do(c.ChangeBall(), c.CloseTable())
    closed = francesa.of_type(e.TableClosed)[0]
    assert isinstance(closed, e.TableClosed)
    assert (closed.coups, closed.ball, closed.last_number, closed.numbers) == (3, "B", 36, (36, 0, 17))


def test_every_event_and_state_survives_the_record() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    for number in (0, 0, 17):
        day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="rouge", amount=10_000))
        day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number), c.ConfirmPayments())
    for recorded in day.events:
        assert e.TABLE_EVENTS.decode(*encode(recorded.event)) == recorded.event
    assert from_kept(as_kept(day.state)) == day.state
