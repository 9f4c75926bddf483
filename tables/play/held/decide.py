"""Safekeeping: unclaimed wins and abandoned stakes, kept until claimed, paid into the endowment or ended by the casino.

No item leaves safekeeping otherwise (it-venezia/general-8, it-campione/19). An item gets a receipt when it is set
aside, numbered for each table and day without a gap. An item that still waits when the table closes gets its receipt
then. Two people count its chips by value and series and sign. That count is the casino's own rule, and cites no clause.
"""

from collections.abc import Iterable
from datetime import datetime

from msgspec.structs import replace

from tables.money import Money
from tables.play import commands as c
from tables.play import events as e
from tables.play.betting.questions import is_late
from tables.play.betting.staying import check_paid, stays_of, withdrawn
from tables.play.held.questions import next_receipt
from tables.play.held.uncollected import uncollected
from tables.play.payment.prizes import unclaimed_in
from tables.play.payment.settled import lines_by_ref, settled_on
from tables.play.pending import Deciders, Decision, PendingEvent
from tables.play.pieces import check_by_series, check_pieces, worth_of
from tables.play.player_names import check_name
from tables.play.references import HELD, reference
from tables.play.result.questions import check_certain
from tables.play.signatures import check_reserved, check_signed, check_two_signed
from tables.play.state import State
from tables.refusal import Refused
from tables.roulette.payout.lines import Line
from tables.roulette.rulebook import HeldRule, Role, Rulebook
from tables.roulette.stake import Stake
from tables.roulette.wheel import as_data


def see_unclaimed(state: State, command: c.SeeUnclaimed, rulebook: Rulebook, at: datetime) -> Decision:
    """Record that nobody claims a win of the last number during its payment, or of a paid coup afterwards.

    The win leaves the cloth with its stake. If the rule demands it for the kind of bet of any of its chips, the win is
    set aside at once. Otherwise the win waits next to the cloth for a number of further coups. A second report adds no
    event. Raises Refused for a bet that did not win, was played again or is paid. Raises Refused for an uncertain
    number, and after the time for unclaimed wins is over.
    """
    rule = _rule(rulebook)
    if rule.after_coups and command.refs and _is_paid(state, command.coup):
        yield from _seen_after_payment(state, command, rulebook, rule, at)
        return
    _check_to_be_paid(state, command.coup, rule)
    check_certain(state, command.coup, rulebook)
    if not command.refs:
        raise Refused("unclaimed-win-without-bets", rule.clause)
    seen = unclaimed_in(state, command.coup)
    if seen.issuperset(command.refs):
        return
    laid = [_settled(state, ref, command.coup, rule) for ref in command.refs]
    if len({(bet.player, bet.bet, bet.layout) for bet in laid}) > 1 or not seen.isdisjoint(command.refs):
        raise Refused("unclaimed-win-not-one-line", rule.clause, refs=command.refs)
    wins = _wins(state, laid, rulebook, rule)
    waits = rule.after_coups is not None and all(kind in rule.later for win in wins for kind in win.kinds_won)
    held = e.HeldStake(
        ref=reference(state.held.numbered + 1, HELD),
        day=state.day,
        coup=command.coup,
        kind="win",
        bets=tuple(bet.ref for bet in laid),
        bet=laid[0].bet,
        player=laid[0].player,
        layout=laid[0].layout,
        stake=sum(win.returned for win in wins),
        prize=sum(win.prize for win in wins),
        since=at,
        clause=rule.clause,
        until_coup=command.coup + rule.after_coups if waits and rule.after_coups else None,
        receipt="" if waits else next_receipt(state),
    )
    happened = e.WinUnclaimed if waits else e.HeldSetAside
    yield PendingEvent(happened(held=held), at)
    yield from withdrawn(state, stays_of(state, command.refs), at)


def _seen_after_payment(
    state: State, command: c.SeeUnclaimed, rulebook: Rulebook, rule: HeldRule, at: datetime
) -> Decision:
    """Yield the events for a win that was put down and not collected, with its stake if that is still free there."""
    check_certain(state, command.coup, rulebook)
    seen = unclaimed_in(state, command.coup)
    if seen.issuperset(command.refs):
        return
    there = {win.ref: win for win in uncollected(state, rulebook) if win.coup == command.coup}
    if not seen.isdisjoint(command.refs):
        raise Refused("unclaimed-win-not-one-line", rule.clause, refs=command.refs)
    for ref in command.refs:
        if ref not in there:
            raise Refused(
                "unclaimed-win-not-in-time", rule.clause, ref=ref, coup=command.coup, count=rule.after_coups
            )
    wins = [there[ref] for ref in command.refs]
    if len({(win.player, win.bet, win.layout) for win in wins}) > 1:
        raise Refused("unclaimed-win-not-one-line", rule.clause, refs=command.refs)
    lying = () if state.phase == "bets_closed" else stays_of(state, command.refs)
    waits = all(win.waits for win in wins)
    held = e.HeldStake(
        ref=reference(state.held.numbered + 1, HELD),
        day=state.day,
        coup=command.coup,
        kind="win",
        bets=command.refs,
        bet=wins[0].bet,
        player=wins[0].player,
        layout=wins[0].layout,
        stake=sum(bet.amount for bet in lying),
        prize=sum(win.prize for win in wins),
        since=at,
        clause=rule.clause,
        until_coup=command.coup + (rule.after_coups or 0) if waits else None,
        receipt="" if waits else next_receipt(state),
    )
    yield PendingEvent(e.WinUnclaimed(held=held) if waits else e.HeldSetAside(held=held), at)
    yield from withdrawn(state, lying, at)


def _is_paid(state: State, coup: int) -> bool:
    """Return True if this coup of the day has its number and no payments open."""
    return coup not in state.payments_open and any(past.coup == coup for past in state.past)


def _check_to_be_paid(state: State, coup: int, rule: HeldRule) -> None:
    last = state.last_coup
    if coup not in state.payments_open:
        raise Refused("unclaimed-win-not-to-be-paid", rule.clause, coup=coup, open=tuple(state.payments_open))
    if last is None or last.coup != coup:
        raise Refused("unclaimed-win-of-earlier-coup", rule.clause, coup=coup)


def _settled(state: State, ref: str, coup: int, rule: HeldRule) -> Stake:
    bet = next((bet for bet in state.settled_bets if bet.ref == ref), None)
    if bet is None:
        raise Refused(
            "bet-was-not-settled",
            rule.clause,
            ref=ref,
            coup=coup,
            refs=tuple(bet.ref for bet in state.settled_bets),
        )
    if any(done.ref == ref for done in state.replayed):
        raise Refused("unclaimed-win-was-replayed", rule.clause, ref=ref)
    if any((prize.coup, prize.ref) == (coup, ref) for prize in state.course.paid):
        raise Refused("unclaimed-win-was-paid", rule.clause, ref=ref)
    return bet


def _wins(state: State, laid: Iterable[Stake], rulebook: Rulebook, rule: HeldRule) -> list[Line]:
    """Return the lines of these bets. Raises Refused if one has no prize."""
    assert state.number is not None, "a coup is being paid"
    lines = lines_by_ref(settled_on(state, state.number, rulebook))
    for bet in laid:
        if not lines[bet.ref].prize:
            raise Refused("nothing-to-claim", rule.clause, ref=bet.ref, number=as_data(state.number))
    return [lines[bet.ref] for bet in laid]


def see_abandoned(state: State, command: c.SeeAbandoned, rulebook: Rulebook, at: datetime) -> Decision:
    """Put a stake into safekeeping that the chief takes for abandoned, until bets are closed."""
    rule = _rule(rulebook)
    if not rule.abandoned:
        raise Refused("no-rule-on-abandoned-stakes", rule.clause, rulebook=rulebook.title)
    check_reserved(command, rule.decided_by, rule.deputies, rule.clause, "see-abandoned")
    if state.phase == "bets_closed":
        raise Refused(
            "abandoned-after-bets-closed", rulebook.phases.after_bets_closed_clause, coup=state.coup
        )
    late = rulebook.late_bets
    if late is not None and late.withdraw_clause is not None and is_late(state, rulebook):
        raise Refused("abandoned-while-ball-runs", late.withdraw_clause, coup=state.coup)
    bet = next((bet for bet in state.bets if bet.ref == command.ref), None)
    if bet is None:
        lying = tuple(bet.ref for bet in state.bets)
        raise Refused("bet-not-on-cloth", rule.clause, ref=command.ref, lying=lying)
    check_paid(state, [bet], rulebook)
    if bet.level:
        prison = rulebook.zero.prison
        raise Refused("abandoned-stake-in-prison", prison.clause if prison else rule.clause, ref=bet.ref)
    yield PendingEvent(e.BetWithdrawn(coup=state.coup_of_new_bets, ref=bet.ref), at)
    held = e.HeldStake(
        ref=reference(state.held.numbered + 1, HELD),
        day=state.day,
        coup=state.coup_of_new_bets,
        kind="stake",
        bets=(bet.ref,),
        bet=bet.bet,
        player=bet.player,
        layout=bet.layout,
        stake=bet.amount,
        prize=0,
        since=at,
        clause=rule.clause,
        receipt=next_receipt(state),
    )
    yield PendingEvent(e.HeldSetAside(held=held), at)


def _rule(rulebook: Rulebook) -> HeldRule:
    if rulebook.held is None:
        raise Refused("no-rule-on-held-stakes", rulebook=rulebook.title)
    return rulebook.held


def count_held(state: State, command: c.CountHeld, rulebook: Rulebook, at: datetime) -> Decision:
    """Record the chips in safekeeping, at the value of the item. A second count with the same chips adds no event."""
    held = set_aside(state, command.ref, rulebook)
    check_pieces(command.pieces, "held-stake", held=held.ref)
    known = (*state.chip_series.in_play, *state.chip_series.ended)
    check_by_series(command.pieces, command.by_series, known, "held-stake", held=held.ref)
    worth = worth_of(command.pieces)
    if worth != held.amount:
        raise Refused(
            "held-chips-of-other-worth",
            held=held.ref,
            limit=Money(held.amount, state.currency),
            value=Money(worth, state.currency),
        )
    check_two_signed(state, command, "held-chips-counted", held=held.ref)
    if (held.pieces, held.by_series) == (command.pieces, command.by_series):
        return
    yield PendingEvent(
        e.HeldCounted(held=replace(held, pieces=command.pieces, by_series=command.by_series)), at
    )


def claim_held(state: State, command: c.ClaimHeld, rulebook: Rulebook, at: datetime) -> Decision:
    """Pay held money to its claimant. Once it is set aside the claim needs a reason that is accepted."""
    held = _held(state, command.ref, rulebook)
    if not command.by.strip():
        raise Refused("claim-by-nobody", held.clause)
    check_name(command.by, held.clause)
    if held.until_coup is None and not command.reason.strip():
        raise Refused("claim-without-reason", held.clause, held=held.ref)
    yield PendingEvent(e.HeldClaimed(held=held, by=command.by, reason=command.reason), at)


def pay_in(state: State, command: c.PayIn, rulebook: Rulebook, at: datetime) -> Decision:
    """Pay an item in safekeeping into the table's endowment, once all people named by the rulebook
    have registered it.
    """
    held = set_aside(state, command.ref, rulebook)
    roles = _roles(rulebook)
    if not roles:
        raise Refused("no-endowment", held.clause, rulebook=rulebook.title)
    check_signed(
        command,
        roles,
        held.clause,
        "held-stake-paid-in",
        held=held.ref,
        amount=Money(held.amount, state.currency),
    )
    yield PendingEvent(e.HeldPaidIn(held=held), at)


def end_held(state: State, command: c.EndHeld, rulebook: Rulebook, at: datetime) -> Decision:
    """End held money by the casino's decision, if the rulebook has no rule for its end."""
    held = set_aside(state, command.ref, rulebook)
    if _roles(rulebook):
        raise Refused("held-stake-goes-to-endowment", held.clause, held=held.ref)
    if not command.outcome.strip() or not command.reason.strip():
        raise Refused("held-stake-ended-without-words", held.clause, held=held.ref)
    yield PendingEvent(e.HeldEnded(held=held, outcome=command.outcome, reason=command.reason), at)


def _roles(rulebook: Rulebook) -> tuple[Role, ...]:
    """Return the roles that register a payment into the endowment; empty under a rulebook that leaves the end to the
    casino, or has no rule.
    """
    return rulebook.held.paid_in_by if rulebook.held else ()


def _held(state: State, ref: str, rulebook: Rulebook) -> e.HeldStake:
    for held in state.held.items:
        if held.ref == ref:
            return held
    clause = rulebook.held.clause if rulebook.held else None
    known = tuple(each.ref for each in state.held.items)
    if not ref:
        raise Refused("held-stake-not-named", clause, known=known)
    raise Refused("nothing-held-as", clause, held=ref, known=known)


def set_aside(state: State, ref: str, rulebook: Rulebook) -> e.HeldStake:
    """Return the held stake with that reference, once it is set aside. Raises Refused."""
    held = _held(state, ref, rulebook)
    if held.until_coup is not None:
        raise Refused("held-stake-not-set-aside", held.clause, held=held.ref, coup=held.until_coup)
    return held


DECIDERS: Deciders = {
    c.SeeUnclaimed: see_unclaimed,
    c.SeeAbandoned: see_abandoned,
    c.CountHeld: count_held,
    c.ClaimHeld: claim_held,
    c.PayIn: pay_in,
    c.EndHeld: end_held,
}
