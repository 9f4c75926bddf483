"""Advances of chips: none without the signatures that the rulebook asks for (it-campione/16)."""

from datetime import datetime

from tables.play import commands as c
from tables.play import events as e
from tables.play.dated import Dated, Decision
from tables.play.player_names import check_name
from tables.play.references import ADVANCES, reference
from tables.play.signatures import check_signed
from tables.play.state import State
from tables.play.state.advances import Advance
from tables.roulette.announced import AnnouncedBet
from tables.roulette.cloth import Bet
from tables.roulette.money import in_words
from tables.roulette.refusal import BetRefused, Refused
from tables.roulette.rulebook import AdvancesRule, Rulebook


def advance_chips(state: State, command: c.AdvanceChips, rulebook: Rulebook, at: datetime) -> Decision:
    """Gives a player chips that are not paid for yet, once everybody has signed whom the rulebook names."""
    rule = _rule(rulebook)
    said = in_words(command.amount, state.currency)
    if not command.player.strip():
        raise Refused("an advance needs its player: a seat, a colour or an alias", rule.clause)
    check_name(command.player, rule.clause)
    if command.amount <= 0:
        raise Refused(f"an advance of {said}: it is of more than nothing", rule.clause, value=command.amount)
    check_signed(command, rule.signed_by, rule.clause, f"an advance of {said}")
    ref = reference(state.advances.numbered + 1, ADVANCES)
    yield Dated(
        e.ChipsAdvanced(ref=ref, player=command.player, amount=command.amount, clause=rule.clause), at
    )


def repay_advance(state: State, command: c.RepayAdvance, rulebook: Rulebook, at: datetime) -> Decision:
    """Records what a player repaid. Raises Refused for more than is open: that was not repaid of this advance."""
    rule = _rule(rulebook)
    advance = _open(state, command.ref, rule)
    if not 0 < command.amount <= advance.left:
        said, left = in_words(command.amount, state.currency), in_words(advance.left, state.currency)
        raise Refused(
            f"{said} repaid of advance {advance.ref}: {left} of it are open",
            rule.clause,
            limit=advance.left,
            value=command.amount,
        )
    yield Dated(
        e.AdvanceRepaid(
            ref=advance.ref,
            player=advance.player,
            amount=command.amount,
            left=advance.left - command.amount,
        ),
        at,
    )


def carry_advance(state: State, command: c.CarryAdvance, rulebook: Rulebook, at: datetime) -> Decision:
    """Leaves an advance open over the closing; those sign for it who sign for an advance."""
    rule = _rule(rulebook)
    advance = _open(state, command.ref, rule)
    check_signed(command, rule.signed_by, rule.clause, f"advance {advance.ref} carried to the next day")
    if not advance.carried:
        yield Dated(e.AdvanceCarried(ref=advance.ref, player=advance.player, left=advance.left), at)


def check_advances_settled(state: State, rulebook: Rulebook) -> None:
    """Raises Refused while an advance is open that nobody has signed for being carried to the next day."""
    for advance in state.advances.open:
        if not advance.carried:
            left = in_words(advance.left, state.currency)
            raise Refused(
                f"{left} of advance {advance.ref} to {advance.player} are open: "
                "they are repaid, or carried to the next day with the signatures of an advance",
                rulebook.advances.clause if rulebook.advances else None,
            )


def to_hand_on(state: State) -> tuple[e.CarriedAdvance, ...]:
    """What the closing day hands to the next one."""
    return tuple(
        e.CarriedAdvance(ref=each.ref, player=each.player, amount=each.left, staked=each.staked)
        for each in state.advances.open
    )


def amount_of(state: State, command: c.LayChips, bet: Bet | AnnouncedBet, rulebook: Rulebook) -> int:
    """The bet's amount as it was said; announced on an advance without one, all that is left of it to stake.

    An announcement comes with its amount handed over (it-campione/17); an advance stands in for that, up to what was
    advanced to that player and not announced on it before (it-campione/16).
    """
    if command.on_advance is None:
        return command.amount
    rule = _rule(rulebook)
    advance = _open(state, command.on_advance, rule)
    if not isinstance(bet, AnnouncedBet):
        raise BetRefused(f"{bet.code}: only what is announced is staked on an advance", rule.clause)
    if advance.player != command.player:
        raise Refused(
            f"advance {advance.ref} was given to {advance.player}, not to {command.player}", rule.clause
        )
    if command.amount > advance.to_stake or not advance.to_stake:
        said, left = (
            in_words(command.amount, state.currency),
            in_words(advance.to_stake, state.currency),
        )
        raise BetRefused(
            f"{bet.code} for {said} on advance {advance.ref}: {left} of it can still be staked",
            rule.clause,
            limit=advance.to_stake,
            value=command.amount,
        )
    return command.amount or advance.to_stake


def _rule(rulebook: Rulebook) -> AdvancesRule:
    if rulebook.advances is None:
        raise Refused(f"{rulebook.title} has no rule on advances of chips: there are none at this table")
    return rulebook.advances


def _open(state: State, ref: str, rule: AdvancesRule) -> Advance:
    for advance in state.advances.open:
        if advance.ref == ref:
            return advance
    known = ", ".join(each.ref for each in state.advances.open) or "none"
    raise Refused(f"advance {ref} is not open; open: {known}", rule.clause)
