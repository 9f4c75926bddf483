"""Decisions of the direction of the games: a table suspended and resumed, the last coup announced.

Suspending is the management's right at any time (it-campione/15, it-venezia/general-11), and so is going on; a rulebook
that reserves it to nobody leaves it to the casino's pit boss or management.
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.betting.staying import check_paid, withdrawn
from tables.play.live.handover import returned
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.signatures import check_decided
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.rulebook import Rulebook


def suspend_table(state: State, command: c.SuspendTable, rulebook: Rulebook, at: datetime) -> Decision:
    """Suspend play, for one of the rulebook's reasons if it names any.

    The command decides: the free stakes are returned or kept. Stakes in prison stay bound. While a coup waits for its
    number, its bets can only be kept: they are returned once the coup is null.
    """
    rule = rulebook.suspension
    clause = rule.clause if rule else None
    check_decided(command, rule.decided_by if rule else None, clause, "suspension")
    if state.direction.suspension is not None:
        return
    if rule and rule.reasons and command.reason not in rule.reasons:
        raise Refused(
            "suspension-reason-unknown",
            clause,
            reason=command.reason or "nothing",
            reasons=tuple(rule.reasons),
        )
    if not (command.reason.strip() or command.detail.strip()):
        raise Refused("suspension-reason-missing", clause)
    if command.return_bets and state.phase in ("launched", "bets_closed"):
        raise Refused("suspended-while-ball-runs", clause, coup=state.coup)
    if command.return_bets and state.phase == "paying":
        raise Refused("suspended-while-paying", clause, coup=state.coup)
    if command.return_bets:
        check_paid(state, state.bets, rulebook)
    yield PendingEvent(
        e.TableSuspended(
            reason=command.reason, detail=command.detail, bets="returned" if command.return_bets else "kept"
        ),
        at,
    )
    if command.return_bets:
        yield from withdrawn(state, (bet for bet in state.bets if not bet.level), at)
        yield from returned(state, at)


def notify_control(state: State, command: c.NotifyControl, rulebook: Rulebook, at: datetime) -> Decision:
    """Record that the control service knows of the suspension, also after play went on (it-campione/15)."""
    clause = rulebook.suspension.clause if rulebook.suspension else None
    if not command.notice.strip():
        raise Refused("control-notice-missing", clause)
    suspended = state.direction.suspension
    open_now = suspended is not None and suspended.notified_at is None
    if not open_now and not state.direction.unnotified:
        raise Refused("control-notice-not-due", clause)
    yield PendingEvent(e.ControlNotified(notice=command.notice), at)


def resume_table(state: State, command: c.ResumeTable, rulebook: Rulebook, at: datetime) -> Decision:
    """Let play go on; a table that is not suspended adds no event."""
    rule = rulebook.suspension
    check_decided(command, rule.decided_by if rule else None, rule.clause if rule else None, "resumption")
    if state.direction.suspension is not None:
        yield PendingEvent(e.TableResumed(), at)


def announce_last_coup(
    state: State, command: c.AnnounceLastCoup, rulebook: Rulebook, at: datetime
) -> Decision:
    """Announce the last coup: the one at hand until its ball is launched, else the next. With several last coups, that
    one is the first of them.
    """
    rule = rulebook.last_coup
    clause, count = (rule.clause, rule.count) if rule else (None, 1)
    if state.direction.last_coup is not None:
        return
    if state.phase in ("launched", "bets_closed"):
        raise Refused("last-coup-while-ball-runs", clause, coup=state.coup)
    first = state.coup_of_new_bets
    yield PendingEvent(e.LastCoupAnnounced(coup=first + count - 1, first=first if count > 1 else None), at)


def revoke_last_coup(state: State, command: c.RevokeLastCoup, rulebook: Rulebook, at: datetime) -> Decision:
    """Take the announcement back, with a reason: the table plays on."""
    clause = rulebook.last_coup.clause if rulebook.last_coup else None
    if state.direction.last_coup is None:
        raise Refused("last-coup-not-announced", clause)
    if not command.reason.strip():
        raise Refused("last-coup-revoked-without-reason", clause)
    yield PendingEvent(e.LastCoupRevoked(coup=state.direction.last_coup, reason=command.reason), at)


DECIDERS: Deciders = {
    c.SuspendTable: suspend_table,
    c.NotifyControl: notify_control,
    c.ResumeTable: resume_table,
    c.AnnounceLastCoup: announce_last_coup,
    c.RevokeLastCoup: revoke_last_coup,
}
