"""The numbers that a gaming day has brought: what the word permanence means."""

from collections import deque
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from casino.kit.columns import Column
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sentences.words import word
from casino.reports.columns import DAY, TABLE, Report, Row
from settlement.models import GamingDay, PayoutSheet
from settlement.settled_coup import rules_of
from tables.handling.streams import table_and_day, table_stream
from tables.play.events import TABLE_EVENTS
from tables.play.reader.heard import TYPES, Dated, Gap, heard_of
from tables.roulette.announcements import announce_result
from tables.roulette.rulebook import Rulebook
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
    Column(key="source", heading=_("Said by"), share=1, words=partial(word, "source")),
    Column(key="first_said", heading=_("First said"), kind="pocket", share=1),
    Column(key="withheld", heading=_("Disputed"), kind="flag", share=1),
    Column(key="unheard", heading=_("Unheard"), kind="number", share=1),
)


def rows_of(casino_id: int, day: str, table: str | None) -> Iterator[Row]:
    """Yield the rows by table and coup: the valid number, and the first declared number if it differs.

    `unheard` is 1 for a number that the reader did not give. Numbers that fell without a coup of the day have a row
    without a coup, with their count in `unheard`. Runs three queries.
    """
    days = GamingDay.objects.filter(casino_id=casino_id, day=day)
    sheets = PayoutSheet.objects.filter(casino_id=casino_id, day=day)
    if table is not None:
        days, sheets = days.filter(table=table), sheets.filter(table=table)
    rules = {row.table: rules_of(row) for row in days}
    given = _given(casino_id, day, sorted(rules))
    columns = ("table", "coup", "number", "colour", "withheld", "settled_at")
    rows = sheets.order_by("table", "coup").values_list(*columns)
    played = {code: list(of) for code, of in groupby(rows, key=itemgetter(0))}
    for code in sorted(rules):
        yield from _of_table(day, code, rules[code], played.get(code, []), given[code])


def _of_table(
    day: str, code: str, rulebook: Rulebook, played: Iterable[tuple[Any, ...]], given: list[RecordedEvent]
) -> Iterator[Row]:
    heard = heard_of(Dated(each.version, each.occurred_at, TABLE_EVENTS.read(each)) for each in given)
    fell = {each.data["coup"]: each for each in given if each.type == "number_fell"}
    gaps = deque(sorted(heard.gaps, key=lambda gap: gap.after_coup))
    for _table, coup, number, colour, withheld, settled_at in played:
        while gaps and gaps[0].after_coup < coup:
            yield _gap(day, code, gaps.popleft())
        first = fell.get(coup)
        yield (
            day,
            code,
            coup,
            first.occurred_at if first else settled_at,
            as_data(number),
            colour,
            announce_result(rulebook, number),
            first.data["source"] if first else "",
            as_data(first.data["number"]) if first and first.data["number"] != number else None,
            withheld,
            1 if coup in heard.unheard else None,
        )
    yield from (_gap(day, code, gap) for gap in gaps)


def _gap(day: str, code: str, gap: Gap) -> Row:
    return (day, code, None, gap.at, None, None, "", "", None, False, gap.count)


def _given(casino_id: int, day: str, tables: list[str]) -> dict[str, list[RecordedEvent]]:
    """Return the events about the numbers of each table, and about the numbers that its reader missed."""
    given: dict[str, list[RecordedEvent]] = {table: [] for table in tables}
    for event in read_types(casino_id, [table_stream(table, day) for table in tables], TYPES):
        given[table_and_day(event.stream_id)[0]].append(event)
    return given


PERMANENCE = Report(
    name="permanence",
    title=_("Permanence"),
    tells=_(
        "The numbers of the day, coup by coup: the one that stands, and the one that was said at first where "
        "another did. `source` is the reader or the staff; `unheard` is how many numbers the reader did not give: one "
        "of a coup, or several that fell and are no coup of the day."
    ),
    columns=COLUMNS,
    rows_of=rows_of,
)
