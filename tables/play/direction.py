"""What the direction of the games decides: a table suspended and resumed, the last coup announced.

Suspending is the direction's right at any time (it-campione/15, it-venezia/general-11); a rulebook that says nothing
of it leaves it to the house as well.
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.live_handover import returned
from tables.play.state import RUNNING, State
from tables.play.staying import check_paid, withdrawn
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

STAND_STILL = (
    c.AnnounceBetsOpen,
    c.PlaceBet,
    c.AcceptLateBet,
    c.MoveBet,
    c.ConfirmBets,
    c.ReplayBet,
    c.ChoosePrison,
    c.ChangeLimits,
    c.AnnounceLastCoup,
)
"""What is not asked of a table whose play is suspended."""


def check_not_suspended(state: State, command: c.Command, rulebook: Rulebook) -> None:
    """Raises Refused for what would carry on with the game while it is suspended."""
    suspended = state.direction.suspension
    if suspended is not None and isinstance(command, STAND_STILL):
        clause = rulebook.suspension.clause if rulebook.suspension else None
        why = _reason_in_words(suspended.reason, suspended.detail, rulebook)
        raise Refused(f"play is suspended since {suspended.since:%H:%M} UTC ({why}): resume it first", clause)


def suspend_table(state: State, command: c.SuspendTable, rulebook: Rulebook, at: datetime) -> Decision:
    """Lets play stand still, for one of the rulebook's reasons where it names any.

    The free stakes are returned or kept as the command says; what is in prison stays bound. While the number of a coup
    is still to fall its bets can be kept only: they are returned once the coup is null.
    """
    rule = rulebook.suspension
    clause = rule.clause if rule else None
    if state.direction.suspension is not None:
        return
    if rule and rule.reasons and command.reason not in rule.reasons:
        known = ", ".join(rule.reasons)
        raise Refused(
            f"{command.reason or 'nothing'} is no reason to suspend play; these are: {known}", clause
        )
    if not (command.reason.strip() or command.detail.strip()):
        raise Refused("a suspension needs its reason", clause)
    if command.return_bets and state.phase in ("launched", "bets_closed"):
        raise Refused(
            f"the ball of coup {state.coup} runs: its bets are kept, and returned once the coup is null",
            clause,
        )
    if command.return_bets and state.phase == "paying":
        raise Refused(f"coup {state.coup} is being paid: pay it, and then return what lies", clause)
    if command.return_bets:
        check_paid(state, state.bets, rulebook)
    yield Dated(
        e.TableSuspended(
            reason=command.reason, detail=command.detail, bets="returned" if command.return_bets else "kept"
        ),
        at,
    )
    if command.return_bets:
        yield from withdrawn(state, (bet for bet in state.bets if not bet.level), at)
        yield from returned(state, at)


def notify_control(state: State, command: c.NotifyControl, rulebook: Rulebook, at: datetime) -> Decision:
    """Records that the control service knows of the suspension, also after play went on (it-campione/15)."""
    clause = rulebook.suspension.clause if rulebook.suspension else None
    if not command.notice.strip():
        raise Refused("the notice needs its words: to whom, how, what", clause)
    suspended = state.direction.suspension
    open_now = suspended is not None and suspended.notified_at is None
    if not open_now and not state.direction.unnotified:
        raise Refused("there is no suspension that control has not been told of", clause)
    yield Dated(e.ControlNotified(notice=command.notice), at)


def resume_table(state: State, command: c.ResumeTable, rulebook: Rulebook, at: datetime) -> Decision:
    """Lets play go on; a table that is not suspended has nothing to record."""
    if state.direction.suspension is not None:
        yield Dated(e.TableResumed(), at)


def announce_last_coup(
    state: State, command: c.AnnounceLastCoup, rulebook: Rulebook, at: datetime
) -> Decision:
    """Tells the players which coup is the last: the one at hand until its ball is launched, else the next."""
    clause = rulebook.last_coup.clause if rulebook.last_coup else None
    if state.direction.last_coup is not None:
        return
    if state.phase in ("launched", "bets_closed"):
        raise Refused(
            f"the ball of coup {state.coup} runs: the last coup is announced before it, or after its number",
            clause,
        )
    yield Dated(e.LastCoupAnnounced(coup=state.coup_of_new_bets), at)


def revoke_last_coup(state: State, command: c.RevokeLastCoup, rulebook: Rulebook, at: datetime) -> Decision:
    """Takes the announcement back, with a reason: the table plays on."""
    clause = rulebook.last_coup.clause if rulebook.last_coup else None
    if state.direction.last_coup is None:
        raise Refused("no last coup is announced", clause)
    if not command.reason.strip():
        raise Refused("the announcement is taken back with a reason only", clause)
    yield Dated(e.LastCoupRevoked(coup=state.direction.last_coup, reason=command.reason), at)


def is_last_coup_played(state: State) -> bool:
    """Whether the coup that was announced as the last one is there, or a later one."""
    last = state.direction.last_coup
    return last is not None and state.coup >= last


def check_last_coup_not_played(state: State, rulebook: Rulebook) -> None:
    """Raises Refused where the next coup would come after the announced last one."""
    last = state.direction.last_coup
    if is_last_coup_played(state):
        raise Refused(
            f"coup {last} was announced as the last one: close the table, or take the announcement back",
            rulebook.last_coup.clause if rulebook.last_coup else None,
        )


def check_no_later_coup(state: State, rulebook: Rulebook) -> None:
    """Raises Refused for a bet in a coup after the announced last one: a ball that was launched all the same opened it,
    and nobody else has."""
    last = state.direction.last_coup
    if last is not None and state.phase in RUNNING and state.coup > last:
        raise Refused(
            f"coup {last} was announced as the last one: no bet comes in coup {state.coup}",
            rulebook.last_coup.clause if rulebook.last_coup else None,
        )


def check_last_coup_played(state: State, rulebook: Rulebook) -> None:
    """Raises Refused unless the announced last coup was played (it-campione/14).

    Play that is suspended may end without one, and so may a table at which no coup was opened.
    """
    rule, last = rulebook.last_coup, state.direction.last_coup
    if rule is None or state.direction.suspension is not None or not state.coup:
        return
    if last is None:
        raise Refused("the last coup was not announced: announce it, play it, then close", rule.clause)
    if state.last_coup is None or state.last_coup.coup < last:
        raise Refused(f"coup {last}, announced as the last one, has not been played yet", rule.clause)


def check_control_told(state: State, rulebook: Rulebook) -> None:
    """Raises Refused while control does not know of a suspension that it is to be told of (it-campione/15)."""
    rule, suspended = rulebook.suspension, state.direction.suspension
    if rule is None or rule.notify_within_s is None:
        return
    if state.direction.unnotified or (suspended is not None and suspended.notified_at is None):
        raise Refused("control has not been told of the suspension: record the notice first", rule.clause)


def _reason_in_words(reason: str, detail: str, rulebook: Rulebook) -> str:
    labels = rulebook.suspension.reasons if rulebook.suspension else {}
    return ", ".join(part for part in (labels.get(reason, reason), detail) if part)
