"""Questions about the direction's decisions from other packages."""

from datetime import datetime

from tables.play import commands as c
from tables.play.float.questions import was_counted_at_closing
from tables.play.state import RUNNING, State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook

STAND_STILL = (
    c.AnnounceBetsOpen,
    c.PlaceBet,
    c.RepeatBets,
    c.DoubleBets,
    c.AcceptLateBet,
    c.MoveBet,
    c.ConfirmBets,
    c.ReplayBet,
    c.ChoosePrison,
    c.ChangeLimits,
    c.AnnounceLastCoup,
)
"""Commands that are refused while play is suspended."""


def check_not_suspended(state: State, command: c.Command, rulebook: Rulebook) -> None:
    """Raise Refused for a command that would carry on with the game while it is suspended."""
    suspended = state.direction.suspension
    if suspended is not None and isinstance(command, STAND_STILL):
        clause = rulebook.suspension.clause if rulebook.suspension else None
        raise Refused(
            "play-suspended",
            clause,
            since=suspended.since,
            reason=_reason_in_words(suspended.reason, suspended.detail, rulebook),
        )


def is_last_coup_played(state: State) -> bool:
    """Return True if the coup announced as the last one has begun, or a later one."""
    last = state.direction.last_coup
    return last is not None and state.coup >= last


def coup_expected_since(state: State) -> datetime | None:
    """Return the time since which a coup is expected at an open table (UTC).

    The time is the latest of the last number, the opening and the end of a suspension. It is None while play is
    suspended, after the last coup, and after the closing count of the float. Payment does not count as a coup: a table
    that pays for an hour has had none for an hour.
    """
    if state.direction.suspension is not None or is_last_coup_played(state) or was_counted_at_closing(state):
        return None
    fell_at = state.past[-1].fell_at if state.past else None
    known = [state.opened_at, fell_at, state.direction.goes_on_since]
    return max((moment for moment in known if moment is not None), default=None)


def check_last_coup_not_played(state: State, rulebook: Rulebook) -> None:
    """Raise Refused if the next coup would come after the announced last one."""
    last = state.direction.last_coup
    if is_last_coup_played(state):
        raise Refused(
            "last-coup-was-played", rulebook.last_coup.clause if rulebook.last_coup else None, coup=last
        )


def check_no_later_coup(state: State, rulebook: Rulebook) -> None:
    """Raise Refused for a bet in a coup after the announced last one: a ball that was launched all the same opened it,
    and nobody else has.
    """
    last = state.direction.last_coup
    if last is not None and state.phase in RUNNING and state.coup > last:
        raise Refused(
            "bet-after-last-coup",
            rulebook.last_coup.clause if rulebook.last_coup else None,
            last=last,
            coup=state.coup,
        )


def check_last_coup_played(state: State, rulebook: Rulebook) -> None:
    """Raise Refused unless the announced last coup was played (it-campione/14), and with several all of them.

    Play that is suspended may end without one, and so may a table at which no coup was opened.
    """
    rule, last = rulebook.last_coup, state.direction.last_coup
    if rule is None or state.direction.suspension is not None or not state.coup:
        return
    if last is None and rule.count > 1:
        raise Refused("last-coups-to-announce", rule.clause, count=rule.count)
    if last is None:
        raise Refused("last-coup-to-announce", rule.clause)
    if state.last_coup is None or state.last_coup.coup < last:
        raise Refused("last-coup-to-play", rule.clause, coup=last)


def check_control_notified(state: State, rulebook: Rulebook) -> None:
    """Raise Refused while control has not been notified of a suspension (it-campione/15)."""
    rule, suspended = rulebook.suspension, state.direction.suspension
    if rule is None or rule.notify_within_s is None:
        return
    if state.direction.unnotified or (suspended is not None and suspended.notified_at is None):
        raise Refused("control-not-notified", rule.clause)


def _reason_in_words(reason: str, detail: str, rulebook: Rulebook) -> str:
    labels = rulebook.suspension.reasons if rulebook.suspension else {}
    return ", ".join(part for part in (labels.get(reason, reason), detail) if part)
