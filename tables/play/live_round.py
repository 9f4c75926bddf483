"""The time of a round: it closes by the server's clock, whatever has been heard of the bets being closed."""

from datetime import datetime, timedelta

from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def closes_at(rulebook: Rulebook, at: datetime) -> datetime | None:
    """When a round that opens `at` takes its last bet; None where the rulebook sets no time."""
    return at + timedelta(seconds=rulebook.rounds.window_s) if rulebook.rounds else None


def close_in_time(state: State, at: datetime) -> Decision:
    """Bets closed, dated when the round's time was over, if nobody has said so by `at`."""
    running = state.live.round
    if running is None or running.closed_at is not None or at <= running.closes_at:
        return
    if state.phase in ("betting", "launched"):
        yield Dated(e.BetsClosed(coup=running.coup, source="clock"), running.closes_at)


def check_in_time(state: State, rulebook: Rulebook, at: datetime) -> None:
    """Raises Refused with the time that was missed, for a bet or a confirmation that came when the round was over."""
    rule, running = rulebook.rounds, state.live.round
    if rule is None:
        return
    if running is None:
        raise Refused("no round takes bets: the next one begins when bets are announced open", rule.clause)
    ended = min(running.closes_at, running.closed_at or running.closes_at)
    if at > ended:
        late_s = (at - ended).total_seconds()
        raise Refused(
            f"no more bets are accepted in round {running.coup}: it closed at {ended:%H:%M:%S} UTC, "
            f"and this came at {at:%H:%M:%S}, {late_s:.3f} s too late",
            rule.clause,
        )
