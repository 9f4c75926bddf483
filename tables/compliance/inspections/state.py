"""An inspection sheet, evolved from its own stream, and a month's plan of videos."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from tables.compliance.inspections.events import (
    AnySheetEvent,
    InspectionSheetCorrected,
    InspectionSheetEntered,
    VideoPlanOpened,
)
from tables.compliance.inspections.figures import Content, Kind

PREFIX = "inspection/"
PLAN = "video-plan"
NOTHING_CHOSEN: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class SheetName(msgspec.Struct, frozen=True):
    """A sheet among those of its kind, of a table's gaming day (ISO date); the numbers begin at 1."""

    kind: Kind
    day: str
    table: str
    number: int


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet at a version of its stream; version 0 while nobody has keyed it in. `currency` is that of its amounts."""

    version: int = 0
    content: Content | None = None
    currency: str = ""

    @property
    def corrections(self) -> int:
        return max(self.version - 1, 0)


class VideoPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Plan of the video inspections of a month: the tables by gaming day. Version 0 means that it is not drawn yet."""

    version: int = 0
    seed: str = ""
    share: int = 0
    tables: tuple[str, ...] = ()
    chosen: Mapping[str, tuple[str, ...]] = NOTHING_CHOSEN


def sheet_stream(name: SheetName) -> str:
    """Return the stream of a sheet: `inspection/opening/2026-11-20/RF1/1`."""
    return f"{PREFIX}{name.kind}/{name.day}/{name.table}/{name.number}"


def plan_stream(month: str) -> str:
    """Return the stream of a month's plan of videos: `inspection/video-plan/2026-11`."""
    return f"{PREFIX}{PLAN}/{month}"


def evolve(sheet: Sheet, event: AnySheetEvent) -> Sheet:
    match event:
        case InspectionSheetEntered():
            content = event.content
        case InspectionSheetCorrected():
            content = event.after
    return Sheet(version=sheet.version + 1, content=content, currency=event.currency)


def evolve_plan(plan: VideoPlan, event: VideoPlanOpened) -> VideoPlan:
    return VideoPlan(
        version=plan.version + 1,
        seed=event.seed,
        share=event.share,
        tables=event.tables,
        chosen=event.chosen,
    )
