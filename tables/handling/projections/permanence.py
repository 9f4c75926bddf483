"""The permanence proper: the numbers of every table, coup by coup, as a follower of the feed."""

from collections.abc import Sequence

from tables.handling.models import PermanenceEntry
from tables.handling.streams import table_and_day
from tables.stream import AsynchronousProjection, RecordedEvent


class Permanence(AsynchronousProjection):
    """Writes a line for each number, and the number that stands where two were reported."""

    name = "permanence"
    version = 1
    types = frozenset({"number_fell", "number_confirmed", "discrepancy_resolved"})
    models = (PermanenceEntry,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        for event in events:
            table, day = table_and_day(event.stream_id)
            key = {"casino_id": event.casino_id, "table": table, "day": day, "coup": event.data["coup"]}
            if event.type == "number_fell":
                PermanenceEntry.objects.create(
                    **key,
                    number=event.data["number"],
                    fell_at=event.occurred_at,
                    time_known="dated_by" not in event.metadata,
                    source=event.data["source"],
                    recovered="recovered" in event.data["doubts"],
                )
            else:
                PermanenceEntry.objects.filter(**key).update(number=event.data["number"], recovered=False)
