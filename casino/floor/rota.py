"""Who is due next at the ball of a table by the rota, as its page says it."""

from datetime import datetime

import msgspec

from casino.kit.clauses import cited
from tables.handling.projections.rota import ball_ahead
from tables.play.state import State
from tables.registers.rota.clock import clock_time
from tables.registers.rota.facts import ball_now
from tables.roulette.rulebook import Rulebook


class BallDue(msgspec.Struct, frozen=True, kw_only=True):
    """The next at the ball and when, by the house's clock. Where that is after the rule's end, `late` says when that is
    and `clause` by which."""

    name: str
    at: str
    late: str
    clause: str


def ball_due(casino_id: int, state: State, rulebook: Rulebook, now: datetime) -> BallDue | None:
    """The next at the ball of an open table; None where the rota plans nobody. One query."""
    ahead = ball_ahead(casino_id, state.table, state.day, now)
    if ahead is None:
        return None
    ball = ball_now(ahead.entries, state, rulebook, now)
    if ball.next is None:
        return None
    return BallDue(
        name=ball.next.person.name,
        at=clock_time(ball.next.begins, ahead.zone),
        late=clock_time(ball.rule_ends, ahead.zone) if ball.late and ball.rule_ends else "",
        clause=cited(rulebook, ball.clause) if ball.late else "",
    )
