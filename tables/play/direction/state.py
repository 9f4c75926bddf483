"""The direction's present decisions about a table."""

from datetime import datetime, timedelta

import msgspec

from tables.play.events import Agreement, Derogation, ForcedClose, Moment, Person, Pieces
from tables.roulette.rulebook import Limits


class Suspension(msgspec.Struct, frozen=True, kw_only=True):
    """Play is suspended since `since`; `version` is that of the event, `notified_at` when control was notified."""

    since: datetime
    version: int
    reason: str
    detail: str
    notified_at: datetime | None = None


class AnnouncedLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Limits that were announced to the players; they are in force once the sign is confirmed changed."""

    limits: Limits
    derogation: Derogation | None
    agreement: Agreement | None = None
    since: datetime
    version: int


class Variance(msgspec.Struct, frozen=True, kw_only=True):
    """The counted less the expected float (minor units; chips by value, by series, and in the boxes of colours),
    `since` when (UTC).

    `explained` are the words that were signed for it, empty until then.
    """

    moment: Moment
    difference: int
    pieces: Pieces
    by_series: dict[str, Pieces]
    since: datetime
    explained: str = ""
    colours: dict[str, int] = {}


class Direction(msgspec.Struct, frozen=True, kw_only=True):
    """Suspension, last coup and counts. `unnotified` are suspensions that ended before control was notified.

    Counts in minor units: `float_handed_on` is the last day's closing float, `pieces_handed_on` and `series_handed_on`
    the same in chips by value and by series. `par` is the begin of an imprest table.
    """

    suspension: Suspension | None = None
    unnotified: tuple[Suspension, ...] = ()
    goes_on_since: datetime | None = None
    """The time when play went on: resumed after a suspension, or opened again after closing (UTC). None if it never
    did, and in a state that was kept before this field existed."""
    last_coup: int | None = None
    first_last_coup: int | None = None
    """The first of the coups that were announced as the last ones; None if one was, or none."""
    announced_limits: AnnouncedLimits | None = None
    counts_float: bool = False
    float_handed_on: int | None = None
    float_at_opening: int | None = None
    float_at_closing: int | None = None
    pieces_handed_on: Pieces | None = None
    series_handed_on: dict[str, Pieces] = {}
    par: Pieces = {}
    pieces_at_opening: Pieces = {}
    """The opening count, by value."""
    pieces_at_closing: Pieces = {}
    """The closing count, by value."""
    series_at_closing: dict[str, Pieces] = {}
    """Closing count by series."""
    closing_count_ended_by: str = ""
    """The slip with which chips moved after the closing count that was none of the closing: it is to be made again."""
    counted_by: Person | None = None
    """The people who made and verified the last count."""
    verified_by: Person | None = None
    variance: Variance | None = None
    """The difference that the opening count found."""
    closing_variance: Variance | None = None
    """The difference that the closing count found in the boxes of colours; its money has no expected value."""
    forced_close: ForcedClose | None = None
    """Emergency close of the last day, or of this one, without an explanation yet."""


def runs_on(since: datetime, lasts_s: int, stood_since: datetime) -> bool:
    """Return True if a time that began `since` was not over when play stopped: it stops, and runs on afterwards."""
    return since + timedelta(seconds=lasts_s) > stood_since
