"""Prison: the fate of an even chance that zero has bound, coup by coup.

A level is the number of zeros that bind a stake: it came in at level 1, and each further zero adds one. At level k the
stake is worth stake / 2^k if the player divides it with the bank.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from tables.roulette.rulebook import PrisonRule

Outcome = Literal["imprisoned", "still-imprisoned", "freed", "lost", "divided"]


class Bound(msgspec.Struct, frozen=True):
    level: int


class Verdict(msgspec.Struct, frozen=True):
    """Effect of a coup on an even chance in prison, and the level after it.

    `halved` is the number of halvings of the stake that goes back to its owner, freed or divided: see
    `rounding.halved`.
    """

    outcome: Outcome
    level: int
    halved: int = 0


def release(rule: PrisonRule, level: int, won: bool | None) -> Verdict:
    """Return the verdict of one coup on a stake at `level` (0: not yet in prison). `won` is None when zero fell.

    it-campione/3: any number of zeros, one win frees. it-venezia/prison: up to three, a fourth divides, and it must win
    as often as it was imprisoned; a win that does not free lowers the level by one.
    """
    if won is None:
        return _at_zero(rule, level + 1)
    if not won:
        return Verdict("lost", 0)
    left = 0 if rule.release == "first-win" else level - 1
    if left > 0:
        return Verdict("still-imprisoned", left)
    return Verdict("freed", 0, level - 1 if rule.freed == "reduced" else 0)


def _at_zero(rule: PrisonRule, level: int) -> Verdict:
    if rule.levels is not None and level > rule.levels:
        return Verdict("divided", level, level)
    return Verdict("imprisoned" if level == 1 else "still-imprisoned", level)
