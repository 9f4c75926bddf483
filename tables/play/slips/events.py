"""Fills and credits at the table: chips that come from the chip bank and go back to it, each with the slip beside
them.

Away from the table the slip has its own stream (`settlement.slips`). Values and totals are in minor units.
"""

from datetime import datetime
from typing import Literal

import msgspec

from tables.play.change.events import Pieces
from tables.play.event import Event

SlipKind = Literal["fill", "credit"]


class OnSlip(Event, frozen=True, kw_only=True):
    """Common fields of events about a slip: its number (`F-000123`), its pieces, and their total value.

    `by_series` has the pieces by the name of their series if the casino distinguishes its series, else it is empty.
    """

    slip: str
    pieces: Pieces
    total: int
    by_series: dict[str, Pieces] = {}
    closing: bool = False
    """True if it brings the float to the amount with which the table begins the next day."""


class CarriedSlip(msgspec.Struct, frozen=True, kw_only=True):
    """A slip that one gaming day hands to the next, with its steps until then; `since` when it was requested (UTC)."""

    slip: str
    kind: SlipKind
    pieces: Pieces
    total: int
    since: datetime
    by_series: dict[str, Pieces] = {}


class FillRequested(OnSlip, frozen=True, kw_only=True, tag="fill_requested"):
    """The table requested these chips of the bank."""


class FillReceived(OnSlip, frozen=True, kw_only=True, tag="fill_received"):
    """These chips came to the table: croupier and chief counted them and signed, and they are in the float."""


class CreditRequested(OnSlip, frozen=True, kw_only=True, tag="credit_requested"):
    """The table wants to give these chips back to the bank."""


class CreditHandedOver(OnSlip, frozen=True, kw_only=True, tag="credit_handed_over"):
    """These chips left the float and the table: croupier and chief counted them out and signed."""


class SlipVoidReported(OnSlip, frozen=True, kw_only=True, tag="slip_void_told"):
    """The slip was voided, and nothing more comes of it. `pieces` came back into the float: those of a credit that had
    left the table, else none."""

    kind: SlipKind
    reason: str


SlipEvent = FillRequested | FillReceived | CreditRequested | CreditHandedOver | SlipVoidReported
