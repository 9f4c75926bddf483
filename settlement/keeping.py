"""Keeps the figures of days that are over, as the feed goes on: so a page has to work out the open tables at most."""

from collections.abc import Sequence
from datetime import date

from settlement.day_changes import CONCERNED, table_and_day_of
from settlement.kept_days import behind, work_out
from tables.handling.models import Board
from tables.stream.event import RecordedEvent
from tables.stream.projections import Follower


class KeptFigures(Follower):
    """Works out again what events change at days that are closed. A day that is open changes too often for that.

    It has no tables of its own that a rebuild would fill: kept figures hold or are worked out again, whoever asks.
    """

    name = "kept_figures"
    version = 1
    types = CONCERNED
    not_rebuilt = "kept figures are worked out again from the record wherever they no longer hold"

    def apply(self, events: Sequence[RecordedEvent]) -> None:
        first: dict[tuple[int, str], str] = {}
        for recorded in events:
            concerned = table_and_day_of(recorded)
            if concerned is not None:
                table, day = concerned
                first[recorded.casino_id, table] = min(day, first.get((recorded.casino_id, table), day))
        for (casino_id, table), day in first.items():
            boards = Board.objects.filter(casino_id=casino_id, table=table, day__gte=day)
            closed = set(boards.filter(state__phase="closed").values_list("day", flat=True))
            if closed:
                stale = behind(casino_id, date.fromisoformat(day), date.max, (table,))
                work_out(casino_id, [each for each in stale if each[1] in closed])
