"""What the direction decides about a table, on its page: play suspended, last coup, sign to be changed."""

from datetime import datetime

import msgspec

from casino.kit.clauses import cited
from casino.kit.money import money
from tables.play.direction.questions import check_control_told
from tables.play.state import State
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


class Suspended(msgspec.Struct, frozen=True, kw_only=True):
    """Play that stands still: since when (UTC, for the clock on the screen), why, and by which clause as printed."""

    since: datetime
    why: str
    clause: str


class DirectionPresenter(msgspec.Struct, frozen=True, kw_only=True):
    """The panel and the cards of the direction. What is empty or None has no place on the page.

    `reasons` are the rulebook's for a suspension; `control_clause` is on notifying control, until that is done;
    `last_coup` is the announced one; `sign` is the minimum of the limits that the sign does not show yet.
    """

    suspended: Suspended | None
    reasons: tuple[tuple[str, str], ...]
    suspension_clause: str
    control_clause: str
    last_coup: int | None
    next_last: int | None
    last_coup_clause: str
    sign: str
    sign_clause: str


def direction_presenter(state: State, rulebook: Rulebook) -> DirectionPresenter:
    """What stands at an open table."""
    direction, rule = state.direction, rulebook.suspension
    announced = direction.announced_limits
    return DirectionPresenter(
        suspended=_suspended(state, rulebook),
        reasons=tuple(rule.reasons.items()) if rule else (),
        suspension_clause=cited(rulebook, rule.clause) if rule else "",
        control_clause=_control_clause(state, rulebook),
        last_coup=direction.last_coup,
        next_last=None if state.phase in ("launched", "bets_closed") else state.coup_of_new_bets,
        last_coup_clause=cited(rulebook, rulebook.last_coup.clause) if rulebook.last_coup else "",
        sign=money(announced.limits.minimum) if announced else "",
        sign_clause=cited(rulebook, rulebook.limits.change_clause) if announced else "",
    )


def _suspended(state: State, rulebook: Rulebook) -> Suspended | None:
    suspended = state.direction.suspension
    if suspended is None:
        return None
    labels = rulebook.suspension.reasons if rulebook.suspension else {}
    words = (labels.get(suspended.reason, suspended.reason), suspended.detail)
    return Suspended(
        since=suspended.since,
        why=", ".join(word for word in words if word),
        clause=cited(rulebook, rulebook.suspension.clause) if rulebook.suspension else "",
    )


def _control_clause(state: State, rulebook: Rulebook) -> str:
    try:
        check_control_told(state, rulebook)
    except Refused as refusal:
        return cited(rulebook, refusal.clause)
    return ""
