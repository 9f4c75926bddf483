"""The settlement of one coup: from the stakes on the cloth and the number to the amounts paid, returned, held and
taken.

This module has no rule of its own. It reads the outcome of a bet, the treatment of zero, prison, excess and the
order of payment from the rulebook, and every line cites its deciding clause.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tables.refusal import LineNote
from tables.roulette.announced import combinations_of
from tables.roulette.bets import AnnouncedBet, parse_all
from tables.roulette.excess import Payables, payable_amounts
from tables.roulette.payout.bound_stake import ChoiceRefused, settle_bound
from tables.roulette.payout.lines import Coup, Line, halved_with_notes, notes_once, rounding_notes
from tables.roulette.payout.outcomes import OutcomeEntry, OutcomeTable, outcome_table
from tables.roulette.payout.payment_order import payment_order
from tables.roulette.rounding import part_of
from tables.roulette.rulebook import Limits, RoundingRule, Rulebook
from tables.roulette.stake import Groups, Stake
from tables.roulette.wheel import colour

OVER = LineNote(code="excess-returned")
NO_CHOICES: Mapping[str, str] = MappingProxyType({})
NOTHING_OVER: Payables = MappingProxyType({})


def settle_coup(
    rulebook: Rulebook,
    stakes: Sequence[Stake],
    number: int,
    choices: Mapping[str, str] = NO_CHOICES,
    *,
    limits: Limits | None = None,
    groups: Groups = (),
    wheel: str | None = None,
) -> Coup:
    """Settle `stakes`, in the order of placing, by `number`, a pocket of the wheel.

    `choices` maps refs of stakes that this coup imprisons to `stay`, `partage` or `move:<even chance>`. `limits` is the
    table's sign, and `groups` are the players whose stakes it counts together: both are needed only for stakes found
    over the maximum; without a sign the rulebook's default holds. `wheel` is the numbering of the table's wheel, by
    default the rulebook's first. Raises ChoiceRefused for a choice that is not open, BetRefused for an announced bet
    that does not divide.
    """
    table = outcome_table(rulebook)
    over = NOTHING_OVER
    if any(stake.excess for stake in stakes):
        over = payable_amounts(
            rulebook, limits or rulebook.default_limits, stakes, groups=groups, wheel=wheel
        )
    lines: list[Line] = []
    kept: list[Stake] = []
    may_choose = set()
    bets = parse_all((stake.bet for stake in stakes), rulebook, wheel=wheel)
    for stake, bet in zip(stakes, bets, strict=True):
        if isinstance(bet, AnnouncedBet):
            lines.append(_announced_line(rulebook, table, stake, bet, number, over=over))
            continue
        entry = table.outcomes(rulebook, bet)[number]
        if stake.level == 0 and entry.outcome != "imprisoned":
            lines.append(_line(stake, bet.code, stake.amount, entry, over=over, rounding=rulebook.rounding))
            continue
        may_choose.add(stake.ref)
        line, left = settle_bound(rulebook, stake, bet, number, choices.get(stake.ref))
        lines.append(line)
        if left is not None:
            kept.append(left)
    for ref in choices:
        if ref not in may_choose:
            raise ChoiceRefused(ref, "choice-without-prison", rulebook.zero.clause)
    return Coup(
        number=number,
        colour=colour(number, rulebook.reds),
        lines=tuple(lines),
        order=payment_order(rulebook.payment, stakes, bets, lines, number),
        kept=tuple(kept),
    )


def _line(
    stake: Stake,
    code: str,
    amount: int,
    entry: OutcomeEntry,
    *,
    over: Payables,
    rounding: RoundingRule | None,
) -> Line:
    outcome, numerator, denominator, clause = entry
    prize, returned, excess = 0, 0, 0
    notes: tuple[LineNote, ...] = ()
    if outcome == "won":
        returned = amount
        if over and (stake.ref, code) in over:
            payable = over[stake.ref, code]
            excess = amount - payable.amount
        prize = part_of(amount - excess, numerator, denominator, rounding)
        notes = rounding_notes(prize, amount - excess, numerator, denominator)
        if excess:
            clause = payable.clause
            notes = (OVER, *notes)
    elif outcome == "halved":
        returned, notes = halved_with_notes(amount, 1, rounding)
    return Line(
        ref=stake.ref,
        bet=code,
        player=stake.player,
        stake=amount,
        outcome=outcome,
        prize=prize,
        returned=returned,
        held=0,
        clause=clause,
        excess=excess,
        notes=notes,
    )


def _announced_line(
    rulebook: Rulebook, table: OutcomeTable, stake: Stake, bet: AnnouncedBet, number: int, *, over: Payables
) -> Line:
    """Return one line with the sums of its chips, won as soon as one of them is."""
    chips = tuple(
        _line(
            stake,
            chip.code,
            amount,
            table.outcomes(rulebook, chip)[number],
            over=over,
            rounding=rulebook.rounding,
        )
        for chip, amount in combinations_of(bet, stake.amount)
    )
    return Line(
        ref=stake.ref,
        bet=bet.code,
        player=stake.player,
        stake=stake.amount,
        outcome="won" if any(chip.outcome == "won" for chip in chips) else "lost",
        prize=sum(chip.prize for chip in chips),
        returned=sum(chip.returned for chip in chips),
        held=0,
        clause=bet.clause,
        chips=chips,
        excess=sum(chip.excess for chip in chips),
        notes=notes_once(chips),
    )
