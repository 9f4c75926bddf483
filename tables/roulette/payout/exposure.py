"""The cost of each number of the wheel to the table, if it fell now.

This equals settling the bets at every number, exactly. The outcome of a stake depends on no other stake, so stakes
on the same combination are looked at together: their sum wins the sum of their prizes. Where something may have to
be rounded (a prize of half the stake, half of it back at zero, a division in prison), each stake is rounded by
itself before it is added up. Only a stake over a maximum depends on others; the prize that its excess does not win
is taken back prize by prize.

A free stake is kept at every number except its winning numbers, so every number starts from the sum of all stakes.
"""

from collections.abc import Iterable, Sequence

from tables.refusal import Refused
from tables.roulette.announced import combinations_of
from tables.roulette.bets import AnnouncedBet, Bet, expand, parse_all, parse_bet
from tables.roulette.excess import payable_amounts
from tables.roulette.payout.outcomes import OutcomeEntry, Outcomes, OutcomeTable, outcome_table
from tables.roulette.prison import Verdict, release
from tables.roulette.rounding import halved, part_of
from tables.roulette.rulebook import Limits, PrisonRule, RoundingRule, Rulebook
from tables.roulette.stake import Groups, Stake
from tables.roulette.wheel import ZEROS

Amounts = list[int]


def exposure(
    rulebook: Rulebook,
    stakes: Sequence[Stake],
    *,
    limits: Limits | None = None,
    groups: Groups = (),
    wheel: str | None = None,
) -> tuple[int, ...]:
    """Return the table's gain at each pocket of the wheel in minor units (kept less paid); below zero a loss.

    `stakes` are on one table, so on one numbering, in the order of placing. Stakes that are paid to be placed count
    like all others. An imprisoned stake is neither kept nor paid, and nobody splits it. `limits` is the table's sign,
    by default the rulebook's. `groups` are the players whose stakes count together. Both matter only for over-limit
    stakes. `wheel` is the numbering of the table's wheel. Raises BetRefused for an announced bet that does not divide.
    Raises Refused for a stake in a prison that the rulebook does not have.
    """
    free: dict[str, tuple[Bet | AnnouncedBet, Amounts]] = {}
    bound: dict[tuple[str, int], tuple[Bet, Amounts]] = {}
    over = False
    bets = parse_all((stake.bet for stake in stakes), rulebook, wheel=wheel)
    for stake, bet in zip(stakes, bets, strict=True):
        if stake.level and isinstance(bet, Bet):
            bound.setdefault((bet.code, stake.level), (bet, []))[1].append(stake.amount)
            continue
        over = over or stake.excess
        alike = free.get(bet.code)
        if alike is None:
            free[bet.code] = (bet, [stake.amount])
        else:
            alike[1].append(stake.amount)

    table = outcome_table(rulebook)
    combinations = _on_combinations(rulebook, table, free.values())
    nets = [sum(sum(amounts) for _, amounts in combinations)] * len(rulebook.numbers)
    for bet, amounts in combinations:
        _give_free(nets, rulebook, bet, table.outcomes(rulebook, bet), amounts)
    for (_, level), (bet, amounts) in bound.items():
        _take_bound(nets, rulebook, bet, level, amounts)
    if over:
        _spare_excess(
            nets, rulebook, table, limits or rulebook.default_limits, stakes, groups=groups, wheel=wheel
        )
    return tuple(nets)


def worst_number(nets: Sequence[int]) -> int | None:
    """Return the number that costs most, the lowest of those that cost the same; None if no number costs anything."""
    worst = min(range(len(nets)), key=nets.__getitem__)
    return worst if nets[worst] < 0 else None


def _on_combinations(
    rulebook: Rulebook, table: OutcomeTable, bets: Iterable[tuple[Bet | AnnouncedBet, Amounts]]
) -> Sequence[tuple[Bet, Amounts]]:
    """Return the free stakes on each combination; the chips of announced bets are among them.

    If the rulebook never rounds, the chips of one announced bet are one amount for all its players.
    """
    lying: dict[str, tuple[Bet, Amounts]] = {}
    for bet, amounts in bets:
        if isinstance(bet, Bet):
            lying.setdefault(bet.code, (bet, []))[1].extend(amounts)
            continue
        values = [_chip_value(bet, amount) for amount in amounts]
        together = [sum(values)]
        for chip, weight in bet.chips:
            each = values if _may_round(table.outcomes(rulebook, chip), chip) else together
            lying.setdefault(chip.code, (chip, []))[1].extend([weight * value for value in each])
    return tuple(lying.values())


def _chip_value(bet: AnnouncedBet, amount: int) -> int:
    """Return the value of one chip of this bet. Raises BetRefused if the amount does not divide into its chips."""
    value, rest = divmod(amount, bet.pieces)
    if rest or value < 1:
        expand(bet, amount)
    return value


def _may_round(outcomes: Outcomes, bet: Bet) -> bool:
    return outcomes[bet.numbers[0]].denominator != 1 or outcomes[0].outcome == "halved"


def _give_free(nets: list[int], rulebook: Rulebook, bet: Bet, outcomes: Outcomes, amounts: Amounts) -> None:
    """Subtract the returned or held stakes and the prizes of a combination that does not simply lose."""
    staked = sum(amounts)
    won = staked + _prizes(outcomes[bet.numbers[0]], amounts, rulebook.rounding)
    for number in bet.numbers:
        nets[number] -= won
    if outcomes[0].outcome == "halved":
        halves = sum(halved(amount, 1, rulebook.rounding) for amount in amounts)
        for zero in rulebook.zeros:
            nets[zero] -= halves
    elif outcomes[0].outcome == "imprisoned":
        for zero in rulebook.zeros:
            nets[zero] -= staked


def _prizes(entry: OutcomeEntry, amounts: Amounts, rounding: RoundingRule | None) -> int:
    if entry.denominator == 1:
        return sum(amounts) * entry.numerator
    return sum(part_of(amount, entry.numerator, entry.denominator, rounding) for amount in amounts)


def _take_bound(nets: list[int], rulebook: Rulebook, bet: Bet, level: int, amounts: Amounts) -> None:
    """Add the bank's part of the stakes at one level of prison; a stake in prison never wins a prize."""
    rule = _prison(rulebook, bet)
    at_zero, won, lost = (
        _taken(release(rule, level, won), amounts, rulebook.rounding) for won in (None, True, False)
    )
    for number in range(len(nets)):
        if number in ZEROS:
            nets[number] += at_zero
        else:
            nets[number] += won if number in bet.numbers else lost


def _taken(verdict: Verdict, amounts: Amounts, rounding: RoundingRule | None) -> int:
    if verdict.outcome == "lost":
        return sum(amounts)
    if verdict.halved:
        return sum(amount - halved(amount, verdict.halved, rounding) for amount in amounts)
    return 0


def _prison(rulebook: Rulebook, bet: Bet) -> PrisonRule:
    rule = rulebook.zero.prison
    if rule is None:
        raise Refused("bet-in-no-prison", rulebook.zero.clause, rulebook=rulebook.id, bet=bet.code)
    return rule


def _spare_excess(
    nets: list[int],
    rulebook: Rulebook,
    table: OutcomeTable,
    limits: Limits,
    stakes: Sequence[Stake],
    *,
    groups: Groups,
    wheel: str | None,
) -> None:
    """Take back the prizes on the amounts over a maximum: they are returned and win nothing.

    A maximum holds for the sum of one player or group, so only players with a stake over it are looked at.
    """
    over = {stake.counts_to(groups) for stake in stakes if stake.excess}
    theirs = [stake for stake in stakes if stake.counts_to(groups) in over]
    payable = payable_amounts(rulebook, limits, theirs, groups=groups, wheel=wheel)
    for stake in theirs:
        placed = parse_bet(stake.bet, rulebook, wheel=wheel)
        if not stake.excess or (stake.level and isinstance(placed, Bet)):
            continue
        for bet, amount in combinations_of(placed, stake.amount):
            if (stake.ref, bet.code) not in payable:
                continue
            entry = table.outcomes(rulebook, bet)[bet.numbers[0]]
            payable_amount = payable[stake.ref, bet.code].amount
            rounding = rulebook.rounding
            spared = _prizes(entry, [amount], rounding) - _prizes(entry, [payable_amount], rounding)
            for number in bet.numbers:
                nets[number] += spared
