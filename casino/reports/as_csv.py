"""A report as CSV, under a head of keys.

Money is written in major units (`1245.00`, without a thousands separator), its currency is in `currency`; times are RFC
3339 in UTC; a flag is `yes` or empty, and an unknown value is empty. Words never begin a formula.
"""

from datetime import UTC, datetime
from io import TextIOWrapper
from typing import BinaryIO

from casino.kit.csv import Cell, write_csv
from casino.kit.money import in_major_units
from casino.reports.columns import Kind, MadeReport, Value

MEDIA_TYPE = "text/csv"


def write(made: MadeReport, out: BinaryIO) -> None:
    columns = made.report.columns
    text = TextIOWrapper(out, encoding="utf-8", newline="")
    write_csv(
        text,
        [column.key for column in columns],
        (
            [_cell(column.kind, value) for column, value in zip(columns, row, strict=True)]
            for row in made.rows
        ),
    )
    text.flush()
    text.detach()


def _cell(kind: Kind, value: Value) -> Cell | None:
    match kind, value:
        case _, None:
            return None
        case "money", int():
            return in_major_units(value)
        case "time", datetime():
            return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        case "flag", _:
            return "yes" if value else ""
        case "text", str():
            return value
    return str(value)
