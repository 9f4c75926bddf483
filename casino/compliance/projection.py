"""The list of violations beside the record: raised and met in the streams of tables, the rest in their own.

A row has two halves, one of each kind of stream, and neither needs the other: whichever comes first makes the row.
"""

from collections.abc import Sequence
from itertools import groupby

from casino.compliance.models import Violation
from tables.compliance.events import TYPES, VIOLATION_EVENTS
from tables.compliance.state import cause_version, status_after, table_day_and_name
from tables.handling.outcome import acted_by
from tables.handling.streams import table_and_day
from tables.stream import RecordedEvent, SynchronousProjection

KEY = ("casino_id", "table", "day", "name")
RAISED = (
    "rule",
    "clause",
    "code",
    "parameters",
    "words",
    "coup",
    "version",
    "cause_version",
    "raised_at",
    "recorded_at",
    "by",
    "due_at",
    "repeat_of",
)
"""Columns of a row that come from the event that raised it."""


class Violations(SynchronousProjection):
    name = "violations"
    version = 2
    types = TYPES | {"violation_raised", "violation_resolved"}
    models = (Violation,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for (type_, _), of_type in groupby(events, key=lambda event: (event.type, event.casino_id)):
            match type_:
                case "violation_raised":
                    _raised(list(of_type))
                case "violation_resolved":
                    for event in of_type:
                        _met(event)
                case _:
                    for event in of_type:
                        _answered(event)


def _raised(events: Sequence[RecordedEvent]) -> None:
    """Store the rows of violations of one casino, all in one statement."""
    first = _first_of_their_rules(events)
    rows: dict[tuple[str, str, str], Violation] = {}
    for event in events:
        (table, day), data, name = table_and_day(event.stream_id), event.data, str(event.data["violation"])
        version, first_name = first.setdefault((table, day, data["rule"]), (event.version, name))
        rows[table, day, name] = Violation(
            casino_id=event.casino_id,
            table=table,
            day=day,
            name=name,
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
            by=acted_by(event),
            due_at=data["due_at"],
            repeat_of=first_name if version < event.version else "",
        )
    Violation.objects.bulk_create(
        [rows[key] for key in sorted(rows)], update_conflicts=True, unique_fields=KEY, update_fields=RAISED
    )


def _first_of_their_rules(events: Sequence[RecordedEvent]) -> dict[tuple[str, str, str], tuple[int, str]]:
    """Return version and name of the first open violation of each rule, on the days and of the rules of these
    events.
    """
    places = [table_and_day(event.stream_id) for event in events]
    standing = Violation.objects.filter(
        casino_id=events[0].casino_id,
        table__in={table for table, _ in places},
        day__in={day for _, day in places},
        rule__in={event.data["rule"] for event in events},
        version__isnull=False,
    )
    columns = standing.order_by("-version").values_list("table", "day", "rule", "version", "name")
    return {(table, day, rule): (version or 0, name) for table, day, rule, version, name in columns}


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
        "by": acted_by(event),
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
