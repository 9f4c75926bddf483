"""Commands of `manage.py` as a shell runs them, but in the process of the tests: starting another takes seconds."""

import io
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from django.core.management import execute_from_command_line

from testkit.rulebooks import known_folder


class Ended(NamedTuple):
    """The exit status and the output of a command."""

    returncode: int
    stdout: str
    stderr: str


def run_command(*arguments: str, stdin: str | bytes = b"", rulebooks: Path | None = None) -> Ended:
    """Run `manage.py` with these arguments, this input and, beside the project's, these rulebooks.

    The settings are those of the tests. A test that asks for no database proves that the command needs none.
    """
    output, errors = _text(b""), _text(b"")
    known = known_folder(rulebooks) if rulebooks else nullcontext()
    with known, _input(stdin), _signals_kept(), redirect_stdout(output), redirect_stderr(errors):
        status = _status(["manage.py", *arguments])
    return Ended(status, _written(output), _written(errors))


def _status(argv: list[str]) -> int:
    try:
        execute_from_command_line(argv)
    except SystemExit as ended:
        if isinstance(ended.code, str):
            sys.stderr.write(f"{ended.code}\n")
            return 1
        return ended.code or 0
    return 0


def _text(content: bytes) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@contextmanager
def _input(content: str | bytes) -> Iterator[None]:
    usual = sys.stdin
    sys.stdin = _text(content.encode() if isinstance(content, str) else content)
    try:
        yield
    finally:
        sys.stdin = usual


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Take back what a command does with SIGPIPE, which is meant for a process of its own."""
    usual = signal.getsignal(signal.SIGPIPE)
    try:
        yield
    finally:
        signal.signal(signal.SIGPIPE, usual)
