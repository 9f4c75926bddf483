"""Decisions of the management on a table's page: suspension, last coup, change of the sign."""

from datetime import datetime

import msgspec

from casino.commands.signing import reserved_to
from casino.kit.clauses import cited
from casino.kit.money import money
from tables.play.direction.questions import check_control_notified
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook


class Suspended(msgspec.Struct, frozen=True, kw_only=True):
    """Suspended play: the beginning (UTC, for the clock on the screen), the reason, and the clause as printed."""

    since: datetime
    why: str
    clause: str


def direction_presenter(state: State, rulebook: Rulebook) -> dict[str, object]:
    """Return the panel and the cards of the management at an open table. An empty or None part has no place on the
    page.
    """
    direction, rule = state.direction, rulebook.suspension
    announced = direction.announced_limits
    next_last = None if state.phase in ("launched", "bets_closed") else state.coup_of_new_bets
    count = rulebook.last_coup.count if rulebook.last_coup else 1
    return {
        "suspended": _suspended(state, rulebook),
        "reasons": tuple(rule.reasons.items()) if rule else (),
        "suspended_by": reserved_to(rule.decided_by) if rule else None,
        "suspension_clause": cited(rulebook, rule.clause) if rule else "",
        # The clause on notifying control, until that is done.
        "control_clause": _control_clause(state, rulebook),
        "last_coup": direction.last_coup,
        "first_last_coup": direction.first_last_coup,
        # The announcement that can be made now: its first and its last coup.
        "next_last": next_last,
        "next_last_of_all": next_last and next_last + count - 1,
        "several_last": count > 1,
        "last_coup_clause": cited(rulebook, rulebook.last_coup.clause) if rulebook.last_coup else "",
        # The minimum of the limits that the sign does not show yet.
        "sign": money(announced.limits.minimum, rulebook.currency) if announced else "",
        "sign_clause": cited(rulebook, rulebook.limits.change_clause) if announced else "",
    }


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
        check_control_notified(state, rulebook)
    except Refused as refusal:
        return cited(rulebook, refusal.clause)
    return ""
