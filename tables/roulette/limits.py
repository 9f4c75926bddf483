"""Limits: checks of a stake against the table's sign. Amounts are minor units.

The limits of the sign itself are in `sign`; its functions are also importable here, so that limits are found in one
place.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import lcm
from typing import NamedTuple

from tables.money import Money
from tables.refusal import LimitRefused, Refusal
from tables.roulette.announced import AnnouncedBet, expand
from tables.roulette.cloth import Bet
from tables.roulette.fitting_amounts import Fitting
from tables.roulette.rulebook import AnnouncedRule, Limits, Rulebook
from tables.roulette.sign import check_posted, kinds_by_derogation, limits_for, maximum_for, maximums_from

__all__ = [
    "Limits",
    "Over",
    "check_limits",
    "check_posted",
    "fitting_for",
    "kinds_by_derogation",
    "limits_for",
    "maximum_for",
    "maximums_from",
    "over_maximum",
]


class Over(NamedTuple):
    """A sum over its maximum: on the combination, or the whole announced bet, with this code; and its refusal."""

    code: str
    refusal: Refusal

    @property
    def clause(self) -> str | None:
        return self.refusal.clause

    @property
    def limit(self) -> Money:
        limit: Money = self.refusal.parameters["limit"]
        return limit

    @property
    def value(self) -> Money:
        value: Money = self.refusal.parameters["value"]
        return value


def check_limits(
    rulebook: Rulebook,
    posted: Limits,
    bet: Bet | AnnouncedBet,
    amount: int,
    already: int | Mapping[str, int] = 0,
) -> None:
    """Raise LimitRefused, with the limit and the value, unless a player may stake `amount` on `bet` at a table with
    these limits posted.

    `already` is the sum of the stakes that count with it on that combination; for an announced bet a mapping from
    each chip's code to that sum. It counts to the maximum, and to the minimum unless that holds for each stake by
    itself. Raises BetRefused if an announced bet does not divide into its chips.
    """
    over = over_maximum(rulebook, posted, bet, amount, already)
    if over is not None:
        raise LimitRefused.again(over.refusal)
    if isinstance(bet, Bet):
        _check_stake_minimum(rulebook, posted, bet, amount, _sum_on(bet.code, already))
        return
    rule = rulebook.announced[bet.kind]
    if rule.limit_step is not None:
        _check_step(rulebook, posted, bet, amount, _sum_on(bet.code, already))
        return
    for chip, value in expand(bet, amount, fitting_for(rulebook, posted, bet)):
        _check_stake_minimum(rulebook, posted, chip, value, _sum_on(chip.code, already), of=bet)


def over_maximum(
    rulebook: Rulebook,
    posted: Limits,
    bet: Bet | AnnouncedBet,
    amount: int,
    already: int | Mapping[str, int] = 0,
) -> Over | None:
    """Return the first combination of `bet` on which `amount` together with `already` is over the maximum.

    None if there is none. Raises BetRefused if an announced bet does not divide into its chips.
    """
    if isinstance(bet, Bet):
        return _over_on_combination(rulebook, posted, bet, amount + _sum_on(bet.code, already))
    rule = rulebook.announced[bet.kind]
    chips = expand(bet, amount, fitting_for(rulebook, posted, bet))
    if rule.limit_ratio is not None:
        return _over_as_a_whole(rulebook, rule, posted, bet, amount + _sum_on(bet.code, already))
    for chip, value in chips:
        over = _over_on_combination(rulebook, posted, chip, value + _sum_on(chip.code, already), of=bet)
        if over is not None:
            return over
    return None


def fitting_for(
    rulebook: Rulebook, posted: Limits | None, bet: AnnouncedBet, chip: int | None = None
) -> Fitting:
    """Return the amounts that divide into the pieces of an announced bet, each in whole chips worth `chip`; and where
    the bet is limited as a whole, into the steps of the sign, up to its maximum (pt-americana/34 c).
    """
    step = bet.pieces * (chip or 1)
    rule = rulebook.announced[bet.kind]
    if posted is None or rule.limit_ratio is None:
        return Fitting(step)
    return Fitting(lcm(step, _step(rule, posted)), rule.maximum(posted.minimum))


def _sum_on(code: str, already: int | Mapping[str, int]) -> int:
    return already if isinstance(already, int) else already.get(code, 0)


def _check_stake_minimum(
    rulebook: Rulebook,
    posted: Limits,
    bet: Bet,
    amount: int,
    already: int,
    *,
    of: AnnouncedBet | None = None,
) -> None:
    """Raise LimitRefused if the sum on a combination is under the minimum: a small chip may be added to a stake,
    unless the minimum holds for each stake by itself.

    `of` is the announced bet that the combination is a part of.
    """
    total = amount if rulebook.limits.minimum_of == "stake" else amount + already
    if amount >= 1 and total >= posted.minimum:
        return
    money = partial(Money, currency=rulebook.currency)
    clause, limit, value = rulebook.limits.minimum_clause, money(posted.minimum), money(total)
    if of is None:
        raise LimitRefused("under-minimum", clause, bet=bet.code, value=value, limit=limit)
    raise LimitRefused("chip-under-minimum", clause, chip=bet.code, bet=of.code, value=value, limit=limit)


def _over_on_combination(
    rulebook: Rulebook, posted: Limits, bet: Bet, total: int, *, of: AnnouncedBet | None = None
) -> Over | None:
    """Return the excess if the sum on one combination of the cloth is over the maximum of its kind; else None. `of` is
    the announced bet of the chips.
    """
    maximum = maximum_for(rulebook, posted, bet.kind)
    if maximum is None or total <= maximum:
        return None
    money = partial(Money, currency=rulebook.currency)
    clause, limit, value = rulebook.limits.maximum_clause, money(maximum), money(total)
    if of is None:
        refused = LimitRefused("over-maximum", clause, bet=bet.code, of=bet.kind, value=value, limit=limit)
    else:
        refused = LimitRefused(
            "chip-over-maximum", clause, chip=bet.code, bet=of.code, of=bet.kind, value=value, limit=limit
        )
    return Over(bet.code, refused.refusal)


def _over_as_a_whole(
    rulebook: Rulebook, rule: AnnouncedRule, posted: Limits, bet: AnnouncedBet, total: int
) -> Over | None:
    """Return the excess of a whole announced bet over a limit of its own (pt-americana/34 c); else None."""
    maximum = rule.maximum(posted.minimum)
    if maximum is None or total <= maximum:
        return None
    money = partial(Money, currency=rulebook.currency)
    refused = LimitRefused(
        "over-maximum-of-whole-bet",
        rule.limit_clause or rulebook.limits.clause,
        bet=bet.code,
        times=rule.limit_ratio,
        value=money(total),
        limit=money(maximum),
    )
    return Over(bet.code, refused.refusal)


def _check_step(rulebook: Rulebook, posted: Limits, bet: AnnouncedBet, amount: int, already: int) -> None:
    """Raise LimitRefused unless a whole announced bet with a limit of its own comes in whole steps (pt-americana/34
    c).
    """
    rule = rulebook.announced[bet.kind]
    step = _step(rule, posted)
    total = amount + already
    if total % step:
        money = partial(Money, currency=rulebook.currency)
        raise LimitRefused(
            "no-multiple-of-minimum",
            rule.limit_clause or rulebook.limits.clause,
            bet=bet.code,
            times=rule.limit_step,
            value=money(total),
            limit=money(step),
            right=fitting_for(rulebook, posted, bet).right_for(bet.code, total, rulebook.currency),
        )


def _step(rule: AnnouncedRule, posted: Limits) -> int:
    return (rule.limit_step or 0) * posted.minimum or 1
