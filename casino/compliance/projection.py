"""The list of violations beside the record: raised and met in the streams of tables, the rest in their own.

A row has two halves, one of each kind of stream, and neither needs the other: whichever comes first makes the row.
"""

from collections.abc import Sequence

from casino.compliance.models import Violation
from tables.compliance.events import TYPES, VIOLATION_EVENTS
from tables.compliance.state import cause_version, status_after, table_day_and_name
from tables.handling.streams import table_and_day
from tables.stream import RecordedEvent, SynchronousProjection


class Violations(SynchronousProjection):
    name = "violations"
    version = 2
    types = TYPES | {"violation_raised", "violation_resolved"}
    models = (Violation,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for event in events:
            match event.type:
                case "violation_raised":
                    _raised(event)
                case "violation_resolved":
                    _met(event)
                case _:
                    _answered(event)


def _raised(event: RecordedEvent) -> None:
    table, day = table_and_day(event.stream_id)
    data, name = event.data, str(event.data["violation"])
    same_rule = Violation.objects.filter(
        casino_id=event.casino_id, table=table, day=day, rule=data["rule"], version__lt=event.version
    )
    first = same_rule.order_by("version").values_list("name", flat=True).first()
    _bring(
        event.casino_id,
        (table, day, name),
        rule=data["rule"],
        clause=data["clause"],
        code=data.get("code", ""),
        parameters=data.get("parameters", {}),
        words=data.get("words", ""),
        coup=data["coup"],
        version=event.version,
        cause_version=cause_version(name),
        raised_at=event.occurred_at,
        recorded_at=event.recorded_at,
        by=_name(event),
        due_at=data["due_at"],
        repeat_of=first or "",
    )


def _met(event: RecordedEvent) -> None:
    table, day = table_and_day(event.stream_id)
    name = str(event.data["violation"])
    _bring(event.casino_id, (table, day, name), met_at=event.occurred_at, late_s=event.data["late_s"])


def _answered(event: RecordedEvent) -> None:
    key = table_day_and_name(event.stream_id)
    row = _row(event.casino_id, key)
    step = {
        "type": event.type,
        "at": event.occurred_at.isoformat(),
        "by": _name(event),
        "signed": [signature["role"] for signature in event.metadata.get("signed", ())],
        "words": event.data.get("words") or event.data.get("reason") or "",
    }
    _bring(
        event.casino_id,
        key,
        status=status_after(VIOLATION_EVENTS.read(event)),
        life_version=event.version,
        life=[*(row.life if row else ()), step],
    )


def _row(casino_id: int, key: tuple[str, str, str]) -> Violation | None:
    table, day, name = key
    return Violation.objects.filter(casino_id=casino_id, table=table, day=day, name=name).first()


def _bring(casino_id: int, key: tuple[str, str, str], **values: object) -> None:
    table, day, name = key
    Violation.objects.update_or_create(defaults=values, casino_id=casino_id, table=table, day=day, name=name)


def _name(event: RecordedEvent) -> str:
    by = event.metadata.get("by")
    return str(by.get("name") or by.get("id") or "") if isinstance(by, dict) else ""
