"""The permanence: the numbers of every table with all that was known of their coups, as a follower of the feed; and
with each number the watch over its wheel."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict

from tables.handling.models import PermanenceDay, PermanenceEntry, WheelWatch
from tables.handling.projections.wheel_watches import WATCHED, WheelWatches
from tables.handling.streams import table_and_day
from tables.play.events import TABLE_EVENTS
from tables.play.permanence import TYPES, Change, Spin, Standing, stood_after, told_by
from tables.stream import AsynchronousProjection, RecordedEvent

_Day = tuple[int, str, str]


class Permanence(AsynchronousProjection):
    """Writes a line for each number, and the valid number after two different reports.

    The state of each table between two batches is kept beside the lines.
    """

    name = "permanence"
    version = 3
    types = TYPES
    models = (PermanenceEntry, PermanenceDay, WheelWatch)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        standing: dict[_Day, Standing] = {}
        waiting: dict[tuple[_Day, int], dict[str, Any]] = {}
        watches = WheelWatches()
        for event in events:
            day = (event.casino_id, *table_and_day(event.stream_id))
            stands = standing[day] if day in standing else _stood(day)
            fact = TABLE_EVENTS.read(event)
            for row in told_by(stands, fact, event.occurred_at):
                if isinstance(row, Spin):
                    known = "dated_by" not in event.metadata
                    values = waiting[day, row.coup] = {**asdict(row), "time_known": known}
                    watches.count(_key(day) | values)
                elif (changed := _change(day, row, waiting)) is not None:
                    watches.correct(*changed)
            standing[day] = stood_after(stands, fact, event.occurred_at)
        PermanenceEntry.objects.bulk_create(
            [PermanenceEntry(**_key(day), **values) for (day, _coup), values in waiting.items()]
        )
        watches.keep()
        for day, stands in standing.items():
            PermanenceDay.objects.update_or_create(
                defaults={"standing": msgspec.to_builtins(stands)}, **_key(day)
            )


def _key(day: _Day) -> dict[str, Any]:
    casino_id, table, of = day
    return {"casino_id": casino_id, "table": table, "day": of}


def _stood(day: _Day) -> Standing:
    kept = PermanenceDay.objects.filter(**_key(day)).first()
    return msgspec.convert(kept.standing, Standing) if kept else Standing()


def _change(
    day: _Day, change: Change, waiting: dict[tuple[_Day, int], dict[str, Any]]
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """Change the line in its place: among the lines of this batch, or in the table. Return a watched line before and
    after the change.
    """
    if (values := waiting.get((day, change.coup))) is not None:
        if change.if_chained and values["previous"] is None:
            return None
        before = _key(day) | values
        values.update(change.values)
        return before, _key(day) | values
    lines = PermanenceEntry.objects.filter(**_key(day), coup=change.coup)
    lines = lines.exclude(previous=None) if change.if_chained else lines
    before_of = lines.values(*WATCHED).first() if set(change.values) & set(WATCHED) else None
    lines.update(**change.values)
    return None if before_of is None else (before_of, before_of | change.values)
