"""Questions about prison from other packages: open choices of owners, and the stakes there once the last coup is
played.
"""

from collections.abc import Iterator
from datetime import datetime

from tables.play import events as e
from tables.play.direction.questions import is_last_coup_played
from tables.play.pending import PendingEvent
from tables.play.state import PendingChoice, State
from tables.refusal import Refused
from tables.roulette.payout.bound_stake import back_at_last_coup, ends_with_last_coup
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


def ending(state: State, rulebook: Rulebook) -> tuple[Stake, ...]:
    """Return the stakes in prison that end with the day's last coup; none if they go on to the next day, nor on a day
    without a coup.
    """
    if not ends_with_last_coup(rulebook) or state.last_coup is None:
        return ()
    return tuple(bet for bet in state.bets if bet.level)


def is_played_out(state: State, rulebook: Rulebook) -> bool:
    """Return True if the day's coups are over: the last is paid, and was announced if the rulebook asks for it."""
    if state.phase != "idle" or state.payments_open or state.discrepancy is not None or state.doubted:
        return False
    return rulebook.last_coup is None or is_last_coup_played(state) or state.direction.suspension is not None


def ended(state: State, rulebook: Rulebook, at: datetime) -> Iterator[PendingEvent]:
    """Yield the ends of the stakes in prison, by the rulebook."""
    rule = rulebook.zero.prison
    for stake in ending(state, rulebook):
        assert rule is not None and state.last_coup is not None, "something ends"
        ends = e.PrisonEnded(
            coup=state.last_coup.coup,
            ref=stake.ref,
            player=stake.player,
            bet=stake.bet,
            amount=stake.amount,
            returned=back_at_last_coup(rulebook, stake),
            clause=rule.at_last_coup_clause or rule.clause,
        )
        yield PendingEvent(ends, at)


def open_choices(state: State, rulebook: Rulebook) -> tuple[PendingChoice, ...]:
    """Return the stakes in prison whose owners have not chosen yet, and lose their choice if the table closes now.

    Nobody loses one where prison ends with the last coup and each stake is divided or returned by that.
    """
    rule = rulebook.zero.prison
    if rule is None or not (rule.partage or rule.move):
        return ()
    if rule.at_last_coup in ("divided", "returned"):
        return ()
    return tuple(pending for pending in state.choices if not pending.choice)


def check_chosen(state: State, rulebook: Rulebook) -> None:
    """Raise Refused while the owner of a stake in prison may still choose (it-campione/3, it-venezia/prison)."""
    waiting = open_choices(state, rulebook)
    if waiting and rulebook.zero.prison is not None:
        raise Refused(
            "prison-choices-open",
            rulebook.zero.prison.clause,
            count=len(waiting),
            refs=tuple(pending.stake.ref for pending in waiting),
        )


def check_ended_before_count(state: State, rulebook: Rulebook) -> None:
    """Raise Refused if the closing count was made while stakes were in prison that end now: their chips come to the
    float, so it is counted again.
    """
    stakes = ending(state, rulebook)
    if stakes and state.direction.float_at_closing is not None:
        rule = rulebook.zero.prison
        clause = rule.at_last_coup_clause if rule else None
        raise Refused("float-counted-before-prison-ended", clause, count=len(stakes))
