"""A report as data: its columns, and rows with a value for each. The renderers (`as_*.py`) set it in a file."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from types import GenericAlias
from typing import Any

import msgspec
from django.utils.translation import gettext

from casino.compliance.made_from import made_from_day
from casino.compliance.period import span
from casino.kit.columns import Column, Kind, Value
from casino.kit.documents.made_from import MadeFrom, read_with_record
from casino.kit.sentences.marks import gettext_noop as _
from settlement.blind_count import BLIND, Sight
from tables.roulette.wheel import WrittenPocket

PAPER = "pdf"
NOTHING: Mapping[str, str] = {}
Row = tuple[Value, ...]
ChosenRows = Callable[[int, str, str | None, Mapping[str, str], Sight], Iterable[Row]]

_TYPES: dict[Kind, Any] = {
    "text": str,
    "number": int,
    "pocket": WrittenPocket,
    "money": int,
    "percent": str,
    "time": datetime,
    "day": str,
    "flag": bool,
}


DAY = Column(key="gaming_day", heading=_("Gaming day"), kind="day")
TABLE = Column(key="table", heading=_("Table"), share=1)
CURRENCY = Column(key="currency", heading=_("Currency"), share=1)


def currency_in(columns: Sequence[Column], row: Row) -> str:
    """Return the currency of a row's amounts; empty in a report without amounts."""
    found = (value for column, value in zip(columns, row, strict=True) if column.key == CURRENCY.key)
    return str(next(found, ""))


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A report: its title, its content (both marked for translation), its columns, and its rows of a gaming day.

    `rows_of(casino_id, day, table)` gives the rows of a table's day, of all tables where that is None, in their order.
    The first columns are gaming day and table. `sheets`: a row has too many columns for a line of paper, so each is a
    little table of its own there.

    `chosen_by` are the names by which rows can be chosen; `on_paper` is what is chosen where paper is asked for and
    nobody chose otherwise. A report whose rows hang on the choice or on the reader's sight has `chosen_rows_of` instead
    of `rows_of`.
    """

    name: str
    title: str
    tells: str
    columns: tuple[Column, ...]
    rows_of: Callable[[int, str, str | None], Iterable[Row]] | None = None
    sheets: bool = False
    chosen_by: tuple[str, ...] = ()
    chosen_rows_of: ChosenRows | None = None
    on_paper: Mapping[str, str] = {}

    def rows(
        self,
        casino_id: int,
        day: str,
        table: str | None,
        form: str,
        chosen: Mapping[str, str] = NOTHING,
        *,
        sight: Sight = BLIND,
    ) -> Iterable[Row]:
        """Return the rows of a table's day, of all tables where that is None, that are `chosen` for a file of this
        form, as their reader may see them.
        """
        if self.rows_of is not None:
            return self.rows_of(casino_id, day, table)
        assert self.chosen_rows_of is not None, "a report has rows"
        wanted = {**(self.on_paper if form == PAPER else NOTHING), **chosen}
        return self.chosen_rows_of(casino_id, day, table, wanted, sight)

    def packed(self, rows: Iterable[Row]) -> bytes:
        """Rows as they are kept until all of a job's days are there."""
        return msgspec.msgpack.encode(tuple(rows))

    def unpacked(self, kept: bytes) -> tuple[Row, ...]:
        """The rows again. Raises msgspec.ValidationError where the report had other columns when they were kept."""
        row = GenericAlias(tuple, tuple(_TYPES[column.kind] | None for column in self.columns))
        found: tuple[Row, ...] = msgspec.msgpack.decode(kept, type=GenericAlias(tuple, (row, ...)))
        return found


class MadeReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report with its rows: of the gaming days from `since` to `until` (ISO dates), of one table or, with None, of
    all.

    `record` is what it was made from. Its `rows` can be read again and again: `hash` is SHA-256 (hexadecimal) of the
    CSV of these very rows, empty until it is rendered.
    """

    report: Report
    since: str
    until: str
    table: str | None
    rows: Iterable[Row]
    record: MadeFrom
    hash: str = ""

    @property
    def hash_in_words(self) -> str:
        """For the foot of a file."""
        return gettext("Hash of this report {hash}").format(hash=self.hash)

    @property
    def file_name(self) -> str:
        return file_name(self.report.name, self.since, self.until, self.table)


def file_name(report: str, since: str, until: str, table: str | None) -> str:
    """Return the file name of a report, without its ending."""
    return "-".join(filter(None, (report, span(since, until), table)))


def made_of_day(
    casino_id: int,
    report: Report,
    day: str,
    table: str | None,
    *,
    form: str,
    chosen: Mapping[str, str] = NOTHING,
    sight: Sight = BLIND,
) -> MadeReport:
    """The report of one gaming day, of a table or, with None, of all tables: the rows that are `chosen`, for a file of
    this form, as their reader may see them."""
    rows, record = rows_with_record(
        casino_id, day, lambda: report.rows(casino_id, day, table, form, chosen, sight=sight)
    )
    return MadeReport(report=report, since=day, until=day, table=table, rows=rows, record=record)


def rows_with_record(
    casino_id: int, day: str, rows_of: Callable[[], Iterable[Row]]
) -> tuple[tuple[Row, ...], MadeFrom]:
    """Return the rows of a day, and the hash and time of the record behind them.

    A day that changes during the reading is read again.
    """
    return read_with_record(lambda: made_from_day(casino_id, day), lambda: tuple(rows_of()))


def days_between(since: str, until: str) -> int:
    """Return the number of gaming days from the first to the last, both included."""
    return (date.fromisoformat(until) - date.fromisoformat(since)).days + 1


def day_at(since: str, place: int) -> str:
    """The gaming day that comes so many after the first."""
    return (date.fromisoformat(since) + timedelta(days=place)).isoformat()
