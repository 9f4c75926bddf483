"""A slip's state, and its stream's name."""

from typing import Literal

import msgspec

from tables.play.events import Pieces, SlipKind

Status = Literal["requested", "issued", "carried", "handed_over", "received", "voided"]
ENDED: tuple[Status, ...] = ("received", "voided")
WAYS: dict[SlipKind, tuple[Status, ...]] = {
    "fill": ("requested", "issued", "carried", "received"),
    "credit": ("requested", "issued", "handed_over", "received"),
}
"""The steps of each kind, in order; voided it may be before the last."""
LEFT_THE_BANK: tuple[Status, ...] = ("issued", "carried")
"""Statuses of a fill whose chips are on their way."""


Step = Literal["requested", "issued", "sent_for", "carried", "handed_over", "received", "voided"]
"""Step of a slip: its status, or `sent_for` for the issue of a credit, which issues no chips."""


def step_of(kind: SlipKind, status: Status) -> Step:
    return "sent_for" if (kind, status) == ("credit", "issued") else status


class SlipState(msgspec.Struct, frozen=True, kw_only=True):
    """A slip at a version of its stream, 0 before it was requested. `pieces` are its present pieces."""

    version: int = 0
    number: str = ""
    kind: SlipKind = "fill"
    table: str = ""
    day: str = ""
    currency: str = ""
    closing: bool = False
    status: Status = "requested"
    requested: Pieces = {}
    pieces: Pieces = {}
    by_series: dict[str, Pieces] = {}
    carrier: str = ""
    reprints: int = 0

    @property
    def ended(self) -> bool:
        return self.status in ENDED


PREFIX = "slip/"


def slip_stream(number: str) -> str:
    """The stream of a slip's life: `slip/F-000123`."""
    return f"{PREFIX}{number}"


def number_of(stream_id: str) -> str:
    return stream_id.removeprefix(PREFIX)
