"""Events of a slip, in its stream; the metadata has their author and signatories."""

from __future__ import annotations

import msgspec

from settlement.slips.state import Status
from tables.codec import EventCodec
from tables.play.events import Pieces, SlipKind


class SlipEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of a slip's events: the slip and its table, and its pieces from now on. Money in minor units of
    `currency`.

    `day` is the gaming day of the table on which it was requested; `by_series` as in the table's own events.
    """

    slip: str
    kind: SlipKind
    table: str
    day: str
    currency: str
    pieces: Pieces
    total: int
    by_series: dict[str, Pieces] = {}
    closing: bool = False


class SlipRequested(SlipEvent, frozen=True, kw_only=True, tag="slip_requested"):
    """The table requested it."""


class SlipIssued(SlipEvent, frozen=True, kw_only=True, tag="slip_issued"):
    """The cash desk issued it: a fill's chips left the bank's stock, a credit may be fetched by `carrier`.

    `reason` explains pieces other than the requested ones.
    """

    carrier: str
    reason: str = ""


class SlipCarried(SlipEvent, frozen=True, kw_only=True, tag="slip_carried"):
    """A fill is on its way to the table with `carrier`."""

    carrier: str


class SlipHandedOver(SlipEvent, frozen=True, kw_only=True, tag="slip_handed_over"):
    """A credit's chips left the table with `carrier`."""

    carrier: str


class SlipReceived(SlipEvent, frozen=True, kw_only=True, tag="slip_received"):
    """A fill came into the table's float, or a credit into the bank: it is done.

    `expected` are the pieces of a credit that had left the table, if the bank counted others; `reason` explains
    this.
    """

    reason: str = ""
    expected: Pieces = {}


class SlipVoided(SlipEvent, frozen=True, kw_only=True, tag="slip_voided"):
    """The slip has ended. `was` is its former status: an issued or carried fill's chips are back in the bank, a
    handed over credit's are back in the float.
    """

    was: Status
    reason: str


class SlipReprinted(SlipEvent, frozen=True, kw_only=True, tag="slip_reprinted"):
    """It was printed once more; `copy` counts the reprints from 1."""

    copy: int


AnySlipEvent = (
    SlipRequested | SlipIssued | SlipCarried | SlipHandedOver | SlipReceived | SlipVoided | SlipReprinted
)
SLIP_EVENTS = EventCodec[AnySlipEvent](AnySlipEvent)
TYPES = SLIP_EVENTS.types
"""The types of all events of a slip's stream, as the record has them."""
