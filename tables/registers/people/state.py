"""A person evolved from their stream."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from tables.play.events import Person
from tables.registers.people import events as e

MACHINE = Person(id="command-line", name="Command line")
"""The casino's own machine, as the record names who acts there."""

Standing = Literal["active", "suspended", "left"]
Confirmation = Literal["needed", "set_up", "confirmed"]
"""Standing of a person as a second signatory. `needed`: not before a confirmation. `set_up`: valid from the casino's
setup, with the confirmation still open. `confirmed`: valid."""


class PersonState(msgspec.Struct, frozen=True, kw_only=True):
    """A person at a version of their stream, 0 before they were engaged. `since` is the beginning of the present
    standing, in UTC; `reason` its reason, if one was given.
    """

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
    confirmation: Confirmation = "set_up"
    makers: tuple[str, ...] = ()
    """The identifiers of everybody who gave the person their account, role, link or secrets since they were last
    confirmed, in their order."""
    erased: int = 0
    """Number of the erased person in the casino; 0 for anybody else."""

    @property
    def identity(self) -> str:
        """Return the person's identifier in the record."""
        return f"person/{self.number}"


def evolve(
    state: PersonState, event: e.AnyPersonEvent, version: int, at: datetime, by: Iterable[str] = ()
) -> PersonState:
    """Return the state after the event; `by` has the identifiers of the person who acted and of all who signed."""
    return replace(state, version=version, **_changes(event, at), **_confirmation(state, event, tuple(by)))


def _confirmation(state: PersonState, event: e.AnyPersonEvent, by: tuple[str, ...]) -> dict[str, Any]:
    if isinstance(event, e.PersonConfirmed):
        return {"confirmation": "confirmed", "makers": ()}
    if not isinstance(event, e.AccountEvent) or not _lapses(event, by):
        return {}
    if isinstance(event, e.PinSet) and MACHINE.id in by:
        # Nobody who made the account knows the PIN any more, with which the person is confirmed and signs.
        makers = dict.fromkeys(by)
    else:
        makers = dict.fromkeys((*state.makers, *by))
    return {"confirmation": "set_up" if event.set_up else "needed", "makers": tuple(makers)}


def _lapses(event: e.AccountEvent, by: tuple[str, ...]) -> bool:
    """Return True if the person has to be confirmed after this event: not after their own new secret, nor back from a
    suspension, in which nobody else gave them anything.
    """
    match event:
        case e.PasswordSet() | e.PinSet():
            return event.person.id not in by
        case e.PersonBackAgain():
            return event.before == "left"
    return True


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
        case e.PersonErased():
            changes = {"erased": event.number}
        case e.PersonBackAgain():
            changes = {"standing": "active", "since": at, "reason": ""}
    return changes
