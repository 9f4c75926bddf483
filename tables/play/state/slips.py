"""The fills and credits of a table's day: what is open, what has left, and what came into the float and went out."""

from datetime import datetime

import msgspec

from tables.play.events import SlipKind
from tables.play.state.change import Counted


class OpenSlip(msgspec.Struct, frozen=True, kw_only=True):
    """A fill or a credit that was asked for at the table, `since` when (UTC)."""

    slip: str
    kind: SlipKind
    pieces: Counted
    total: int
    since: datetime
    by_series: tuple[tuple[str, Counted], ...] = ()
    closing: bool = False


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """Pieces that fills brought and credits took (below nothing), by value; and of series that are told apart."""

    pieces: Counted = ()
    by_series: tuple[tuple[str, Counted], ...] = ()

    @property
    def worth(self) -> int:
        """What came in above what went out, in minor units."""
        return sum(value * count for value, count in self.pieces)


class Slips(msgspec.Struct, frozen=True, kw_only=True):
    """`open` are fills not received and credits not handed over: with one of them the table does not close. `left` are
    credits that left it today. `highest` is the number of the last slip of each kind, so that none comes twice."""

    open: tuple[OpenSlip, ...] = ()
    left: tuple[OpenSlip, ...] = ()
    highest: tuple[tuple[SlipKind, int], ...] = ()
    moved: Moved = Moved()
    """Since the opening count; from the opening on where nothing was counted."""
    moved_since_closing_count: Moved = Moved()
    """Since the closing count: by closing fills and credits."""

    def named(self, slip: str) -> OpenSlip | None:
        """The open one of that number."""
        return next((each for each in self.open if each.slip == slip), None)
