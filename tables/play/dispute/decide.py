"""Disputes on a coup: opened by anybody, decided by the role that the rulebook names (it-venezia/general-12).

Displaced bets put back after the number: the coup settles on the bets in their restored places.

Staff put a bet back if they are certain of its place, by technical means, or from the player's word (pt-francesa/23,
pt-americana/33); and only the position of the chip at the number decides (it-venezia/general-2-3).
"""

from datetime import datetime

from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.betting.staying import stays_put_right
from tables.play.dispute.questions import clause_on_disputes, waiting_disputes
from tables.play.held.questions import claims_undone, stakes_undone, undone_by_putting_back
from tables.play.payment.paid_before import paid_before_put_back
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.player_names import check_name
from tables.play.signatures import check_decided
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.announced import AnnouncedBet
from tables.roulette.bets import parse_bet
from tables.roulette.rulebook import EVEN_CHANCES, Rulebook


def open_dispute(state: State, command: c.OpenDispute, rulebook: Rulebook, at: datetime) -> Decision:
    """Record that a coup of the day is disputed. The coup must have been played, or be running."""
    clause = clause_on_disputes(rulebook)
    if not 1 <= command.coup <= state.coup:
        raise Refused("coup-not-played-today", clause, coup=command.coup, last=state.coup)
    if not command.words.strip():
        raise Refused("dispute-without-words", clause)
    check_name(command.player, clause or rulebook.limits.maximum_clause)
    yield PendingEvent(
        e.DisputeOpened(
            dispute=f"d{state.corrections.opened + 1}",
            coup=command.coup,
            player=command.player,
            words=command.words,
        ),
        at,
    )


def decide_dispute(state: State, command: c.DecideDispute, rulebook: Rulebook, at: datetime) -> Decision:
    """Decide a dispute: it is turned down, the casino pays, or a payment is corrected in either direction.

    Once the day is closed its float has been counted and handed on, so the cash desk pays and takes repayments.
    """
    clause = clause_on_disputes(rulebook)
    dispute = next((each for each in state.corrections.disputes if each.dispute == command.dispute), None)
    if dispute is None:
        raise Refused("dispute-not-open", clause, dispute=command.dispute, disputes=waiting_disputes(state))
    rule = rulebook.disputes
    check_decided(
        command, rule.decided_by if rule else None, clause, "dispute-decision", dispute=command.dispute
    )
    if not command.reason.strip():
        raise Refused("dispute-decided-without-reason", clause)
    _check_amount(command, rulebook, clause)
    yield PendingEvent(
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
    value = Money(command.amount, rulebook.currency)
    if command.outcome == "none" and command.amount:
        raise Refused("dispute-names-amount-for-nothing", clause, value=value)
    if command.outcome == "pay" and command.amount <= 0:
        raise Refused("dispute-pays-nothing", clause, value=value)
    if command.outcome == "correct" and not command.amount:
        raise Refused("dispute-corrects-nothing", clause, value=value)


def reconstitute_bets(
    state: State, command: c.ReconstituteBets, rulebook: Rulebook, at: datetime
) -> Decision:
    """Record the places where displaced bets of the coup being paid are put back. A bet that is there already
    changes nothing.

    Raises Refused if this cannot have happened: no such rule, no coup being paid, no such bet, or a bet that was played
    again from its payment. After the payments a coup is disputed, and the management decides.
    """
    rule = rulebook.reconstitution
    if rule is None:
        raise Refused("no-rule-on-displaced-bets")
    last = state.last_coup
    if last is None or last.coup not in state.payments_open:
        raise Refused("displaced-bets-after-payment", rule.clause)
    if command.basis not in rule.bases:
        raise Refused("basis-unknown", rule.clause, basis=command.basis, bases=tuple(rule.bases))
    lay = {bet.ref: bet for bet in state.settled_bets}
    displaced = []
    for each in command.bets:
        bet = lay.get(each.ref)
        if bet is None:
            raise Refused("displaced-bet-unknown", rule.clause, ref=each.ref, coup=last.coup, refs=tuple(lay))
        if any(replayed.ref == each.ref for replayed in state.replayed):
            raise Refused("displaced-bet-was-replayed", rule.clause, ref=each.ref)
        where = parse_bet(each.bet, rulebook, wheel=state.wheel)
        if isinstance(where, AnnouncedBet) != isinstance(
            parse_bet(bet.bet, rulebook, wheel=state.wheel), AnnouncedBet
        ):
            raise Refused("displaced-bet-of-other-kind", rule.clause, ref=each.ref)
        if bet.level and (isinstance(where, AnnouncedBet) or where.kind not in EVEN_CHANCES):
            raise Refused("displaced-bet-in-prison", rule.clause, ref=each.ref, bet=where.code)
        if where.code != bet.bet:
            displaced.append(e.Displaced(ref=each.ref, before=bet.bet, after=where.code))
    if displaced:
        after = {each.ref: each.after for each in displaced}
        settled = [replace(bet, bet=after.get(bet.ref, bet.bet)) for bet in state.settled_bets]
        undone = tuple(undone_by_putting_back(state, settled, rulebook, at))
        yield PendingEvent(
            e.BetsReconstituted(
                coup=last.coup,
                bets=tuple(displaced),
                basis=command.basis,
                decided_by=command.decided_by,
                clause=rule.clause,
            ),
            at,
        )
        yield from undone
        yield from paid_before_put_back(state, settled, rulebook, at, claimed=claims_undone(undone))
        yield from stays_put_right(
            state, settled, last.number, rulebook, at, given_back=stakes_undone(undone)
        )


DECIDERS: Deciders = {
    c.ReconstituteBets: reconstitute_bets,
    c.OpenDispute: open_dispute,
    c.DecideDispute: decide_dispute,
}
