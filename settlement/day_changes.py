"""Counts the events that concern each table's day, in the transaction of the append: the count shows whether stored
figures are still valid.

A day's figures depend on its earlier days too (debt for colours), so an event of a day counts to every later day of
the table; a day begins with the count of its last one.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from settlement.boxes import events as boxes
from settlement.models import DayChanges
from settlement.slips import events as slips
from tables.play import events as play
from tables.stream.database import Statement, run
from tables.stream.event import RecordedEvent
from tables.stream.projections import SynchronousProjection

HOLD_DAYS, BEGIN_DAY, COUNT_CHANGES = (
    Statement(name, (Path(__file__).parent / "sql" / f"{name}.sql").read_text())
    for name in ("hold_day_changes", "begin_day_changes", "count_day_changes")
)
OF_A_DAY = ("table", "box")
"""Streams whose names go on with a table and a gaming day."""
CONCERNED = play.TYPES | boxes.TYPES | slips.TYPES
"""The types of all events that may concern a table's day."""


class CountedChanges(SynchronousProjection):
    name = "day_changes"
    version = 1
    types = CONCERNED
    models = (DayChanges,)

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        counts: Counter[tuple[int, str, str]] = Counter()
        for recorded in events:
            concerned = table_and_day_of(recorded)
            if concerned is not None:
                counts[recorded.casino_id, *concerned] += 1
        # Days are locked in the same order everywhere, so that two appends never wait for each other.
        for casino_id, of_casino in groupby(sorted(counts), key=lambda concerned: concerned[0]):
            days = [(table, day) for _, table, day in of_casino]
            columns = {"tables": [table for table, _ in days], "days": [day for _, day in days]}
            # The days are held before their later ones are looked for: one may just be beginning.
            held = set(run(HOLD_DAYS, casino_id=casino_id, **columns))
            for table, day in days:
                if (table, day) not in held:
                    run(BEGIN_DAY, casino_id=casino_id, table=table, day=day)
            more = [counts[casino_id, table, day] for table, day in days]
            run(COUNT_CHANGES, casino_id=casino_id, **columns, more=more)


def table_and_day_of(recorded: RecordedEvent) -> tuple[str, str] | None:
    """Return the table and the gaming day that an event concerns; None for an event of no table."""
    kind, *place = recorded.stream_id.split("/")
    if kind in OF_A_DAY:
        return place[0], place[1]
    if recorded.type in slips.TYPES:
        return str(recorded.data["table"]), str(recorded.data["day"])
    return None
