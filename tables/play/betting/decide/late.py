"""Bets that come after their time: who may accept them, by which repetitions; or that they are refused, and why.

While the ball runs it is the chief's to accept or refuse a bet (it-campione/9), or after rien ne va plus alone
(it-venezia/phases). A rulebook without such a rule takes no late bet (pt-francesa/12).
"""

from datetime import datetime

from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.betting.laying import check_kind_of_chips, lay
from tables.play.betting.questions import is_late
from tables.play.betting.repetition import check_all_repeated, check_repeated
from tables.play.equipment.questions import check_series_in_play
from tables.play.limits.questions import check_held
from tables.play.pending import Decision, PendingEvent
from tables.play.player_names import check_name
from tables.play.signatures import check_reserved
from tables.play.state import State
from tables.refusal import BetRefused, Refused
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import LateBetsRule, Rulebook


def accept_late_bet(state: State, command: c.AcceptLateBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Place a late bet that was signed by a person who may accept it, and repeated aloud by the people who must.

    Raises Refused for a bet on an advance or without an amount, where a late bet comes with its amount (it-campione/9).
    """
    rule = _rule(state, rulebook)
    bet = command.bet
    by = check_reserved(command, rule.accepted_by, rule.deputies, rule.clause, "late-bet", bet=bet.bet)
    if rule.with_amount and (bet.on_advance is not None or bet.amount <= 0):
        raise Refused("late-bet-without-amount", rule.clause, bet=bet.bet, advance=bet.on_advance or "")
    laid = lay(state, bet, rulebook)
    check_kind_of_chips(state, laid, rulebook)
    check_series_in_play(state, laid, rulebook)
    check_held(state, laid.as_laid, rulebook)
    check_all_repeated(laid.bet, rule.repeated_by, bet.repeated, rule.clause)
    check_repeated(laid.bet, state.wheel, bet.repeated, rulebook, called=bet.called)
    accepted = replace(laid, repeated=bet.repeated, called=bet.called, late=True, accepted_by=by.person)
    yield PendingEvent(accepted, at)


def refuse_late_bet(state: State, command: c.RefuseLateBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Record a bet that came after its time and was turned down, with the reason: it takes no part in the coup."""
    rule = _rule(state, rulebook)
    check_reserved(command, rule.accepted_by, rule.deputies, rule.clause, "late-bet-refusal", bet=command.bet)
    if not command.reason.strip():
        raise Refused("late-bet-refused-without-reason", rule.clause)
    yield _seen(state, command, rulebook, at, reason=command.reason)


def see_late_bet(state: State, command: c.SeeLateBet, rulebook: Rulebook, at: datetime) -> Decision:
    """Record chips that came too late, at any place; they take no part in the coup."""
    if state.phase in ("betting", "launched") and not is_late(state, rulebook):
        raise Refused("no-chip-late-while-open", coup=state.coup)
    if not state.coup:
        clause = rulebook.phases.after_bets_closed_clause
        raise Refused("no-coup-to-be-late-for", clause)
    yield _seen(state, command, rulebook, at)


def _rule(state: State, rulebook: Rulebook) -> LateBetsRule:
    rule = rulebook.late_bets
    if rule is None:
        raise Refused("no-late-bet-here", rulebook.phases.after_bets_closed_clause)
    if is_late(state, rulebook):
        return rule
    if state.phase in ("betting", "launched"):
        raise Refused("no-bet-late-while-open", rule.clause)
    raise Refused("no-bet-late-without-ball", rule.clause)


def _seen(
    state: State,
    command: c.SeeLateBet | c.RefuseLateBet,
    rulebook: Rulebook,
    at: datetime,
    *,
    reason: str = "",
) -> PendingEvent:
    if command.amount <= 0:
        clause = rulebook.late_bets.clause if rulebook.late_bets else None
        raise Refused("late-bet-of-nothing", clause, value=Money(command.amount, rulebook.currency))
    check_name(command.player, rulebook.limits.maximum_clause)
    try:
        where = parse_bet(command.bet, rulebook, wheel=state.wheel).code
    except BetRefused:
        where = command.bet
    return PendingEvent(
        e.LateBetSeen(
            coup=state.coup, player=command.player, bet=where, amount=command.amount, reason=reason
        ),
        at,
    )
