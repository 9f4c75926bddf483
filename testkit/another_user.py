"""Another user of the same machine, for tests of files, locks and sockets."""

import os
import subprocess
import sys

import pytest

NOBODY = 65534
MODULES = "errno, fcntl, os, pathlib, signal, socket, sqlite3, sys"
"""Loaded before the program has the rights of the other user, who may be unable to read the interpreter's folder."""
BECOME = f"import {MODULES}\nos.setgroups([])\nos.setresgid(*[{NOBODY}] * 3)\nos.setresuid(*[{NOBODY}] * 3)\n"


def as_another_user(program: str, *arguments: str) -> str:
    """Run a Python program as a real other user, and return its output without white space around it.

    The program has MODULES. The test ends as an expected failure where this process cannot become another user. Raises
    CalledProcessError if the program fails.
    """
    if os.geteuid() != 0:
        pytest.xfail("no other user is tried: this process is not root (root may)")
    ended = subprocess.run(
        [sys.executable, "-c", BECOME + program, *arguments],
        cwd="/",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=60,
    )
    return ended.stdout.strip()
