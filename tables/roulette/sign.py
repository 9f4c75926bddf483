"""Sign of a table: the limits that it may post by the rulebook, and their amounts. Amounts are minor units."""

from __future__ import annotations

from collections.abc import Mapping

from tables.money import Money
from tables.refusal import LimitRefused
from tables.roulette.rulebook import BetRule, Limits, Rulebook


def limits_for(rulebook: Rulebook, minimum: int) -> Limits:
    """Return the sign that follows from a minimum: the ratios of the rulebook, or the maximums that it posts.

    A rulebook that leaves the maximums to the casino gives none. Raises LimitRefused for a minimum under 1.
    """
    _check_minimum(rulebook, minimum)
    return Limits(minimum=minimum, maximums=maximums_from(rulebook.bets, minimum))


def maximums_from(bets: Mapping[str, BetRule], minimum: int) -> dict[str, int]:
    """Return the maximums that the rules of these bets give a table with this minimum, by kind."""
    found = {kind: _by_the_rulebook(rule, minimum) for kind, rule in bets.items()}
    return {kind: maximum for kind, maximum in found.items() if maximum is not None}


def maximum_for(rulebook: Rulebook, posted: Limits, kind: str) -> int | None:
    """Return the largest sum that one player may have on one combination of `kind`; None if nothing bounds it."""
    if kind in posted.maximums:
        return posted.maximums[kind]
    return _by_the_rulebook(rulebook.bets[kind], posted.minimum)


def _by_the_rulebook(rule: BetRule, minimum: int) -> int | None:
    return rule.maximum if rule.ratio is None else rule.ratio * minimum


def check_posted(rulebook: Rulebook, limits: Limits, *, derogation: bool = False) -> None:
    """Raise LimitRefused unless a table may post these limits.

    With ratios, a maximum is at most (pt-francesa/24) or exactly (pt-americana/34) so many times the minimum. Where
    the rulebook posts amounts (it-campione/5), they bound the sign, doubled where it allows that, and by
    `derogation` where it grants one. The refusal names the chance, the ratio and the clause.
    """
    _check_minimum(rulebook, limits.minimum)
    for kind, maximum in limits.maximums.items():
        rule = rulebook.bets.get(kind)
        if rule is None:
            raise LimitRefused("bet-not-of-house", rulebook.positions_clause, bet=kind)
        if maximum < limits.minimum:
            raise LimitRefused(
                "maximum-under-minimum",
                rulebook.limits.clause,
                bet=kind,
                limit=Money(limits.minimum, rulebook.currency),
                value=Money(maximum, rulebook.currency),
            )
        if rule.ratio is not None:
            _check_ratio(rulebook, rule, limits.minimum, maximum)
        elif rule.maximum is not None:
            _check_amount(rulebook, rule, maximum, derogation=derogation)


def _check_minimum(rulebook: Rulebook, minimum: int) -> None:
    if minimum < 1:
        raise LimitRefused(
            "minimum-not-an-amount",
            rulebook.limits.clause,
            limit=Money(1, rulebook.currency),
            value=Money(minimum, rulebook.currency),
        )


def _check_ratio(rulebook: Rulebook, rule: BetRule, minimum: int, maximum: int) -> None:
    assert rule.ratio is not None
    largest = rule.ratio * minimum
    exactly = rulebook.limits.kind == "ratio-exact"
    if maximum > largest or (exactly and maximum != largest):
        raise LimitRefused(
            "maximum-not-the-ratio" if exactly else "maximum-over-ratio",
            rule.limit_clause or rulebook.limits.clause,
            bet=rule.kind,
            ratio=rule.ratio,
            minimum=Money(minimum, rulebook.currency),
            limit=Money(largest, rulebook.currency),
            value=Money(maximum, rulebook.currency),
        )


def _check_amount(rulebook: Rulebook, rule: BetRule, maximum: int, *, derogation: bool) -> None:
    largest = _largest_without_derogation(rule)
    if derogation:
        largest = max(largest, rule.derogation or 0)
    if maximum > largest:
        raise LimitRefused(
            "maximum-over-derogation" if derogation else "maximum-needs-derogation",
            rule.limit_clause or rulebook.limits.clause,
            bet=rule.kind,
            limit=Money(largest, rulebook.currency),
            value=Money(maximum, rulebook.currency),
        )


def _largest_without_derogation(rule: BetRule) -> int:
    """Return the largest maximum that a sign may show of itself, the double where the rulebook allows doubling."""
    return max(rule.maximum or 0, rule.doubled or 0)


def kinds_by_derogation(rulebook: Rulebook, limits: Limits) -> tuple[str, ...]:
    """Return the kinds of bet whose maximum on this sign is only there by a derogation (it-campione/5)."""
    return tuple(
        kind
        for kind, maximum in limits.maximums.items()
        if rulebook.bets[kind].maximum is not None
        and maximum > _largest_without_derogation(rulebook.bets[kind])
    )
