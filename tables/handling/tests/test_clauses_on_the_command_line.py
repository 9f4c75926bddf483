"""`manage.py clauses` in a folder of its own: the sixth house, with tests that carry its clauses or do not."""

import json
from pathlib import Path

import pytest

from testkit.command_line import Ended, run_command

ROOT = Path(__file__).resolve().parents[3]
SIXTH = (ROOT / "tables/roulette/tests/sixth.toml").read_text(encoding="utf-8")

# Each clause of the sixth house is carried by a test, and each by a mark put in another place.
WELL_MARKED = """
import pytest

pytestmark = pytest.mark.clause("sixth/1")


def carried(*clauses):
    return pytest.mark.parametrize("clause", [pytest.param(c, marks=pytest.mark.clause(c)) for c in clauses])


@pytest.mark.clause("sixth/2")
class TestOdds:
    @pytest.mark.parametrize("number", range(37))
    def test_a_number_pays(self, number):
        raise AssertionError("a table of tests runs none")


@carried("sixth/3", "sixth/4")
def test_both(clause):
    pass
"""


class Folder:
    """A house's rulebook, its tests and its list of what is missing, and what the command says of them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.write("rulebooks/sixth.toml", SIXTH)
        self.write("tests/pytest.ini", "[pytest]\nmarkers = clause\naddopts = --strict-markers\n")
        self.write("tests/test_the_house.py", WELL_MARKED)
        self.write("in_part.toml", "")

    def write(self, name: str, text: str) -> None:
        (self.path / name).parent.mkdir(exist_ok=True)
        (self.path / name).write_text(text, encoding="utf-8")

    def clauses(self, *arguments: str) -> Ended:
        where = {"--rulebooks": "rulebooks", "--tests": "tests", "--in-part": "in_part.toml"}
        options = [part for name, value in where.items() for part in (name, str(self.path / value))]
        return run_command("clauses", *arguments, *options)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    # The tests in the folder need none of pytest's plugins, and loading them takes seconds.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return Folder(tmp_path)


def test_every_clause_is_shown_with_its_values_and_tests_wherever_their_marks_were_put(
    folder: Folder,
) -> None:
    shown = folder.clauses("--json")
    assert (shown.returncode, shown.stderr) == (0, "")
    rows = {row["id"]: row for row in json.loads(shown.stdout)["clauses"]}
    odds, both = "test_the_house.py::TestOdds::test_a_number_pays", "test_the_house.py::test_both"
    assert {id_: row["tests"] for id_, row in rows.items()} == {
        "sixth/1": {odds: 37, both: 2},
        "sixth/2": {odds: 37},
        "sixth/3": {both: 1},
        "sixth/4": {both: 1},
    }
    assert rows["sixth/2"]["values"]["bets.plein.odds"] == "34:1"
    assert rows["sixth/3"]["values"]["bets.plein.ratio"] == "5"
    assert rows["sixth/3"]["ref"] == "rule 3"


def test_clause_is_shown_alone(folder: Folder) -> None:
    shown = folder.clauses("sixth/2")
    assert shown.returncode == 0
    lines = shown.stdout.splitlines()
    assert lines[0].split() == ["sixth/2", "rule", "2", "settlement,", "command"]
    assert "  * our reading: Half a stake that does not divide is rounded to the player's side." in lines
    assert "  bets.plein.odds = 34:1" in lines
    assert "    ::TestOdds::test_a_number_pays (37 cases)" in lines
    assert "sixth/3" not in shown.stdout


def test_a_clause_without_a_test_and_a_test_without_its_clause_fail(folder: Folder) -> None:
    wrong = WELL_MARKED.replace('clause("sixth/1")', 'clause("sixth/9")').replace('"sixth/3", ', "")
    folder.write("tests/test_the_house.py", wrong)
    shown = folder.clauses()
    assert shown.returncode == 1
    near = "which is in no rulebook; near it are"
    odds = "test_the_house.py::TestOdds::test_a_number_pays"
    assert shown.stderr.splitlines() == [
        "sixth/1: no test carries it (equipment)",
        "sixth/3: no test carries it (command)",
        f"{odds}: names sixth/9, {near} sixth/4, sixth/3, sixth/2",
        f"test_the_house.py::test_both: names sixth/9, {near} sixth/4, sixth/3, sixth/2",
    ]


def test_a_clause_of_any_kind_needs_a_test(folder: Folder) -> None:
    folder.write("rulebooks/sixth.toml", SIXTH.replace('["fact", "display"]', '["shift", "report"]'))
    folder.write("tests/test_the_house.py", WELL_MARKED.replace(', "sixth/4"', ""))
    shown = folder.clauses()
    assert shown.returncode == 1
    assert shown.stderr == "sixth/4: no test carries it (shift, report)\n"


def test_partly_tested_clause_names_its_missing_part(folder: Folder) -> None:
    folder.write("in_part.toml", '"the doubled maximum" = ["sixth/3"]\n"the sign" = ["sixth/3"]\n')
    shown = folder.clauses("sixth/3")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "  in part, without: the doubled maximum; the sign" in shown.stdout.splitlines()
    assert "1 clauses: 1 carried by 1 tests, 1 of them in part" in shown.stdout
    row = json.loads(folder.clauses("sixth/3", "--json").stdout)["clauses"][0]
    assert row["in_part"] == "the doubled maximum; the sign"


def test_unknown_or_untested_clause_of_a_part_fails(folder: Folder) -> None:
    folder.write("tests/test_the_house.py", WELL_MARKED.replace(', "sixth/4"', ""))
    folder.write("in_part.toml", '"a day" = ["sixth/4"]\n"the moon" = ["sixth/77"]\n')
    shown = folder.clauses()
    assert shown.returncode == 1
    assert shown.stderr.splitlines()[1:] == [
        "sixth/4: listed as carried in part (without a day), but no test carries it",
        "sixth/77: listed as carried in part (without the moon), but it names sixth/77, which is in no rulebook; "
        "near it are sixth/4, sixth/3, sixth/2",
    ]


def test_tests_that_cannot_be_read_and_a_clause_that_is_none_are_told(folder: Folder) -> None:
    none = folder.clauses("sixth/22")
    assert none.returncode == 2
    assert none.stderr == "sixth/22: no such clause; near it are sixth/2, sixth/4, sixth/3\n"
    folder.write("tests/test_the_house.py", "import nothing_of_that_name\n")
    broken = folder.clauses()
    assert broken.returncode == 2
    assert broken.stderr.startswith("=")
    assert "No module named 'nothing_of_that_name'" in broken.stderr
