"""Where the sign has some minutes: limits are announced first, and in force once the sign is confirmed changed."""

import pytest
from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.roulette.limits import Limits
from tables.roulette.loader import get_rulebook
from testkit.play import NOON, DayInHand
from testkit.refusals import expect_refusal


def announced(minimum: int) -> c.ChangeLimits:
    return c.ChangeLimits(limits=Limits(minimum=minimum), players_told=True, sign_changed=False)


@pytest.fixture(
    params=[
        pytest.param("it-campione", marks=pytest.mark.clause("it-campione/5")),
        pytest.param("it-venezia", marks=pytest.mark.clause("it-venezia/general-10")),
    ]
)
def day(request: pytest.FixtureRequest) -> DayInHand:
    return DayInHand(get_rulebook(request.param))


def test_announced_limits_are_in_force_from_the_moment_at_which_the_sign_is_confirmed(day: DayInHand) -> None:
    before = day.state.limits
    day.do(announced(2000))
    assert day.state.limits == before
    day.do(c.ConfirmSign())
    assert day.state.limits is not None and day.state.limits.minimum == 2000
    assert day.state.direction.announced_limits is None


def test_other_limits_announced_meanwhile_take_the_place_of_the_first(day: DayInHand) -> None:
    day.do(announced(2000), announced(3000), c.ConfirmSign())
    assert day.state.limits is not None and day.state.limits.minimum == 3000
    assert len(day.of_type(e.LimitsChanged)) == 1


def test_without_an_announcement_there_is_no_sign_to_confirm(day: DayInHand) -> None:
    with expect_refusal("no-limits-announced"):
        day.do(c.ConfirmSign())


def test_a_sign_is_not_confirmed_while_the_ball_runs(day: DayInHand) -> None:
    day.do(announced(2000), c.AnnounceBetsOpen(), c.LaunchBall())
    with expect_refusal("limits-changed-while-ball-runs"):
        day.do(c.ConfirmSign())
    day.do(c.DeclareNumber(number=5), c.ConfirmSign())


def test_telling_the_same_limits_again_gives_the_sign_no_more_time(day: DayInHand) -> None:
    day.do(announced(2000))
    day.pass_time(minutes=4)
    assert day.do(announced(2000)) == []
    told = day.state.direction.announced_limits
    assert told is not None and told.since == NOON
    assert isinstance(day.do(replace(announced(2000), sign_changed=True))[0], e.LimitsChanged)


def test_limits_that_were_announced_are_called_off_by_those_in_force(day: DayInHand) -> None:
    before = day.state.limits
    assert before is not None
    day.do(announced(2000), c.ChangeLimits(limits=before, players_told=True, sign_changed=True))
    assert day.state.direction.announced_limits is None
    assert day.state.limits == before
