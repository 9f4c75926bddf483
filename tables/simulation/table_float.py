"""The chips in a simulated table's float, by value, and its requests to the bank.

It is near the record and not all of it: the closing count finds the halves of stakes, for example.
"""

from collections import Counter

from tables.play.events import Pieces, SlipKind

FLOAT: Pieces = {10_000: 200, 2_500: 400, 500: 800}
"""Chips of a demonstration table's float at its opening, by value in minor units; fills and credits restore them."""
VALUES = tuple(sorted(FLOAT, reverse=True))
SMALL = 100
"""Value of the chips for the rest at a closing count."""
LOW, HIGH = 0.5, 1.6
"""Shares of its usual chips of a value at which a float asks for more, and at which it gives some back."""
STACK = 20
"""Chips are requested and given back in whole stacks."""
PLAYABLE = 4
"""Least number of chips of a value in a sum, so that a player who buys chips gets some to play with."""


class TableFloat:
    """Chips by value in minor units, and `left_over`: moved money below a whole chip, or missing money."""

    def __init__(self) -> None:
        self.pieces: Counter[int] = Counter()
        self.left_over = 0

    def found(self, pieces: Pieces) -> None:
        """Set the float to the counted pieces."""
        self.pieces, self.left_over = Counter(pieces), 0

    def came(self, pieces: Pieces) -> None:
        """Add pieces from the bank."""
        self.pieces.update(pieces)
        self.moved(0)

    def went(self, pieces: Pieces) -> None:
        """Remove pieces for the bank."""
        self.pieces.subtract(pieces)

    def moved(self, amount: int) -> None:
        """Move an amount (minor units): chips come to the float, or leave it if the amount is negative."""
        self.left_over += amount
        if self.left_over < 0:
            self._pay(-self.left_over)
        for value in VALUES:
            count = max(self.left_over, 0) // value
            self.pieces[value] += count
            self.left_over -= count * value

    def _pay(self, due: int) -> None:
        """Pay in chips to play with; then in any others; then with a larger one, of which the rest comes back."""
        for least in (PLAYABLE, 1):
            for value in VALUES:
                if due >= least * value:
                    count = min(due // value, max(self.pieces[value], 0))
                    self.pieces[value] -= count
                    due -= count * value
        if due >= VALUES[-1]:
            broken = next((value for value in reversed(VALUES) if value > due and self.pieces[value] > 0), 0)
            self.pieces[broken] -= bool(broken)
            due -= broken
        self.left_over = -due

    def counted(self) -> Pieces:
        """Return the pieces that a count finds.

        A rest below the chips' values is found in small chips. A shortfall takes the smallest chips away.
        """
        pieces, left_over = Counter(self.pieces), self.left_over
        while left_over < 0 and pieces[VALUES[-1]] > 0:
            pieces[VALUES[-1]] -= 1
            left_over += VALUES[-1]
        pieces[SMALL] += max(left_over, 0) // SMALL
        return {value: count for value, count in sorted(pieces.items(), reverse=True) if count > 0}

    def wanted(self, kind: SlipKind) -> Pieces:
        """Return the chips that a fill is to bring, or a credit to take: back to the usual number of each value that
        has run low, or high, in whole stacks.
        """
        sign = 1 if kind == "fill" else -1
        return {
            value: stacks * STACK
            for value, usual in FLOAT.items()
            if self._has_run(kind, value) and (stacks := sign * (usual - self.pieces[value]) // STACK) > 0
        }

    def _has_run(self, kind: SlipKind, value: int) -> bool:
        there, usual = self.pieces[value], FLOAT[value]
        return there < usual * LOW if kind == "fill" else there > usual * HIGH
