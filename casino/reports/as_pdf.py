"""A report on paper: a table across A4 sheets, or a little table for each row where a row has too many columns."""

from datetime import UTC, datetime
from typing import BinaryIO

from casino.kit.documents.document import Column as PaperColumn
from casino.kit.documents.document import Document, DocumentTable
from casino.kit.money import money
from casino.reports.columns import DAY, TABLE, Column, MadeReport, Report, Row, Value

MEDIA_TYPE = "application/pdf"
ON_THE_RIGHT = ("number", "money", "percent")
NOT_KNOWN = "–"


def write(made: MadeReport, out: BinaryIO) -> None:
    """The whole PDF."""
    from casino.kit.documents.pdf import as_pdf  # it loads slowly, and few print

    out.write(as_pdf(paper_of(made)))


def paper_of(made: MadeReport) -> Document:
    """The report as a paper. Its date is the report's last day, so that the same rows make the same bytes."""
    report, days = made.report, made.span.replace("-to-", " to ")
    of = f"table {made.table}" if made.table else "all tables"
    what = "gaming day" if made.since == made.until else "gaming days"
    return Document(
        title=report.title,
        subtitle=f"{what.capitalize()} {days}, {of}; times are UTC",
        made_at=datetime.fromisoformat(made.until).replace(tzinfo=UTC),
        foot=f"{report.title}, {days}, {of}",
        lines=(report.tells.replace("`", ""),),
        tables=_sheets(made) if report.sheets else (_table(made, tuple(made.rows)),),
        across=not report.sheets,
    )


def _table(made: MadeReport, rows: tuple[Row, ...]) -> DocumentTable:
    """All rows as one table. What the head of the paper says of all of them does not stand in each."""
    report = made.report
    of_all = {DAY.key: made.since == made.until, TABLE.key: made.table is not None}
    places = [
        place for place, column in enumerate(report.columns) if column.share and not of_all.get(column.key)
    ]
    columns = [report.columns[place] for place in places]
    return DocumentTable(
        caption=f"{len(rows):,} line{'' if len(rows) == 1 else 's'}",
        columns=tuple(
            PaperColumn(column.heading, "right" if column.kind in ON_THE_RIGHT else "left", column.share)
            for column in columns
        ),
        rows=tuple(tuple(_words(report.columns[place], row[place]) for place in places) for row in rows),
        nothing="Nothing.",
        long=True,
    )


def _sheets(made: MadeReport) -> tuple[DocumentTable, ...]:
    return tuple(_sheet(made.report, row) for row in made.rows) or (_table(made, ()),)


def _sheet(report: Report, row: Row) -> DocumentTable:
    """A row as a little table: a line for each column, and beside its value what other columns say of it."""
    day, table = row[:2]
    about: dict[str, list[str]] = {}
    for column, value in zip(report.columns, row, strict=True):
        if column.of and value:
            about.setdefault(column.of, []).append(str(value))
    return DocumentTable(
        caption=f"{table}, {day}",
        columns=(PaperColumn("What", share=3), PaperColumn("", "right", 3), PaperColumn("Known", share=5)),
        rows=tuple(
            (column.heading, _words(column, value), ", ".join(about.get(column.key, ())))
            for column, value in list(zip(report.columns, row, strict=True))[2:]
            if not column.of
        ),
        long=True,
    )


def _words(column: Column, value: Value) -> str:
    match column.kind, value:
        case "flag", _:
            return "yes" if value else ""
        case kind, None:
            return NOT_KNOWN if kind in ("money", "percent") else ""
        case "money", int():
            return money(value)
        case "number", int():
            return f"{value:,}"
        case "time", datetime():
            return f"{value.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    return str(value)
