"""What other rooms ask of prison: what becomes of the stakes there once the day's last coup is played."""

from collections.abc import Iterator
from datetime import datetime

from tables.play import events as e
from tables.play.direction.questions import is_last_coup_played
from tables.play.pending import PendingEvent
from tables.play.state import State
from tables.roulette.payout.bound_stake import back_at_last_coup, ends_with_last_coup
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake


def ending(state: State, rulebook: Rulebook) -> tuple[Stake, ...]:
    """The stakes in prison that end with the day's last coup; none where they go on to the next day, nor on a day
    without a coup."""
    if not ends_with_last_coup(rulebook) or state.last_coup is None:
        return ()
    return tuple(bet for bet in state.bets if bet.level)


def is_played_out(state: State, rulebook: Rulebook) -> bool:
    """Whether nothing is to come of the day's coups: the last is paid, and was announced where the rulebook asks."""
    if state.phase != "idle" or state.payments_open or state.discrepancy is not None or state.doubted:
        return False
    return rulebook.last_coup is None or is_last_coup_played(state) or state.direction.suspension is not None


def ended(state: State, rulebook: Rulebook, at: datetime) -> Iterator[PendingEvent]:
    """Ends what is in prison as the rulebook says."""
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


def check_ended_before_count(state: State, rulebook: Rulebook) -> None:
    """Raises Refused where the closing count was made while stakes lay in prison that end now: chips come to the float
    by it, so it is counted again."""
    stakes = ending(state, rulebook)
    if stakes and state.direction.float_at_closing is not None:
        rule = rulebook.zero.prison
        clause = rule.at_last_coup_clause if rule else None
        raise Refused("float-counted-before-prison-ended", clause, count=len(stakes))
