"""Cash at a table on its day: the drop box in its place, those that left, and the tips that were counted.

The advances of chips that a table's players have not repaid.
"""

from datetime import datetime

import msgspec

from tables.play.events import BoxReason


class BoxInPlace(msgspec.Struct, frozen=True, kw_only=True):
    """The drop box that is at the table, `since` when (UTC)."""

    serial: str
    use: int
    since: datetime


class BoxTaken(msgspec.Struct, frozen=True, kw_only=True):
    """A drop box that left the table today (UTC), with the cash recorded for it in minor units."""

    serial: str
    use: int
    reason: BoxReason
    recorded: int
    at: datetime


class CashEntry(msgspec.Struct, frozen=True, array_like=True):
    """Cash taken by the event of this version (UTC): its present amount in minor units, and its player."""

    event: int
    at: datetime
    total: int
    player: str = ""


class ShiftTips(msgspec.Struct, frozen=True, kw_only=True):
    """The counted tips of a shift, in minor units."""

    shift: str
    total: int


class Cash(msgspec.Struct, frozen=True, kw_only=True):
    """Notes that are recorded while no box is in its place wait at the table and go into the next one.

    So `recorded` is all that came since the last box left, less what went back, in minor units. `from_before` is the
    part that an earlier day recorded; `taken` is the part taken as cash today, entry by entry.
    """

    box: BoxInPlace | None = None
    recorded: int = 0
    from_before: int = 0
    taken: tuple[CashEntry, ...] = ()
    removed: tuple[BoxTaken, ...] = ()
    tips: tuple[ShiftTips, ...] = ()

    @property
    def tips_counted(self) -> int:
        return sum(each.total for each in self.tips)

    def entry(self, event: int) -> CashEntry | None:
        """Return the cash that this event took, while it is at the table."""
        return next((each for each in self.taken if each.event == event), None)

    def uses_of(self, serial: str) -> int:
        return sum(each.serial == serial for each in self.removed)

    def tips_of(self, shift: str) -> ShiftTips | None:
        """Return the counted tips of that shift; None if nobody has counted them."""
        return next((each for each in self.tips if each.shift == shift), None)


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
        """The amount that can still be announced on it."""
        return max(self.left - self.staked, 0)


class Advances(msgspec.Struct, frozen=True, kw_only=True):
    """Open ones, the oldest first; `numbered` is the highest number in a reference."""

    open: tuple[Advance, ...] = ()
    numbered: int = 0
