"""One table of columns makes a file for programs and one for the spreadsheet programs of people."""

from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pytest
from django.utils.translation import override

from casino.kit.columns import Column, Kind
from casino.kit.csv_form import MACHINE, SPREADSHEET, CsvForm, write_table
from tables.outside.spreadsheet import SheetUnreadable, read_sheet

HEADINGS: dict[Kind, str] = {
    "text": "Name",
    "money": "Table",
    "percent": "Share",
    "time": "Time (UTC)",
    "day": "Gaming day",
    "flag": "Not met",
    "pocket": "Number",
    "number": "Coup",
}
COLUMNS = tuple(Column(key=kind, heading=heading, kind=kind) for kind, heading in HEADINGS.items())
AT = datetime(2026, 11, 20, 21, 5, 9, tzinfo=UTC)
ROW = (
    "Città; «vecchia»",
    -124_550,
    "97.30",
    AT,
    "2026-11-20",
    True,
    "00",
    7,
)


def written(form: CsvForm, language: str = "en", row: Any = ROW) -> str:
    out = BytesIO()
    with override(language):
        write_table(out, COLUMNS, [row, [None] * len(COLUMNS)], form, currency_of=lambda _: "EUR")
    return out.getvalue().decode()


@pytest.mark.parametrize("language", ["en", "it", "pt", "fr"])
def test_machine_format_is_the_same_in_every_language(language: str) -> None:
    assert written(MACHINE, language) == (
        "text,money,percent,time,day,flag,pocket,number\r\n"
        "Città; «vecchia»,-1245.50,97.30,2026-11-20T21:05:09.000Z,2026-11-20,yes,00,7\r\n"
        ",,,,,,,\r\n"
    )


def test_form_for_spreadsheets_has_signs_and_days_of_the_language() -> None:
    lines = written(SPREADSHEET, "it").split("\r\n")
    assert lines[0].startswith("\ufeff")
    cells = lines[1].split(";")
    assert lines[1].startswith('"Città; «vecchia»";-1245,50;97,30;20/11/2026 21:05:09;20/11/2026;')
    assert cells[-1] == "7"
    assert "00" not in cells[-2:-1]
    english = written(SPREADSHEET, "en").split("\r\n")[1]
    assert "-1245.50;97.30;2026-11-20 21:05:09;2026-11-20;yes;double zero;7" in english


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (b"", "empty", 0),
        (b"\n\n", "empty", 0),
        (b"PK\x03\x04rest", "workbook", 0),
        (b"\xd0\xcf\x11\xe0rest", "workbook", 0),
        (b"a;b\n\x00;c\n", "not-text", 0),
        (b'a;b\n"c;d\n', "not-csv", 2),
        (b"a;b\n" + b"c;d\n" * 11, "too-long", 12),
        (b"a;b\n" + b";" * 201 + b"x\n", "too-wide", 2),
        (b"a\n" + b"x" * 10_001 + b"\n", "not-csv", 2),
    ],
)
def test_unreadable_file_is_named_with_its_line(content: bytes, code: str, line: int) -> None:
    with pytest.raises(SheetUnreadable) as refused:
        read_sheet(content, most_rows=10)
    assert (refused.value.code, refused.value.line) == (code, line)


def test_separator_line_of_a_spreadsheet_program_is_followed() -> None:
    sheet = read_sheet(b"sep=\t\r\na,b\tc\r\n1,5\t2\r\n", most_rows=5)
    assert (sheet.separator, sheet.head.cells, sheet.body[0].cells, sheet.body[0].line) == (
        "\t",
        ("a,b", "c"),
        ("1,5", "2"),
        3,
    )


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_text_is_read_in_its_encoding(codec: str) -> None:
    sheet = read_sheet("nome;città\r\nJosé;Peça\r\n".encode(codec), most_rows=5)
    assert sheet.head.cells == ("nome", "città")
    assert sheet.body[0].cells == ("José", "Peça")
