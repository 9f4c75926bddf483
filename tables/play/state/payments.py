"""Payments that were made otherwise than worked out."""

import msgspec


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A difference that waits for the direction: what was worked out and what was paid, in minor units."""

    difference: str
    coup: int
    refs: tuple[str, ...]
    player: str
    bet: str
    worked_out: int
    paid: int
    reason: str
    colour: str | None = None

    @property
    def over(self) -> int:
        """What the player has too much; below zero what is missing."""
        return self.paid - self.worked_out


class Differences(msgspec.Struct, frozen=True, kw_only=True):
    """`open` are still to be decided, the oldest first; `numbered` counts all of the day."""

    open: tuple[Difference, ...] = ()
    numbered: int = 0
