"""A table whose rulebook is gone is found before the house opens, not in the middle of a coup."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tables.handling.models import Casino, GamingTable
from tables.play.commands import CloseTable
from tables.roulette.loader import HOUSE_FOLDER
from testkit.house import OpenHouse
from testkit.rulebooks import known_folder


def register(code: str, rulebook: str) -> None:
    casino, _ = Casino.objects.get_or_create(name="House of the checks")
    GamingTable.objects.create(casino=casino, code=code, name=code, rulebook=rulebook, limits={}, balls=[])


@pytest.mark.django_db
def test_registered_tables_with_their_rulebooks_pass() -> None:
    register("RF1", "pt-francesa")
    call_command("check", databases=["default"])


@pytest.mark.django_db
def test_every_table_without_its_rulebook_is_named_with_the_folder() -> None:
    register("RF1", "pt-francesa")
    register("MC1", "monaco")
    register("MC2", "monaco")
    with pytest.raises(CommandError) as found:
        call_command("check", databases=["default"])
    message = str(found.value)
    for code in ("MC1", "MC2"):
        assert f"Table {code} of casino" in message
    assert "the rulebook monaco" in message
    assert str(HOUSE_FOLDER) in message
    assert "RF1" not in message


def test_a_version_that_days_were_played_by_and_that_is_gone_is_named(
    casino_id: int, db: None, tmp_path: Path
) -> None:
    (tmp_path / "sixth.toml").write_bytes(
        (settings.BASE_DIR / "tables/roulette/tests/sixth.toml").read_bytes()
    )
    with known_folder(tmp_path):
        house = OpenHouse(casino_id, "sixth", day="2026-11-20")
        house.do(CloseTable())
        house.open("2026-11-21")
        call_command("check", databases=["default"])
    GamingTable.objects.filter(casino_id=casino_id).update(rulebook="it-live")
    with pytest.raises(CommandError) as found:
        call_command("check", databases=["default"])
    assert (
        "(house.E003) 2 gaming days, the last of them 2026-11-21, were played by version 1 of the rulebook sixth"
        in (str(found.value))
    )
    assert "it-live" not in str(found.value)


@pytest.mark.django_db
def test_a_check_that_asks_no_database_says_nothing_of_tables() -> None:
    register("MC1", "monaco")
    call_command("check")


@pytest.mark.parametrize("command", [["check", "--database", "default"], ["migrate", "--no-input"]])
def test_a_database_that_is_away_is_said_without_a_trace(command: list[str]) -> None:
    away = {
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
        "DJANGO_SETTINGS_MODULE": "casino.settings",
    }
    ended = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=settings.BASE_DIR,
        env={**os.environ, **away},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert "(house.E002) The database cannot be reached: " in ended.stderr
    assert "Traceback" not in ended.stderr
