"""The full turns that the ball makes, counted by staff or by a reader; whether they are enough is judged beside it."""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.hanging_ball import BALL_RUNS
from tables.play.reports import is_stale
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def count_turns(state: State, command: c.CountTurns, rulebook: Rulebook, at: datetime) -> Decision:
    """Records how often the ball went round in the running launch, before its number; the same again is no news."""
    if is_stale(state, command):
        return
    clause = rulebook.launch.min_turns_clause
    if command.turns < 0:
        raise Refused("a ball makes no turns, or some", clause, value=command.turns)
    if state.phase not in BALL_RUNS:
        raise Refused("no ball runs of which turns could be counted", clause)
    yield from turns_told(state, command.turns, command, at)


def turns_told(state: State, turns: int | None, told: c.Seen, at: datetime) -> Decision:
    """The count as it comes with what was `told` of the running launch; none where it says nothing new."""
    if turns is not None and turns != state.course.turns and state.phase in BALL_RUNS:
        yield Dated(
            e.TurnsCounted(
                coup=state.coup, launch=state.launches, turns=turns, source=told.source, game=told.game
            ),
            at,
        )
