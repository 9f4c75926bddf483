"""Used parts of limited times: the dealer's time at the ball, and the time of the ball in play.

The page counts on without a new fetch.
"""

from datetime import datetime
from typing import Literal

import msgspec
from django.utils.translation import gettext

from tables.compliance.rules.deadline import stands_still
from tables.play.staff.questions import stay_of_spinner
from tables.play.state import State
from tables.roulette.rulebook import Rulebook

Tone = Literal["", "due", "broken"]


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """Time since `since`; with a rule also the allowed seconds, and the seconds from which on the limit is near."""

    label: str
    since: datetime
    minutes: int
    of_s: int | None = None
    warn_s: int | None = None
    used_s: int = 0
    tone: Tone = ""


def spinner_meter(state: State, rulebook: Rulebook, now: datetime) -> Meter | None:
    """Return the dealer's time at the ball, with the rulebook's limit if one applies now; None without a dealer."""
    if state.spinner is None or state.spinner_since is None:
        return None
    rule, since = rulebook.time_at_ball, state.spinner_since
    if stay := stay_of_spinner(state):
        since = stay.since
    excused = state.roster.excused is not None
    counts = rule is not None and not excused and not stands_still(state, since, rule.at_most_s)
    allowed = (rule.at_most_s, rule.warn_before_s) if rule and counts else None
    return _meter(state.spinner.name, since, allowed, now)


def ball_meter(state: State, rulebook: Rulebook, now: datetime) -> Meter | None:
    """Return the time of this ball in play; None if the rulebook has no rule for it.

    The limit does not apply while play is suspended.
    """
    rule = rulebook.ball_change
    if rule is None or state.ball_since is None:
        return None
    label = gettext("Ball {ball}").format(ball=state.ball)
    still = stands_still(state, state.ball_since, rule.every_s)
    return _meter(label, state.ball_since, None if still else (rule.every_s, rule.warn_before_s), now)


def _meter(label: str, since: datetime, allowed: tuple[int, int] | None, now: datetime) -> Meter:
    elapsed = max(0, int((now - since).total_seconds()))
    if allowed is None:
        return Meter(label=label, since=since, minutes=elapsed // 60)
    of_s, warn_before_s = allowed
    warn_s = of_s - warn_before_s
    tone: Tone = "broken" if elapsed >= of_s else "due" if elapsed >= warn_s else ""
    return Meter(
        label=label,
        since=since,
        minutes=elapsed // 60,
        of_s=of_s,
        warn_s=warn_s,
        used_s=min(elapsed, of_s) // 60 * 60,
        tone=tone,
    )
