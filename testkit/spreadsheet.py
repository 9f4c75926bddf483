"""LibreOffice Calc without windows: opens files, and reports the formulas and links of their sheets."""

import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from lxml import etree

SEPARATORS = {"comma": 44, "semicolon": 59, "tab": 9}
"""Codes of the separators that the program takes for a CSV file, by name."""
_TEXT_DELIMITER, _UTF_8, _FIRST_LINE = 34, 76, 1
_OPENS_WITHIN_S = 120
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_LINKS = "{http://www.w3.org/1999/xlink}href"
_OUTSIDE = ("dde-link", "dde-links", "table-source", "cell-range-source", "database-source-table", "scenario")
_YES_AND_NO = ("of:=TRUE()", "of:=FALSE()")
"""The program's own formulas for a yes or a no of a workbook."""
_BEGINS = "=+-@＝＋－＠"
_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?%?(,|$)")
"""A number, or a line that begins with a number and was not divided at its commas."""


class Opened(NamedTuple):
    """A file as the program has opened it: rows of cells as text, formulas, and links to other places."""

    rows: list[list[str]]
    formulas: list[str]
    links: list[str]


def begins_formula(cell: str) -> bool:
    """Return whether some spreadsheet program may take the text of a CSV cell for a formula."""
    begins = cell.lstrip(' "')[:1]
    return bool(begins) and begins in _BEGINS and not _NUMBER.match(cell)


def spreadsheet_program() -> str:
    """Return the path of LibreOffice. Skips the test without it."""
    found = shutil.which("soffice")
    if found is None:
        pytest.skip("soffice is not installed: apt-get install --no-install-recommends libreoffice-calc")
    return found


def convert(
    files: Iterable[Path], to: str, folder: Path, *, separator: str = "", writes: str = ""
) -> dict[str, Path]:
    """Open the files and save them in the format `to`, such as "xlsx"; return the new files by the old ones' stem.

    `separator` is a name of SEPARATORS for CSV files; `writes` are the program's own options of CSV to save by, such as
    `59,34,1` for semicolons in Windows-1252. Everything that the program writes is below `folder`.
    """
    opened, out = list(files), folder / f"{to}{separator}"
    command: list[str | Path] = [
        spreadsheet_program(),
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        "--headless",
        *_reading_csv(separator),
        *("--convert-to", f"{to}:Text - txt - csv (StarCalc):{writes}" if writes else to, "--outdir", out),
        *opened,
    ]
    done = subprocess.run(command, capture_output=True, check=False, timeout=_OPENS_WITHIN_S)
    made = {file.stem: out / f"{file.stem}.{to}" for file in opened}
    missing = [stem for stem, file in made.items() if not file.exists()]
    assert not missing, (missing, done.stdout, done.stderr)
    return made


def as_opened(files: Mapping[str, Path], folder: Path, *, separator: str = "") -> dict[str, Opened]:
    """Open the files, by stem, and return what the program has in its sheets."""
    return {
        stem: _opened(file)
        for stem, file in convert(files.values(), "fods", folder, separator=separator).items()
    }


def _reading_csv(separator: str) -> list[str]:
    if not separator:
        return []
    return [f"--infilter=CSV:{SEPARATORS[separator]},{_TEXT_DELIMITER},{_UTF_8},{_FIRST_LINE}"]


def _opened(flat: Path) -> Opened:
    """Read a flat OpenDocument sheet, which has a formula, a link or another source of a cell as markup of its own."""
    tree = etree.parse(flat, etree.XMLParser(huge_tree=True))
    rows = [
        ["".join(cell.itertext()).strip() for cell in row.iter(f"{_TABLE}table-cell")]
        for row in tree.iter(f"{_TABLE}table-row")
    ]
    written = (each.get(f"{_TABLE}formula", "") for each in tree.iterfind(f".//*[@{_TABLE}formula]"))
    formulas = [each for each in written if each not in _YES_AND_NO]
    links = [each.get(_LINKS, "") for each in tree.iter(f"{_TEXT}a")]
    links += [str(each.tag) for name in _OUTSIDE for each in tree.iter(f"{_TABLE}{name}")]
    return Opened(rows, formulas, links)
