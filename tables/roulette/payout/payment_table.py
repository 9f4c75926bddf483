"""The table of payments: the prize of each kind of bet for each stake, computed from the rulebook's odds."""

import msgspec

from tables.roulette.rounding import part_of
from tables.roulette.rulebook import Rulebook

MULTIPLES = 20


class PaymentRow(msgspec.Struct, frozen=True, kw_only=True):
    """A stake, and the prize of each kind in the order of the table's kinds. Money in minor units."""

    stake: int
    prizes: tuple[int, ...]


class PaymentTable(msgspec.Struct, frozen=True, kw_only=True):
    """The kinds of bet that head the columns, and a row for each stake.

    `clause` is that of the table which the rulebook itself prints; None for a table that is made for a chip.
    """

    kinds: tuple[str, ...]
    rows: tuple[PaymentRow, ...]
    clause: str | None


def payment_table(rulebook: Rulebook, chip: int | None = None) -> PaymentTable:
    """Return the payments for 1 to 20 chips of the value `chip` (minor units, 1 or more) on every kind of bet.

    Without a chip it is the table that the rulebook prints (it-venezia/piece-table); where it prints none, one for
    chips of a new table's minimum. Raises ValueError for a chip worth nothing.
    """
    if chip is not None and chip < 1:
        raise ValueError(f"a chip of {chip}: it is worth at least one minor unit")
    printed = rulebook.payment.table
    if chip is None and printed is not None:
        stakes = range(printed.first, printed.last + 1, printed.step)
        return _table(rulebook, printed.kinds, stakes, printed.clause)
    value = rulebook.default_limits.minimum if chip is None else chip
    return _table(rulebook, tuple(rulebook.bets), range(value, MULTIPLES * value + 1, value), None)


def prize_of(rulebook: Rulebook, kind: str, stake: int) -> int:
    """Return the prize of a winning `stake` on this kind of bet, in minor units, rounded by the rulebook's rule."""
    odds = rulebook.bets[kind].odds
    return part_of(stake, odds.numerator, odds.denominator, rulebook.rounding)


def _table(rulebook: Rulebook, kinds: tuple[str, ...], stakes: range, clause: str | None) -> PaymentTable:
    rows = tuple(
        PaymentRow(stake=stake, prizes=tuple(prize_of(rulebook, kind, stake) for kind in kinds))
        for stake in stakes
    )
    return PaymentTable(kinds=kinds, rows=rows, clause=clause)
