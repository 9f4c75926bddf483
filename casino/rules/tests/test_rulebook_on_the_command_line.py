"""`manage.py rulebook`: prints, checks and compares rulebooks, and needs no database."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from testkit.command_line import Ended, run_command

ROOT = Path(__file__).resolve().parents[3]
OURS = ROOT / "tables/roulette/rulebooks"
SIXTH = (ROOT / "tables/roulette/tests/sixth.toml").read_text(encoding="utf-8")
NO_DATABASE = "postgres://nobody@127.0.0.1:1/nowhere"
A_HOUSE = {"DJANGO_SETTINGS_MODULE": "casino.settings"}


def rulebook(*arguments: str, house: Path | None = None) -> Ended:
    """What comes of the command in a house that has its own rulebooks in the folder `house`, if one is named."""
    return run_command("rulebook", *arguments, rulebooks=house)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A folder with two versions of one rulebook: the second has other odds."""
    (tmp_path / "sixth.v1.toml").write_text(SIXTH, encoding="utf-8")
    second = SIXTH.replace("version = 1", "version = 2").replace('"34:1"', '"33:1"')
    (tmp_path / "sixth.v2.toml").write_text(second, encoding="utf-8")
    return tmp_path


def test_a_rulebook_is_shown_in_the_version_that_is_asked_for(house: Path) -> None:
    newest = rulebook("show", "sixth", house=house)
    assert newest.stdout.startswith("The Sixth House: sixth, version 2\n")
    assert "odds: 33:1" in newest.stdout
    for asked in (["sixth", "--version", "1"], ["sixth@1"], [str(house / "sixth.v1.toml")]):
        first = rulebook("show", *asked, house=house)
        assert first.stdout.startswith("The Sixth House: sixth, version 1\n")
        assert "odds: 34:1" in first.stdout
        assert (first.returncode, first.stderr) == (0, "")


def test_clause_is_shown_by_its_id_with_or_without_the_rulebook() -> None:
    short = rulebook("show", "it-venezia", "--clause", "prison")
    assert short.stdout == rulebook("show", "it-venezia", "--clause", "it-venezia/prison").stdout
    assert "release: win-per-level; levels: 3; partage: yes;" in short.stdout
    as_data = json.loads(rulebook("show", "it-venezia", "--clause", "prison", "--json").stdout)
    assert as_data["values"][1] == {"key": "zero.prison.levels", "value": 3, "clause": "it-venezia/prison"}


def test_our_readings_are_shown_in_the_language_that_is_asked_for() -> None:
    told = rulebook("show", "pt-americana", "--clause", "31", "--language", "pt")
    assert "our reading of Portaria 894/2002, 31: Um monte tem vinte fichas." in told.stdout
    as_data = json.loads(rulebook("show", "pt-americana", "--clause", "31", "--json").stdout)
    assert as_data["clauses"]["pt-americana/31"]["reading"] == {
        "en": "A stack is twenty chips.",
        "fr": "Une pile compte vingt jetons.",
        "pt": "Um monte tem vinte fichas.",
        "it": "Una pila conta venti gettoni.",
    }
    unspoken = rulebook("show", "pt-americana", "--language", "de")
    assert unspoken.returncode == 2
    assert "choose from" in unspoken.stderr and "'pt'" in unspoken.stderr


def test_every_file_that_is_known_is_checked_where_none_is_named(house: Path) -> None:
    done = rulebook("check", house=house)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 3 * 5 + 2
    assert lines[0].startswith(f"ok  {OURS / 'it-campione.toml'}: it-campione version 3: ")
    assert lines[-1] == (
        f"ok  {house / 'sixth.v2.toml'}: sixth version 2: 4 clauses, 1 readings, 5 kinds of bet, 2 announced bets, "
        "77 values"
    )


def test_every_fault_of_every_file_is_named(house: Path) -> None:
    two_faults = SIXTH.replace("version = 1", "version = 3").replace("2, 14, 35", "2, 14, 14")
    two_faults = two_faults.replace('against_wheel = "sixth/4"', 'against_wheel = "sixth/9"')
    (house / "sixth.v3.toml").write_text(two_faults, encoding="utf-8")
    (house / "monaco.toml").write_text("not a rulebook\n", encoding="utf-8")
    (house / "it-live.toml").write_bytes((OURS / "it-live.toml").read_bytes())
    (house / "empty").mkdir()
    done = rulebook("check", str(house), str(house / "empty"), str(house / "nice.toml"))
    assert done.returncode == 2
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [
        f"ok  {house / 'sixth.v1.toml'}",
        f"ok  {house / 'sixth.v2.toml'}",
    ]
    assert done.stderr.splitlines() == [
        f"{house}/it-live.toml: version: Version 3 of it-live is in {OURS}/it-live.toml already. Remove one of the "
        "files, or give one a higher version.",
        f"{house}/monaco.toml: line 1, column 5: This is not TOML (Expected '=' after a key in a key/value pair). "
        "Look there, and above, for a missing value, = or comma, or a quotation mark or bracket not closed.",
        f'{house}/sixth.v3.toml: launch.against_wheel: The clause "sixth/9" is not in [clauses]. Add it there, or name '
        "another clause, such as sixth/4.",
        f"{house}/sixth.v3.toml: wheels.american.order: 35 is missing, and 14 is listed more than once. List each "
        "number once.",
        f"{house}/empty: the folder: The folder has no rulebook file. Add a file named <id>.toml.",
        f"{house}/nice.toml: the file: cannot be read: No such file or directory",
    ]


def test_two_versions_are_compared_with_the_exit_status_of_diff(house: Path) -> None:
    differ = rulebook("diff", "sixth@1", "sixth", house=house)
    assert differ.stdout == "sixth@1 -> sixth@2\n~ bets.plein.odds: 34:1 [sixth/2] -> 33:1 [sixth/2]\n"
    assert (differ.returncode, differ.stderr) == (1, "")
    equal = rulebook("diff", str(house / "sixth.v1.toml"), "sixth@1", house=house)
    assert (equal.returncode, equal.stdout, equal.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["show", "monaco"], "monaco: no such rulebook; there are it-campione, it-live"),
        (["show", "it-live", "--version", "7"], "it-live: no version 7; there are 1"),
        (
            ["show", "it-venezia", "--clause", "prisn"],
            "prisn: no such clause in it-venezia; there are it-venezia/prison",
        ),
        (["diff", "it-live", "nowhere.toml"], "nowhere.toml: the file: cannot be read: No such file"),
        (["diff", "it-live", "it-live@one"], "it-live@one: names no rulebook; right would be its id"),
    ],
)
def test_unknown_rulebook_command_is_refused_with_the_known_ones(
    arguments: list[str], complaint: str
) -> None:
    done = rulebook(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(complaint)


def test_a_difference_that_nobody_reads_on_ends_without_a_word() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "manage.py", "rulebook", "diff", "it-venezia", "pt-americana"],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": NO_DATABASE, **A_HOUSE},
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")
