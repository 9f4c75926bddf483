"""Bytes of a reader with their times, as a text file: its recording for support, which `simulate_wheel` replays.

The first line is the header. Each other line has the seconds since the recording began, a space, and the bytes that
came in then, in Latin-1 with escapes.
"""

import codecs
import re

from tables.wheels.observed_forms import escaped

HEADER = "# bytes of a wheel reader, with times\n"
_LATEST_S = 86_400.0
_TIMED = re.compile(r"(\d{1,6}(?:\.\d{1,6})?) ([ -~]*)")


def written(seconds: float, raw: bytes) -> str:
    """Return bytes that came in so many seconds after the first ones as a line of the file."""
    return f"{seconds:.3f} {escaped(raw)}\n"


def is_timed(recording: bytes) -> bool:
    """Return True if the file has times; otherwise it is the raw lines alone."""
    return recording.startswith(HEADER.rstrip().encode())


def read_written(recording: bytes) -> list[tuple[float, bytes]]:
    """Return the bytes of a file, each with its seconds. Raises ValueError for a line of another form."""
    timed: list[tuple[float, bytes]] = []
    for number, line in enumerate(recording.decode("ascii").split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        found = _TIMED.fullmatch(line.rstrip("\r"))
        if found is None or float(found[1]) > _LATEST_S:
            raise ValueError(f"line {number} is not seconds, a space and bytes")
        timed.append((float(found[1]), _unescaped(found[2])))
    return timed


def _unescaped(text: str) -> bytes:
    """Return the bytes of an escaped text. Raises ValueError for a wrong escape."""
    return codecs.decode(text.encode("ascii"), "unicode_escape").encode("latin-1")
