"""The two forms of every CSV file: for programs, and for the spreadsheet programs of people.

A table's columns decide both. A program gets keys, codes, points and UTC by commas, the same bytes in every language. A
person gets headings, words, dates and decimal signs of their language by semicolons, with a byte order mark: so a
spreadsheet program of southern Europe opens the file by a double click. `casino.kit.sheets` reads it again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from io import TextIOWrapper
from typing import Any, BinaryIO

import msgspec
from django.http import HttpRequest
from django.utils.translation import get_language, gettext

from casino.kit.columns import Column
from casino.kit.csv import Cell, write_csv
from casino.kit.money import in_major_units, reader_figures

BYTE_ORDER_MARK = "\ufeff"
ISO_DAYS = frozenset({"en"})
"""Languages whose spreadsheet programs read a day in the ISO form alike in every country."""


class CsvForm(msgspec.Struct, frozen=True):
    """Form of CSV: the separator, and a flag for people or programs."""

    separator: str
    for_people: bool


MACHINE = CsvForm(",", False)
SPREADSHEET = CsvForm(";", True)
FORMS = {"machine": MACHINE, "spreadsheet": SPREADSHEET}
"""Forms by the value of `form` in an address."""


def form_asked(request: HttpRequest) -> CsvForm:
    """Return the form that the address asks for by `form`; without one, that of programs."""
    return FORMS.get(request.GET.get("form", ""), MACHINE)


def write_table(
    out: BinaryIO,
    columns: Sequence[Column],
    rows: Iterable[Sequence[Any]],
    form: CsvForm = MACHINE,
    *,
    currency_of: Callable[[Sequence[Any]], str] = lambda row: "",
) -> None:
    """Write the table in the form. `currency_of` returns the currency of a row's amounts."""
    text = TextIOWrapper(out, encoding="utf-8", newline="")
    if form.for_people:
        text.write(BYTE_ORDER_MARK)
    cell = _cell_for_people if form.for_people else _cell_for_programs
    head = [column.title if form.for_people else column.key for column in columns]
    body = (
        [cell(column, value, currency_of(row)) for column, value in zip(columns, row, strict=True)]
        for row in rows
    )
    write_csv(text, head, body, separator=form.separator)
    text.flush()
    text.detach()


Write = Callable[[Any, str], Cell]
"""Function of a value and the currency of its row."""


def _cell_for_programs(column: Column, value: Any, currency: str) -> Cell | None:
    return None if value is None else FOR_PROGRAMS.get(column.kind, _text)(value, currency)


def _cell_for_people(column: Column, value: Any, currency: str) -> Cell | None:
    value = column.for_people(value)
    return None if value is None else FOR_PEOPLE.get(column.kind, _text)(value, currency)


def _text(value: Any, _currency: str) -> Cell:
    return str(value)


def _decimal(figure: str) -> str:
    return figure.replace(".", reader_figures().point)


def written_second(at: datetime) -> str:
    """Return a time to the second as a spreadsheet program reads it in the language in force."""
    return f"{_day(at.date())} {at:%H:%M:%S}"


def _day(day: date) -> str:
    return day.isoformat() if (get_language() or "en")[:2] in ISO_DAYS else f"{day:%d/%m/%Y}"


def _pocket(pocket: int | str) -> str:
    # A spreadsheet program takes 00 for the number 0.
    return gettext("double zero") if pocket == "00" else str(pocket)


FOR_PROGRAMS: Mapping[str, Write] = {
    "money": in_major_units,
    "time": lambda at, _: at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    "flag": lambda is_so, _: "yes" if is_so else "",
}
FOR_PEOPLE: Mapping[str, Write] = {
    "money": lambda amount, currency: _decimal(in_major_units(amount, currency)),
    "percent": lambda figure, _: _decimal(figure),
    "time": lambda at, _: written_second(at.astimezone(UTC)),
    "day": lambda day, _: _day(date.fromisoformat(day)),
    "flag": lambda is_so, _: gettext("yes") if is_so else "",
    "pocket": lambda pocket, _: _pocket(pocket),
}
"""Cells by the kind of their column."""
