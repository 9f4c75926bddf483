"""A house's gaming day folded from its stream."""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from msgspec.structs import replace

from tables.registers.casino_day import events as e


class HouseDayLife(msgspec.Struct, frozen=True, kw_only=True):
    """The day at a version of its stream, 0 before it was closed. Times are UTC."""

    day: str
    version: int = 0
    closed: e.HouseDayClosed | None = None
    closed_at: datetime | None = None
    explained: e.HouseCloseExplained | None = None
    explained_at: datetime | None = None

    @property
    def to_explain(self) -> bool:
        """It was closed under pressure, and nobody has said how it is reconciled."""
        return self.closed is not None and self.closed.forced is not None and self.explained is None


def still_left(life: HouseDayLife, now: Iterable[e.LeftOver]) -> tuple[e.LeftOver, ...]:
    """What a close under pressure left over and is not done by `now`; nothing of a day that was closed as it should."""
    there = {(each.kind, each.ref) for each in now}
    left = life.closed.forced.left if life.closed and life.closed.forced else ()
    return tuple(each for each in left if (each.kind, each.ref) in there)


def evolve(life: HouseDayLife, event: e.AnyHouseDayEvent, at: datetime) -> HouseDayLife:
    """The day after this event, the next one of its stream."""
    after = replace(life, version=life.version + 1)
    match event:
        case e.HouseDayClosed():
            return replace(after, closed=event, closed_at=at)
        case e.HouseCloseExplained():
            return replace(after, explained=event, explained_at=at)
