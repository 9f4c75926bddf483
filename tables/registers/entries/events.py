"""Events of the entries of a casino's registers. Each event's metadata has its author and time."""

from typing import Any

import msgspec

from tables.codec import EventCodec


class RegisterEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    kind: str
    code: str


class EntryRegistered(RegisterEvent, frozen=True, kw_only=True, tag="entry_registered"):
    """An entry was registered with these values, or one that was withdrawn came back with them."""

    values: dict[str, Any]


class EntryChanged(RegisterEvent, frozen=True, kw_only=True, tag="entry_changed"):
    """Fields of an entry changed; `before` and `after` have those fields alone."""

    before: dict[str, Any]
    after: dict[str, Any]


class EntryWithdrawn(RegisterEvent, frozen=True, kw_only=True, tag="entry_withdrawn"):
    """An entry is in use no longer."""

    reason: str = ""


class EntrySecretIssued(RegisterEvent, frozen=True, kw_only=True, tag="entry_secret_issued"):
    """An entry got a new secret, and the one before it ended. The record has its fingerprint alone."""

    fingerprint: str


AnyRegisterEvent = EntryRegistered | EntryChanged | EntryWithdrawn | EntrySecretIssued
REGISTER_EVENTS = EventCodec[AnyRegisterEvent](AnyRegisterEvent)
REGISTER_TYPES = REGISTER_EVENTS.types
