"""A report as a workbook: numbers are numbers, times are dates (UTC), the head is frozen and filters.

Written row by row (XlsxWriter's constant_memory); its own date is the report's last day, so that the same rows make the
same bytes.
"""

from datetime import UTC, date, datetime
from io import BytesIO
from typing import Any, BinaryIO

from django.utils.translation import gettext
from xlsxwriter import Workbook

from casino.kit.money import MINOR
from casino.reports.columns import Column, Kind, MadeReport, Value

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
NUMBER_FORMATS: dict[Kind, str] = {
    "number": "0",
    "pocket": "0",
    "money": "#,##0.00",
    "percent": "0.00%",
    "time": "yyyy-mm-dd hh:mm:ss",
    "day": "yyyy-mm-dd",
}
WIDTHS: dict[Kind, int] = {
    "number": 9,
    "pocket": 9,
    "money": 14,
    "percent": 9,
    "time": 19,
    "day": 11,
    "flag": 8,
}
WIDTH_OF_A_SHARE = 9
LONGEST_CELL = 32_767
"""Characters: a spreadsheet takes no more in a cell."""
LONGEST_SHEET_NAME = 31


def write(made: MadeReport, out: BinaryIO) -> None:
    columns, title, file = made.report.columns, gettext(made.report.title), BytesIO()
    book = Workbook(
        file,
        {
            "constant_memory": True,
            "strings_to_formulas": False,
            "strings_to_urls": False,
            "strings_to_numbers": False,
        },
    )
    book.set_properties({"title": f"{title} {made.span}", "created": datetime.fromisoformat(made.until)})
    sheet = book.add_worksheet(title[:LONGEST_SHEET_NAME])
    head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
    formats = {kind: book.add_format({"num_format": code}) for kind, code in NUMBER_FORMATS.items()}
    sheet.freeze_panes(1, 2)
    for place, column in enumerate(columns):
        sheet.set_column(place, place, _width(column))
    for place, column in enumerate(columns):
        sheet.write_string(0, place, column.title, head)
    last = 0
    for last, row in enumerate(made.rows, start=1):
        for place, (column, value) in enumerate(zip(columns, row, strict=True)):
            _cell(sheet, (last, place), column.kind, value, formats.get(column.kind))
    sheet.autofilter(0, 0, last, len(columns) - 1)
    book.close()
    out.write(file.getbuffer())


def _cell(sheet: Any, at: tuple[int, int], kind: Kind, value: Value, style: Any) -> None:
    match kind, value:
        case _, None | "":
            return
        case "number" | "pocket", int():
            sheet.write_number(*at, value, style)
        case "money", int():
            sheet.write_number(*at, value / MINOR, style)
        case "percent", str():
            sheet.write_number(*at, float(value) / 100, style)
        case "time", datetime():
            # A cell knows no zone; the heading says that it is UTC.
            sheet.write_datetime(*at, value.astimezone(UTC).replace(tzinfo=None), style)
        case "day", str():
            sheet.write_datetime(*at, date.fromisoformat(value), style)
        case "flag", bool():
            sheet.write_boolean(*at, value)
        case _:
            sheet.write_string(*at, str(value)[:LONGEST_CELL])


def _width(column: Column) -> int:
    return WIDTHS.get(column.kind, max(column.share, 2) * WIDTH_OF_A_SHARE)
