"""The inspection sheets beside the record: a row each, carried along by every event of their streams."""

from collections.abc import Sequence
from typing import Any

import msgspec

from casino.compliance.models import InspectionSheet
from tables.compliance.inspections.events import SHEET_EVENTS, InspectionSheetEntered
from tables.handling.outcome import acted_by
from tables.stream import RecordedEvent, SynchronousProjection


class InspectionSheets(SynchronousProjection):
    name = "inspection_sheets"
    version = 1
    types = SHEET_EVENTS.types
    models = (InspectionSheet,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for event in events:
            _take(event)


def _take(record: RecordedEvent) -> None:
    event = SHEET_EVENTS.read(record)
    key: dict[str, Any] = {
        "casino_id": record.casino_id,
        "kind": event.kind,
        "day": event.day,
        "table": event.table,
        "number": event.number,
    }
    if isinstance(event, InspectionSheetEntered):
        InspectionSheet.objects.create(
            **key,
            version=record.version,
            currency=event.currency,
            content=msgspec.to_builtins(event.content, str_keys=True),
            keyed_by=acted_by(record),
            keyed_at=record.occurred_at,
        )
    else:
        InspectionSheet.objects.filter(**key).update(
            version=record.version,
            content=msgspec.to_builtins(event.after, str_keys=True),
            corrected_by=acted_by(record),
            corrected_at=record.occurred_at,
        )
