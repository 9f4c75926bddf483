"""Selection and order of the tests in `make check`, and its limit of time."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from testkit.affected_tests import AffectedTests, Links, is_slow
from testkit.check_words import name_faults

ROOT = Path(settings.BASE_DIR)


@cache
def links() -> Links:
    """Read the files of this checkout once."""
    return Links(ROOT)


def affected(*changed: str) -> AffectedTests:
    return links().tests_affected_by(changed)


def test_tests_beside_a_pure_module_come_first() -> None:
    found = affected("tables/play/coup/decide.py").quick
    assert found[0].startswith("tables/play/coup/tests/")
    assert found.index("tables/play/coup/tests/test_coup.py") < 5
    assert "settlement/tests/test_payout_sheets_follow_the_record.py" in found


def test_view_without_an_importing_test_leads_to_the_tests_of_its_face() -> None:
    found = affected("casino/cash/presenters/ledger.py")
    assert "casino/cash/tests/test_the_days_ledger_on_the_screen.py" in found.quick[:10]
    assert "casino/tests/test_every_page_of_the_house.py" in found.slow


def test_test_that_shares_a_word_with_the_change_comes_before_its_neighbours() -> None:
    assert affected("casino/floor/presenters/prison.py").quick[0] == "casino/floor/tests/test_the_prison.py"


@pytest.mark.parametrize(
    ("changed", "reached"),
    [
        ("templates/floor/_cash.html", "casino/floor/tests/test_cash_on_the_screen.py"),
        ("tables/stream/sql/find_horizon_holder.sql", "tables/stream/tests/test_a_service_told_to_stop.py"),
        ("docs/openapi.yaml", "casino/api/tests/test_schema.py"),
    ],
)
def test_file_that_is_not_python_leads_to_the_tests_of_the_code_that_names_it(
    changed: str, reached: str
) -> None:
    assert reached in affected(changed).quick


def test_changed_test_is_run_however_slow_its_kind_is() -> None:
    browser = "casino/floor/tests/test_browser_head.py"
    assert affected(browser).quick == (browser,)
    assert browser in affected("casino/floor/views/table.py").slow


def test_conftest_reaches_every_test() -> None:
    found = affected("conftest.py")
    assert len(found.quick) + len(found.slow) == sum(
        1 for tested in ("casino", "settlement", "tables") for _ in (ROOT / tested).rglob("tests/test_*.py")
    )
    assert all(map(is_slow, found.slow))


def test_deleted_file_of_tests_is_not_run() -> None:
    assert affected("casino/floor/tests/test_that_is_gone.py").quick == ()


def test_tests_after_the_time_is_over_are_left_out_and_counted(tmp_path: Path) -> None:
    for name in ("test_first.py", "test_second.py"):
        (tmp_path / name).write_text("def test_one(): assert False\ndef test_two(): assert False\n")
    command = [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", "-p", "testkit.time_box"]
    ended = subprocess.run(
        [*command, "--within", "0", "--rootdir", str(tmp_path), str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Not run, since the time was over: 4 tests in 2 files" in ended.stdout
    assert "failed" not in ended.stdout


def test_time_box_is_asked_before_the_plugins_that_run_the_test(pytestconfig: pytest.Config) -> None:
    asked = pytestconfig.hook.pytest_runtest_protocol.get_hookimpls()
    last_asked_first = [each.plugin_name for each in asked if not (each.wrapper or each.hookwrapper)]
    assert last_asked_first[-1] == "testkit.time_box"
    assert "testkit.room_for_frames" in last_asked_first


def test_unknown_commit_is_refused_in_one_line() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "testkit.check", "--since", "no-such-commit"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    assert line.startswith('make check: no commit is called "no-such-commit".')


@pytest.mark.parametrize(
    ("name", "is_good"),
    [
        ("test_closed_table_refuses_a_bet", True),
        ("test_other_role_cannot_close_a_table", True),
        ("test_it_refuses_a_bet", False),
        ("test_what_is_closed_refuses_a_bet", False),
        ("test_closed_table_refuses_a_bet_and_no_other", False),
        ("test_closed_table_is_opened_anew", False),
    ],
)
def test_name_of_a_test_is_refused_without_a_subject_or_condition(name: str, is_good: bool) -> None:
    assert (name_faults(name) == []) is is_good
