"""A stake in prison, or on its way there: what a number makes of it, and what its owner may choose.

Which outcome a number brings is the rulebook's prison (`tables.roulette.prison`); here it becomes money. A stake at
level k has a value in play of stake / 2^k: that is what a division returns (it-campione/3, it-venezia/prison).
"""

from typing import NoReturn

from msgspec.structs import replace

from settlement.payout.lines import ROUNDED, Line, Stake
from tables.roulette.bets import Bet, parse_bet
from tables.roulette.prison import Outcome, release, share_at
from tables.roulette.refusal import BetRefused, Refused
from tables.roulette.rulebook import EVEN_CHANCES, PrisonRule, Rulebook

STAY = "stay"
PARTAGE = "partage"
MOVE = "move:"


class ChoiceRefused(Refused):
    """A choice about the stake `ref` that is not open to its owner."""

    def __init__(self, ref: str, detail: str, clause: str) -> None:
        super().__init__(f"'{ref}' {detail}", clause)
        self.ref = ref


def settle_bound(
    rulebook: Rulebook, stake: Stake, number: int, choice: str | None
) -> tuple[Line, Stake | None]:
    """The line of an even chance that `number` imprisons or finds in prison, and what of it stays on the cloth.

    `choice` is `stay`, `partage`, `move:<even chance>` or None for nothing said. Raises ChoiceRefused.
    """
    rule = rulebook.zero.prison
    assert isinstance(stake.bet, Bet), "announced bets hold no even chances, so they are never imprisoned"
    if rule is None:
        raise Refused(f"{rulebook.id} has no prison, so {stake.ref} cannot lie there", rulebook.zero.clause)
    won = None if number == 0 else number in stake.bet.numbers
    verdict = release(rule, stake.level, won)
    if choice is not None:
        _check_open(rule, stake, choice, at_zero=number == 0, divides=verdict.outcome == "divided")

    if verdict.outcome == "divided" or choice == PARTAGE:
        # A zero came before either: the stake lies one level deeper than it did.
        share = share_at(stake.amount, stake.level + 1)
        even = share * 2 ** (stake.level + 1) == stake.amount
        note = None if even else ROUNDED
        return _line(stake, rule.clause, outcome="divided", returned=share, note=note), None
    if verdict.outcome == "lost":
        return _line(stake, rule.clause, outcome="lost"), None
    if verdict.outcome == "freed":
        return _line(stake, rule.clause, outcome="freed", returned=stake.amount), None
    line = _line(stake, rule.clause, outcome=verdict.outcome, held=stake.amount, level=verdict.level)
    kept = replace(stake, level=verdict.level)
    if choice is not None and choice.startswith(MOVE):
        kept = replace(kept, bet=_moved_to(rulebook, rule, stake, choice.removeprefix(MOVE)))
    return line, kept


def _line(
    stake: Stake,
    clause: str,
    *,
    outcome: Outcome,
    returned: int = 0,
    held: int = 0,
    level: int | None = None,
    note: str | None = None,
) -> Line:
    return Line(
        ref=stake.ref,
        bet=stake.bet.code,
        player=stake.player,
        stake=stake.amount,
        outcome=outcome,
        prize=0,
        returned=returned,
        held=held,
        level=level,
        clause=clause,
        note=note,
    )


def _check_open(rule: PrisonRule, stake: Stake, choice: str, *, at_zero: bool, divides: bool) -> None:
    """Only a zero opens a choice, and one that divides by itself leaves nothing to be said but partage."""

    def refuse(detail: str) -> NoReturn:
        raise ChoiceRefused(stake.ref, detail, rule.clause)

    if not (choice in (STAY, PARTAGE) or choice.startswith(MOVE)):
        refuse(f"cannot '{choice}': it can stay, partage or move:<even chance>")
    if not at_zero:
        refuse("has no choice in this coup: only a zero gives one")
    if choice == PARTAGE and not rule.partage:
        refuse("cannot be divided: this rulebook has no partage")
    if choice.startswith(MOVE) and not rule.move:
        refuse("cannot move: this rulebook moves no imprisoned stake")
    if divides and choice != PARTAGE:
        refuse(f"cannot {choice}: at this zero it is divided by itself")


def _moved_to(rulebook: Rulebook, rule: PrisonRule, stake: Stake, code: str) -> Bet:
    """The even chance that an imprisoned stake moves to; where it lies already, it stays. Raises ChoiceRefused."""
    try:
        bet = parse_bet(code, rulebook)
    except BetRefused as refusal:
        raise ChoiceRefused(stake.ref, f"cannot move to '{code}': {refusal.detail}", rule.clause) from refusal
    if not isinstance(bet, Bet) or bet.kind not in EVEN_CHANCES:
        others = ", ".join(EVEN_CHANCES)
        raise ChoiceRefused(
            stake.ref, f"cannot move to '{code}': only to another even chance ({others})", rule.clause
        )
    return bet
