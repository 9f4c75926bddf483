"""The rows of the page of access: who signed in and failed, was engaged, changed or suspended, one row an event."""

from collections.abc import Sequence

from casino.people.access_events import TYPES as ACCESS_TYPES
from casino.people.models import AccessEntry
from tables.handling.outcome import acted_by, names_signed
from tables.registers.people.events import TYPES as PERSON_TYPES
from tables.stream import RecordedEvent, SynchronousProjection

ACCESS_PREFIX = "access/"


class AccessEntries(SynchronousProjection):
    name = "access"
    types = ACCESS_TYPES | PERSON_TYPES
    models = (AccessEntry,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        AccessEntry.objects.bulk_create(map(_entry, events))


def _entry(event: RecordedEvent) -> AccessEntry:
    person, by = event.data["person"], event.metadata.get("by") or {}
    day = (
        event.stream_id.removeprefix(ACCESS_PREFIX)
        if event.stream_id.startswith(ACCESS_PREFIX)
        else event.data.get("day", "")
    )
    themselves = by.get("id") == person["id"]
    beside = [each["name"] for each in names_signed(event) if each["name"] != by.get("name")]
    return AccessEntry(
        casino_id=event.casino_id,
        stream_id=event.stream_id,
        version=event.version,
        day=day,
        at=event.occurred_at,
        type=event.type,
        person=person["id"],
        person_name=person["name"],
        by="" if themselves else acted_by(event),
        terminal=str(by.get("terminal") or ""),
        signed=beside,
        data=event.data,
    )
