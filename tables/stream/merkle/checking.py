"""Comparison of the whole tree with the events, to find changes made after sequencing or signing."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import chain

import msgspec

from tables.stream.archiving.months import archived_run
from tables.stream.database import Row, run
from tables.stream.feed import feed_position
from tables.stream.hashing import chain_hash
from tables.stream.merkle.checkpoints import Checkpoint, fault_of, stored_checkpoints
from tables.stream.merkle.kept import KeptCheckpoint
from tables.stream.merkle.note import VerifierKey
from tables.stream.merkle.rfc6962 import HASH_BYTES, Frontier, leaf_hash, root_of
from tables.stream.merkle.tiles import READ_TILE, READ_TILE_ROOTS, WIDTH, leaves_of_tiles
from tables.stream.reader import payload_of
from tables.stream.sql import statement

READ_FEED_TO_CHECK = statement("read_feed_to_check")
FIND_SLIPPED_IN = statement("find_slipped_in")
LIST_STREAMS = statement("list_streams")
PAGE = 1000


class TreeFault(msgspec.Struct, frozen=True):
    """First place at which the feed differs from its sequenced and signed state."""

    position: int | None
    """Position in the feed; None for an event that has no place in it."""
    reason: str

    def __str__(self) -> str:
        return self.reason if self.position is None else f"position {self.position}: {self.reason}"


class TreeWhole(msgspec.Struct, frozen=True):
    """Extent of a successful check: the number of events that match the feed, and of those under a signature."""

    events: int
    checkpoints: int
    signed: int
    """The size of the newest checkpoint."""
    kept: int = 0
    """Size of the largest checkpoint that was kept outside."""
    archived: int = 0
    """Number of events of archived months, of which only the leaf in the tree was checked."""


class _FaultFound(Exception):
    def __init__(self, position: int | None, reason: str) -> None:
        super().__init__(reason)
        self.fault = TreeFault(position, reason)


def verify_tree(
    casino_id: int, trusted: Collection[VerifierKey] = (), kept: Collection[KeptCheckpoint] = ()
) -> TreeFault | TreeWhole:
    """Check the casino's feed, tiles and checkpoints against the events themselves; the first fault in feed order.

    Found and named: an event that is changed, missing, inserted or in another's place; one that was rewritten with all
    its hashes, by the tile that still has the old one, or, if the tile was rewritten too, by the checkpoint; a feed
    that was cut off; a checkpoint that was changed. With `trusted` keys, also checkpoints signed by other keys: without
    them, a record that was made again from end to end with a key of its own looks whole. With `kept` checkpoints of
    this casino, also a record that does not extend them: without them, one that was cut off together with its
    checkpoints looks whole.
    """
    try:
        return _TreeCheck(casino_id, trusted, kept).whole()
    except _FaultFound as found:
        return found.fault


class _TreeCheck:
    def __init__(
        self, casino_id: int, trusted: Collection[VerifierKey], kept: Collection[KeptCheckpoint]
    ) -> None:
        self.casino_id = casino_id
        self.trusted = {str(key) for key in trusted}
        self.kept_due = deque(sorted(kept, key=lambda each: each.size))
        self.kept = 0
        # Events that are sequenced meanwhile are left out, and checkpoints beyond them.
        self.sealed = feed_position(casino_id)
        self.tree = Frontier()
        self.tile: list[bytes] = []
        """The leaves since the last full tile."""
        self.archived = 0
        self.checkpoints = 0
        self.signed = 0

    def whole(self) -> TreeWhole:
        """Walk the feed once. Raises _FaultFound."""
        checkpoints = stored_checkpoints(self.casino_id)
        due = next(checkpoints, None)
        self._check_kept()
        for take in self._steps():
            take()
            self._check_kept()
            while due and due.size == self.tree.size:
                self._check_checkpoint(due)
                due = next(checkpoints, None)
        self._check_end(chain([due] if due else [], checkpoints))
        self._check_higher_tiles()
        return TreeWhole(self.tree.size, self.checkpoints, self.signed, self.kept, self.archived)

    def _steps(self) -> Iterator[Callable[[], None]]:
        """Yield the work on each position, one after the other."""
        for after in range(0, self.sealed, PAGE):
            to = min(after + PAGE, self.sealed)
            for row in run(READ_FEED_TO_CHECK, casino_id=self.casino_id, after=after, to=to):
                yield from self._archived_before(row[1])
                yield partial(self._take, row)
        yield from self._archived_before(self.sealed + 1)

    def _archived_before(self, position: int) -> Iterator[Callable[[], None]]:
        """Yield the checks of positions before this one whose events are in archived months."""
        while (expected := self.tree.size + 1) < position:
            archived = archived_run(self.casino_id, expected)
            if archived is None:
                return
            for leaf in leaves_of_tiles(self.casino_id, expected, min(archived[1], position - 1)):
                yield partial(self._take_archived, leaf)

    def _take_archived(self, leaf: bytes) -> None:
        if not leaf:
            raise _FaultFound(
                self.tree.size + 1, "missing: it is archived, and no tile of the tree has its leaf"
            )
        self.archived += 1
        self._add(leaf)

    def _take(self, row: Row) -> None:
        position, type, prev_hash, hash, event, sealed_type = row[1], row[6], *row[12:16]
        expected = self.tree.size + 1
        if position != expected:
            raise _FaultFound(expected, f"missing: the next event of the feed is {position}")
        if hash is None:
            raise _FaultFound(position, f"missing: event {event} is in the feed and not in the record")
        name = f"{row[3]} version {row[4]}"
        if hash != chain_hash(prev_hash, payload_of(row).encoded):
            raise _FaultFound(position, f"{name}: its payload does not give its hash")
        if type != sealed_type:
            raise _FaultFound(position, f"{name}: it was sealed as {sealed_type} and is {type}")
        self._add(leaf_hash(hash))

    def _add(self, leaf: bytes) -> None:
        self.tree.add(leaf)
        self.tile.append(leaf)
        if len(self.tile) == WIDTH:
            self._check_tile()

    def _check_tile(self) -> None:
        number = self.tree.size // WIDTH - 1
        if self._is_kept(number) and _roots(self.casino_id, 0, number, number + 1) != [root_of(self.tile)]:
            raise _FaultFound(number * WIDTH + 1, "the root of the tile that begins here was changed")
        self.tile = []

    def _is_kept(self, number: int) -> bool:
        """Return True if the tile of the last leaves is stored. Raises _FaultFound if it contradicts one of them."""
        kept = run(READ_TILE, casino_id=self.casino_id, level=0, number=number)
        hashes = kept[0][0] if kept else b""
        for place, leaf in enumerate(self.tile if kept else ()):
            if hashes[place * HASH_BYTES : (place + 1) * HASH_BYTES] != leaf:
                raise _FaultFound(
                    number * WIDTH + place + 1, "the tree was made from another event than this one"
                )
        return bool(kept)

    def _check_checkpoint(self, checkpoint: Checkpoint) -> None:
        if self.trusted and checkpoint.vkey not in self.trusted:
            raise _FaultFound(
                checkpoint.size,
                f"the checkpoint was signed with a key that is not trusted: {checkpoint.vkey}",
            )
        if fault := fault_of(checkpoint):
            raise _FaultFound(checkpoint.size, f"the checkpoint of {_day(checkpoint)}: {fault}")
        if self.tree.root() != checkpoint.root:
            self._is_kept(self.tree.size // WIDTH)
            raise _FaultFound(
                self.signed + 1,
                f"here or after it, up to {checkpoint.size}, stands what the checkpoint of"
                f" {_day(checkpoint)} was not made of",
            )
        self.checkpoints += 1
        self.signed = checkpoint.size

    def _check_kept(self) -> None:
        while self.kept_due and self.kept_due[0].size == self.tree.size:
            kept = self.kept_due.popleft()
            if self.tree.root() != kept.root:
                raise _FaultFound(
                    max(self.signed, self.kept) + 1,
                    f"here or after it, up to {kept.size}, stands what the kept checkpoint {kept.source} was not made"
                    " of",
                )
            self.kept = kept.size

    def _check_end(self, beyond: Iterable[Checkpoint]) -> None:
        """Check that nothing is cut off the end, and no event is beyond the reach of the feed. Raises _FaultFound."""
        last = self.tree.size
        for checkpoint in beyond:
            if checkpoint.size > last and checkpoint.size <= feed_position(self.casino_id):
                continue  # sequenced and signed meanwhile
            if fault := fault_of(checkpoint):
                raise _FaultFound(
                    None,
                    f"false: a checkpoint of {checkpoint.size} events, where the feed has {last}: {fault}",
                )
            raise _FaultFound(
                last + 1, f"missing: {checkpoint.size} events were signed on {_day(checkpoint)}"
            )
        if last < self.sealed:
            raise _FaultFound(last + 1, f"missing: {self.sealed} events were sealed")
        if self.kept_due:
            kept = self.kept_due[-1]
            raise _FaultFound(
                last + 1, f"missing: the kept checkpoint {kept.source} was made of {kept.size} events"
            )
        for event, stream, version in run(FIND_SLIPPED_IN, casino_id=self.casino_id):
            raise _FaultFound(
                None, f"event {event}, {stream} version {version}: put in behind the feed's back"
            )

    def _check_higher_tiles(self) -> None:
        level, full = 1, self.tree.size // WIDTH**2
        while full:
            for number in range(full):
                kept = run(READ_TILE, casino_id=self.casino_id, level=level, number=number)
                root = _roots(self.casino_id, level, number, number + 1)
                below = _roots(self.casino_id, level - 1, number * WIDTH, (number + 1) * WIDTH)
                if kept and (kept[0][0] != b"".join(below) or root != [root_of(below)]):
                    first = number * WIDTH ** (level + 1) + 1
                    raise _FaultFound(first, f"the tile of level {level} that begins here was changed")
            level, full = level + 1, full // WIDTH


def streams_of(casino_id: int) -> Iterator[str]:
    after = ""
    while rows := run(LIST_STREAMS, casino_id=casino_id, after=after, limit=PAGE):
        for (stream_id,) in rows:
            yield stream_id
        after = rows[-1][0]


def _roots(casino_id: int, level: int, first: int, behind: int) -> list[bytes]:
    rows = run(READ_TILE_ROOTS, casino_id=casino_id, level=level, first=first, behind=behind)
    return [root for _, root in rows]


def _day(checkpoint: Checkpoint) -> str:
    return f"{checkpoint.signed_at:%Y-%m-%d %H:%M} UTC"
