"""Payments that were made otherwise than worked out."""

from typing import Any

import msgspec


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """What was worked out of a line and what was paid, in minor units. `number` is the one on which it was paid, where
    that did not stand when it was found. Why is a person's `reason`, or `code` and `parameters` of the platform."""

    difference: str
    coup: int
    refs: tuple[str, ...]
    player: str
    bet: str
    worked_out: int
    paid: int
    reason: str = ""
    code: str = ""
    parameters: dict[str, Any] = {}
    colour: str | None = None
    number: int | None = None

    @property
    def over(self) -> int:
        """What the player has too much; below zero what is missing."""
        return self.paid - self.worked_out


class Differences(msgspec.Struct, frozen=True, kw_only=True):
    """`open` are still to be decided, the oldest first; `numbered` counts all of the day.

    `standing` are those of a coup of which it was decided that they stand: its players have what was paid, and not what
    was worked out, for as long as the coup can be put right.
    """

    open: tuple[Difference, ...] = ()
    standing: tuple[Difference, ...] = ()
    numbered: int = 0

    def of(self, coup: int) -> tuple[Difference, ...]:
        """By how much what was really paid of the coup is not what was worked out, decided or not."""
        return tuple(each for each in (*self.standing, *self.open) if each.coup == coup)
