"""Time of a round: the server's clock closes the round, with or without a message that bets are closed.

A seat's win on a disputed number is frozen until the chief decides, like every payment.
"""

from datetime import datetime, timedelta

from tables.play import events as e
from tables.play.live.state import PlayedRound
from tables.play.live.wins import goes_to_balance, wins_of
from tables.play.pending import Decision, PendingEvent
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook


def closes_at(rulebook: Rulebook, at: datetime) -> datetime | None:
    """Return the time at which a round that opens `at` takes its last bet; None if the rulebook sets no time."""
    return at + timedelta(seconds=rulebook.rounds.window_s) if rulebook.rounds else None


def close_in_time(state: State, at: datetime) -> Decision:
    """Bets closed, dated when the round's time was over, if nobody has closed them by `at`."""
    running = state.live.round
    if running is None or running.closed_at is not None or at <= running.closes_at:
        return
    if state.phase in ("betting", "launched"):
        yield PendingEvent(e.BetsClosed(coup=running.coup, source="clock"), running.closes_at)


def check_in_time(state: State, rulebook: Rulebook, at: datetime) -> None:
    """Raise Refused with the time that was missed, for a bet or a confirmation that came when the round was over."""
    rule, running = rulebook.rounds, state.live.round
    if rule is None:
        return
    if running is None:
        raise Refused("no-round-takes-bets", rule.clause)
    ended = min(running.closes_at, running.closed_at or running.closes_at)
    if at > ended:
        raise Refused(
            "round-closed",
            rule.clause,
            coup=running.coup,
            closed_at=ended,
            at=at,
            late_ms=round((at - ended).total_seconds() * 1000),
        )


def disputed(state: State, seat: str, rulebook: Rulebook, *, unclaimed: bool = False) -> int:
    """Return the part of the seat's balance (or of its `unclaimed` money) that it would lose if the other number
    were valid; at most the present amount.
    """
    held = 0
    place = state.live.seats.get(seat)
    if place is None:
        return 0
    for case in state.discrepancies:
        played = next((each for each in state.live.rounds if each.coup == case.coup), None)
        if played is not None and goes_to_balance(place, case.coup) is not unclaimed:
            held += _at_stake(played, seat, case.others, state, rulebook)
    return min(held, place.unclaimed if unclaimed else place.balance)


def _at_stake(
    played: PlayedRound, seat: str, others: tuple[int, ...], state: State, rulebook: Rulebook
) -> int:
    credited = (played.credited or {}).get(seat, 0)
    least = min(wins_of(played, other, state.wheel, rulebook).get(seat, 0) for other in others)
    return max(0, credited - least)
