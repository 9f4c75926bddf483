"""A casino's gaming day evolved from its stream."""

from collections.abc import Iterable
from datetime import datetime

import msgspec
from msgspec.structs import replace

from tables.registers.casino_day import events as e


class CasinoDayState(msgspec.Struct, frozen=True, kw_only=True):
    """The day at a version of its stream, 0 before it was closed. Times are UTC."""

    day: str
    version: int = 0
    closed: e.HouseDayClosed | None = None
    closed_at: datetime | None = None
    explained: e.HouseCloseExplained | None = None
    explained_at: datetime | None = None

    @property
    def to_explain(self) -> bool:
        """It was a forced close, and is not reconciled yet."""
        return self.closed is not None and self.closed.forced is not None and self.explained is None


def still_left(state: CasinoDayState, now: Iterable[e.ClosingBlocker]) -> tuple[e.ClosingBlocker, ...]:
    """Return the blockers of an emergency close that are not done by `now`; nothing for a day with an ordinary
    close.
    """
    there = {(each.kind, each.ref) for each in now}
    left = state.closed.forced.left if state.closed and state.closed.forced else ()
    return tuple(each for each in left if (each.kind, each.ref) in there)


def evolve(state: CasinoDayState, event: e.AnyCasinoDayEvent, at: datetime) -> CasinoDayState:
    after = replace(state, version=state.version + 1)
    match event:
        case e.HouseDayClosed():
            return replace(after, closed=event, closed_at=at)
        case e.HouseCloseExplained():
            return replace(after, explained=event, explained_at=at)
