"""A person evolved from their stream."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from tables.registers.people import events as e

Standing = Literal["active", "suspended", "left"]


class PersonState(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at a version of their stream, 0 before they were engaged. `since` is from when they stand as they do,
    in UTC; `reason` is why, where somebody said so."""

    version: int = 0
    number: int = 0
    name: str = ""
    sign_in: str = ""
    role: str = ""
    language: str = ""
    standing: Standing = "active"
    since: datetime | None = None
    reason: str = ""
    engaged_at: datetime | None = None

    @property
    def identity(self) -> str:
        """How the record names them."""
        return f"person/{self.number}"


def evolve(state: PersonState, event: e.AnyPersonEvent, version: int, at: datetime) -> PersonState:
    return replace(state, version=version, **_changes(event, at))


def _changes(event: e.AnyPersonEvent, at: datetime) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    match event:
        case e.PersonEngaged():
            changes = {
                "number": int(event.person.id.rpartition("/")[2]),
                "name": event.person.name,
                "sign_in": event.sign_in,
                "role": event.role,
                "language": event.language,
                "since": at,
                "engaged_at": at,
            }
        case e.PersonRenamed():
            changes = {"name": event.person.name}
        case e.RoleChanged():
            changes = {"role": event.after}
        case e.LanguageChanged():
            changes = {"language": event.after}
        case e.PersonSuspended():
            changes = {"standing": "suspended", "since": at, "reason": event.reason}
        case e.PersonLeft():
            changes = {"standing": "left", "since": at, "reason": event.reason}
        case e.PersonBackAgain():
            changes = {"standing": "active", "since": at, "reason": ""}
    return changes
