"""With the database away, a command that does one thing says so and ends; one that runs on goes on trying."""

import os
import signal
import subprocess
import sys

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from tables.stream.management.commands.verify_record import NOT_VERIFIED
from testkit.command_line import run_command
from testkit.stream import django_on

AWAY = "postgres://nobody@127.0.0.1:1/nothing"


def environment() -> dict[str, str]:
    return {**os.environ, "DATABASE_URL": AWAY, "DJANGO_SETTINGS_MODULE": "casino.settings"}


def test_a_process_that_ends_says_in_one_line_that_the_database_is_away() -> None:
    ended = subprocess.run(
        [sys.executable, "manage.py", "verify_record"],
        cwd=settings.BASE_DIR,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    check_one_line(ended.returncode, ended.stderr, NOT_VERIFIED)


@pytest.mark.parametrize(
    "command",
    [
        "seal --once",
        "follow --once",
        "verify_record --casino 1",
        "rebuild board",
        "rebuild board --casino 1",
        "rebuild --outdated --casino 1",
        "upgrade",
    ],
)
def test_ending_command_without_a_database_prints_one_line(
    command: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), django_on(AWAY):
        ended = run_command(*command.split())
    check_one_line(ended.returncode, ended.stderr, NOT_VERIFIED if command.startswith("verify_record") else 1)


def check_one_line(returncode: int, stderr: str, expected: int) -> None:
    assert returncode == expected
    (line,) = stderr.splitlines()
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
        if service.stdout is not None:
            service.stdout.close()
