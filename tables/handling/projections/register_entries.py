"""The present entries of the casino's registers: one row each, updated by every event of their streams."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec

from tables.handling.models import RegisterEntry
from tables.play.pending import Evolved
from tables.registers.entries.events import REGISTER_EVENTS, REGISTER_TYPES
from tables.registers.entries.evolve import evolve
from tables.registers.entries.state import Entry
from tables.stream import RecordedEvent, SynchronousProjection, last_of_each_stream


class RegisterEntries(SynchronousProjection):
    """Evolves each event of an entry into its row."""

    name = "register-entries"
    version = 1
    types = REGISTER_TYPES
    models = (RegisterEntry,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for (casino_id, stream_id), run in groupby(events, key=lambda e: (e.casino_id, e.stream_id)):
            _, kind, code = stream_id.split("/", 2)
            row = RegisterEntry.objects.select_for_update().filter(casino_id=casino_id, kind=kind, code=code)
            stood = row.first()
            entry = entry_of(stood) if stood else Entry(kind=kind, code=code)
            for event in run:
                entry = evolve(entry, REGISTER_EVENTS.read(event), event.version, event.occurred_at)
            _write(casino_id, entry)

    def apply_evolved(self, events: Sequence[RecordedEvent], evolved: Sequence[Evolved]) -> None:
        """Write the entry as the handler has it."""
        for last, each in last_of_each_stream(events, evolved):
            _write(last.casino_id, each.after)


def _write(casino_id: int, entry: Entry) -> None:
    key: dict[str, Any] = {"casino_id": casino_id, "kind": entry.kind, "code": entry.code}
    values = {"withdrawn": entry.withdrawn, "state": msgspec.to_builtins(entry)}
    if not RegisterEntry.objects.filter(**key).update(**values):
        RegisterEntry.objects.create(**key, **values)


def entry_of(row: RegisterEntry) -> Entry:
    return msgspec.convert(row.state, Entry)


def entry_named(casino_id: int, kind: str, code: str) -> Entry:
    """Return the entry of that code; one of version 0 if there is none."""
    row = RegisterEntry.objects.filter(casino_id=casino_id, kind=kind, code=code).first()
    return entry_of(row) if row else Entry(kind=kind, code=code)


def entries_of(casino_id: int, *kinds: str, withdrawn: bool = True) -> list[Entry]:
    """Return the entries of these kinds, of all kinds if none is named: entries in use first, by code."""
    rows = RegisterEntry.objects.filter(casino_id=casino_id)
    if kinds:
        rows = rows.filter(kind__in=kinds)
    if not withdrawn:
        rows = rows.filter(withdrawn=False)
    return [entry_of(row) for row in rows.order_by("kind", "withdrawn", "code")]
