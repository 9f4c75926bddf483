"""Limits: whether a stake keeps to what the table's sign says. Amounts are minor units.

What the sign may say is in `sign`; its functions are given here too, so that limits are found in one place.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import lcm
from typing import NamedTuple

from tables.roulette.announced import AnnouncedBet, expand
from tables.roulette.cloth import Bet
from tables.roulette.fitting_amounts import Fitting
from tables.roulette.money import in_words
from tables.roulette.refusal import LimitRefused
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
    """A sum over its maximum: on the combination, or the whole announced bet, with this code. Minor units."""

    code: str
    detail: str
    clause: str
    limit: int
    value: int


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
    over = over_maximum(rulebook, posted, bet, amount, already)
    if over is not None:
        raise LimitRefused(over.detail, over.clause, limit=over.limit, value=over.value)
    if isinstance(bet, Bet):
        _check_stake_minimum(rulebook, posted, bet.code, amount, _sum_on(bet.code, already))
        return
    rule = rulebook.announced[bet.kind]
    if rule.limit_ratio is not None:
        _check_step(rulebook, posted, bet, amount, _sum_on(bet.code, already))
        return
    for chip, value in expand(bet, amount, fitting_for(rulebook, posted, bet)):
        name = f"{chip.code} in {bet.code}"
        _check_stake_minimum(rulebook, posted, name, value, _sum_on(chip.code, already))


def over_maximum(
    rulebook: Rulebook,
    posted: Limits,
    bet: Bet | AnnouncedBet,
    amount: int,
    already: int | Mapping[str, int] = 0,
) -> Over | None:
    """The first combination of `bet` on which `amount` with what is `already` there is over the maximum.

    None where none is. Raises BetRefused where an announced bet does not divide into its chips.
    """
    if isinstance(bet, Bet):
        return _over_on_combination(rulebook, posted, bet, bet.code, amount + _sum_on(bet.code, already))
    rule = rulebook.announced[bet.kind]
    chips = expand(bet, amount, fitting_for(rulebook, posted, bet))
    if rule.limit_ratio is not None:
        return _over_as_a_whole(rulebook, rule, posted, bet, amount + _sum_on(bet.code, already))
    for chip, value in chips:
        name = f"{chip.code} in {bet.code}"
        over = _over_on_combination(rulebook, posted, chip, name, value + _sum_on(chip.code, already))
        if over is not None:
            return over
    return None


def fitting_for(
    rulebook: Rulebook, posted: Limits | None, bet: AnnouncedBet, chip: int | None = None
) -> Fitting:
    """The amounts that divide into the pieces of an announced bet, each in whole chips worth `chip`; and where the
    bet is limited as a whole, into the steps of the sign, up to its maximum (pt-americana/34 c)."""
    step = bet.pieces * (chip or 1)
    rule = rulebook.announced[bet.kind]
    if posted is None or rule.limit_ratio is None:
        return Fitting(step)
    return Fitting(lcm(step, _step(rule, posted)), rule.limit_ratio * posted.minimum)


def _sum_on(code: str, already: int | Mapping[str, int]) -> int:
    return already if isinstance(already, int) else already.get(code, 0)


def _check_stake_minimum(rulebook: Rulebook, posted: Limits, name: str, amount: int, already: int) -> None:
    """The sum on a combination is not under the minimum: a small chip may be laid to a stake that lies there."""
    said = partial(in_words, currency=rulebook.currency)
    total = amount + already
    if amount < 1 or total < posted.minimum:
        raise LimitRefused(
            f"{name}: {said(total)} is under the minimum {said(posted.minimum)}",
            rulebook.limits.minimum_clause,
            limit=posted.minimum,
            value=total,
        )


def _over_on_combination(rulebook: Rulebook, posted: Limits, bet: Bet, name: str, total: int) -> Over | None:
    """One combination of the cloth: the sum on it is not over the maximum of its kind."""
    said = partial(in_words, currency=rulebook.currency)
    maximum = maximum_for(rulebook, posted, bet.kind)
    if maximum is None or total <= maximum:
        return None
    return Over(
        code=bet.code,
        detail=f"{name}: {said(total)} is over the maximum {said(maximum)} of a {bet.kind}",
        clause=rulebook.limits.maximum_clause,
        limit=maximum,
        value=total,
    )


def _over_as_a_whole(
    rulebook: Rulebook, rule: AnnouncedRule, posted: Limits, bet: AnnouncedBet, total: int
) -> Over | None:
    """A whole announced bet against a limit of its own (pt-americana/34 c)."""
    said = partial(in_words, currency=rulebook.currency)
    assert rule.limit_ratio is not None
    maximum = rule.limit_ratio * posted.minimum
    if total <= maximum:
        return None
    return Over(
        code=bet.code,
        detail=f"{bet.code}: {said(total)} is over {said(maximum)}, {rule.limit_ratio} times the minimum "
        "for the whole bet",
        clause=rule.limit_clause or rulebook.limits.clause,
        limit=maximum,
        value=total,
    )


def _check_step(rulebook: Rulebook, posted: Limits, bet: AnnouncedBet, amount: int, already: int) -> None:
    """A whole announced bet comes in whole steps where it has a limit of its own (pt-americana/34 c)."""
    said = partial(in_words, currency=rulebook.currency)
    rule = rulebook.announced[bet.kind]
    step = _step(rule, posted)
    total = amount + already
    if total % step:
        right = fitting_for(rulebook, posted, bet).nearest(total, rulebook.currency)
        raise LimitRefused(
            f"{bet.code}: {said(total)} is not a multiple of {said(step)}, {rule.limit_step} times the minimum; "
            f"{right}",
            rule.limit_clause or rulebook.limits.clause,
            limit=step,
            value=total,
        )


def _step(rule: AnnouncedRule, posted: Limits) -> int:
    return (rule.limit_step or 1) * posted.minimum
