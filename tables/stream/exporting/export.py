"""A stretch of the record read for its archive: page by page, so that its length costs time and no memory."""

from array import array
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

import msgspec

from tables.stream.database import Row, run
from tables.stream.errors import MonthArchived, StreamError
from tables.stream.exporting.archive import new_archive
from tables.stream.feed import feed_position
from tables.stream.hashing import GENESIS
from tables.stream.merkle.checking import READ_FEED_TO_CHECK
from tables.stream.merkle.checkpoints import (
    Checkpoint,
    all_checkpoints,
    checkpoint_of_size,
    covering_checkpoint,
    latest_checkpoint,
    note_of,
)
from tables.stream.merkle.cosignature import WitnessKey
from tables.stream.merkle.proofs import StoredEvent, find_event
from tables.stream.merkle.rfc6962 import HASH_BYTES, Nodes, compact_range, consistency_path, inclusion_path
from tables.stream.merkle.tiles import READ_LEAVES, READ_TILE, WIDTH, TreeBroken, tree_nodes
from tables.stream.reader import payload_of, read_stream
from tables.stream.sql import statement

FIND_POSITIONS = statement("find_positions")
PAGE = 2000

Rulebooks = Callable[[Sequence[str]], Iterable[tuple[str, bytes]]]
"""Function that returns name and content of the rulebooks that the events of these streams need."""


class ExportRefused(StreamError):
    """The stretch cannot be exported. The message has the reason, and a stretch that could be."""


class Stretch(msgspec.Struct, frozen=True):
    """The events of a casino's feed from one position to another, both with them."""

    casino_id: int
    first: int
    last: int
    month: int | None = None
    """Only the events of this month (yyyymm), and the places of all others."""


Runs = list[tuple[int, int]]
"""Stretches of neighbouring positions, the first and the last of each."""


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """Result of an export."""

    stretch: Stretch
    events: int
    missing: int
    """Number of positions whose event is missing from the record: an owner of the tables removed it."""
    covered_by: int
    """The size of the checkpoint that covers the stretch."""
    runs: Runs
    """Places of the written events."""


class Positions(msgspec.Struct, frozen=True):
    """Positions of some streams in the feed; None if none of their events is sequenced."""

    first: int | None
    last: int | None
    waiting: int
    """Number of their events without a position."""


def positions_of(casino_id: int, stream_ids: Iterable[str]) -> Positions:
    return Positions(*run(FIND_POSITIONS, casino_id=casino_id, stream_ids=list(stream_ids))[0])


def last_signed(casino_id: int) -> int:
    """Return the last position that a checkpoint covers. Raises ExportRefused before the first."""
    newest = latest_checkpoint(casino_id)
    if newest is None:
        raise ExportRefused(
            f"casino {casino_id} has no checkpoint yet, so nothing of its record could be proven: the sequencer signs"
            " one each minute once there is a key (manage.py make_checkpoint_key) and an event"
        )
    return newest.size


def export_record(
    stretch: Stretch,
    path: Path,
    *,
    rulebooks: Rulebooks,
    opened: str | None = None,
    witnesses: Sequence[WitnessKey] = (),
    prove: Iterable[int] = (),
    progress: Callable[[int], None] = lambda events: None,
    **stated: Any,
) -> Exported:
    """Write the events of a stretch with their proofs into one archive.

    `prove` are sizes of checkpoints kept elsewhere that end outside of the stretch: the archive proves that the record
    extends them. `opened` is the beginning of names of streams whose first event is added, with its proof, if it is
    before the stretch. `witnesses` are the keys whose cosignatures are written. `stated` goes into the manifest.
    Raises ExportRefused and ArchiveRefused: then there is no archive.
    """
    cover = _covering(stretch)
    nodes = tree_nodes(stretch.casino_id)
    proofs = [_proof(stretch.casino_id, size, cover, nodes) for size in sorted(set(prove))]
    events = _Events(stretch, progress)
    try:
        with new_archive(path) as archive:
            archive.write("events.jsonl", events.lines())
            archive.write("chains.jsonl", map(_line, events.begun))
            archive.write("tree/edges.json", [_line(_edges(stretch, cover, nodes))])
            archive.write("tree/leaves", _leaves(stretch), packed=False)
            if stretch.month is not None:
                archive.write("elsewhere.json", [_line(_between(stretch, events.runs))])
                archive.write("ids", [events.ids.tobytes()])
            archive.write("checkpoints.jsonl", map(_line, _checkpoints(stretch, cover, witnesses)))
            archive.write("proofs.jsonl", map(_line, proofs))
            if opened is not None:
                archive.write("openings.jsonl", map(_line, _openings(stretch, events, opened, cover, nodes)))
            for name, content in rulebooks(list(events.streams)):
                archive.write(f"rulebooks/{name}", [content])
            archive.write_manifest(
                casino=stretch.casino_id,
                origin=cover.origin,
                first=stretch.first,
                last=stretch.last,
                events=events.written,
                covered_by=cover.size,
                **({} if stretch.month is None else {"month": stretch.month}),
                **stated,
            )
    except TreeBroken as broken:
        raise ExportRefused(f"{broken}; manage.py verify_record finds out what was changed") from None
    missing = stretch.last - stretch.first + 1 - events.written
    return Exported(
        stretch=stretch, events=events.written, missing=missing, covered_by=cover.size, runs=events.runs
    )


def _covering(stretch: Stretch) -> Checkpoint:
    casino_id, first, last, _ = msgspec.structs.astuple(stretch)
    signed = last_signed(casino_id)
    if not 1 <= first <= last:
        raise ExportRefused(f"from {first} to {last} is not a stretch of the record: positions begin at 1")
    if last > (sealed := feed_position(casino_id)):
        raise ExportRefused(f"the record of casino {casino_id} has {sealed} events, and --to says {last}")
    cover = covering_checkpoint(casino_id, last)
    if cover is None:
        raise ExportRefused(
            f"the newest checkpoint covers {signed} events, and the stretch ends at {last}: ask again within minutes,"
            f" or for what ends at {signed}"
        )
    return cover


class _Events:
    """The payloads of the stretch, a line each, exactly as recorded.

    A position whose event is gone is an empty line, so that all others keep their places.
    """

    def __init__(self, stretch: Stretch, progress: Callable[[int], None]) -> None:
        self.casino_id, self.first, self.last, self.month = msgspec.structs.astuple(stretch)
        self.progress = progress
        self.streams: dict[str, None] = {}
        self.begun: list[dict[str, Any]] = []
        """Streams that began before the stretch, each with the hash that its first event in it goes on from."""
        self.written = 0
        self.runs: Runs = []
        self.ids = array("Q")
        """For a month: the number of each event in the database, 0 at positions of other months."""

    def lines(self) -> Iterator[bytes]:
        expected = self.first
        for after in range(self.first - 1, self.last, PAGE):
            to = min(after + PAGE, self.last)
            rows = run(READ_FEED_TO_CHECK, casino_id=self.casino_id, after=after, to=to)
            for row in rows:
                position, hash = row[1], row[13]
                yield b"\n" * (position - expected)
                expected = position + 1
                written = hash is not None and self.month in (None, row[16])
                if written:
                    self._note(row)
                    yield payload_of(row).encoded
                if self.month is not None:
                    # Positions without an event are between this one and the last.
                    self.ids.extend([0] * (position - self.first - len(self.ids)))
                    self.ids.append(row[0] if written else 0)
                yield b"\n"
            self.progress(to - self.first + 1)
        yield b"\n" * (self.last + 1 - expected)

    def _note(self, row: Row) -> None:
        self.written += 1
        if self.runs and self.runs[-1][1] == row[1] - 1:
            self.runs[-1] = (self.runs[-1][0], row[1])
        else:
            self.runs.append((row[1], row[1]))
        stream, version, prev_hash = row[3], row[4], row[12]
        if stream not in self.streams:
            self.streams[stream] = None
            if prev_hash != GENESIS:
                self.begun.append({"stream": stream, "version": version, "prev_hash": prev_hash.hex()})


def _between(stretch: Stretch, runs: Runs) -> Runs:
    """Return the positions of the stretch outside of the runs, which begin and end it."""
    begins = [stretch.first, *(last + 1 for _, last in runs)]
    ends = [*(first - 1 for first, _ in runs), stretch.last]
    return [(begin, end) for begin, end in zip(begins, ends, strict=True) if begin <= end]


def _edges(stretch: Stretch, cover: Checkpoint, nodes: Nodes) -> dict[str, Any]:
    """Return the subtrees beside the stretch, up to the covering checkpoint: with its leaves they give the root."""
    return {
        "before": _edge(compact_range(0, stretch.first - 1, nodes)),
        "after": _edge(compact_range(stretch.last, cover.size, nodes)),
    }


def _leaves(stretch: Stretch) -> Iterator[bytes]:
    """Yield the leaves of the stretch as the tiles have them, and behind the last full tile as the feed has; zeros
    where neither has one.
    """
    leaf = stretch.first - 1
    while leaf < stretch.last:
        number, within = divmod(leaf, WIDTH)
        behind = min(stretch.last, (number + 1) * WIDTH)
        if kept := run(READ_TILE, casino_id=stretch.casino_id, level=0, number=number):
            yield kept[0][0][within * HASH_BYTES : (behind - number * WIDTH) * HASH_BYTES]
        else:
            rows = run(READ_LEAVES, casino_id=stretch.casino_id, first=leaf, behind=behind)
            found: dict[int, bytes] = dict(rows)
            yield b"".join(found.get(place, bytes(HASH_BYTES)) for place in range(leaf, behind))
        leaf = behind


def _edge(subtrees: list[tuple[int, bytes]]) -> list[dict[str, Any]]:
    return [{"height": height, "hash": hash.hex()} for height, hash in subtrees]


def _checkpoints(
    stretch: Stretch, cover: Checkpoint, witnesses: Sequence[WitnessKey]
) -> Iterator[dict[str, Any]]:
    """Yield the checkpoints that end in the stretch or just before it, and the one that covers it."""
    from_first = all_checkpoints(stretch.casino_id, after=stretch.first - 2)
    for checkpoint in takewhile(lambda each: each.size <= cover.size, from_first):
        yield {"note": str(note_of(checkpoint, witnesses)), "signed_at": checkpoint.signed_at}


def _openings(
    stretch: Stretch, events: _Events, opened: str, cover: Checkpoint, nodes: Nodes
) -> Iterator[dict[str, Any]]:
    """Yield the first event of each such stream that began before the stretch, with its inclusion proof (RFC 9162,
    section 2.1.3.1). An event that is not in the database any more is left out."""
    for begun in events.begun:
        first = (
            _first_event(stretch.casino_id, begun["stream"]) if begun["stream"].startswith(opened) else None
        )
        if first is not None and first.position is not None and first.position < stretch.first:
            path = inclusion_path(first.position - 1, cover.size, nodes)
            yield {
                "position": first.position,
                "event": first.payload.decode(),
                "path": [b64encode(each).decode() for each in path],
            }


def _first_event(casino_id: int, stream: str) -> StoredEvent | None:
    try:
        first = read_stream(casino_id, stream, to_version=1)
    except MonthArchived:
        return None
    return find_event(casino_id, first[0].event_id) if first else None


def _proof(casino_id: int, size: int, cover: Checkpoint, nodes: Nodes) -> dict[str, Any]:
    """That the trees of two sizes begin alike: RFC 9162, section 2.1.4.1."""
    if checkpoint_of_size(casino_id, size) is None:
        raise ExportRefused(
            f"casino {casino_id} knows no checkpoint of {size} events; if it gave you one, that is evidence"
        )
    older, newer = sorted((size, cover.size))
    path = consistency_path(older, newer, nodes)
    return {"older": older, "newer": newer, "path": [b64encode(each).decode() for each in path]}


def _line(document: Any) -> bytes:
    return msgspec.json.encode(document) + b"\n"
