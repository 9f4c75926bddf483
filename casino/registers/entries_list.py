"""Entries of a register, wheels or balls as a list: a code and a field in each column, for spreadsheet programs.

A line is laid over the entry that has its code: an empty cell, and a column that the list lacks, change nothing. The
casino's file (casino/house_file) then loads the entries as it loads its own: all of them, or, with a mistake, none.
Fields with rows of their own, such as the limits of a table, are left to the entry's page.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.translation import gettext, override

from casino.casino_file.exporting import exported
from casino.casino_file.loading import HouseRefused
from casino.kit.columns import Column
from casino.kit.csv_form import CsvForm, write_table
from casino.kit.register_kinds import kind_words
from casino.kit.sentences.marks import gettext_noop as _
from casino.kit.sheets import (
    ReadList,
    SheetColumn,
    SheetLine,
    SheetMistake,
    SheetRefused,
    in_every_language,
    mistake,
    read_list,
)
from casino.registers.words import label_of
from tables.refusal import Refused
from tables.registers.entries.fields import Field, fields_of

CODE = "code"
EQUIPMENT: Mapping[str, tuple[Field, ...]] = {
    "wheel": (
        Field(name="maker", shape="text", required=False),
        Field(name="rulebook", shape="text", required=False),
        Field(name="numbering", shape="text", required=False),
        Field(name="diameter_mm", shape="number", required=False, unit="mm"),
        Field(name="table", shape="text", required=False),
        Field(name="remarks", shape="text", required=False),
    ),
    "ball": (
        Field(name="diameter_mm", shape="number", required=True, unit="mm"),
        Field(name="rulebook", shape="text", required=False),
        Field(name="table", shape="text", required=False),
        Field(name="letter", shape="text", required=False),
        Field(name="remarks", shape="text", required=False),
    ),
}
HEADINGS = {
    CODE: _("Code"),
    "maker": _("Maker"),
    "rulebook": _("Rulebook"),
    "numbering": _("Numbering"),
    "diameter_mm": _("Diameter, mm"),
    "table": _("Table"),
    "letter": _("Letter"),
    "remarks": _("Remarks"),
}
OF_REGISTERS = ("pit", "table", "reader", "notice")
"""Registers whose entries are listed. The others have a secret, a key or one entry."""
KINDS = (*OF_REGISTERS, *EQUIPMENT)
FLAT = frozenset({"text", "number", "yes-no", "date", "time", "choice"})
MOST_LINES = 2_000
HUNDREDTHS, HUNDRED = "hundredths of a per cent", 100
"""Unit of a field that people enter in per cent."""
_NUMBER = re.compile(r"-?[0-9]{1,12}([.,][0-9]{1,6})?")
YES, NO = _("yes"), _("no")


class EntriesList(NamedTuple):
    """A list as it was read: the file, the document for the casino's registers, and the line of each code."""

    found: ReadList
    document: dict[str, dict[str, Any]]
    lines: dict[str, int]


@cache
def columns_of(kind: str) -> tuple[SheetColumn, ...]:
    """Return the columns of a list of this kind: the code, and each field with one value."""
    code = SheetColumn(key=CODE, heading=HEADINGS[CODE], others=("serial", "serial number"))
    return (
        code,
        *(
            SheetColumn(
                key=field.name,
                heading=HEADINGS.get(field.name, field.name),
                required=False,
                others=_labels(kind, field),
            )
            for field in _fields(kind)
        ),
    )


def _fields(kind: str) -> Sequence[Field]:
    if kind in EQUIPMENT:
        return EQUIPMENT[kind]
    return [field for field in fields_of(kind) if field.shape in FLAT and field.unit != "money"]


def _labels(kind: str, field: Field) -> tuple[str, ...]:
    """Return the label of a field in every language."""
    if kind in EQUIPMENT:
        return ()
    found = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            found.append(label_of(kind, field.name))
    return tuple(found)


def kinds_in_words(kinds: Sequence[str]) -> list[tuple[str, str]]:
    """Return these kinds with their names."""
    equipment = {"wheel": gettext("Wheels"), "ball": gettext("Balls")}
    return [(kind, equipment[kind] if kind in equipment else kind_words(kind).many) for kind in kinds]


def heading_of(kind: str, key: str) -> str:
    """Return the heading of a column in the language in force."""
    return gettext(HEADINGS[key]) if key in HEADINGS else label_of(kind, key)


def read_entries(casino_id: int, kind: str, content: bytes) -> EntriesList:
    """Return the entries in a file, merged into the existing ones. Raises SheetRefused with each bad line."""
    found = read_list(content, columns_of(kind), most_lines=MOST_LINES)
    there = exported(casino_id).get(kind, {})
    entries: dict[str, Any] = {}
    lines: dict[str, int] = {}
    mistakes: list[SheetMistake] = []
    for line in found.lines:
        code = line.values[CODE]
        try:
            if not code:
                raise Refused("entry-code-malformed", entry="")
            if code in lines:
                raise Refused("entry-listed-twice", entry=code[:60], line=lines[code])
            lines[code] = line.line
            entries[code] = {**there.get(code, {}), **_values(kind, line)}
        except Refused as refused:
            mistakes.append(mistake(refused, line.line))
    if mistakes:
        raise SheetRefused(mistakes, found.sheet)
    return EntriesList(found, {kind: entries}, lines)


def _values(kind: str, line: SheetLine) -> dict[str, Any]:
    entered = ((field, line.values[field.name]) for field in _fields(kind))
    return {field.name: _value(kind, field, text) for field, text in entered if text}


def _value(kind: str, field: Field, text: str) -> Any:
    """Return the value of a cell. Raises Refused."""
    if field.shape == "number":
        return _number(kind, field, text)
    if field.shape == "yes-no":
        return _yes_or_no(kind, field, text)
    return text


def _number(kind: str, field: Field, text: str) -> int | float:
    """Return the number in a cell; per cent as hundredths, as the register keeps them. Raises Refused."""
    heading, entered = heading_of(kind, field.name), text[:40]
    if not _NUMBER.fullmatch(text):
        raise Refused("entry-cell-no-number", field=heading, entered=entered)
    number = Decimal(text.replace(",", ".")) * (HUNDRED if field.unit == HUNDREDTHS else 1)
    if number == number.to_integral_value():
        return int(number)
    if kind not in EQUIPMENT:
        is_percent = field.unit == HUNDREDTHS
        raise Refused(
            "entry-cell-too-fine" if is_percent else "entry-cell-not-whole", field=heading, entered=entered
        )
    return float(number)


def _yes_or_no(kind: str, field: Field, text: str) -> bool:
    for words, value in ((YES, True), (NO, False)):
        if text.casefold() in {words, *(each.casefold() for each in in_every_language(words))}:
            return value
    raise Refused("entry-cell-no-yes", field=heading_of(kind, field.name), entered=text[:40])


def refused_lines(entries: EntriesList, refused: HouseRefused) -> SheetRefused:
    """Return the mistakes of a refused document by the lines of the list."""
    mistakes = [
        SheetMistake(
            line=entries.lines.get(fault.place[1], 0) if len(fault.place) > 1 else 0, refusal=fault.refusal
        )
        for fault in refused.faults
    ]
    return SheetRefused(mistakes, entries.found.sheet)


def entries_as_csv(casino_id: int, kind: str, form: CsvForm) -> bytes:
    """Return the entries of a kind as a list that `read_entries` reads."""
    out = BytesIO()
    fields = _fields(kind)
    columns = [
        _Headed(key=CODE, heading=CODE, of=kind),
        *(
            _Headed(
                key=field.name,
                heading=field.name,
                of=kind,
                kind="flag" if field.shape == "yes-no" else "text",
            )
            for field in fields
        ),
    ]
    there = exported(casino_id).get(kind, {})
    rows = (
        [code, *(_shown(field, values.get(field.name), form) for field in fields)]
        for code, values in there.items()
    )
    write_table(out, columns, rows, form)
    return out.getvalue()


class _Headed(Column, frozen=True, kw_only=True):
    of: str = ""

    @property
    def title(self) -> str:
        return heading_of(self.of, self.key)


def _shown(field: Field, value: Any, form: CsvForm) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if field.unit == HUNDREDTHS:
        value = value / HUNDRED
    text = str(value)
    is_decimal = isinstance(value, float) and form.for_people
    return text.removesuffix(".0").replace(".", ",") if is_decimal else text
