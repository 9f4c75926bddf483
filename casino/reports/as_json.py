"""A report as JSON: its kind, its hashes, its columns, and a row as an object with a key for each column."""

from datetime import datetime
from typing import BinaryIO

import msgspec
from django.utils.translation import gettext

from casino.kit.columns import Column, Value
from casino.kit.structs import Money
from casino.reports.columns import MadeReport, Row, currency_in

MEDIA_TYPE = "application/json"


class ReportColumn(msgspec.Struct, frozen=True, kw_only=True):
    """A column: its key in each row, its heading, and the kind of its values."""

    key: str
    heading: str
    kind: str


class RecordOfReport(msgspec.Struct, frozen=True, kw_only=True):
    """Sources of a report in the record: the hash over the last events of its days, and the time of the newest of
    them, null before the first.
    """

    hash: str
    at: datetime | None


def report_columns(columns: tuple[Column, ...]) -> tuple[ReportColumn, ...]:
    """The columns as they are sent."""
    return tuple(ReportColumn(key=column.key, heading=column.title, kind=column.kind) for column in columns)


def write(made: MadeReport, out: BinaryIO) -> None:
    """Row by row: however many there are, one of them is in memory."""
    report = made.report
    head = {
        "report": report.name,
        "title": gettext(report.title),
        "from": made.since,
        "to": made.until,
        "table": made.table,
        "hash": made.hash,
        "record": RecordOfReport(hash=made.record.hash, at=made.record.at),
        "columns": report_columns(report.columns),
    }
    out.write(msgspec.json.encode(head)[:-1] + b',"rows":[')
    for turn, row in enumerate(made.rows):
        out.write((b",\n" if turn else b"\n") + msgspec.json.encode(_object(report.columns, row)))
    out.write(b"]}")


def _object(columns: tuple[Column, ...], row: Row) -> dict[str, Value | Money]:
    cells: dict[str, Value | Money] = {column.key: value for column, value in zip(columns, row, strict=True)}
    for column, value in zip(columns, row, strict=True):
        if column.kind == "money" and isinstance(value, int):
            cells[column.key] = Money(amount=value, currency=currency_in(columns, row))
    return cells
