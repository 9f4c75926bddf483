"""Questions about the coup from other packages."""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.day.questions import check_forced_close_explained
from tables.play.direction.questions import check_last_coup_not_played, check_not_suspended
from tables.play.float.questions import check_opening_float
from tables.play.live.rounds import closes_at
from tables.play.pending import Decision, PendingEvent
from tables.play.reader.observation import OTHER_WAY, Rotation
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook

FROZEN = (
    c.PlaceBet,
    c.RepeatBets,
    c.DoubleBets,
    c.AcceptLateBet,
    c.MoveBet,
    c.WithdrawBet,
    c.LiftStakes,
    c.ReplayBet,
    c.ChoosePrison,
    c.SeeAbandoned,
)
"""Commands that are refused while the ball hangs."""


BALL_RUNS = ("launched", "bets_closed")


def follows_since(state: State) -> datetime | None:
    """Return when the event happened that the next fact of a coup follows: the last launch, closing or number, or the
    opening of the table or of the bets. None before the table's first event."""
    launched_at = state.course.launched_at if state.launches else None
    known = [moment for moment in (state.opened_at, state.phase_since, launched_at) if moment is not None]
    return max(known, default=None)


def ball_ran(state: State) -> Rotation | None:
    """Return the direction of the ball of the present launch: as it was seen, else against the wheel. None if
    neither was seen.
    """
    return state.ball_direction or (OTHER_WAY[state.rotor_direction] if state.rotor_direction else None)


def last_ball_ran(state: State) -> Rotation | None:
    """Return the direction of the ball in the last launch that counted; a day recorded without it has the wheel's
    only.
    """
    return state.last_ball_direction or (OTHER_WAY[state.last_direction] if state.last_direction else None)


def check_ball_not_hanging(state: State, command: c.Command, rulebook: Rulebook) -> None:
    """Raise Refused for a command that would add a bet or take one while the ball hangs."""
    rule, since = rulebook.hanging_ball, state.course.hangs_since
    if rule is not None and since is not None and isinstance(command, FROZEN):
        raise Refused("ball-hangs", rule.clause, coup=state.coup)


def turns_reported(state: State, turns: int | None, report: c.Seen, at: datetime) -> Decision:
    """Record the count that came with a `report` of the running launch; no event for a known count."""
    if turns is not None and turns != state.course.turns and state.phase in BALL_RUNS:
        yield PendingEvent(
            e.TurnsCounted(
                coup=state.coup, launch=state.launches, turns=turns, source=report.source, game=report.game
            ),
            at,
        )


def opened_by_rotor(state: State, rulebook: Rulebook, at: datetime) -> Decision:
    """Open the coup for which the wheel turns already, once the last one is paid; not while a number waits for it."""
    if state.rotor_turns and not state.doubted and may_open(state, rulebook):
        yield PendingEvent(opened_anew(state, rulebook, at, None), at)


def may_open(state: State, rulebook: Rulebook) -> bool:
    """Return True if only the payments of the last coup delay the next one."""
    try:
        check_not_suspended(state, c.AnnounceBetsOpen(), rulebook)
        check_last_coup_not_played(state, rulebook)
        check_forced_close_explained(state, "opening")
        check_opening_float(state, rulebook)
    except Refused:
        return False
    return True


def opened_anew(state: State, rulebook: Rulebook, at: datetime, game: str | None) -> e.BetsOpened:
    closes = closes_at(rulebook, at)
    return e.BetsOpened(coup=state.coup + 1, source="reader", game=game, closes_at=closes)
