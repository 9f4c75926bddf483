"""Disputes on a coup: opened by anybody, decided by the direction of the games alone (it-venezia/general-12)."""

from datetime import datetime
from functools import partial

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.player_names import check_name
from tables.play.signatures import check_signed
from tables.play.state import State
from tables.roulette.money import in_words
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import Rulebook

DECIDED_BY = ("pit_boss",)
"""Who speaks for the direction of the games in the house's roles."""


def open_dispute(state: State, command: c.OpenDispute, rulebook: Rulebook, at: datetime) -> Decision:
    """Records that a coup of the day is disputed. The coup must have been played, or be running."""
    clause = _clause(rulebook)
    if not 1 <= command.coup <= state.coup:
        raise Refused(f"coup {command.coup} has not been played today; there are 1 to {state.coup}", clause)
    if not command.words.strip():
        raise Refused("a dispute says what it is about", clause)
    check_name(command.player, clause or rulebook.limits.maximum_clause)
    yield Dated(
        e.DisputeOpened(
            dispute=f"d{state.corrections.opened + 1}",
            coup=command.coup,
            player=command.player,
            words=command.words,
        ),
        at,
    )


def decide_dispute(state: State, command: c.DecideDispute, rulebook: Rulebook, at: datetime) -> Decision:
    """Decides a dispute: nothing comes of it, the house pays, or what was paid is corrected either way.

    Once the day is closed its float has been counted and handed on, so the cash desk pays, and takes what comes back.
    """
    clause = _clause(rulebook)
    dispute = next((each for each in state.corrections.disputes if each.dispute == command.dispute), None)
    if dispute is None:
        there_are = ", ".join(each.dispute for each in state.corrections.disputes) or "none"
        raise Refused(f"{command.dispute} is no dispute that waits; there are: {there_are}", clause)
    check_signed(command, DECIDED_BY, clause, f"the decision of {command.dispute}")
    if not command.reason.strip():
        raise Refused("the decision needs its reason", clause)
    _check_amount(command, rulebook, clause)
    yield Dated(
        e.DisputeDecided(
            dispute=dispute.dispute,
            coup=dispute.coup,
            player=dispute.player,
            outcome=command.outcome,
            amount=command.amount,
            reason=command.reason,
            clause=clause,
            paid_by="cash_desk" if state.phase == "closed" else "table",
        ),
        at,
    )


def _check_amount(command: c.DecideDispute, rulebook: Rulebook, clause: str | None) -> None:
    said = partial(in_words, currency=rulebook.currency)
    if command.outcome == "none" and command.amount:
        raise Refused(
            f"nothing comes of it, but {said(command.amount)} are named", clause, value=command.amount
        )
    if command.outcome == "pay" and command.amount <= 0:
        raise Refused(
            f"the house pays more than nothing, not {said(command.amount)}", clause, value=command.amount
        )
    if command.outcome == "correct" and not command.amount:
        raise Refused("a correction names what is paid, or below zero what is given back", clause, value=0)


def _clause(rulebook: Rulebook) -> str | None:
    return rulebook.disputes.clause if rulebook.disputes else None


def check_last_day_undisputed(state: State, rulebook: Rulebook) -> None:
    """Raises Refused while a coup of the day that was closed last is disputed: it is decided where it was played."""
    waiting = ", ".join(each.dispute for each in state.corrections.disputes)
    if waiting:
        raise Refused(
            f"{waiting} of {state.previous_day}: the direction decides what is disputed of that day before the next",
            _clause(rulebook),
        )


def check_disputes_decided(state: State, rulebook: Rulebook) -> None:
    """Raises Refused while a dispute waits for the direction."""
    waiting = ", ".join(each.dispute for each in state.corrections.disputes)
    if waiting:
        raise Refused(
            f"{waiting}: the direction decides what is disputed before the table closes", _clause(rulebook)
        )
