"""A gaming day opens and closes as the rulebook wants it; the ball is changed in time, or the record says how late."""

import msgspec
import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.state import State
from tables.play.testing import NOON, DayInHand, opening
from tables.roulette.loader import get_rulebook
from tables.roulette.refusal import Refused


@pytest.fixture
def francesa() -> DayInHand:
    return DayInHand(get_rulebook("pt-francesa"))


@pytest.mark.clause("pt-francesa/9")
def test_a_ball_of_the_wrong_size_does_not_open_the_table() -> None:
    day = DayInHand(get_rulebook("pt-francesa"), opened=False)
    small = (e.Ball(name="A", diameter_mm=17), e.Ball(name="B", diameter_mm=20))
    with pytest.raises(Refused, match="ball A measures 17 mm; 18 to 24 mm is right") as refused:
        day.do(replace(opening(day.rulebook), balls=small))
    assert refused.value.clause == "pt-francesa/9"
    assert day.state == State()


@pytest.mark.clause("it-venezia/staff")
def test_a_table_does_not_open_while_a_seat_that_must_be_filled_is_empty() -> None:
    day = DayInHand(get_rulebook("it-venezia"), opened=False)
    command = opening(day.rulebook)
    staff = {position: person for position, person in command.staff.items() if position != "gauche"}
    with pytest.raises(Refused, match="nobody sits at gauche"):
        day.do(replace(command, staff=staff))


@pytest.mark.clause("pt-francesa/2")
@pytest.mark.clause("pt-americana/2")
@pytest.mark.clause("pt-americana/25a")
def test_a_wheel_whose_numbering_the_rulebook_does_not_know_is_refused() -> None:
    with pytest.raises(Refused, match="american numbering"):
        day = DayInHand(get_rulebook("pt-francesa"), opened=False)
        day.do(replace(opening(day.rulebook), wheel="american"))
    american = DayInHand(get_rulebook("pt-americana"), opened=False)
    american.do(replace(opening(american.rulebook), wheel="american"), c.AnnounceBetsOpen())
    with pytest.raises(Refused) as refused:
        american.do(c.PlaceBet(player="Blue", bet="tiers", amount=6000))
    assert refused.value.clause == "pt-americana/25a"


def test_a_table_closes_only_when_everything_is_paid(francesa: DayInHand) -> None:
    francesa.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="rouge", amount=5000))
    with pytest.raises(Refused, match="1 bets lie on the cloth"):
        francesa.do(c.CloseTable())
    francesa.do(c.CloseBets(), c.DeclareNumber(number=1))
    with pytest.raises(Refused, match="payments of coup 1 are still open"):
        francesa.do(c.CloseTable())
    francesa.do(c.ConfirmPayments(), c.CloseTable())
    assert francesa.state.phase == "closed"
    with pytest.raises(Refused, match="was closed for"):
        francesa.do(c.AnnounceBetsOpen())


def test_the_closing_carries_what_the_next_opening_needs(francesa: DayInHand) -> None:
    for number in (17, 0, 36):
        francesa.coup(number)
    francesa.do(c.ChangeBall(), c.CloseTable())
    closed = francesa.of_type(e.TableClosed)[0]
    assert isinstance(closed, e.TableClosed)
    assert (closed.coups, closed.ball, closed.last_number, closed.numbers) == (3, "B", 36, (36, 0, 17))


@pytest.mark.clause("pt-francesa/9")
def test_a_ball_changed_within_the_hour_breaks_nothing(francesa: DayInHand) -> None:
    francesa.pass_time(minutes=60)
    made = francesa.do(c.ChangeBall())
    assert made == [e.BallChanged(ball="B", previous="A", announced=True)]


@pytest.mark.clause("pt-francesa/9")
@pytest.mark.parametrize("swept", [True, False])
def test_a_ball_changed_late_is_one_violation_whether_or_not_a_sweep_saw_it(
    francesa: DayInHand, swept: bool
) -> None:
    francesa.pass_time(minutes=61)
    if swept:
        overdue = c.PassDeadline(rule="ball-change", stage="overdue", opened_version=1)
        francesa.do(overdue)
        assert francesa.do(overdue) == []
    francesa.pass_time(minutes=2)
    francesa.do(c.ChangeBall())
    raised = [recorded for recorded in francesa.events if isinstance(recorded.event, e.ViolationRaised)]
    resolved = francesa.of_type(e.ViolationResolved)
    assert [(recorded.at - NOON).total_seconds() for recorded in raised] == [3600]
    assert [event.late_s for event in resolved if isinstance(event, e.ViolationResolved)] == [180]
    assert francesa.state.violations == ()


@pytest.mark.clause("pt-francesa/9")
def test_a_table_that_closes_with_the_change_overdue_has_missed_it_though_no_sweep_saw_it(
    francesa: DayInHand,
) -> None:
    francesa.pass_time(minutes=75)
    made = francesa.do(c.CloseTable())
    assert [type(event) for event in made] == [e.ViolationRaised, e.TableClosed]
    assert (francesa.events[-2].at - NOON).total_seconds() == 3600


def test_a_deadline_of_a_ball_that_is_out_of_play_makes_no_event(francesa: DayInHand) -> None:
    francesa.pass_time(minutes=30)
    francesa.do(c.ChangeBall())
    francesa.pass_time(minutes=40)
    assert francesa.do(c.PassDeadline(rule="ball-change", stage="overdue", opened_version=1)) == []


def test_a_sweep_that_comes_before_the_time_records_nothing(francesa: DayInHand) -> None:
    francesa.pass_time(minutes=54)
    for stage in ("warned", "overdue"):
        assert francesa.do(c.PassDeadline(rule="ball-change", stage=stage, opened_version=1)) == []


@pytest.mark.clause("pt-francesa/9")
def test_the_same_ball_again_or_an_unannounced_change_is_a_violation(francesa: DayInHand) -> None:
    francesa.do(c.ChangeBall(ball="A", announced=False))
    rules = {
        event.rule for event in francesa.of_type(e.ViolationRaised) if isinstance(event, e.ViolationRaised)
    }
    assert rules == {"same-ball-again", "ball-change-unannounced"}


def test_every_event_and_state_survives_the_record() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    for number in (0, 0, 17):
        day.do(c.AnnounceBetsOpen(), c.PlaceBet(player="Seat 1", bet="rouge", amount=10_000))
        day.do(c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=number), c.ConfirmPayments())
    for recorded in day.events:
        assert e.from_record(*e.to_record(recorded.event)) == recorded.event
    assert msgspec.convert(msgspec.to_builtins(day.state), State) == day.state
