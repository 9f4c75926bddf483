"""A ball that hangs on an obstacle: while it does, no bet is added or taken (it-campione/11)."""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.reports import is_stale
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

FROZEN = (c.PlaceBet, c.AcceptLateBet, c.MoveBet, c.WithdrawBet, c.ReplayBet, c.ChoosePrison, c.SeeAbandoned)
"""What is not asked while the ball hangs."""

BALL_RUNS = ("launched", "bets_closed")


def hang_ball(state: State, command: c.HangBall, rulebook: Rulebook, at: datetime) -> Decision:
    """Records that the ball hangs. Refused where none runs: it cannot have hung."""
    if is_stale(state, command) or state.course.hangs_since is not None:
        return
    if state.phase not in BALL_RUNS:
        raise Refused("no ball runs that could hang: launch it first", clause_of(rulebook))
    yield Dated(e.BallHung(coup=state.coup, source=command.source), at)


def free_ball(state: State, command: c.FreeBall, rulebook: Rulebook, at: datetime) -> Decision:
    """Records that the ball runs again."""
    if not is_stale(state, command) and state.course.hangs_since is not None:
        yield Dated(e.BallFreed(coup=state.coup, source=command.source), at)


def check_ball_not_hanging(state: State, command: c.Command, rulebook: Rulebook) -> None:
    """Raises Refused for what would add a bet or take one while the ball hangs."""
    rule, since = rulebook.hanging_ball, state.course.hangs_since
    if rule is not None and since is not None and isinstance(command, FROZEN):
        raise Refused(
            f"the ball of coup {state.coup} hangs: no bet is added or taken until it runs again or the coup is null",
            rule.clause,
        )


def clause_of(rulebook: Rulebook) -> str | None:
    """The clause on a ball that hangs, None where there is none."""
    return rulebook.hanging_ball.clause if rulebook.hanging_ball else None
