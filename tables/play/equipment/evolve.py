"""Changes of the equipment: the ball in play, replacement balls, and the series of chips."""

from msgspec.structs import replace

from tables.play import events as e
from tables.play.equipment.state import ChipSeries
from tables.play.evolving import Recorded, evolves
from tables.play.state import State
from tables.roulette.rulebook import Rulebook


@evolves(e.ChipSeriesAnnounced)
def _chip_series_announced(
    state: State, event: e.ChipSeriesAnnounced, recorded: Recorded, _: Rulebook
) -> State:
    known = ChipSeries(in_play=event.in_play, ended=event.ended, values=event.values)
    return replace(state, chip_series=known)


@evolves(e.BallChanged)
def _ball_changed(state: State, event: e.BallChanged, recorded: Recorded, rulebook: Rulebook) -> State:
    """Put the ball in play, and start its hour. A ball used by turns keeps its running hour: it was not changed."""
    rule = rulebook.ball_change
    if rule is not None and rule.alternate and event.ball == state.ball:
        return state
    return replace(state, ball=event.ball, ball_since=recorded.at, ball_version=recorded.version)


@evolves(e.BallReplaced)
def _ball_replaced(state: State, event: e.BallReplaced, recorded: Recorded, _: Rulebook) -> State:
    """Put the new ball under the letter; in play it continues the hour of the ball that it replaces."""
    new = e.Ball(name=event.ball, diameter_mm=event.diameter_mm, serial=event.serial)
    return replace(state, balls=tuple(new if ball.name == event.ball else ball for ball in state.balls))
