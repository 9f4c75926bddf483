"""Limits: what a table's sign may say, and whether a stake keeps to it. Amounts are minor units."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tables.roulette.announced import AnnouncedBet, expand
from tables.roulette.cloth import Bet
from tables.roulette.money import in_words
from tables.roulette.refusal import LimitRefused
from tables.roulette.rulebook import AnnouncedRule, BetRule, Limits, Rulebook

__all__ = ["Limits", "check_limits", "check_posted", "limits_for", "maximum_for", "maximums_from"]


def limits_for(rulebook: Rulebook, minimum: int) -> Limits:
    """The sign that follows from a minimum: the ratios of the rulebook, or the maximums that it posts.

    A rulebook that leaves the maximums to the house gives none. Raises LimitRefused for a minimum under 1.
    """
    _check_minimum(rulebook, minimum)
    return Limits(minimum=minimum, maximums=maximums_from(rulebook.bets, minimum))


def maximums_from(bets: Mapping[str, BetRule], minimum: int) -> dict[str, int]:
    """The maximums that the rules of these bets give a table with this minimum, by kind."""
    found = {kind: _by_the_rulebook(rule, minimum) for kind, rule in bets.items()}
    return {kind: maximum for kind, maximum in found.items() if maximum is not None}


def maximum_for(rulebook: Rulebook, posted: Limits, kind: str) -> int | None:
    """The largest sum that one player may have on one combination of `kind`; None where nothing bounds it."""
    if kind in posted.maximums:
        return posted.maximums[kind]
    return _by_the_rulebook(rulebook.bets[kind], posted.minimum)


def _by_the_rulebook(rule: BetRule, minimum: int) -> int | None:
    return rule.maximum if rule.ratio is None else rule.ratio * minimum


def check_posted(rulebook: Rulebook, limits: Limits, *, derogation: bool = False) -> None:
    """Whether a table may post these limits.

    With ratios, a maximum is at most (pt-francesa/24) or exactly (pt-americana/34) so many times the minimum.
    Where the rulebook posts amounts (it-campione/5), they bound the sign, doubled where it allows that, and by
    `derogation` where it grants one. Raises LimitRefused naming the chance, the ratio and the clause.
    """
    said = partial(in_words, currency=rulebook.currency)
    _check_minimum(rulebook, limits.minimum)
    for kind, maximum in limits.maximums.items():
        rule = rulebook.bets.get(kind)
        if rule is None:
            raise LimitRefused(f"{kind}: not among the bets of this house", rulebook.positions_clause)
        if maximum < limits.minimum:
            raise LimitRefused(
                f"{kind}: the maximum {said(maximum)} is under the minimum {said(limits.minimum)}",
                rulebook.limits.clause,
                limit=limits.minimum,
                value=maximum,
            )
        if rule.ratio is not None:
            _check_ratio(rulebook, rule, limits.minimum, maximum)
        elif rule.maximum is not None:
            _check_amount(rulebook, rule, maximum, derogation=derogation)


def _check_minimum(rulebook: Rulebook, minimum: int) -> None:
    if minimum < 1:
        raise LimitRefused(
            f"the minimum {in_words(minimum, rulebook.currency)} is not an amount",
            rulebook.limits.clause,
            limit=1,
            value=minimum,
        )


def _check_ratio(rulebook: Rulebook, rule: BetRule, minimum: int, maximum: int) -> None:
    said = partial(in_words, currency=rulebook.currency)
    assert rule.ratio is not None
    largest = rule.ratio * minimum
    exactly = rulebook.limits.kind == "ratio-exact"
    if maximum > largest or (exactly and maximum != largest):
        raise LimitRefused(
            f"{rule.kind}: the maximum is {'exactly' if exactly else 'at most'} {rule.ratio} times the minimum, "
            f"{said(largest)} for {said(minimum)}, not {said(maximum)}",
            rule.limit_clause or rulebook.limits.clause,
            limit=largest,
            value=maximum,
        )


def _check_amount(rulebook: Rulebook, rule: BetRule, maximum: int, *, derogation: bool) -> None:
    said = partial(in_words, currency=rulebook.currency)
    largest = max(filter(None, (rule.maximum, rule.doubled, rule.derogation if derogation else None)))
    if maximum > largest:
        raise LimitRefused(
            f"{rule.kind}: the maximum is at most {said(largest)}{'' if derogation else ' without a derogation'}, "
            f"not {said(maximum)}",
            rule.limit_clause or rulebook.limits.clause,
            limit=largest,
            value=maximum,
        )


def check_limits(
    rulebook: Rulebook,
    posted: Limits,
    bet: Bet | AnnouncedBet,
    amount: int,
    already: int | Mapping[str, int] = 0,
) -> None:
    """Whether a player may stake `amount` on `bet` at a table with these limits posted.

    `already` is what the player, and those who play for or with the player, have on that combination; for an
    announced bet a mapping from each chip's code to that sum. Raises LimitRefused with the limit and the value;
    BetRefused where an announced bet does not divide into its chips.
    """
    if isinstance(bet, Bet):
        _check_combination(rulebook, posted, bet, amount, _sum_on(bet.code, already))
        return
    rule = rulebook.announced[bet.kind]
    chips = expand(bet, amount)
    if rule.limit_ratio is not None:
        _check_whole(rulebook, rule, posted, bet, amount + _sum_on(bet.code, already))
        return
    for chip, value in chips:
        _check_combination(rulebook, posted, chip, value, _sum_on(chip.code, already), part_of=bet.code)


def _sum_on(code: str, already: int | Mapping[str, int]) -> int:
    return already if isinstance(already, int) else already.get(code, 0)


def _check_combination(
    rulebook: Rulebook, posted: Limits, bet: Bet, amount: int, already: int, *, part_of: str | None = None
) -> None:
    """One combination of the cloth: the sum on it lies between the minimum and the maximum of its kind."""
    said = partial(in_words, currency=rulebook.currency)
    name = f"{bet.code} in {part_of}" if part_of else bet.code
    total = amount + already
    if amount < 1 or total < posted.minimum:
        raise LimitRefused(
            f"{name}: {said(total)} is under the minimum {said(posted.minimum)}",
            rulebook.limits.minimum_clause,
            limit=posted.minimum,
            value=total,
        )
    maximum = maximum_for(rulebook, posted, bet.kind)
    if maximum is not None and total > maximum:
        raise LimitRefused(
            f"{name}: {said(total)} is over the maximum {said(maximum)} of a {bet.kind}",
            rulebook.limits.maximum_clause,
            limit=maximum,
            value=total,
        )


def _check_whole(
    rulebook: Rulebook, rule: AnnouncedRule, posted: Limits, bet: AnnouncedBet, total: int
) -> None:
    """A whole announced bet against a limit of its own, in whole steps (pt-americana/34 c)."""
    said = partial(in_words, currency=rulebook.currency)
    assert rule.limit_ratio is not None
    clause = rule.limit_clause or rulebook.limits.clause
    maximum = rule.limit_ratio * posted.minimum
    if total > maximum:
        raise LimitRefused(
            f"{bet.code}: {said(total)} is over {said(maximum)}, {rule.limit_ratio} times the minimum "
            "for the whole bet",
            clause,
            limit=maximum,
            value=total,
        )
    step = (rule.limit_step or 1) * posted.minimum
    if total % step:
        raise LimitRefused(
            f"{bet.code}: {said(total)} is not a multiple of {said(step)}, {rule.limit_step} times the minimum",
            clause,
            limit=step,
            value=total,
        )
