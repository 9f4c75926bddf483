"""Decisions of the direction of the games about a table: suspended and resumed, the last coup, the float counted."""

from typing import Literal

from tables.play.change.events import Pieces
from tables.play.event import Event, Person

Moment = Literal["opening", "closing"]


class TableSuspended(Event, frozen=True, kw_only=True, tag="table_suspended"):
    """Play is suspended: `reason` is one of the rulebook's, if it names any; the bets were kept or returned."""

    reason: str
    detail: str
    bets: Literal["kept", "returned"]


class ControlNotified(Event, frozen=True, kw_only=True, tag="control_notified"):
    """The control service was notified of the suspension, in these words."""

    notice: str


class TableResumed(Event, frozen=True, kw_only=True, tag="table_resumed"):
    """Play goes on from its state at the suspension."""


class LastCoupAnnounced(Event, frozen=True, kw_only=True, omit_defaults=True, tag="last_coup_announced"):
    """Coup number `coup` was announced to the players as the last one of the day; where several coups were announced as
    the last ones, `first` is the first of them."""

    coup: int
    first: int | None = None


class LastCoupRevoked(Event, frozen=True, kw_only=True, tag="last_coup_revoked"):
    """The announcement was taken back before the table closed: play goes on."""

    coup: int
    reason: str


class FloatCounted(Event, frozen=True, kw_only=True, tag="float_counted"):
    """Count of the table's float. Values and amounts in minor units, `pieces` the chips counted of each value.

    `expected` is the expected float at the opening, None if unknown. It is the last day's closing count (the par, if
    nobody counted an imprest table) plus the slips since then. `expected_pieces` is the same by value. Fields that end
    in `by_series` are the same by the name of the series, if the casino distinguishes its series.

    `colours` is the number of chips counted in the box of each colour, `expected_colours` the number in the record.
    These chips have no value and do not count in `total`. Both are empty at a table without boxes.
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
    """Count that found other chips than expected. Bets do not open until the variance is explained or the float
    recounted.

    `difference` is the counted less the expected amount, in minor units. `pieces` is the difference in chips of each
    value, without the values that agree; `by_series` is the same by series. The chips may differ although the amounts
    agree. `colours` is the surplus or lack of chips in the boxes of colours. These chips do not count in `difference`.
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
