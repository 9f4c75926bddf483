"""The advances of chips that a table's players have not repaid."""

from datetime import datetime

import msgspec


class Advance(msgspec.Struct, frozen=True, kw_only=True):
    """An open advance, in minor units: `left` is to be repaid, `staked` was announced on it already.

    `carried`: it may stay open over the closing of the table.
    """

    ref: str
    player: str
    amount: int
    left: int
    since: datetime
    staked: int = 0
    carried: bool = False

    @property
    def to_stake(self) -> int:
        """What can still be announced on it."""
        return max(self.left - self.staked, 0)


class Advances(msgspec.Struct, frozen=True, kw_only=True):
    """Open ones, the oldest first; `numbered` is the highest number in a reference."""

    open: tuple[Advance, ...] = ()
    numbered: int = 0
