"""Two sides of a coup, line by line: as it was paid, and as another rulebook would have it. Money in minor units."""

from collections.abc import Iterable, Iterator
from operator import attrgetter

import msgspec

from tables.refusal import Refusal
from tables.roulette.payout.lines import Line
from tables.roulette.rulebook import Rulebook

_decided = attrgetter("outcome", "prize", "returned", "held", "level", "excess")
"""Compared parts of a line; the deciding clause differs between rulebooks, and is shown on both sides."""


class Totals(msgspec.Struct, frozen=True, kw_only=True):
    """Sums of lines: prizes, returned stakes, the bank's part of them, and stakes in prison afterwards."""

    prize: int = 0
    returned: int = 0
    taken: int = 0
    held: int = 0

    @property
    def bank(self) -> int:
        """Return the bank's gain; below zero it pays."""
        return self.taken - self.prize


class ComparedLine(msgspec.Struct, frozen=True, kw_only=True):
    """One stake on both sides.

    `paid` is its line on the payout sheet, None if it is there by the other rulebook alone: still in prison. `would` is
    its line by the other rulebook, None if that has it off the cloth, or does not settle it: `refused` has the reason.
    `choice_refused` is the reason why it does not permit the owner's choice; the stake is then settled without one.
    """

    ref: str
    paid: Line | None
    would: Line | None
    refused: Refusal | None = None
    choice_refused: Refusal | None = None

    @property
    def of(self) -> Line:
        """Return the line that names the owner of the bet, and its place."""
        line = self.paid or self.would
        assert line is not None, "a stake lies on one side at least"
        return line

    @property
    def is_alike(self) -> bool:
        """True if both rulebooks make the same of it, to the minor unit."""
        if self.paid is None or self.would is None:
            return False
        same: bool = _decided(self.paid) == _decided(self.would)
        return same

    @property
    def difference(self) -> int | None:
        """Return the player's gain by the other rulebook, below zero a loss; None if that does not settle the line.

        Prizes, returned stakes, and the player's whole stakes in prison count.
        """
        return None if self.refused else _players_gain(self.would) - _players_gain(self.paid)


class ComparedCoup(msgspec.Struct, frozen=True, kw_only=True):
    """One coup on both sides, its lines in the order of placing.

    `beside_the_sheet` is true after a decided dispute or a payment discrepancy; its amount is not part of `paid`.
    `withheld` is true while two sources disagree about the number.
    """

    coup: int
    number: int
    lines: tuple[ComparedLine, ...]
    beside_the_sheet: bool = False
    withheld: bool = False

    @property
    def differing(self) -> tuple[ComparedLine, ...]:
        """The lines that are not alike; those that are not settled are among them."""
        return tuple(line for line in self.lines if not line.is_alike)

    @property
    def alike(self) -> tuple[ComparedLine, ...]:
        return tuple(line for line in self.lines if line.is_alike)

    @property
    def paid(self) -> Totals:
        """Return the sums of all lines of the payout sheet."""
        return _totals(line.paid for line in self.lines)

    @property
    def would(self) -> Totals:
        """Return the sums of the lines that the other rulebook settles."""
        return _totals(line.would for line in self.lines)

    @property
    def not_settled(self) -> Totals:
        """Amounts paid on the lines that the other rulebook does not settle."""
        return _totals(line.paid for line in self.lines if line.refused)

    @property
    def unsettled(self) -> int:
        """Number of lines that the other rulebook does not settle."""
        return sum(line.refused is not None for line in self.lines)

    @property
    def difference(self) -> int:
        """Players' gain under the other rulebook on the lines that both settle; below zero for a loss.

        The equation difference = paid.bank - not_settled.bank - would.bank always holds.
        """
        return sum(line.difference or 0 for line in self.lines)


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """A table's day, or one coup of it, by the rulebook of the day and by the `other`."""

    table: str
    day: str
    currency: str
    by: Rulebook
    other: Rulebook
    wheel: str
    """The numbering of the table's wheel."""
    coups: tuple[ComparedCoup, ...]

    @property
    def paid(self) -> Totals:
        """Return the sums of all coups; the stakes in prison are those after the last."""
        return _of_day(coup.paid for coup in self.coups)

    @property
    def would(self) -> Totals:
        return _of_day(coup.would for coup in self.coups)

    @property
    def not_settled(self) -> Totals:
        return _of_day(coup.not_settled for coup in self.coups)

    @property
    def difference(self) -> int:
        return sum(coup.difference for coup in self.coups)

    @property
    def differing(self) -> int:
        """Number of lines that differ, unsettled lines included."""
        return sum(len(coup.differing) for coup in self.coups)

    @property
    def unsettled(self) -> int:
        return sum(coup.unsettled for coup in self.coups)


def _players_gain(line: Line | None) -> int:
    """Return the player's gain of a stake in a coup; a stake that is not on the cloth has none."""
    return 0 if line is None else line.prize + line.returned + line.held - line.stake


def _totals(lines: Iterable[Line | None]) -> Totals:
    there = [line for line in lines if line is not None]
    return Totals(
        prize=sum(line.prize for line in there),
        returned=sum(line.returned for line in there),
        taken=sum(line.stake - line.returned - line.held for line in there),
        held=sum(line.held for line in there),
    )


def _of_day(coups: Iterator[Totals]) -> Totals:
    each = list(coups)
    return Totals(
        prize=sum(coup.prize for coup in each),
        returned=sum(coup.returned for coup in each),
        taken=sum(coup.taken for coup in each),
        held=each[-1].held if each else 0,
    )
