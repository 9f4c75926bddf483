"""pytest plugin: the clauses that tests are marked with, found by pytest's own collection.

So no mark is missed, wherever it was put: on a test, a class or a file, on one of its parameters, or by a function.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

PROJECT = Path(__file__).resolve().parents[2]

# Nothing is run, so no server is started or needed.
_NO_DATABASE = "postgres://nobody@127.0.0.1:1/nowhere"
_FOUND, _NO_TESTS = 0, 5


class TestsBroken(Exception):
    """The tests cannot be collected; the message has pytest's reason."""

    __test__ = False


def marks_in(folder: Path) -> dict[str, Counter[str]]:
    """Return, for each clause, the tests in `folder` that are marked with it (`file::test`) and the number of cases
    of each.

    This takes the seconds that pytest needs to read all tests. Raises TestsBroken if it cannot.
    """
    with tempfile.TemporaryDirectory() as beside:
        found = Path(beside) / "marks.json"
        collected = subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "--collect-only", "-qq"),
                *("-p", "no:cacheprovider", "-p", __name__, "--clause-marks", str(found)),
            ],
            cwd=folder,
            env={**_environment(), "DATABASE_URL": _NO_DATABASE, "PYTHONPATH": str(PROJECT)},
            capture_output=True,
            text=True,
            check=False,
        )
        if collected.returncode not in (_FOUND, _NO_TESTS):
            raise TestsBroken(_reason(collected.stdout) + collected.stderr)
        marks = json.loads(found.read_text(encoding="utf-8"))
    return {clause: Counter(tests) for clause, tests in marks.items()}


def _reason(output: str) -> str:
    """Return the text behind pytest's list of files: its sections begin with a rule."""
    return output[output.find("\n===") + 1 :]


def _environment() -> dict[str, str]:
    """Without the settings of this process: tests have their own."""
    return {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clause-marks", metavar="FILE", help="write the clauses of all tests to this file")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write the marks found; a mark that names no clause counts as one for the clause without a name."""
    marks: dict[str, Counter[str]] = {}
    for item in session.items:
        test = item.nodeid.partition("[")[0]
        named = [str(name) for mark in item.iter_markers("clause") for name in mark.args or ("",)]
        for clause in set(named):
            marks.setdefault(clause, Counter())[test] += 1
    path = Path(session.config.getoption("--clause-marks"))
    path.write_text(json.dumps(marks), encoding="utf-8")
