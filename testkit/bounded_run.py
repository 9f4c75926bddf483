"""A command in a process of its own with measured memory and time: for readers of hostile files."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

CPU_S = 10
"""Seconds of processor time after which the command is killed."""
MORE_MIB = 256
"""Memory that a hostile file may take beyond that of a true one."""
_WALL_S = 120
_MOST_BYTES = 4 << 30

_MEASURE = f"""
import resource, subprocess, sys
resource.setrlimit(resource.RLIMIT_AS, ({_MOST_BYTES}, {_MOST_BYTES}))
resource.setrlimit(resource.RLIMIT_CPU, ({CPU_S}, {CPU_S}))
ended = subprocess.run(sys.argv[2:])
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
open(sys.argv[1], "w").write(f"{{ended.returncode}} {{peak // 1024}}")
"""


class Ended(NamedTuple):
    """Result of the command; `code` is negative if a signal ended it, `peak_mib` is its largest resident memory."""

    code: int
    printed: str
    peak_mib: int


def run_bounded(command: Sequence[str | Path], folder: Path, *, stdin: Path | None = None) -> Ended:
    """Run a command in a folder with at most 4 GiB of addresses and CPU_S seconds of processor time.

    Raises subprocess.TimeoutExpired after two minutes: the command waits for something.
    """
    measured = folder / "measured"
    with Path(stdin or "/dev/null").open("rb") as given:
        printed = subprocess.run(
            [sys.executable, "-I", "-c", _MEASURE, measured, *command],
            cwd=folder,
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_WALL_S,
            check=True,
        ).stdout
    code, peak = measured.read_text().split()
    return Ended(int(code), printed.decode(errors="replace"), int(peak))
