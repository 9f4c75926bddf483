"""The fills and credits of a table's day: open ones, carried ones, and the moves of the float."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime

import msgspec

from tables.play.change.state import Counted
from tables.play.events import Pieces, SlipKind


class OpenSlip(msgspec.Struct, frozen=True, kw_only=True):
    """A fill or a credit that was requested at the table, `since` when (UTC)."""

    slip: str
    kind: SlipKind
    pieces: Counted
    total: int
    since: datetime
    by_series: tuple[tuple[str, Counted], ...] = ()
    closing: bool = False


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """Pieces that fills brought and credits took (below nothing), by value; and the same by series."""

    pieces: Counted = ()
    by_series: tuple[tuple[str, Counted], ...] = ()

    @property
    def worth(self) -> int:
        """The value that came in less the value that went out, in minor units."""
        return sum(value * count for value, count in self.pieces)

    def and_also(self, pieces: Pieces, by_series: Mapping[str, Pieces], sign: int = 1) -> "Moved":
        """Return the movements with these pieces added, `sign` 1 for chips that came in and -1 for chips that went
        out.
        """
        series = dict(self.by_series)
        for name, of_series in by_series.items():
            series[name] = _added(series.get(name, ()), of_series, sign)
        return Moved(
            pieces=_added(self.pieces, pieces, sign),
            by_series=tuple(sorted((name, moved) for name, moved in series.items() if moved)),
        )

    def together(self, after: "Moved") -> "Moved":
        return self.and_also(dict(after.pieces), {name: dict(moved) for name, moved in after.by_series})


class Slips(msgspec.Struct, frozen=True, kw_only=True):
    """`open` are fills not received and credits not handed over: with one of them the table does not close. `left` are
    credits that left it today, or on its last day: these may still come back. `highest` is the number of the last slip
    of each kind, so that none comes twice."""

    open: tuple[OpenSlip, ...] = ()
    left: tuple[OpenSlip, ...] = ()
    highest: tuple[tuple[SlipKind, int], ...] = ()
    carried: tuple[str, ...] = ()
    """The numbers of those that the last day handed on; `left_before` of those among them that had left by then."""
    left_before: tuple[str, ...] = ()
    moved: Moved = Moved()
    """Since the opening count; from the opening on where nothing was counted."""
    moved_before_opening_count: Moved = Moved()
    """Movements from the opening to the opening count: the expected count includes them."""
    moved_since_closing_count: Moved = Moved()
    """Since the closing count: by closing fills and credits, and by another slip that has ended it."""

    def named(self, slip: str) -> OpenSlip | None:
        return next((each for each in self.open if each.slip == slip), None)


def counted(pieces: Mapping[int, int]) -> Counted:
    """Return the pieces by value in a state's form: the highest value first, without empty values."""
    return tuple(sorted(((value, count) for value, count in pieces.items() if count), reverse=True))


def _added(there: Counted, pieces: Mapping[int, int], sign: int) -> Counted:
    together = Counter(dict(there))
    together.update({value: sign * count for value, count in pieces.items()})
    return counted(together)
