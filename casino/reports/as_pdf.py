"""A report on paper: a table across A4 sheets, or a little table for each row where a row has too many columns."""

from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from django.utils.translation import gettext, ngettext

from casino.kit.columns import Column, Kind, Value
from casino.kit.dates import long_day, utc_second
from casino.kit.documents.document import Column as PaperColumn
from casino.kit.documents.document import Document, DocumentTable
from casino.kit.money import count, money, reader_figures
from casino.reports.columns import DAY, TABLE, MadeReport, Report, Row, currency_in

MEDIA_TYPE = "application/pdf"
ON_THE_RIGHT = ("number", "pocket", "money", "percent")
NOT_KNOWN = "–"


def write(made: MadeReport, out: BinaryIO) -> None:
    from casino.kit.documents.pdf import as_pdf  # it loads slowly, and few print

    out.write(as_pdf(paper_of(made)))


def paper_of(made: MadeReport) -> Document:
    """The report as a paper, dated by the record, with its hashes in the foot of each page."""
    report, title = made.report, gettext(made.report.title)
    of = gettext("table {table}").format(table=made.table) if made.table else gettext("all tables")
    since, until = long_day(made.since), long_day(made.until)
    if made.since == made.until:
        days, subtitle = since, gettext("Gaming day {days}, {of}; times are UTC")
    else:
        days = gettext("{since} to {until}").format(since=since, until=until)
        subtitle = gettext("Gaming days {days}, {of}; times are UTC")
    return Document(
        title=title,
        subtitle=subtitle.format(days=days, of=of),
        made_at=made.record.dated(made.until),
        foot=f"{title}, {days}, {of}",
        hashes=(made.hash_in_words, made.record.in_words),
        lines=(gettext(report.tells).replace("`", ""),),
        tables=_sheets(made) if report.sheets else (_table(made, tuple(made.rows)),),
        across=not report.sheets,
    )


def _table(made: MadeReport, rows: tuple[Row, ...]) -> DocumentTable:
    """Return all rows as one table. Values that the head of the paper has for all rows are left out."""
    report = made.report
    of_all = {DAY.key: made.since == made.until, TABLE.key: made.table is not None}
    places = [
        place for place, column in enumerate(report.columns) if column.share and not of_all.get(column.key)
    ]
    columns = [report.columns[place] for place in places]
    return DocumentTable(
        caption=ngettext("{count} line", "{count} lines", len(rows)).format(count=count(len(rows))),
        columns=tuple(
            PaperColumn(column.title, "right" if column.kind in ON_THE_RIGHT else "left", column.share)
            for column in columns
        ),
        rows=tuple(
            tuple(
                _words(report.columns[place], row[place], currency_in(report.columns, row))
                for place in places
            )
            for row in rows
        ),
        nothing=gettext("Nothing."),
        long=True,
    )


def _sheets(made: MadeReport) -> tuple[DocumentTable, ...]:
    return tuple(_sheet(made.report, row) for row in made.rows) or (_table(made, ()),)


def _sheet(report: Report, row: Row) -> DocumentTable:
    """Return a row as a little table: a line for each column, and next to its value the columns about that value."""
    day, table = row[:2]
    about: dict[str, list[str]] = {}
    for column, value in zip(report.columns, row, strict=True):
        if column.of and value:
            about.setdefault(column.of, []).append(str(column.for_people(value)))
    return DocumentTable(
        caption=f"{table}, {long_day(str(day))}",
        columns=(
            PaperColumn(gettext("What"), share=3),
            PaperColumn("", "right", 3),
            PaperColumn(gettext("Known"), share=5),
        ),
        rows=tuple(
            (
                column.title,
                _words(column, value, currency_in(report.columns, row)),
                ", ".join(about.get(column.key, ())),
            )
            for column, value in list(zip(report.columns, row, strict=True))[2:]
            if not column.of
        ),
        long=True,
    )


def _words(column: Column, value: Value, currency: str) -> str:
    value = column.for_people(value)
    if value is None:
        return NOT_KNOWN if column.kind in ("money", "percent") else ""
    if column.kind == "money" and isinstance(value, int):
        return money(value, currency)
    write = WRITTEN.get(column.kind)
    return write(value) if write else str(value)


WRITTEN: Mapping[Kind, Callable[[Any], str]] = {
    "flag": lambda is_so: gettext("yes") if is_so else "",
    "number": count,
    "time": utc_second,
    "day": long_day,
    "percent": lambda figure: reader_figures().decimal(figure),
}
