"""A report as a workbook: numbers are numbers, times are dates (UTC), the head is frozen and filters.

Written row by row (XlsxWriter's constant_memory). It is dated by the record, and the entries of its archive bear no
date, so that the same rows make the same bytes. Its hash is in the foot of each printed page, and both in its
properties.
"""

from datetime import UTC, date, datetime
from io import BytesIO
from typing import Any, BinaryIO

from django.utils.translation import gettext

from casino.compliance.period import span
from casino.kit.columns import Column, Kind, Value
from casino.kit.csv import cell_text
from casino.reports.columns import MadeReport, currency_in
from tables.money import decimals_of, minor_per_unit

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
NUMBER_FORMATS: dict[Kind, str] = {
    "number": "0",
    "pocket": "0",
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
LONGEST_SHEET_NAME = 31
A4 = 9
MOST_DECIMALS = 4
"""Decimals of the currency that has most."""
SMALL = "&7"


def write(made: MadeReport, out: BinaryIO) -> None:
    from xlsxwriter import Workbook  # noqa: TID251  the one writer

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
    dated = made.record.dated(made.until).astimezone(UTC).replace(tzinfo=None)
    book.set_properties({"title": f"{title} {span(made.since, made.until)}", "created": dated})
    book.set_custom_property("hash", made.hash, "text")
    book.set_custom_property("record", made.record.hash, "text")
    sheet = book.add_worksheet(title[:LONGEST_SHEET_NAME])
    sheet.set_footer(_foot(made))
    sheet.set_landscape()
    sheet.set_paper(A4)
    sheet.repeat_rows(0)
    head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
    formats = {kind: book.add_format({"num_format": code}) for kind, code in NUMBER_FORMATS.items()}
    money_formats = {
        decimals: book.add_format({"num_format": money_format(decimals)})
        for decimals in range(MOST_DECIMALS + 1)
    }
    sheet.freeze_panes(1, 2)
    for place, column in enumerate(columns):
        sheet.set_column(place, place, _width(column))
    for place, column in enumerate(columns):
        sheet.write_string(0, place, column.title, head)
    last = 0
    for last, row in enumerate(made.rows, start=1):
        for place, (column, value) in enumerate(zip(columns, row, strict=True)):
            shown = column.for_people(value)
            if column.kind == "money" and isinstance(shown, int):
                currency = currency_in(columns, row)
                style = money_formats[decimals_of(currency)]
                sheet.write_number(last, place, shown / minor_per_unit(currency), style)
            else:
                _cell(sheet, (last, place), column.kind, shown, formats.get(column.kind))
    sheet.autofilter(0, 0, last, len(columns) - 1)
    book.close()
    out.write(file.getbuffer())


def money_format(decimals: int) -> str:
    """Return the number format of amounts with so many decimals: `#,##0.00`."""
    return f"#,##0.{'0' * decimals}".rstrip(".")


def _foot(made: MadeReport) -> str:
    """The foot of each page as a spreadsheet writes it: the hash of the report, and page x of y. It has 255 characters
    at most: the hash of the record is left to the properties."""
    page_of = gettext("Page %(number)s of %(pages)s") % {"number": "&P", "pages": "&N"}
    return f"&L{SMALL}{made.hash_in_words}&R{SMALL}{page_of}"


def _cell(sheet: Any, at: tuple[int, int], kind: Kind, value: Value, style: Any) -> None:
    match kind, value:
        case _, None | "":
            return
        case "number" | "pocket", int():
            sheet.write_number(*at, value, style)
        case "percent", str():
            sheet.write_number(*at, float(value) / 100, style)
        case "time", datetime():
            # A cell has no zone; the heading names UTC.
            sheet.write_datetime(*at, value.astimezone(UTC).replace(tzinfo=None), style)
        case "day", str():
            sheet.write_datetime(*at, date.fromisoformat(value), style)
        case "flag", bool():
            sheet.write_boolean(*at, value)
        case _:
            sheet.write_string(*at, cell_text(str(value)))


def _width(column: Column) -> int:
    return WIDTHS.get(column.kind, max(column.share, 2) * WIDTH_OF_A_SHARE)
