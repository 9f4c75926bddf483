"""The numbers that a gaming day has brought: what the word permanence means."""

from collections.abc import Iterator

from casino.kit.sentences.marks import gettext_noop as _
from casino.reports.columns import DAY, TABLE, Column, Report, Row
from settlement.models import GamingDay, PayoutSheet
from settlement.settled_coup import rules_of
from tables.handling.streams import table_and_day, table_stream
from tables.roulette.announcements import announce_result
from tables.roulette.wheel import as_data
from tables.stream import RecordedEvent, read_types

COLUMNS = (
    DAY,
    TABLE,
    Column(key="coup", heading=_("Coup"), kind="number", share=1),
    Column(key="fell_at", heading=_("Fell (UTC)"), kind="time", share=3),
    Column(key="number", heading=_("Number"), kind="pocket", share=1),
    Column(key="colour", heading=_("Colour"), share=1),
    Column(key="announcement", heading=_("Announcement"), share=4),
    Column(key="source", heading=_("Said by"), share=1),
    Column(key="first_said", heading=_("First said"), kind="pocket", share=1),
    Column(key="withheld", heading=_("Disputed"), kind="flag", share=1),
)


def rows_of(casino_id: int, day: str, table: str | None) -> Iterator[Row]:
    """By table and coup: the number that stands, and the one first declared where that was another. Three queries."""
    days = GamingDay.objects.filter(casino_id=casino_id, day=day)
    sheets = PayoutSheet.objects.filter(casino_id=casino_id, day=day)
    if table is not None:
        days, sheets = days.filter(table=table), sheets.filter(table=table)
    rules = {row.table: rules_of(row) for row in days}
    fell = _fell(casino_id, day, sorted(rules))
    columns = ("table", "coup", "number", "colour", "withheld", "settled_at")
    for code, coup, number, colour, withheld, settled_at in sheets.order_by("table", "coup").values_list(
        *columns
    ):
        first = fell.get((code, coup))
        yield (
            day,
            code,
            coup,
            first.occurred_at if first else settled_at,
            as_data(number),
            colour,
            announce_result(rules[code], number),
            first.data["source"] if first else "",
            as_data(first.data["number"]) if first and first.data["number"] != number else None,
            withheld,
        )


def _fell(casino_id: int, day: str, tables: list[str]) -> dict[tuple[str, int], RecordedEvent]:
    """How each number came, by table and coup."""
    streams = [table_stream(table, day) for table in tables]
    return {
        (table_and_day(event.stream_id)[0], event.data["coup"]): event
        for event in read_types(casino_id, streams, ("number_fell",))
    }


PERMANENCE = Report(
    name="permanence",
    title=_("Permanence"),
    tells=_(
        "The numbers of the day, coup by coup: the one that stands, and the one that was said at first where "
        "another did. `source` is the reader or the staff."
    ),
    columns=COLUMNS,
    rows_of=rows_of,
)
