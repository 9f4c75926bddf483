"""The times of a table after a suspension of play."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from tables.play.direction.state import runs_on
from tables.play.evolving import Recorded
from tables.play.staff.transitions import stays_going_on
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


def going_on(state: State, stood_since: datetime, recorded: Recorded, rulebook: Rulebook) -> State:
    """Return the state with the times of the ball and of its dealer moved on: they count while the table is in play, so
    a time that was not over at the stop (UTC) goes on from there.
    """
    state = replace(state, direction=replace(state.direction, goes_on_since=recorded.at))
    turns, at_ball = rulebook.ball_change, rulebook.time_at_ball
    ball_since, spins_since = state.ball_since, state.spinner_since
    if turns is not None and ball_since is not None and runs_on(ball_since, turns.every_s, stood_since):
        since = _moved_on(ball_since, stood_since, recorded)
        state = replace(state, ball_since=since, ball_version=recorded.version)
    if at_ball is None:
        return state
    stays = stays_going_on(
        state.roster.stays,
        recorded,
        lambda since: runs_on(since, at_ball.at_most_s, stood_since),
        lambda since: _moved_on(since, stood_since, recorded),
    )
    state = replace(state, roster=replace(state.roster, stays=stays))
    if spins_since is None or not runs_on(spins_since, at_ball.at_most_s, stood_since):
        return state
    roster = replace(state.roster, spinner_version=recorded.version)
    return replace(state, spinner_since=_moved_on(spins_since, stood_since, recorded), roster=roster)


def _moved_on(since: datetime, stood_since: datetime, recorded: Recorded) -> datetime:
    return since + max(recorded.at - max(since, stood_since), timedelta())
