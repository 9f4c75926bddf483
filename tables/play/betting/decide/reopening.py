"""Bets for the next coup in two steps: once the losing chips are cleared, and on winning combinations once all is paid.

It follows it-venezia/general-6-7. A rulebook without the rule takes new bets with faites vos jeux alone.
"""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.pending import Decision, PendingEvent
from tables.play.result.questions import check_certain
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import Rulebook
from tables.roulette.wheel import as_data


def clear_losers(state: State, command: c.ClearLosers, rulebook: Rulebook, at: datetime) -> Decision:
    """Record that the losing chips of the coup in payment are off the cloth.

    Refused while it is not certain which ones have lost: that asks for a decision first, and has not happened.
    """
    if state.phase != "paying" or state.course.cleared == state.coup:
        return
    check_certain(state, state.coup, rulebook)
    yield PendingEvent(e.LosersCleared(coup=state.coup), at)


def check_combination_paid(state: State, code: str, rulebook: Rulebook) -> None:
    """Raise Refused for a bet on a combination that has won and is still being paid."""
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
        number = None if state.number is None else as_data(state.number)
        raise Refused("combination-being-paid", rule.clause, bet=code, coup=state.coup, number=number)
