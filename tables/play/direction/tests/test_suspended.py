"""Play suspended by the direction: for a reason, with the bets kept or returned, and with control told of it."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook, rulebooks
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

BET = c.PlaceBet(player="P1", bet="rouge", amount=5000)


def suspension(day: DayInHand, *, return_bets: bool = False) -> c.SuspendTable:
    """One that this rulebook allows."""
    rule = day.rulebook.suspension
    reason = next(iter(rule.reasons), "") if rule else ""
    return c.SuspendTable(reason=reason, detail="lights out", return_bets=return_bets)


@pytest.fixture
def campione() -> DayInHand:
    return DayInHand(get_rulebook("it-campione"))


@pytest.mark.parametrize(
    "house",
    [
        pytest.param("it-campione", marks=pytest.mark.clause("it-campione/15")),
        pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/general-11")),
    ],
)
def test_nothing_is_played_while_play_is_suspended_and_all_of_it_afterwards(house: str) -> None:
    day = DayInHand(get_rulebook(house))
    day.do(c.AnnounceBetsOpen(), suspension(day))
    with expect_refusal("play-suspended") as refused:
        day.do(BET)
    assert day.rulebook.suspension is not None
    assert refused.value.clause == day.rulebook.suspension.clause
    day.do(c.ResumeTable(), BET)
    assert len(day.state.bets) == 1


@pytest.mark.clause("it-venezia/general-11")
@pytest.mark.parametrize(("returned", "lying"), [(True, []), (False, ["rouge"])])
def test_open_bets_are_returned_or_kept_as_the_direction_says(returned: bool, lying: list[str]) -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen(), BET, suspension(day, return_bets=returned))
    assert [bet.bet for bet in day.state.bets] == lying
    assert len(day.of_type(e.BetWithdrawn)) == int(returned)


def test_a_stake_in_prison_is_bound_and_is_not_returned() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    day.do(c.AnnounceBetsOpen(), BET, c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=0))
    day.do(c.ConfirmPayments(), c.AnnounceBetsOpen(), suspension(day, return_bets=True))
    assert [bet.level for bet in day.state.bets] == [1]


@pytest.mark.clause("it-campione/15")
def test_play_is_suspended_for_the_rulebooks_reasons_only(campione: DayInHand) -> None:
    with expect_refusal("suspension-reason-unknown") as refused:
        campione.do(c.SuspendTable(reason="dinner"))
    assert refused.value.clause == "it-campione/15"


@pytest.mark.clause("it-venezia/general-11")
def test_suspension_without_listed_reasons_needs_any_reason() -> None:
    day = DayInHand(get_rulebook("it-venezia"))
    with expect_refusal("suspension-reason-missing"):
        day.do(c.SuspendTable())
    day.do(c.SuspendTable(detail="a guest fell ill"))
    assert day.state.direction.suspension is not None


def test_bets_are_not_returned_while_their_ball_runs(campione: DayInHand) -> None:
    campione.do(c.AnnounceBetsOpen(), BET, c.LaunchBall())
    with expect_refusal("suspended-while-ball-runs"):
        campione.do(suspension(campione, return_bets=True))
    campione.do(suspension(campione))
    campione.do(c.DeclareNumber(number=1))
    assert campione.state.number == 1, "what happens is recorded all the same"


@pytest.mark.clause("it-campione/15")
def test_control_is_told_also_after_play_went_on(campione: DayInHand) -> None:
    campione.do(suspension(campione), c.ResumeTable())
    assert len(campione.state.direction.unnotified) == 1
    campione.do(c.NotifyControl(notice="by telephone to the service desk"))
    assert not campione.state.direction.unnotified
    with expect_refusal("control-notice-not-due"):
        campione.do(c.NotifyControl(notice="again"))


@pytest.mark.clause("it-campione/14", "it-campione/15")
def test_a_suspended_table_may_end_without_a_last_coup_once_control_knows(campione: DayInHand) -> None:
    campione.coup(7)
    campione.do(suspension(campione))
    with expect_refusal("control-not-notified"):
        campione.do(c.CloseTable())
    campione.do(c.NotifyControl(notice="by telephone"), c.CloseTable())
    assert campione.state.phase == "closed"


@pytest.mark.parametrize("house", rulebooks())
def test_every_table_can_be_suspended_and_resumed(house: str) -> None:
    day = DayInHand(get_rulebook(house))
    day.do(suspension(day), suspension(day), c.ResumeTable(), c.ResumeTable())
    assert [type(each.event) for each in day.events[1:]] == [e.TableSuspended, e.TableResumed]
