"""Stake in prison, or on its way there: the effect of a number, and the choices of its owner.

The rulebook's prison (`tables.roulette.prison`) decides the outcome of a number; here it becomes money. A stake at
level k has a value in play of stake / 2^k, which a division returns (it-campione/3, it-venezia/prison).
"""

from typing import Any

from msgspec.structs import replace

from tables.refusal import BetRefused, LineNote, Refused
from tables.roulette.bets import AnnouncedBet, Bet, parse_bet
from tables.roulette.payout.lines import Line, halved_with_notes, rounding_notes
from tables.roulette.prison import Outcome, release
from tables.roulette.rounding import halved
from tables.roulette.rulebook import EVEN_CHANCES, PrisonRule, Rulebook
from tables.roulette.stake import Stake
from tables.roulette.wheel import ZEROS

STAY = "stay"
PARTAGE = "partage"
MOVE = "move:"


class ChoiceRefused(Refused):
    """A choice about the stake `ref` that is not open to its owner."""

    def __init__(self, ref: str, code: str, clause: str | None = None, **parameters: Any) -> None:
        super().__init__(code, clause, ref=ref, **parameters)
        self.ref = ref


def settle_bound(
    rulebook: Rulebook, stake: Stake, bet: Bet | AnnouncedBet, number: int, choice: str | None
) -> tuple[Line, Stake | None]:
    """Return the line of an even chance that `number` imprisons or finds in prison, and the part that stays on the
    cloth.

    `bet` is the stake's. `choice` is `stay`, `partage`, `move:<even chance>` or None for no choice. Raises
    ChoiceRefused.
    """
    rule = rulebook.zero.prison
    assert isinstance(bet, Bet), "announced bets hold no even chances, so they are never imprisoned"
    if rule is None:
        raise Refused("stake-in-no-prison", rulebook.zero.clause, rulebook=rulebook.id, ref=stake.ref)
    won = None if number in ZEROS else number in bet.numbers
    verdict = release(rule, stake.level, won)
    if choice is not None:
        _check_open(rule, stake, choice, at_zero=number in ZEROS, divides=verdict.outcome == "divided")

    if verdict.outcome == "divided" or choice == PARTAGE:
        # A zero came before either choice was made, so the stake is one level deeper than before.
        share, notes = halved_with_notes(stake.amount, stake.level + 1, rulebook.rounding)
        return _line(stake, bet, rule.clause, outcome="divided", returned=share, notes=notes), None
    if verdict.outcome == "lost":
        return _line(stake, bet, rule.clause, outcome="lost"), None
    if verdict.outcome == "freed":
        back, notes = halved_with_notes(stake.amount, verdict.halved, rulebook.rounding)
        clause = rule.freed_clause if verdict.halved and rule.freed_clause else rule.clause
        return _line(stake, bet, clause, outcome="freed", returned=back, notes=notes), None
    line = _line(stake, bet, rule.clause, outcome=verdict.outcome, held=stake.amount, level=verdict.level)
    kept = replace(stake, bet=bet.code, level=verdict.level)
    if choice is not None and choice.startswith(MOVE):
        kept = replace(kept, bet=_moved_to(rulebook, rule, stake, choice.removeprefix(MOVE)).code)
    return line, kept


def ends_with_last_coup(rulebook: Rulebook) -> bool:
    """Return True if prison ends with the day's last coup; else its stakes stay for the next day."""
    rule = rulebook.zero.prison
    return rule is not None and rule.at_last_coup not in (None, "next-day")


def back_at_last_coup(rulebook: Rulebook, stake: Stake) -> int:
    """Return the amount that goes back to the owner of a stake in prison at the day's last coup, in minor units.

    The amount is the owner's share at the stake's level, all of the stake, or 0.
    """
    rule = rulebook.zero.prison
    if rule is None or rule.at_last_coup == "kept":
        return 0
    if rule.at_last_coup == "divided":
        return halved(stake.amount, stake.level, rulebook.rounding)
    return stake.amount


def ended_with_last_coup(line: Line, returned: int, clause: str) -> Line:
    """Return the line of a stake that its coup left in prison, once it has ended there and so much (minor units) was
    returned: that of a stake freed, lost, or divided.
    """
    outcome: Outcome = "divided"
    if returned in (0, line.stake):
        outcome = "freed" if returned else "lost"
    notes = line.notes
    if outcome == "divided" and line.level is not None:
        notes = (*notes, *rounding_notes(returned, line.stake, 1, 1 << line.level))
    return replace(line, outcome=outcome, returned=returned, held=0, level=None, clause=clause, notes=notes)


def _line(
    stake: Stake,
    bet: Bet,
    clause: str,
    *,
    outcome: Outcome,
    returned: int = 0,
    held: int = 0,
    level: int | None = None,
    notes: tuple[LineNote, ...] = (),
) -> Line:
    return Line(
        ref=stake.ref,
        bet=bet.code,
        player=stake.player,
        stake=stake.amount,
        outcome=outcome,
        prize=0,
        returned=returned,
        held=held,
        level=level,
        clause=clause,
        notes=notes,
    )


def _check_open(rule: PrisonRule, stake: Stake, choice: str, *, at_zero: bool, divides: bool) -> None:
    """Raise ChoiceRefused unless this choice is open: only a zero opens one, and a rulebook whose stakes divide by
    themselves allows only partage.
    """
    if not (choice in (STAY, PARTAGE) or choice.startswith(MOVE)):
        raise ChoiceRefused(stake.ref, "prison-choice-unknown", rule.clause, choice=choice)
    if not at_zero:
        raise ChoiceRefused(stake.ref, "prison-choice-without-zero", rule.clause)
    if choice == PARTAGE and not rule.partage:
        raise ChoiceRefused(stake.ref, "partage-not-allowed", rule.clause)
    if choice.startswith(MOVE) and not rule.move:
        raise ChoiceRefused(stake.ref, "prison-move-not-allowed", rule.clause)
    if divides and choice != PARTAGE:
        raise ChoiceRefused(stake.ref, "prison-choice-of-divided-stake", rule.clause, choice=choice)


def _moved_to(rulebook: Rulebook, rule: PrisonRule, stake: Stake, code: str) -> Bet:
    """Return the even chance that an imprisoned stake moves to; its present position means that it stays. Raises
    ChoiceRefused.
    """
    try:
        bet = parse_bet(code, rulebook)
    except BetRefused as refusal:
        raise ChoiceRefused(
            stake.ref, "prison-move-to-no-bet", rule.clause, to=code, why=refusal.refusal
        ) from refusal
    if not isinstance(bet, Bet) or bet.kind not in EVEN_CHANCES:
        raise ChoiceRefused(
            stake.ref, "prison-move-to-no-even-chance", rule.clause, to=code, chances=tuple(EVEN_CHANCES)
        )
    return bet
