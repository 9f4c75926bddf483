"""A registered table whose rulebook is gone keeps the house from opening, and it is said which and where."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection

from casino.one_machine.ports import free_port
from tables.handling.models import Casino, GamingTable
from tables.roulette.loader import HOUSE_FOLDER


@pytest.mark.django_db(transaction=True)
def test_a_house_with_a_table_without_its_rulebook_does_not_open(tmp_path: Path) -> None:
    casino = Casino.objects.create(name="House of the checks", demonstration=True)
    GamingTable.objects.create(
        casino=casino, code="MC1", name="Monte Carlo", rulebook="monaco", limits={}, balls=[]
    )
    url = urlsplit(settings.DATABASE_URL)._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    environment = {**os.environ, "DATABASE_URL": url, "PERMANENCE_DATA": str(tmp_path)}
    environment["DJANGO_SETTINGS_MODULE"] = "casino.settings"
    ended = subprocess.run(
        [sys.executable, "manage.py", "run_house", "--no-wheels", "--port", str(free_port())],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    (refusal,) = [line for line in ended.stderr.splitlines() if line.startswith("CommandError")]
    assert "The house did not open: upgrade ended with exit code 1" in refusal
    missing = (
        f"Table MC1 of casino {casino.pk} is played by the rulebook monaco, which is not among the files in"
    )
    assert f"{missing} {HOUSE_FOLDER}: " in refusal
    assert "Traceback" not in ended.stdout + ended.stderr
