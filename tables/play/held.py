"""Wins that nobody claims and abandoned stakes: seen, set aside and held (it-venezia/general-8, it-campione/19).

What is set aside gets a receipt, numbered for each table and day without a gap, and what still waits when the table
closes gets it then. How it ends is in `held_ended`.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec.structs import replace

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.payments import check_certain
from tables.play.prizes import unclaimed_in
from tables.play.references import HELD, RECEIPTS, reference
from tables.play.state import BetOnCloth, State
from tables.play.staying import check_paid, stays_of, withdrawn
from tables.play.wins import wins_of
from tables.roulette.refusal import Refused
from tables.roulette.rulebook import HeldRule, Rulebook
from tables.roulette.winning_chips import Win


def see_unclaimed(state: State, command: c.SeeUnclaimed, rulebook: Rulebook, at: datetime) -> Decision:
    """Records that nobody claims a win of the last number, while its payment is open.

    It is set aside with its stake at once if any of its chips lies on a kind of bet where that is the rule; else it
    lies beside until so many more coups have their number: either way it stays on the cloth no longer. Said again it is
    nothing new. Raises Refused for what is no unclaimed win: it did not win, was played again or paid, or its number is
    not certain.
    """
    rule = _rule(rulebook)
    _check_to_be_paid(state, command.coup, rule)
    check_certain(state, command.coup, rulebook)
    if not command.refs:
        raise Refused("a win that nobody claims is one of the payout sheet: name its bet", rule.clause)
    seen = unclaimed_in(state, command.coup)
    if seen.issuperset(command.refs):
        return
    laid = [_settled(state, ref, command.coup, rule) for ref in command.refs]
    if len({(bet.player, bet.bet, bet.layout) for bet in laid}) > 1 or not seen.isdisjoint(command.refs):
        raise Refused(
            f"bets {', '.join(command.refs)} are not one line of the payout sheet: name those of one line",
            rule.clause,
        )
    wins = [_win(state, bet, rulebook, rule) for bet in laid]
    waits = rule.after_coups is not None and all(kind in rule.later for win in wins for kind in win.kinds)
    held = e.HeldStake(
        ref=reference(state.held.numbered + 1, HELD),
        day=state.day,
        coup=command.coup,
        kind="win",
        bets=tuple(bet.ref for bet in laid),
        bet=laid[0].bet,
        player=laid[0].player,
        layout=laid[0].layout,
        stake=sum(win.stake for win in wins),
        prize=sum(win.prize for win in wins),
        since=at,
        clause=rule.clause,
        until_coup=command.coup + rule.after_coups if waits and rule.after_coups else None,
        receipt="" if waits else next_receipt(state),
    )
    happened = e.WinUnclaimed if waits else e.HeldSetAside
    yield Dated(happened(held=held), at)
    yield from withdrawn(state, stays_of(state, command.refs), at)


def _check_to_be_paid(state: State, coup: int, rule: HeldRule) -> None:
    last = state.last_coup
    if coup not in state.payments_open:
        unpaid = ", ".join(map(str, state.payments_open)) or "none"
        raise Refused(
            f"coup {coup} has no payments open (open: {unpaid}): nobody claims a win when it is to be paid",
            rule.clause,
        )
    if last is None or last.coup != coup:
        raise Refused(
            f"coup {coup} is not the last that has its number: what is not claimed of it is put right by hand",
            rule.clause,
        )


def _settled(state: State, ref: str, coup: int, rule: HeldRule) -> BetOnCloth:
    bet = next((bet for bet in state.settled_bets if bet.ref == ref), None)
    if bet is None:
        refs = ", ".join(bet.ref for bet in state.settled_bets) or "none"
        raise Refused(f"bet {ref} did not lie on the cloth in coup {coup}; these did: {refs}", rule.clause)
    if any(done.ref == ref for done in state.replayed):
        raise Refused(f"bet {ref} was played again from its payment: somebody claimed it", rule.clause)
    if any((prize.coup, prize.ref) == (coup, ref) for prize in state.course.paid):
        raise Refused(f"the prize of bet {ref} is paid: somebody claimed it", rule.clause)
    return bet


def _win(state: State, bet: BetOnCloth, rulebook: Rulebook, rule: HeldRule) -> Win:
    assert state.number is not None, "a coup is being paid"
    win = wins_of(state, state.number, rulebook).get(bet.ref)
    if win is None or not win.prize:
        raise Refused(
            f"bet {bet.ref} wins no prize on {state.number}: there is nothing to claim", rule.clause
        )
    return win


def check_claimed(state: State, coup: int, refs: Sequence[str]) -> None:
    """Raises Refused for a prize that is to be paid as if its player were there: what is held is paid to a claim."""
    for held in state.held.wins_of(state.day, coup):
        for ref in held.bets:
            if ref in refs:
                raise Refused(f"nobody claimed the win of bet {ref}: it is held as {held.ref}", held.clause)


def set_aside_with(state: State, coup: int, at: datetime) -> Decision:
    """What has waited long enough once `coup` has its number: it is set aside without anybody asking, under the receipt
    that it may have from a closing."""
    due = [held for held in state.held.items if held.until_coup is not None and held.until_coup <= coup]
    for aside in _with_receipts(state, due):
        yield Dated(e.HeldSetAside(held=replace(aside, until_coup=None)), at)


def _with_receipts(state: State, items: Iterable[e.HeldStake]) -> Iterable[e.HeldStake]:
    """The same, each under its receipt: the one that it has, or the day's next."""
    given = 0
    for held in items:
        if held.receipt:
            yield held
            continue
        yield replace(held, receipt=next_receipt(state, given))
        given += 1


def next_receipt(state: State, before: int = 0) -> str:
    """The day's next receipt, when so many are given `before` it in the same moment."""
    return f"{state.table}/{state.day}/{reference(state.held.receipts + before + 1, RECEIPTS)}"


def see_abandoned(state: State, command: c.SeeAbandoned, rulebook: Rulebook, at: datetime) -> Decision:
    """Takes a stake off the cloth that the chief takes for abandoned, until bets are closed; it is held."""
    rule = _rule(rulebook)
    if not rule.abandoned:
        raise Refused(f"{rulebook.title} has no rule on abandoned stakes: they stay and play", rule.clause)
    if state.phase == "bets_closed":
        raise Refused(
            f"bets of coup {state.coup} are closed: a stake is taken for abandoned before",
            rulebook.phases.after_bets_closed_clause,
        )
    bet = next((bet for bet in state.bets if bet.ref == command.ref), None)
    if bet is None:
        refs = ", ".join(bet.ref for bet in state.bets) or "none"
        raise Refused(f"bet {command.ref} does not lie on the cloth; these do: {refs}", rule.clause)
    check_paid(state, [bet], rulebook)
    if bet.level:
        prison = rulebook.zero.prison
        raise Refused(
            f"bet {bet.ref} is in prison and bound: it is taken for abandoned once it is free",
            prison.clause if prison else rule.clause,
        )
    yield Dated(e.BetWithdrawn(coup=state.coup_of_new_bets, ref=bet.ref), at)
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
    yield Dated(e.HeldSetAside(held=held), at)


def receipts_at_closing(state: State, at: datetime) -> Decision:
    """A receipt for all that has none: no table closes with something held without one, by whatever force."""
    for held in _with_receipts(state, (each for each in state.held.items if not each.receipt)):
        yield Dated(e.HeldReceipted(held=held), at)


def held_to_hand_on(state: State, played: int) -> tuple[e.HeldStake, ...]:
    """What a day of so many coups hands to the next one, which counts on where it stops, each under its receipt."""
    return tuple(
        each if each.until_coup is None else replace(each, until_coup=each.until_coup - played)
        for each in _with_receipts(state, state.held.items)
    )


def coups_left(state: State, held: e.HeldStake) -> int:
    """How many more coups must have their number before it is set aside; 0 once it is."""
    if held.until_coup is None:
        return 0
    return held.until_coup - (state.last_coup.coup if state.last_coup else 0)


def _rule(rulebook: Rulebook) -> HeldRule:
    if rulebook.held is None:
        raise Refused(
            f"{rulebook.title} has no rule on unclaimed wins and abandoned stakes: none are held at this table"
        )
    return rulebook.held
