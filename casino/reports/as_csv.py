"""A report as CSV by RFC 4180: UTF-8 without a byte order mark, a head of keys, lines that end in CR LF.

Money is written in major units (`1245.00`, without a thousands separator), its currency stands in `currency`; times are
RFC 3339 in UTC; a flag is `yes` or empty, and so is what is not known. Words never begin a formula.
"""

import csv
from datetime import UTC, datetime
from io import TextIOWrapper
from typing import BinaryIO

from casino.compliance.report_csv import no_formula
from casino.floor.money import MINOR
from casino.reports.columns import Kind, MadeReport, Value

MEDIA_TYPE = "text/csv"


def write(made: MadeReport, out: BinaryIO) -> None:
    """Row by row."""
    columns = made.report.columns
    text = TextIOWrapper(out, encoding="utf-8", newline="")
    line = csv.writer(text).writerow
    line([column.key for column in columns])
    for row in made.rows:
        line([_cell(column.kind, value) for column, value in zip(columns, row, strict=True)])
    text.flush()
    text.detach()


def _cell(kind: Kind, value: Value) -> str | int:
    match kind, value:
        case _, None:
            return ""
        case "money", int():
            return in_major_units(value)
        case "time", datetime():
            return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        case "flag", _:
            return "yes" if value else ""
        case "text", str():
            return no_formula(value)
    return str(value)


def in_major_units(amount: int) -> str:
    """-1845 is `-18.45`."""
    units, cents = divmod(abs(amount), MINOR)
    return f"{'-' if amount < 0 else ''}{units}.{cents:02d}"
