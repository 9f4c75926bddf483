"""Questions about bets from other packages."""

from msgspec.structs import replace

from tables.play.betting.staying import is_being_paid
from tables.play.direction.questions import check_last_coup_not_played
from tables.play.limits.questions import check_held
from tables.play.references import reference
from tables.play.result.questions import check_certain
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.replay import Replay
from tables.roulette.rulebook import Rulebook
from tables.roulette.stake import Stake

BETS_OPEN = ("betting", "launched")
"""Phases from faites vos jeux until rien ne va plus, also while the ball already runs."""


def takes_bets(state: State, rulebook: Rulebook) -> bool:
    """Return True if the present time allows bets to be placed and taken off."""
    if state.doubted:
        return False
    try:
        check_open(state, rulebook, to_place=True)
        check_not_late(state, rulebook)
    except Refused:
        return False
    return state.course.hangs_since is None or rulebook.hanging_ball is None


def may_withdraw(state: State, bet: Stake, rulebook: Rulebook) -> bool:
    """Return True if the present time and its prison allow this bet to be taken off."""
    if bet.level or state.doubted:
        return False
    if bet.stays_of is not None:
        return state.phase != "bets_closed" and not is_being_paid(state, bet)
    return takes_bets(state, rulebook)


def bets_of_last_coup(state: State, player: str) -> tuple[Stake, ...]:
    """Return the player's bets of the last coup, without those in prison."""
    return tuple(bet for bet in state.settled_bets if bet.player == player and not bet.level)


def bets_to_double(state: State, player: str) -> tuple[Stake, ...]:
    """Return the player's present bets, without those in prison."""
    return tuple(bet for bet in state.bets if bet.player == player and not bet.level)


def bets_to_repeat(state: State, player: str) -> tuple[Stake, ...]:
    """Return the player's bets of the last coup that are not on the cloth now, neither in their old place nor as a
    winning stake that stays.
    """
    lying = list(bets_to_double(state, player))
    missing = []
    for had in bets_of_last_coup(state, player):
        found = next((bet for bet in lying if _lies_as(bet, had)), None)
        if found is None:
            missing.append(had)
        else:
            lying.remove(found)
    return tuple(missing)


def _lies_as(bet: Stake, had: Stake) -> bool:
    if (bet.bet, bet.layout, bet.on_behalf_of) != (had.bet, had.layout, had.on_behalf_of):
        return False
    return bet.stays_of == had.ref or (bet.amount, bet.colour) == (had.amount, had.colour)


def check_open(state: State, rulebook: Rulebook, *, to_place: bool) -> None:
    """Raise Refused while bets are not open, for placing and for taking off."""
    if is_open(state, rulebook):
        return
    clause = rulebook.phases.after_bets_closed_clause
    if state.phase == "bets_closed":
        raise Refused("placed-after-close" if to_place else "taken-off-after-close", clause, coup=state.coup)
    if state.phase == "paying":
        raise Refused(
            "placed-while-paying" if to_place else "taken-off-while-paying", clause, coup=state.coup
        )
    raise Refused("placed-before-open" if to_place else "taken-off-before-open", clause)


def is_open(state: State, rulebook: Rulebook) -> bool:
    return state.phase in BETS_OPEN or check_losers_cleared(state, rulebook)


def is_late(state: State, rulebook: Rulebook) -> bool:
    """Return True if a bet now is too late for anybody to place."""
    rule = rulebook.late_bets
    if state.phase == "launched":
        return rule is not None and rule.after == "launch"
    return state.phase == "bets_closed"


def check_not_late(state: State, rulebook: Rulebook) -> None:
    """Raise Refused for a bet while the ball runs, if only the chief may accept it."""
    rule = rulebook.late_bets
    if rule is not None and state.phase == "launched" and is_late(state, rulebook):
        raise Refused("bet-while-ball-runs", rule.clause, coup=state.coup, role=rule.accepted_by)


def laid_again(state: State, won: Stake, replay: Replay) -> tuple[Stake, ...]:
    """Return the stakes that the replay places on the cloth: the bet again, then the winning chips beside it."""
    return tuple(
        replace(
            won,
            ref=reference(state.bets_numbered + place),
            bet=bet,
            amount=amount,
            distance=None,
            replay_of=won.ref,
        )
        for place, (bet, amount) in enumerate(((replay.bet, replay.amount), *replay.beside), start=1)
    )


def without_what_stays(state: State, ref: str) -> State:
    """Return the table without the winning chips of this bet, which a replay of it takes up."""
    return replace(state, bets=tuple(bet for bet in state.bets if bet.stays_of != ref))


def check_laid(state: State, placed: tuple[Stake, ...], rulebook: Rulebook) -> None:
    """Check each bet with those before it on the cloth, as if they were placed by hand one after the other.

    Raises LimitRefused. The function reads limits, groups, wheel and bets of the state.
    """
    for new in placed:
        check_held(state, new, rulebook)
        state = replace(state, bets=(*state.bets, new))


def check_losers_cleared(state: State, rulebook: Rulebook) -> bool:
    """Return True if bets for the next coup are taken already, before faites vos jeux.

    Raises Refused while losing chips are still on the cloth, while two numbers are reported, or if no other coup
    follows.
    """
    rule = rulebook.reopening
    if rule is None or state.phase not in ("paying", "idle") or state.last_coup is None:
        return False
    check_last_coup_not_played(state, rulebook)
    if state.phase == "paying":
        if state.course.cleared != state.coup:
            raise Refused("losers-not-cleared", rule.clause, coup=state.coup)
        check_certain(state, state.coup, rulebook)
    return True


def is_new_bet(state: State, ref: str) -> bool:
    """Return True if the bet was placed for the next coup during the payments of the last one: it neither came out
    of those payments nor stays from before.
    """
    settled = {bet.ref for bet in state.settled_bets}
    return any(
        bet.ref == ref and ref not in settled and bet.replay_of is None and bet.stays_of is None
        for bet in state.bets
    )
