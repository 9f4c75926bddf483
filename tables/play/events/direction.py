"""What the direction of the games decides about a table: suspended and resumed, the last coup, the float counted."""

from typing import Literal

from tables.play.events.base import Event

Moment = Literal["opening", "closing"]


class TableSuspended(Event, frozen=True, kw_only=True, tag="table_suspended"):
    """Play stands still: `reason` is one of the rulebook's, where it names any; the bets were kept or returned."""

    reason: str
    detail: str
    bets: Literal["kept", "returned"]


class ControlNotified(Event, frozen=True, kw_only=True, tag="control_notified"):
    """The control service was told of the suspension, in these words."""

    notice: str


class TableResumed(Event, frozen=True, kw_only=True, tag="table_resumed"):
    """Play goes on where it stood."""


class LastCoupAnnounced(Event, frozen=True, kw_only=True, tag="last_coup_announced"):
    """The players were told that coup number `coup` is the last one of the day."""

    coup: int


class LastCoupRevoked(Event, frozen=True, kw_only=True, tag="last_coup_revoked"):
    """The announcement was taken back before the table closed: play goes on."""

    coup: int
    reason: str


class FloatCounted(Event, frozen=True, kw_only=True, tag="float_counted"):
    """The table's float was counted. Values and amounts in minor units, `pieces` the chips counted of each value.

    `expected` is what the last day closed with (at the opening), None where that is not known.
    """

    moment: Moment
    pieces: dict[int, int]
    total: int
    expected: int | None = None


DirectionEvent = (
    TableSuspended | ControlNotified | TableResumed | LastCoupAnnounced | LastCoupRevoked | FloatCounted
)
