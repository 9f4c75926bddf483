"""What the direction of the games decides about a table: suspended and resumed, the last coup, the float counted."""

from typing import Literal

from tables.play.change.events import Pieces
from tables.play.event import Event, Person

Moment = Literal["opening", "closing"]


class TableSuspended(Event, frozen=True, kw_only=True, tag="table_suspended"):
    """Play stands still: `reason` is one of the rulebook's, where it names any; the bets were kept or returned."""

    reason: str
    detail: str
    bets: Literal["kept", "returned"]


class ControlNotified(Event, frozen=True, kw_only=True, tag="control_notified"):
    """The control service was notified of the suspension, in these words."""

    notice: str


class TableResumed(Event, frozen=True, kw_only=True, tag="table_resumed"):
    """Play goes on where it stood."""


class LastCoupAnnounced(Event, frozen=True, kw_only=True, tag="last_coup_announced"):
    """Coup number `coup` was announced to the players as the last one of the day."""

    coup: int


class LastCoupRevoked(Event, frozen=True, kw_only=True, tag="last_coup_revoked"):
    """The announcement was taken back before the table closed: play goes on."""

    coup: int
    reason: str


class FloatCounted(Event, frozen=True, kw_only=True, tag="float_counted"):
    """The table's float was counted. Values and amounts in minor units, `pieces` the chips counted of each value.

    `expected` is what was to be found at the opening: what the last day closed with, of an imprest table nobody counted
    then its par, and what slips have moved since; None where that is not known. `expected_pieces` is the same by value,
    and what ends in `by_series` the same by the name of the series, where the house tells its series apart.

    `colours` is how many chips were counted in the box of each colour, and `expected_colours` how many the record has
    in it: they have no value of their own and are no part of `total`. Both are empty at a table without boxes.
    """

    moment: Moment
    pieces: Pieces
    total: int
    expected: int | None = None
    by_series: dict[str, Pieces] = {}
    expected_pieces: Pieces | None = None
    expected_by_series: dict[str, Pieces] = {}
    colours: dict[str, int] = {}
    expected_colours: dict[str, int] = {}
    counted_by: Person | None = None
    verified_by: Person | None = None


class FloatVarianceFound(Event, frozen=True, kw_only=True, tag="float_variance_found"):
    """The count found other chips than were expected: bets do not open until somebody says why, or it is counted anew.

    `difference` is what was found less what was expected, in minor units; `pieces` the same in chips of each value,
    without those that agree, and `by_series` by series. Chips may differ that are worth as much together. `colours` is
    how many chips more or less were found in the boxes of colours: they are no part of `difference`.
    """

    moment: Moment
    difference: int
    pieces: Pieces = {}
    by_series: dict[str, Pieces] = {}
    colours: dict[str, int] = {}


class FloatVarianceExplained(Event, frozen=True, kw_only=True, tag="float_variance_explained"):
    """Two people have signed why the float differs by `difference` (minor units)."""

    moment: Moment
    difference: int
    reason: str


DirectionEvent = (
    TableSuspended
    | ControlNotified
    | TableResumed
    | LastCoupAnnounced
    | LastCoupRevoked
    | FloatCounted
    | FloatVarianceFound
    | FloatVarianceExplained
)
