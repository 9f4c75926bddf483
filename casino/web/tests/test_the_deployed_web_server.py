"""The unit in deploy/ starts the web server as `make run` does: a limit that is forgotten there protects nobody."""

import shlex
from pathlib import Path

from django.conf import settings

from casino.embedded.house_parts import web_server


def test_the_unit_tells_the_server_what_make_run_tells_it() -> None:
    unit = (Path(settings.BASE_DIR) / "deploy/systemd/permanence-web.service").read_text()
    (start,) = (line for line in unit.splitlines() if line.startswith("ExecStart="))
    _, _, _, *told = shlex.split(start.removeprefix("ExecStart="))
    assert sorted(told) == sorted(web_server("127.0.0.1", 8000))
