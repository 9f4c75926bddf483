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
    """How the table was found, how many of its seats were taken, and the minimum and the highest maximum on its sign.

    `proposed_at` is when the look at it was to be, None where nobody proposed a time.
    """

    seen: Seen
    seats: int | None = None
    minimum: int | None = None
    maximum: int | None = None
    proposed_at: datetime | None = None


class AuditFigures(_Figures, frozen=True, kw_only=True, tag="audit"):
    """What the daily audit counted and decided: the table's balance, what came for chips by card, and what of the
    difference to the record is adjusted (below zero where less was counted), with the reason. All else of the audit is
    worked out by the ledger."""

    balance: int
    card_drop: int = 0
    adjustment: int = 0
    reason: str = ""


class VideoFigures(_Figures, frozen=True, kw_only=True, tag="video"):
    """What was seen on video of a table's drop: on which recording, for how many minutes, and how much it was."""

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
    """A sheet as it was filled in: who counted or saw it, when (UTC), what, and a remark.

    `counted_by` may be somebody without a sign-in; the identifier of somebody who is not registered is empty.
    """

    counted_by: Person
    done_at: datetime
    figures: Figures
    remark: str = ""
