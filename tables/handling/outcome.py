"""Sender and result of a command."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Generic, TypedDict, TypeVar

import msgspec

from tables.stream import RecordedEvent

State = TypeVar("State")


class Actor(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Sender of a command: the casino's identifier of a person or a device, with its seat or terminal.

    `client` is the identifier and the name of the API client that requested an act which this person confirmed.
    """

    id: str
    name: str
    terminal: str = ""
    client: str = ""


class How(TypedDict):
    """The actor and time of a command, passed on to the commands that follow from it in other streams."""

    by: Actor
    now: datetime


class Outcome(msgspec.Struct, Generic[State], frozen=True):
    """Result of a command: its events (none if it brought nothing new), and the state after them.

    `version` is the version of the stream in that state. For a repeated command the events and the version are the
    first ones.
    """

    events: tuple[RecordedEvent, ...]
    version: int
    state: State


def acted_by(recorded: RecordedEvent) -> str:
    """Return the name of the actor of this recorded event, or the identifier if there is no name."""
    by = recorded.metadata.get("by") or {}
    return str(by.get("name") or by.get("id") or "")


def people_of(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the identifiers of the actor and of all signatories, from the metadata of an event."""
    by = metadata.get("by")
    signed = metadata.get("signed") or ()
    return (*((by["id"],) if by else ()), *(each["person"]["id"] for each in signed))


def clients_of(recorded: RecordedEvent) -> tuple[str, ...]:
    """Return the API client that requested the confirmed act; empty without one."""
    client = (recorded.metadata.get("by") or {}).get("client")
    return (str(client),) if client else ()


def names_signed(recorded: RecordedEvent) -> list[dict[str, str]]:
    """Name and role of each signatory of the recorded act."""
    return [
        {"name": signature["person"]["name"], "role": signature["role"]}
        for signature in recorded.metadata.get("signed") or ()
    ]
