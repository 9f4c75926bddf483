"""A month's file, read: its events with their places, each held against the tree."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from tables.outside.files import OutsideFileRefused, open_plain
from tables.outside.zip_file import OutsideZip, length_of
from tables.stream.database import run
from tables.stream.errors import StreamError
from tables.stream.exporting.archive import BLOCK, FORMAT, MANIFEST
from tables.stream.hashing import GENESIS, Payload, chain_hash, decode_payload
from tables.stream.merkle.rfc6962 import HASH_BYTES, leaf_hash
from tables.stream.merkle.tiles import READ_TILE, WIDTH


class MonthFileRefused(StreamError):
    """The file is not a month's archive of this record, or was altered. Nothing was changed."""


class Manifest(msgspec.Struct, frozen=True):
    """Used fields of the manifest."""

    format: str
    casino: int
    month: int
    first: int
    last: int
    events: int
    members: dict[str, dict[str, Any]]


class ArchivedEvent(msgspec.Struct, frozen=True):
    """Event of the file that matches the tree at its place."""

    position: int
    id: int
    payload: Payload
    prev_hash: bytes
    hash: bytes


LARGEST_FILE = 1 << 40
"""Bytes of a month's file: its content is bounded by its own manifest."""


class MonthFile:
    """A file as `archive_month` writes it. Raises MonthFileRefused where it is none."""

    def __init__(self, path: Path) -> None:
        """Open a plain file, and read nothing of it yet."""
        self.path = path
        self._tile: tuple[int, bytes] = (-1, b"")
        """The tile that was read last: positions come in order."""
        with _refused_as_month():
            self._file = open_plain(path, LARGEST_FILE)
        self._manifest: Manifest | None = None

    @property
    def manifest(self) -> Manifest:
        """Return the manifest in the file. Compare the file's hash with the expected one first."""
        if self._manifest is None:
            self._manifest = self._read_manifest()
        return self._manifest

    def _read_manifest(self) -> Manifest:
        with _refused_as_month():
            self._zip = OutsideZip(self.path, self._file)
            content = self._zip.manifest(MANIFEST)
        try:
            manifest = msgspec.json.decode(content, type=Manifest)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise MonthFileRefused(f"{self.path} is not an archive of a month ({error})") from None
        if manifest.format != FORMAT:
            raise MonthFileRefused(
                f"{self.path} has the format {manifest.format}; this version reads {FORMAT}"
            )
        self._zip.bounded_by(length_of(manifest.members))
        return manifest

    def close(self) -> None:
        """Close the file: nothing more is read of it, and the read events stay."""
        self._file.close()

    def digest(self) -> bytes:
        """Return the SHA-256 of the file."""
        hashed = sha256()
        self._file.seek(0)
        while block := self._file.read(BLOCK):
            hashed.update(block)
        return hashed.digest()

    def events(self) -> Iterator[ArchivedEvent]:
        """Yield the file's events by position. Raises MonthFileRefused at the first that the tree does not have at its
        place, or whose stream does not begin in the file and go on without a gap, and at the end where some are
        missing.
        """
        heads: dict[str, tuple[int, bytes]] = {}
        found = 0
        position = self.manifest.first - 1  # reads the manifest, which opens the archive
        for line, id_ in zip(self._lines("events.jsonl"), self._ids(), strict=False):
            position += 1
            if not line:
                continue
            yield self._checked(line, position, id_, heads)
            found += 1
        if found != self.manifest.events or position != self.manifest.last:
            raise MonthFileRefused(
                f"{self.path} ends at position {position} with {found} events; it says of itself that it has"
                f" {self.manifest.events}, the last at {self.manifest.last}"
            )

    def _checked(
        self, line: bytes, position: int, id_: int, heads: dict[str, tuple[int, bytes]]
    ) -> ArchivedEvent:
        try:
            payload = decode_payload(line)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise MonthFileRefused(
                f"{self.path}, position {position}: this is not an event ({error})"
            ) from None
        version, prev_hash = heads.get(payload.stream, (0, GENESIS))
        hash = chain_hash(prev_hash, line)
        name = f"{self.path}, position {position}, {payload.stream} version {payload.version}"
        if payload.version != version + 1:
            raise MonthFileRefused(f"{name}: its stream was at version {version}")
        if leaf_hash(hash) != self._leaf(position):
            raise MonthFileRefused(f"{name}: the tree has another event there")
        heads[payload.stream] = (payload.version, hash)
        return ArchivedEvent(position, id_, payload, prev_hash, hash)

    def _leaf(self, position: int) -> bytes:
        """Return the leaf that a full tile of the tree has for a position; empty if no tile is full yet."""
        number, within = divmod(position - 1, WIDTH)
        if number != self._tile[0]:
            kept = run(READ_TILE, casino_id=self.manifest.casino, level=0, number=number)
            self._tile = number, bytes(kept[0][0]) if kept else b""
        return self._tile[1][within * HASH_BYTES : (within + 1) * HASH_BYTES]

    def _ids(self) -> Iterator[int]:
        with _refused_as_month():
            for block in self._zip.blocks("ids"):
                whole = block[: len(block) // 8 * 8]
                yield from (each for (each,) in struct.iter_unpack("<Q", whole))

    def _lines(self, name: str) -> Iterator[bytes]:
        with _refused_as_month():
            yield from self._zip.lines(name)


@contextmanager
def _refused_as_month() -> Iterator[None]:
    """Turn the refusal of an outside file into that of a month's file."""
    try:
        yield
    except OutsideFileRefused as refused:
        raise MonthFileRefused(str(refused)) from None
