"""Bets for the next coup in two steps: once the losing chips are cleared, and on winning combinations once all is paid.

It follows it-venezia/general-6-7. A rulebook without the rule takes new bets with faites vos jeux alone.
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.direction import check_last_coup_not_played
from tables.play.payments import check_certain
from tables.play.state import State
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook


def clear_losers(state: State, command: c.ClearLosers, rulebook: Rulebook, at: datetime) -> Decision:
    """Records that the losing chips of the coup in payment are off the cloth.

    Refused while it is not certain which ones have lost: that asks for a decision first, and has not happened.
    """
    if state.phase != "paying" or state.course.cleared == state.coup:
        return
    check_certain(state, state.coup, rulebook)
    yield Dated(e.LosersCleared(coup=state.coup), at)


def check_losers_cleared(state: State, rulebook: Rulebook) -> bool:
    """Whether bets for the next coup are taken already, before faites vos jeux.

    Raises Refused where the losing chips lie yet, two numbers are told, or no other coup is to come.
    """
    rule = rulebook.reopening
    if rule is None or state.phase not in ("paying", "idle") or state.last_coup is None:
        return False
    check_last_coup_not_played(state, rulebook)
    if state.phase == "paying":
        if state.course.cleared != state.coup:
            raise Refused(
                f"the losing chips of coup {state.coup} are not cleared yet: new bets come then", rule.clause
            )
        check_certain(state, state.coup, rulebook)
    return True


def check_combination_paid(state: State, code: str, rulebook: Rulebook) -> None:
    """Raises Refused for a bet on a combination that has won and is still being paid."""
    rule = rulebook.reopening
    if rule is None or state.phase != "paying":
        return
    bet = parse_bet(code, rulebook, wheel=state.wheel)
    numbers = (
        {number for chip, _ in bet.chips for number in chip.numbers}
        if isinstance(bet, AnnouncedBet)
        else bet.numbers
    )
    if state.number in numbers:
        raise Refused(
            f"{code} has won coup {state.coup} with {state.number}, which is being paid: "
            "a new bet comes there when all payments are done",
            rule.clause,
        )


def is_new_bet(state: State, ref: str) -> bool:
    """Whether it was placed for the next coup while the last one is being paid: it neither came out of that payment nor
    lies on."""
    settled = {bet.ref for bet in state.settled_bets}
    return any(
        bet.ref == ref and ref not in settled and bet.replay_of is None and bet.stays_of is None
        for bet in state.bets
    )
