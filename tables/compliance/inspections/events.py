"""Events of inspection sheets; the metadata has their author and signatories."""

from __future__ import annotations

import msgspec

from tables.codec import EventCodec
from tables.compliance.inspections.figures import Content, Kind


class InspectionEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of the events of inspection sheets."""


class InspectionSheetEntered(InspectionEvent, frozen=True, kw_only=True, tag="inspection_sheet_entered"):
    """A sheet of this kind was keyed in: the table's `number`th of its gaming day. Amounts are in `currency`."""

    kind: Kind
    day: str
    table: str
    number: int
    currency: str
    content: Content


class InspectionSheetCorrected(InspectionEvent, frozen=True, kw_only=True, tag="inspection_sheet_corrected"):
    """The content `before` is replaced by the content `after`; the reason in words."""

    kind: Kind
    day: str
    table: str
    number: int
    currency: str
    before: Content
    after: Content
    reason: str


class VideoPlanOpened(InspectionEvent, frozen=True, kw_only=True, tag="video_plan_opened"):
    """The days of a month were drawn on which the drop is seen on video, and of each day the tables.

    `chosen` follows from `seed`, `share` (per cent) and `tables`, those that the casino had on the gaming day `day`
    of the draw: `tables.compliance.inspections.drawing` makes the same of them again.
    """

    month: str
    day: str
    seed: str
    share: int
    tables: tuple[str, ...]
    chosen: dict[str, tuple[str, ...]]


AnySheetEvent = InspectionSheetEntered | InspectionSheetCorrected
SHEET_EVENTS = EventCodec[AnySheetEvent](AnySheetEvent)
PLAN_EVENTS = EventCodec[VideoPlanOpened](tuple[VideoPlanOpened])
