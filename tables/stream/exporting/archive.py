"""An archive of the record: a ZIP file written in one pass, the same to the byte for the same members.

Time, place and author of the archive leave no trace in it. It is written beside its place and moved there whole, so
that an export which fails leaves nothing behind.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import msgspec

FORMAT = "permanence-record/1"
MANIFEST = "manifest.json"
_BEGINNING_OF_ZIP = (1980, 1, 1, 0, 0, 0)
_UNIX = 3
_READABLE = 0o100644 << 16
BLOCK = 1 << 20
"""Bytes written at once: a write costs more than the few bytes of one event."""


class Member(msgspec.Struct, frozen=True):
    """Entry of a member in the manifest: its SHA-256 in hexadecimal and its length, unpacked."""

    sha256: str
    bytes: int


class ArchiveRefused(Exception):
    """No archive can be written at this place. The message has the reason, and nothing was left there."""


class Archive:
    """An archive that is being written. Members are written one after the other, the manifest last."""

    def __init__(self, zip_file: ZipFile) -> None:
        self._zip = zip_file
        self.members: dict[str, Member] = {}

    def write(self, name: str, pieces: Iterable[bytes], *, packed: bool = True) -> Member:
        """Write one member of these pieces, packed unless nothing would be gained by it."""
        info = ZipInfo(name, _BEGINNING_OF_ZIP)
        info.compress_type = ZIP_DEFLATED if packed else ZIP_STORED
        info.create_system, info.external_attr = _UNIX, _READABLE
        hashed, length = sha256(), 0
        with self._zip.open(info, "w", force_zip64=True) as member:
            for piece in _in_blocks(pieces):
                member.write(piece)
                hashed.update(piece)
                length += len(piece)
        self.members[name] = made = Member(hashed.hexdigest(), length)
        return made

    def write_manifest(self, **fields: Any) -> None:
        """Write the manifest: these fields, and every member with its hash."""
        document = {"format": FORMAT, **fields, "members": self.members}
        text = msgspec.json.format(msgspec.json.encode(document, order="sorted"), indent=1)
        self.write(MANIFEST, [text, b"\n"])


@contextmanager
def new_archive(path: Path) -> Iterator[Archive]:
    """Yield an archive that is moved to `path` once it is complete; its owner alone reads it.

    Raises ArchiveRefused if a file is there already, or none can be made.
    """
    if path.exists():
        raise ArchiveRefused(f"{path} is there already: name another file, or remove it")
    draft = None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        draft = Path(name)
        with os.fdopen(handle, "wb") as file:
            with ZipFile(file, "w") as zip_file:
                yield Archive(zip_file)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise ArchiveRefused(f"{path} cannot be written: {error.strerror}") from None
    finally:
        if draft is not None:
            draft.unlink(missing_ok=True)


def _in_blocks(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the same bytes in larger pieces."""
    block = bytearray()
    for piece in pieces:
        block += piece
        if len(block) >= BLOCK:
            yield bytes(block)
            block.clear()
    if block:
        yield bytes(block)
