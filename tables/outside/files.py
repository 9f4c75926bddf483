"""Plain files and streams, read up to a limit."""

import os
import stat
from pathlib import Path
from typing import BinaryIO

KIB, MIB = 1 << 10, 1 << 20

LARGEST_TOML = MIB
"""Bytes of a rulebook or a casino's file. The largest that ships has 25 KB; 2,000 people take 200 KB."""
LARGEST_NOTE = 64 * KIB
"""Bytes of a signed checkpoint, or of a key."""
LARGEST_REQUEST = MIB
"""Bytes of a request on standard input: as many as the API takes."""
LARGEST_RECORDING = 64 * MIB
"""Bytes of a wheel's recorded lines."""


class OutsideFileRefused(Exception):
    """A file that is not read. The message is `<file> <reason>`."""

    def __init__(self, file: Path | str, reason: str) -> None:
        super().__init__(f"{file} {reason}")
        self.reason = reason


def open_plain(path: Path, most: int) -> BinaryIO:
    """Open a plain file of at most `most` bytes; the caller closes it. Raises OutsideFileRefused.

    A link to a plain file is followed: container platforms mount settings as links. A device, a FIFO and a socket are
    never opened.
    """
    try:
        _require_plain(path, path.stat().st_mode)
        # The file may have been replaced since. A FIFO in its place would block without O_NONBLOCK.
        file = os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC), "rb")
    except OSError as error:
        raise OutsideFileRefused(path, f"cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise OutsideFileRefused(repr(str(path)), f"cannot be read: {error}") from None
    try:
        found = os.fstat(file.fileno())
        _require_plain(path, found.st_mode)
        if found.st_size > most:
            raise _too_large(path, most)
    except OutsideFileRefused:
        file.close()
        raise
    return file


def read_plain(path: Path, most: int) -> bytes:
    """Return the bytes of a plain file of at most `most` bytes. Raises OutsideFileRefused."""
    with open_plain(path, most) as file:
        return read_stream(file, most, str(path))


def read_stream(stream: BinaryIO, most: int, name: str = "The standard input") -> bytes:
    """Return the bytes of a stream up to its end. Raises OutsideFileRefused if it has more than `most` bytes."""
    try:
        content = stream.read(most + 1) or b""
    except OSError as error:
        raise OutsideFileRefused(name, f"cannot be read: {error.strerror}") from None
    if len(content) > most:
        raise _too_large(name, most)
    return content


def _require_plain(path: Path, mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise OutsideFileRefused(path, "cannot be read: it is not a plain file. Name a file on a disk")


def _too_large(file: Path | str, most: int) -> OutsideFileRefused:
    return OutsideFileRefused(file, f"is too large: at most {most:,} bytes are read")
