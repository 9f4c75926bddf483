"""Theoretical result of the played bets for the casino, and its variance, both exact.

All bets of a coup depend on the same number. So the variance is that of their sum over the equally likely pockets: red
and black together vary only with zero. The result of each number comes from `exposure`, with all that the engine
rounds; the numbering of the wheel plays no part.

Stakes in prison are taken at their worth. The casino's result of a coup is its kept stakes less its payments, plus the
change of its worth in the stakes in prison. So the coup in which a stake is placed has the whole of its theoretical
result. The stake counts as if it were left in prison to the end. A later coup with that stake in prison adds only its
part of the variance. Counted like this, the mean of every coup is its theoretical result, whatever came before. So the
results of the coups are uncorrelated and their variances add up exactly. One number still settles the stakes in prison
together with the new bets.

A player who splits with the bank at a zero takes the share instead of the worth. That difference comes from the
player's choice and not from chance, and is left out.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

import msgspec
from msgspec.structs import replace

from settlement.figures.figures import Figure, absent, counted, estimated
from settlement.figures.prison_chain import Held, Place, after, variance, worth
from tables.roulette.announced import combinations_of
from tables.roulette.bets import parse_bet
from tables.roulette.payout.exposure import exposure
from tables.roulette.rulebook import EVEN_CHANCES, Limits, PrisonRule, Rulebook
from tables.roulette.stake import Groups, Stake


class Played(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Played bets with their expected result: turnover and theoretical result of the casino, in minor units.

    `variance` is that of the result, in minor units squared.
    """

    turnover: int
    result: Fraction
    variance: Fraction


def of_coup(
    rulebook: Rulebook,
    stakes: Sequence[Stake],
    *,
    limits: Limits | None = None,
    groups: Groups = (),
    wheel: str | None = None,
) -> Played:
    """Return the expected result of one coup, from all stakes on the table when its number fell, those in prison
    among them.

    `limits` is the table's sign, with `groups` needed only for stakes found over the maximum; `wheel` is the
    numbering of its wheel. A stake in prison is not turnover: it was when it was laid. Raises the errors of
    `exposure`.
    """
    nets = exposure(rulebook, stakes, limits=limits, groups=groups, wheel=wheel)
    numbers = rulebook.numbers
    gains = [Fraction(0)] * len(numbers)
    rule = rulebook.zero.prison
    if rule is not None:
        lying = _even_chances(rulebook, stakes, wheel)
        before = _share(rulebook, rule, _in_prison(lying))
        gains = [_share(rulebook, rule, after(rule, lying, number)) - before for number in numbers]
    # Counted in the part of a minor unit in which all are whole, since adding up fractions takes long.
    part = lcm(*(gain.denominator for gain in gains))
    results = [net * part + int(gain * part) for net, gain in zip(nets, gains, strict=True)]
    total = sum(results)
    squares = len(numbers) * sum(each * each for each in results)
    return Played(
        turnover=sum(stake.amount for stake in stakes if not stake.level),
        result=Fraction(total, len(numbers) * part),
        variance=Fraction(squares - total * total, (len(numbers) * part) ** 2),
    )


def to_the_end(
    rulebook: Rulebook, stakes: Sequence[Stake], *, limits: Limits | None = None, wheel: str | None = None
) -> Played:
    """Return the same coup with all results of prison until the last stake is free, divided or lost.

    The result is the coup's. The variance has that of the coups to come as well, so it measures the reach of one
    coup's bets by themselves; over a day that would count the coups in prison twice, and `of_coup` is added up.
    """
    played = of_coup(rulebook, stakes, limits=limits, wheel=wheel)
    rule = rulebook.zero.prison
    if rule is None:
        return played
    lying = _even_chances(rulebook, stakes, wheel)
    numbers = rulebook.numbers
    after_each = (after(rule, lying, number) for number in numbers)
    later = sum((variance(rule, held, numbers, rulebook.rounding) for held in after_each), Fraction(0))
    return replace(played, variance=played.variance + later / len(numbers))


def together(played: Iterable[Played]) -> Played:
    """Many coups as one: of a table, a day, a month, a house."""
    each = tuple(played)
    return Played(
        turnover=sum(one.turnover for one in each),
        result=_sum(one.result for one in each),
        variance=_sum(one.variance for one in each),
    )


def _sum(parts: Iterable[Fraction]) -> Fraction:
    """Return the sum of fractions with few denominators: fractions of one denominator are added as whole numbers."""
    numerators: defaultdict[int, int] = defaultdict(int)
    for part in parts:
        numerators[part.denominator] += part.numerator
    return sum((Fraction(number, of) for of, number in numerators.items()), Fraction(0))


def share_in_prison(rulebook: Rulebook, stakes: Sequence[Stake]) -> Fraction:
    """Return the house's mean share, in minor units, of the imprisoned ones among these stakes."""
    rule = rulebook.zero.prison
    if rule is None:
        return Fraction(0)
    return _share(rulebook, rule, _even_chances(rulebook, [stake for stake in stakes if stake.level]))


def against_win(played: Played, *, opened_with: Fraction, closed_with: Fraction) -> Played:
    """Return the expected result for comparison with a table's win, if stakes were in prison at its opening or closing.

    The win contains nothing of the stakes in prison, the theoretical result contains the casino's share of them.
    `opened_with` and `closed_with` are those shares (`share_in_prison`).
    """
    return replace(played, result=played.result + opened_with - closed_with)


def theoretical_result(played: Played | None, drop: Figure, percentage: Fraction | None) -> Figure:
    """The theoretical result of a table's day in whole minor units, a half rounded up.

    Exact, from the bets, if they are recorded: `played`. Otherwise an estimate from the drop, of which the house holds
    `percentage` in theory (1/5 is 20 %); None without a percentage.
    """
    if played is not None:
        return counted(_rounded(played.result))
    if percentage is None:
        return absent("bets, or a percentage of the drop")
    if drop.amount is None:
        return drop
    return estimated(_rounded(drop.amount * percentage), *drop.bases, "drop")


def _even_chances(rulebook: Rulebook, stakes: Sequence[Stake], wheel: str | None = None) -> Held:
    """Return the stakes on the even chances, each level by itself, the chips of announced bets with the rest."""
    lying: dict[Place, list[int]] = {}
    for stake in stakes:
        for bet, amount in combinations_of(parse_bet(stake.bet, rulebook, wheel=wheel), stake.amount):
            if bet.kind in EVEN_CHANCES:
                lying.setdefault(Place(bet.numbers, stake.level), []).append(amount)
    return lying


def _in_prison(lying: Held) -> Held:
    return {place: amounts for place, amounts in lying.items() if place.level}


def _share(rulebook: Rulebook, rule: PrisonRule, held: Held) -> Fraction:
    back = worth(rule, held, rulebook.numbers, rulebook.rounding)
    return sum(sum(amounts) for amounts in held.values()) - back


def _rounded(amount: Fraction) -> int:
    return (2 * amount.numerator + amount.denominator) // (2 * amount.denominator)
