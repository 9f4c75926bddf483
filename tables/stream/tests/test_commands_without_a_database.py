"""With the database away, a command that does one thing says so and ends; one that runs on goes on trying."""

import os
import signal
import subprocess
import sys

import pytest
from django.conf import settings

AWAY = "postgres://nobody@127.0.0.1:1/nothing"


def environment() -> dict[str, str]:
    return {**os.environ, "DATABASE_URL": AWAY, "DJANGO_SETTINGS_MODULE": "casino.settings"}


@pytest.mark.parametrize(
    "command",
    [
        "seal --once",
        "follow --once",
        "verify_record",
        "verify_record --casino 1",
        "rebuild board",
        "rebuild board --casino 1",
        "rebuild --outdated --casino 1",
    ],
)
def test_a_command_that_ends_says_in_one_line_that_the_database_is_away(command: str) -> None:
    ended = subprocess.run(
        [sys.executable, "manage.py", *command.split()],
        cwd=settings.BASE_DIR,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert line.startswith("CommandError: The database cannot be reached: ")
    assert "Connection refused" in line


@pytest.mark.parametrize("command", ["seal", "follow"])
def test_a_service_goes_on_trying_until_it_is_stopped(command: str) -> None:
    service = subprocess.Popen(
        [sys.executable, "manage.py", command],
        cwd=settings.BASE_DIR,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert service.stdout is not None
        tries = 0
        for line in service.stdout:
            assert "Traceback" not in line
            tries += "the database is away" in line
            if tries == 3:
                break
        service.send_signal(signal.SIGTERM)
        assert service.wait(30) == 0
        assert tries == 3
    finally:
        service.kill()
        service.wait()
        service.stdout.close()
