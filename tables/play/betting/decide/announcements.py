"""Announcements that were turned down at the table, each recorded with why and by which clause.

While the ball runs the chief may turn down any (it-campione/9); without its amount, unclear or forbidden it does not
count (it-campione/17), nor where nobody repeats it who must (it-campione/18, it-venezia/announcements).
"""

from datetime import datetime

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.command import reason_of
from tables.play.pending import Decision, PendingEvent
from tables.play.player_names import check_name
from tables.play.state import State
from tables.refusal import BetRefused, Refused
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook

LONGEST = 80
"""Characters of an announcement in words."""


def refuse_announcement(
    state: State, command: c.RefuseAnnouncement, rulebook: Rulebook, at: datetime
) -> Decision:
    """Record an announcement that was turned down. Raises Refused without a player or without words, for a negative
    amount, or without a listed reason.
    """
    clause = rulebook.announced_clause
    check_name(command.player, clause)
    announced = command.announcement.strip()
    if not announced:
        raise Refused("refused-announcement-not-named", clause)
    if len(announced) > LONGEST:
        raise Refused("refused-announcement-too-long", clause, limit=LONGEST, value=len(announced))
    if command.amount < 0:
        raise Refused(
            "refused-announcement-below-nothing", clause, value=Money(command.amount, rulebook.currency)
        )
    words = reason_of(command.words)
    if command.reason == "other" and not words:
        raise Refused("announcement-refused-without-reason", clause)
    try:
        named, forbidden_by = parse_bet(announced, rulebook, wheel=state.wheel).code, None
    except BetRefused as refused:
        named, forbidden_by = announced, refused.clause
    yield PendingEvent(
        e.AnnouncementRefused(
            coup=state.coup_of_new_bets,
            player=command.player,
            announcement=named,
            amount=command.amount,
            reason=command.reason,
            clause=_clause(command.reason, rulebook, forbidden_by),
            words=words,
        ),
        at,
    )


def _clause(reason: e.AnnouncementRefusal, rulebook: Rulebook, forbidden_by: str | None) -> str:
    """Return the clause that an announcement is turned down by: of its reason, else that on announcements."""
    found = None
    match reason:
        case "forbidden":
            found = forbidden_by
        case "not_repeated" if rulebook.repetition is not None:
            found = rulebook.repetition.clause
        case "over_limits":
            found = rulebook.limits.maximum_clause
        case "too_late" | "chief":
            late = rulebook.late_bets
            found = late.clause if late else rulebook.phases.after_bets_closed_clause
    return found or rulebook.announced_clause
