"""An event takes an entry one step further, and judges nothing."""

from datetime import datetime

from msgspec.structs import replace

from tables.registers.entries.events import (
    AnyRegisterEvent,
    EntryChanged,
    EntryRegistered,
    EntrySecretIssued,
    EntryWithdrawn,
)
from tables.registers.entries.state import Entry


def evolve(state: Entry, event: AnyRegisterEvent, version: int, at: datetime) -> Entry:
    entry = replace(state, kind=event.kind, code=event.code, version=version)
    match event:
        case EntryRegistered():
            values, since = dict(event.values), entry.since or at
            return replace(entry, values=values, withdrawn=False, since=since, changed_at=at)
        case EntryChanged():
            return replace(entry, values={**entry.values, **event.after}, changed_at=at)
        case EntryWithdrawn():
            return replace(entry, withdrawn=True, changed_at=at)
        case EntrySecretIssued():
            return replace(entry, fingerprint=event.fingerprint, secret_at=at)
