"""Content of an inspection sheet, by its kind. Amounts in minor units of the table's currency."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from tables.play.events import Person, Pieces

Kind = Literal["opening", "closing", "minimums", "audit", "video"]
Seen = Literal["open", "closed", "unexplained"]
"""State in which the table was found; `unexplained`: closed, and nobody there had an explanation."""


class _Figures(msgspec.Struct, frozen=True, kw_only=True, tag_field="of"):
    pass


class FloatFigures(_Figures, frozen=True, kw_only=True, tag="float"):
    """The float of a table that opens or closes: how many chips were counted of each value."""

    pieces: Pieces


class SignFigures(_Figures, frozen=True, kw_only=True, tag="sign"):
    """Figures of a look at a table: its state, its taken seats, the minimum and the highest maximum on its sign.

    `proposed_at` is the proposed time of the look; None if nobody proposed a time.
    """

    seen: Seen
    seats: int | None = None
    minimum: int | None = None
    maximum: int | None = None
    proposed_at: datetime | None = None


class AuditFigures(_Figures, frozen=True, kw_only=True, tag="audit"):
    """Figures of the daily audit: the table's balance, and the amount paid for chips by card.

    `adjustment` is the adjusted part of the difference to the record, with its reason. It is below zero if less was
    counted. The ledger computes all other figures of the audit.
    """

    balance: int
    card_drop: int = 0
    adjustment: int = 0
    reason: str = ""


class VideoFigures(_Figures, frozen=True, kw_only=True, tag="video"):
    """Figures of a video inspection of a table's drop: the recording, the minutes watched, and the drop's amount."""

    recording: str
    minutes: int
    drop: int


Figures = FloatFigures | SignFigures | AuditFigures | VideoFigures
KINDS: dict[Kind, type[Figures]] = {
    "opening": FloatFigures,
    "closing": FloatFigures,
    "minimums": SignFigures,
    "audit": AuditFigures,
    "video": VideoFigures,
}
"""The kinds of sheets, in the order of an inspection's day, each with its figures."""


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """Content of a sheet: its person, its time (UTC), its figures, and a remark.

    `counted_by` may be somebody without a sign-in; the identifier of somebody who is not registered is empty.
    """

    counted_by: Person
    done_at: datetime
    figures: Figures
    remark: str = ""
