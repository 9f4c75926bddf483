"""Where a violation stands, folded from its own stream."""

from typing import Literal

import msgspec

from tables.violations.events import (
    AnyLifeEvent,
    ViolationAcknowledged,
    ViolationDismissed,
    ViolationExplained,
    ViolationUpheld,
)

Status = Literal["raised", "acknowledged", "explained", "upheld", "dismissed", "reopened"]
ENDED: tuple[Status, ...] = ("upheld", "dismissed")


class Life(msgspec.Struct, frozen=True, kw_only=True):
    """A violation's life at a version of its stream; version 0 while nobody has said anything to it."""

    version: int = 0
    status: Status = "raised"

    @property
    def ended(self) -> bool:
        """Whether an inspector has decided."""
        return self.status in ENDED


def evolve(life: Life, event: AnyLifeEvent) -> Life:
    """The life after this event, the next one of its stream."""
    return Life(version=life.version + 1, status=status_after(event))


def status_after(event: AnyLifeEvent) -> Status:
    """How a violation stands after this event."""
    match event:
        case ViolationAcknowledged():
            return "acknowledged"
        case ViolationExplained():
            return "explained"
        case ViolationUpheld():
            return "upheld"
        case ViolationDismissed():
            return "dismissed"
        case _:
            return "reopened"
