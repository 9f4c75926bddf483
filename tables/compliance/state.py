"""State of a violation, evolved from its own stream."""

from typing import Literal

import msgspec

from tables.compliance.events import (
    AnyViolationEvent,
    ViolationAcknowledged,
    ViolationDismissed,
    ViolationExplained,
    ViolationUpheld,
)

Status = Literal["raised", "acknowledged", "explained", "upheld", "dismissed", "reopened"]
PREFIX = "violation/"
ENDED: tuple[Status, ...] = ("upheld", "dismissed")


class ViolationState(msgspec.Struct, frozen=True, kw_only=True):
    """A violation's state at a version of its stream; version 0 while nobody has answered it."""

    version: int = 0
    status: Status = "raised"

    @property
    def ended(self) -> bool:
        return self.status in ENDED


def evolve(violation: ViolationState, event: AnyViolationEvent) -> ViolationState:
    return ViolationState(version=violation.version + 1, status=status_after(event))


def status_after(event: AnyViolationEvent) -> Status:
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


def violation_stream(table: str, day: str, name: str) -> str:
    """Return the stream of a violation's answers: `violation/RF1/2026-11-20/12-same-ball-again`."""
    return f"{PREFIX}{table}/{day}/{name}"


def table_day_and_name(stream_id: str) -> tuple[str, str, str]:
    _, table, day, name = stream_id.split("/", 3)
    return table, day, name


def cause_version(name: str) -> int | None:
    """Return the version, in its table's stream, of the event behind the violation of this name.

    Of a breach (`12-same-ball-again`) it is the event that broke the clause, the next one after the version that the
    name begins with. Of a missed deadline (`ball-change-12`) it is the event that opened the case, where the case is
    named for one; else None.
    """
    before, _, _ = name.partition("-")
    if before.isdecimal():
        return int(before) + 1
    _, _, opened_by = name.rpartition("-")
    return int(opened_by) if opened_by.isdecimal() else None
