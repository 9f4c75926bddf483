"""Payments that were made otherwise than worked out."""

from typing import Any

import msgspec


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The computed and the paid amount of a line, in minor units. `number` is the number on which it was paid, if
    that number was not valid when the difference was found. The reason is a person's `reason`, or the platform's
    `code` and `parameters`.
    """

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
        """The player's excess; below zero the player's lack."""
        return self.paid - self.worked_out


class Differences(msgspec.Struct, frozen=True, kw_only=True):
    """Payment discrepancies: `open` are still to be decided, the oldest first; `numbered` counts all of the day.

    `standing` are the accepted discrepancies of a coup. Their players keep the paid amount instead of the computed one,
    for as long as the coup can be corrected.
    """

    open: tuple[Difference, ...] = ()
    standing: tuple[Difference, ...] = ()
    numbered: int = 0

    def of(self, coup: int) -> tuple[Difference, ...]:
        """Return the differences between the paid and the computed amounts of the coup, decided or not."""
        return tuple(each for each in (*self.standing, *self.open) if each.coup == coup)
