"""Units in deploy/ that have the same limits as the parts of `make run`."""

import shlex
from pathlib import Path

from django.conf import settings

from casino.one_machine.house_parts import web_server


def test_units_create_files_for_their_user_alone() -> None:
    units = sorted((Path(settings.BASE_DIR) / "deploy/systemd").glob("*.service"))
    assert len(units) > 5
    assert [unit.name for unit in units if "\nUMask=0077\n" not in unit.read_text()] == []


def test_the_unit_tells_the_server_what_make_run_tells_it() -> None:
    unit = (Path(settings.BASE_DIR) / "deploy/systemd/permanence-web.service").read_text()
    (start,) = (line for line in unit.splitlines() if line.startswith("ExecStart="))
    _, _, _, *told = shlex.split(start.removeprefix("ExecStart="))
    assert sorted(told) == sorted(web_server("127.0.0.1", 8000))
