"""The lint of licences finds a package whose licence conflicts or is unknown, and one that the notices lack."""

import re
from importlib.metadata import Distribution, PathDistribution
from pathlib import Path

import pytest

from testkit import check_licences
from testkit.check_licences import (
    NOTICES,
    PROGRAMS,
    SHIPPED,
    conflict,
    conflicts,
    licence_of,
    notice_faults,
    packages_of,
    table,
)


def package(folder: Path, *lines: str, name: str = "made-up") -> Distribution:
    """An installed package with these lines of metadata."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    head = ("Metadata-Version: 2.4", f"Name: {name}", "Version: 1.0")
    (info / "METADATA").write_text("\n".join([*head, *lines, "", "About it."]))
    return PathDistribution(info)


@pytest.mark.parametrize(
    "expression",
    ["MIT", "Apache-2.0 OR GPL-2.0-or-later", "MIT AND PSF-2.0", "LGPL-3.0-only", "EPL-2.0 OR BSD-3-Clause"],
)
def test_licence_that_fits_has_no_conflict(expression: str) -> None:
    assert conflict(expression) == ""


@pytest.mark.parametrize(
    "expression",
    [
        "GPL-3.0-only",
        "AGPL-3.0-or-later",
        "MIT AND GPL-2.0-only",
        "SSPL-1.0",
        "Proprietary",
        "",
        "GPL-2.0-only OR AGPL-3.0-only",
    ],
)
def test_licence_with_conditions_on_the_program_conflicts(expression: str) -> None:
    assert "may conflict" in conflict(expression)


@pytest.mark.parametrize(
    ("lines", "licence"),
    [
        (["License-Expression: MIT", "License: whatever"], "MIT"),
        (["License: Apache License"], "Apache-2.0"),
        (["License: see the file", "Classifier: License :: OSI Approved :: MIT License"], "MIT"),
        (
            [
                "Classifier: License :: OSI Approved :: BSD License",
                "Classifier: License :: OSI Approved :: GNU Affero General Public License v3",
            ],
            "BSD AND GNU Affero General Public License v3",
        ),
        ([], ""),
    ],
)
def test_licence_is_read_from_the_metadata(tmp_path: Path, lines: list[str], licence: str) -> None:
    assert licence_of(package(tmp_path, *lines)) == licence


def test_reviewed_licence_comes_before_the_metadata(tmp_path: Path) -> None:
    unclear = package(tmp_path, "License: Artistic License", name="text-unidecode")
    assert conflict(licence_of(unclear)) == ""


def test_notices_name_every_package_that_an_installation_needs(tmp_path: Path) -> None:
    shipped = packages_of(SHIPPED)
    assert {"django", "asgiref", "psycopg-binary", "fido2"} <= shipped.keys()
    notices = NOTICES.read_text(encoding="utf-8")
    assert notice_faults(notices, shipped) == []
    without = notices.replace("| asgiref | BSD-3-Clause |\n", "")
    [fault] = notice_faults(without, shipped)
    assert "asgiref has the licence BSD-3-Clause" in fault
    [changed] = notice_faults(notices.replace("| asgiref | BSD-3-Clause |", "| asgiref | MIT |"), shipped)
    assert changed == fault


def test_program_of_developers_may_be_under_the_gpl_unless_an_installation_has_it(tmp_path: Path) -> None:
    program = {"djlint": package(tmp_path, "License-Expression: GPL-3.0-or-later", name="djlint")}
    other = {"made-up": package(tmp_path, "License-Expression: GPL-3.0-or-later")}
    assert conflicts({}, program) == []
    assert len(conflicts(program, {})) == len(conflicts(program, program)) == len(conflicts({}, other)) == 1


def test_programs_under_the_gpl_are_imported_nowhere() -> None:
    imported = re.compile(rf"^\s*(?:from|import)\s+(?:{'|'.join(PROGRAMS)})\b", re.MULTILINE)
    packages = ("bench", "casino", "settlement", "tables", "testkit")
    files = [path for name in packages for path in (SHIPPED.parent / name).rglob("*.py")]
    assert [path for path in files if imported.search(path.read_text(encoding="utf-8"))] == []


def test_lint_fails_with_a_licence_that_conflicts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = {"made-up": package(tmp_path, "License-Expression: AGPL-3.0-only")}
    notices = tmp_path / "notices.md"
    notices.write_text(f"| package | licence |\n|---|---|\n{table(found)}")
    monkeypatch.setattr(check_licences, "NOTICES", notices)
    monkeypatch.setattr(check_licences, "packages_of", lambda requirements: found)
    monkeypatch.setattr("sys.argv", ["check_licences"])
    with pytest.raises(SystemExit) as ended:
        check_licences.main()
    assert ended.value.code == 1
    assert "made-up has the licence AGPL-3.0-only" in capsys.readouterr().out
