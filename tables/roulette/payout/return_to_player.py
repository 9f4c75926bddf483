"""Return to player: the long-run return of a stake, as an exact fraction of the stake (it-live/rtp).

The return follows from the rulebook: the odds, the effect of zero on the even chances, and the end of prison. Money
counts as divisible, so the rounding of single stakes plays no part, and every number falls equally often.

A stake in prison is a Markov chain over its levels. Its value at a level is the mean of its values after the next
number, so the levels together are linear equations, solved in fractions.
"""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from tables.roulette.bets import AnnouncedBet, Bet, every_bet
from tables.roulette.prison import Verdict, release
from tables.roulette.rulebook import EVEN_CHANCES, Odds, PrisonRule, Rulebook

COUNTED_LEVELS = 40
"""Depth to which a prison without a last level is followed. Forty zeros in a row have a chance below 10^-60."""


class BetReturn(msgspec.Struct, frozen=True, kw_only=True):
    """Return of each unit staked on a kind of bet, the stake itself included.

    `stays` holds if imprisoned stakes are left in prison to the end. `partage` holds if they are split with the bank at
    the first zero (None if no zero gives that choice). `printed` is the return by misprinted odds of the source (None
    without a misprint).
    """

    kind: str
    stays: Fraction
    partage: Fraction | None
    printed: Fraction | None


def returns(rulebook: Rulebook, wheel: str | None = None) -> tuple[BetReturn, ...]:
    """Return the return of each kind of bet on the cloth, then of each kind of announced bet that this numbering has.

    `wheel` is the numbering, by default the rulebook's first. Bets of one kind may return different fractions (finals
    whose chips have the odds of the casino). The kind then has the lowest.
    """
    least: dict[str, BetReturn] = {}
    for bet in every_bet(rulebook, wheel=wheel):
        found = return_of(rulebook, bet)
        if bet.kind not in least or found.stays < least[bet.kind].stays:
            least[bet.kind] = found
    return tuple(least.values())


def return_of(rulebook: Rulebook, bet: Bet | AnnouncedBet) -> BetReturn:
    """Return the return of one bet; an announced one returns the sum of its chips, each counted as
    often as it is laid.
    """
    if isinstance(bet, Bet):
        return _return_of_a_position(rulebook, bet)
    laid = [(_return_of_a_position(rulebook, chip), weight) for chip, weight in bet.chips]
    split = any(back.partage is not None for back, _ in laid)
    misprinted = any(back.printed is not None for back, _ in laid)

    def mean(parts: Sequence[tuple[Fraction, int]]) -> Fraction:
        return sum((part * weight for part, weight in parts), Fraction(0)) / bet.pieces

    return BetReturn(
        kind=bet.kind,
        stays=mean([(back.stays, weight) for back, weight in laid]),
        partage=mean([(_or(back.partage, back.stays), weight) for back, weight in laid]) if split else None,
        printed=mean([(_or(back.printed, back.stays), weight) for back, weight in laid])
        if misprinted
        else None,
    )


def percent(fraction: Fraction, places: int = 2) -> str:
    """`fraction` in percent with so many decimal places, a half rounded up: 36/37 is "97.30"."""
    scale = 10**places
    digits = (200 * scale * fraction.numerator + fraction.denominator) // (2 * fraction.denominator)
    whole, decimals = divmod(digits, scale)
    return f"{whole}.{decimals:0{places}}" if places else str(whole)


def values_in_prison(
    rule: PrisonRule, winning: int, numbers: int = 37, zeros: int = 1
) -> tuple[Fraction, ...]:
    """Return the value of each unit staked on `winning` of the wheel's `numbers` at level 1, 2, 3 ... of a prison.

    The levels go to the rule's last one. If the rule has no last level and one win frees from any level, all levels
    have the same value: the result has one. Otherwise the levels are followed to COUNTED_LEVELS. The rest is less than
    the chance that a stake gets so deep. Only this value is not an exact fraction, since no exact one exists.
    """
    last = deepest_level(rule)
    matrix, constants = [], []
    for level in range(1, last + 1):
        row = [Fraction(0)] * last
        row[level - 1] = Fraction(numbers)
        constant = Fraction(0)
        for won, many in ((None, zeros), (True, winning), (False, numbers - zeros - winning)):
            verdict = release(rule, level, won)
            if verdict.outcome in ("imprisoned", "still-imprisoned"):
                row[min(verdict.level, last) - 1] -= many
            else:
                constant += many * _given_back(verdict)
        matrix.append(row)
        constants.append(constant)
    return solved(matrix, constants)


def deepest_level(rule: PrisonRule) -> int:
    """Return the level to which a prison is followed: its last, or a level with the value of all deeper ones."""
    return rule.levels or (1 if rule.release == "first-win" else COUNTED_LEVELS)


def solved(matrix: Sequence[list[Fraction]], constants: list[Fraction]) -> tuple[Fraction, ...]:
    """Return the solution of linear equations in which, as in ours, the diagonal outweighs the rest of each row.

    Both arguments are used up.
    """
    for pivot, row in enumerate(matrix):
        for below in range(pivot + 1, len(matrix)):
            factor = matrix[below][pivot] / row[pivot]
            if factor:
                for column in range(pivot, len(matrix)):
                    matrix[below][column] -= factor * row[column]
                constants[below] -= factor * constants[pivot]
    values = [Fraction(0)] * len(matrix)
    for pivot in reversed(range(len(matrix))):
        known = sum(
            (matrix[pivot][column] * values[column] for column in range(pivot + 1, len(matrix))), Fraction(0)
        )
        values[pivot] = (constants[pivot] - known) / matrix[pivot][pivot]
    return tuple(values)


def _return_of_a_position(rulebook: Rulebook, bet: Bet) -> BetReturn:
    zero = rulebook.zero
    odds = rulebook.bets[bet.kind].odds
    at_zero, split_at_zero = Fraction(0), None
    if bet.kind in EVEN_CHANCES:
        if zero.even == "half":
            at_zero = Fraction(1, 2)
        elif zero.prison is not None:
            at_zero = values_in_prison(
                zero.prison, len(bet.numbers), len(rulebook.numbers), len(rulebook.zeros)
            )[0]
            # Split at the first zero, a stake is halved once.
            split_at_zero = Fraction(1, 2) if zero.prison.partage else None
    printed = _misprinted_odds(rulebook, bet.kind)
    return BetReturn(
        kind=bet.kind,
        stays=_mean(rulebook, bet, odds, at_zero),
        partage=None if split_at_zero is None else _mean(rulebook, bet, odds, split_at_zero),
        printed=None if printed is None else _mean(rulebook, bet, printed, at_zero),
    )


def _mean(rulebook: Rulebook, bet: Bet, odds: Odds, at_zero: Fraction) -> Fraction:
    """Over all numbers: stake and prize where the bet wins, and what each zero leaves of it."""
    return (len(bet.numbers) * (1 + Fraction(*odds)) + len(rulebook.zeros) * at_zero) / len(rulebook.numbers)


def _misprinted_odds(rulebook: Rulebook, kind: str) -> Odds | None:
    rule = rulebook.return_to_player
    misprints = rule.misprints if rule else ()
    return next((misprint.printed for misprint in misprints if kind in misprint.kinds), None)


def _given_back(verdict: Verdict) -> Fraction:
    """Return the part of a unit that leaves prison: nothing, all of it, or the rest after the zeros."""
    return Fraction(0) if verdict.outcome == "lost" else Fraction(1, 2**verdict.halved)


def _or(fraction: Fraction | None, otherwise: Fraction) -> Fraction:
    return otherwise if fraction is None else fraction
