"""A ZIP file from outside: a bounded directory, a bounded manifest, and members within the bounds of the manifest."""

import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from io import RawIOBase
from pathlib import Path
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from tables.outside.files import MIB, OutsideFileRefused

BLOCK = MIB
LARGEST_READ = 2 * MIB
"""Bytes of one read: `zipfile` reads the whole directory at once, 50 to 100 bytes for each member."""
LARGEST_MANIFEST = MIB
LARGEST_UNPACKED, MOST_UNPACKED = 128 * MIB, 200
"""All members together may have so many bytes, or so many times the bytes of the file. Events give ten times, deflate a
thousand times at most, and members that share their packed bytes any number."""
LONGEST_LINE = 2 * MIB

UNREADABLE = (
    OSError, BadZipFile, zlib.error, struct.error, EOFError, KeyError, RuntimeError, ValueError, OverflowError,
)  # fmt: skip
"""All that `zipfile` raises for a damaged file. NotImplementedError is a RuntimeError."""


class OutsideZip:
    """A ZIP file that is read. Raises OutsideFileRefused, also in every method.

    The manifest names each member with its length in bytes: `bounded_by` is called before a member is read.
    """

    def __init__(self, path: Path, file: BinaryIO) -> None:
        """Take the open file over: it is closed with the object."""
        self.path = path
        self._file, self._most = file, dict[str, int]()
        try:
            self._zip = ZipFile(_ShortReads(file))
        except UNREADABLE as error:
            file.close()
            raise self._refused(f"is no ZIP file ({error})") from None
        most = max(LARGEST_UNPACKED, MOST_UNPACKED * file.seek(0, os.SEEK_END))
        if sum(info.file_size for info in self._zip.infolist()) > most:
            self.close()
            raise self._refused(f"unpacks to more than {most:,} bytes")

    def manifest(self, name: str) -> bytes:
        """Return the content of the member that names the others, of LARGEST_MANIFEST bytes at most."""
        self._most = {name: LARGEST_MANIFEST}
        return b"".join(self.blocks(name))

    def bounded_by(self, lengths: dict[str, int]) -> None:
        """Bound each member by the length that the manifest has for it."""
        self._most = lengths

    def lines(self, name: str) -> Iterator[bytes]:
        """Yield the lines of a member, each of LONGEST_LINE bytes at most; bytes without an end of line are left
        out.
        """
        rest = b""
        for block in self.blocks(name):
            *lines, rest = (rest + block).split(b"\n")
            if len(rest) > LONGEST_LINE:
                raise self._refused(f"has a line of more than {LONGEST_LINE:,} bytes in {name}")
            yield from lines

    def blocks(self, name: str) -> Iterator[bytes]:
        """Yield a member in pieces of BLOCK bytes, the last may be shorter."""
        try:
            with self._zip.open(self._checked(name)) as member:
                while block := member.read(BLOCK):
                    yield block
        except UNREADABLE as error:
            raise self._refused(f"cannot be read to its end: {name}: {error}") from None

    def close(self) -> None:
        self._zip.close()
        self._file.close()

    def _checked(self, name: str) -> ZipInfo:
        """Return the entry of a member that may be read. Raises OutsideFileRefused."""
        info = self._zip.getinfo(name)
        if info.flag_bits & 1 or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise self._refused(f"has {name} encrypted, or packed in another way than by deflate")
        if info.file_size > self._most.get(name, 0):
            raise self._refused(f"has {info.file_size:,} bytes of {name}, more than its manifest names")
        return info

    def _refused(self, reason: str) -> OutsideFileRefused:
        return OutsideFileRefused(self.path, reason)


class _ShortReads(RawIOBase):
    """A file of which no more than LARGEST_READ bytes are read at once."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def read(self, size: int | None = -1) -> bytes:
        wanted = LARGEST_READ + 1 if size is None or size < 0 else size
        content: bytes = self._file.read(min(wanted, LARGEST_READ + 1))
        if len(content) > LARGEST_READ:
            raise BadZipFile("its directory is too large")
        return content

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._file.close()
        super().close()


def length_of(members: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    """Return the length of each member of a manifest, 0 for one without a whole number."""
    found = {name: each.get("bytes") for name, each in members.items()}
    return {name: length if isinstance(length, int) else 0 for name, length in found.items()}
