"""Tests and benches that are served by a web server of their own learn at once, and why, where it is gone."""

import os
import signal
from pathlib import Path

import psutil
import pytest

from testkit.api import WebServerEnded, serving

pytestmark = pytest.mark.django_db(transaction=True)


def test_web_server_that_fails_to_start_is_reported_with_its_last_output(tmp_path: Path) -> None:
    with (
        pytest.raises(WebServerEnded, match="ended with exit code") as ended,
        serving(tmp_path, {"API_REQUESTS_PER_MINUTE": "many"}),
    ):
        pass
    assert "API_REQUESTS_PER_MINUTE" in ended.value.__notes__[0]


def test_web_server_killed_during_use_is_reported(tmp_path: Path) -> None:
    with pytest.raises(WebServerEnded, match="killed by SIGKILL"), serving(tmp_path):
        # Beside a database server that the run has started.
        (server,) = (each for each in psutil.Process().children() if "uvicorn" in each.cmdline())
        os.kill(server.pid, signal.SIGKILL)
        # Until it is dead, leaving its end to be asked for by who started it.
        os.waitid(os.P_PID, server.pid, os.WEXITED | os.WNOWAIT)
