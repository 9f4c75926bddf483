"""The ball in play."""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def change_ball(state: State, command: c.ChangeBall, rulebook: Rulebook, at: datetime) -> Decision:
    """Records the change of ball, to whichever of the table's balls it was."""
    names = [ball.name for ball in state.balls]
    others = [name for name in names if name != state.ball]
    ball = command.ball or (others[0] if others else "")
    if ball not in names:
        raise Refused(f"ball {ball or '?'} is not one of this table's: {', '.join(names)}")
    yield Dated(e.BallChanged(ball=ball, previous=state.ball, announced=command.announced), at)
