"""Checkpoints of the casino's tree: the sequencer signs them, witnesses cosign them, and each is verified when read.

A stored row counts as a checkpoint only if its signature is correct, its log is the casino's, and the feed has as many
events as it covers. So a writer of a false row neither stops the signing nor publishes the row.
"""

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from itertools import count, islice
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction

from tables.stream.database import Statement, run
from tables.stream.feed import feed_position
from tables.stream.merkle.cosignature import WitnessKey
from tables.stream.merkle.note import (
    MOST_SIGNATURES,
    CheckpointText,
    Note,
    NoteRefused,
    Signature,
    SigningKey,
    VerifierKey,
)
from tables.stream.merkle.rfc6962 import range_root
from tables.stream.merkle.tiles import TreeBroken, check_tiles, tree_nodes
from tables.stream.sql import statement

log = logging.getLogger(__name__)

ADD_CHECKPOINT = statement("add_checkpoint")
READ_CHECKPOINT_OF_SIZE = statement("read_checkpoint_of_size")
READ_NEWEST_CHECKPOINTS = statement("read_newest_checkpoints")
READ_LATEST_CHECKPOINTS = statement("read_latest_checkpoints")
READ_CHECKPOINTS = statement("read_checkpoints")
READ_CHECKPOINTS_BY_KEY = statement("read_checkpoints_by_key")
READ_COVERING_CHECKPOINT = statement("read_covering_checkpoint")
READ_SIGNATURES_OF_WITNESS = statement("read_signatures_of_witness")
READ_WITNESS_SIGNATURES = statement("read_witness_signatures")

PAGE = 1000

FEW = 8
"""Rows in a page where the first one usually counts."""

BEHIND_EVERY_SIGNATURE = b"\xff" * 80
"""A value that no signature of 68 bytes follows."""


class Checkpoint(msgspec.Struct, frozen=True):
    """The tree's size and root at a time. `signed_at` is the house's word: the signature does not cover it."""

    casino_id: int
    size: int
    root: bytes
    origin: str
    vkey: str
    """Key with which the signature can be checked; trust in it comes from elsewhere."""
    signature: bytes
    signed_at: datetime

    @property
    def text(self) -> str:
        return str(CheckpointText(self.origin, self.size, self.root))


def own_key(key: SigningKey, casino_id: int) -> SigningKey:
    """Return the house's key under the name of a casino's log: `name/casino/1`."""
    return key.named(f"{key.name}/casino/{casino_id}")


def sign_checkpoint(casino_id: int, key: SigningKey, *, now: datetime) -> Checkpoint | None:
    """Sign the tree of the sequenced feed with the casino's key; return None if it has not grown since the last time.

    For the casino's active sequencer only, once the tree is extended. Rows with a false signature are passed over.
    Raises TreeBroken if the tree does not go on from the last checkpoint that this key has signed.
    """
    with transaction.atomic():
        size = feed_position(casino_id)
        own = own_key(key, casino_id)
        nodes = tree_nodes(casino_id)
        last = next(_rows_by_key(casino_id, own, own=True, after=0), None)
        if last and (size < last.size or range_root(0, last.size, nodes) != last.root):
            raise TreeBroken(
                f"casino {casino_id}: the feed of {size} events does not begin with the {last.size} that were"
                f" signed {last.signed_at:%Y-%m-%d %H:%M} UTC"
            )
        signed = last.size if last else 0
        if size == signed or _is_signed_by_another(casino_id, own, size, after=signed):
            return None
        if last:
            check_tiles(casino_id, last.size, size)
        root = range_root(0, size, nodes)
        signature = own.sign(str(CheckpointText(own.name, size, root)))
        made = Checkpoint(casino_id, size, root, own.name, str(own.verifier), signature.data, now)
        run(ADD_CHECKPOINT, **msgspec.structs.asdict(made))
    return made


def _is_signed_by_another(casino_id: int, key: SigningKey, size: int, *, after: int) -> bool:
    """Return True if a former key of the casino has signed the present tree.

    A row of another key does not stop the signing, for anybody can make a key: one that is not of this tree is logged.
    """
    for other in _rows_by_key(casino_id, key, own=False, after=after):
        if other.size <= size and range_root(0, other.size, tree_nodes(casino_id)) == other.root:
            return other.size == size
        log.error(
            "casino %s: a checkpoint of %s events is not of this tree and not by the casino's key: %s;"
            " manage.py verify_record finds what was changed",
            casino_id,
            other.size,
            other.vkey,
        )
    return False


def _rows_by_key(casino_id: int, key: SigningKey, *, own: bool, after: int) -> Iterator[Checkpoint]:
    """Return the rows after a size with a correct signature by this key, or by any other. CHECKPOINT_VKEYS does not
    matter.
    """
    vkey = str(key.verifier)
    return _true_rows(
        READ_CHECKPOINTS_BY_KEY, fault=_signature_fault, casino_id=casino_id, vkey=vkey, own=own, after=after
    )


def latest_checkpoint(casino_id: int) -> Checkpoint | None:
    """Return the largest checkpoint, or None before the first. Rows that do not count are passed over."""
    return next(_true_rows(READ_NEWEST_CHECKPOINTS, casino_id=casino_id), None)


def checkpoint_of_size(casino_id: int, size: int) -> Checkpoint | None:
    """Return the checkpoint of so many events; None if there is none that counts."""
    rows = map(_checkpoint, run(READ_CHECKPOINT_OF_SIZE, casino_id=casino_id, size=size))
    return next((each for each in rows if not fault_of(each)), None)


def covering_checkpoint(casino_id: int, position: int) -> Checkpoint | None:
    """Return the first checkpoint that covers a position, or None if none does yet."""
    return next(_true_rows(READ_COVERING_CHECKPOINT, casino_id=casino_id, position=position), None)


class Signed(msgspec.Struct, frozen=True):
    """The checkpoints of several casinos, as a health check asks for them."""

    sizes: dict[int, int]
    """For each casino, the events that its largest checkpoint covers; 0 before the first."""
    false: list[str]
    """The stored rows that do not count and were met on the way, each with its fault."""


def signed_sizes(casino_ids: Collection[int]) -> Signed:
    """Return how far each of these casinos is signed. One statement for all, and further ones where a row is false."""
    sizes = dict.fromkeys(casino_ids, 0)
    false = []
    for *row, position in run(READ_LATEST_CHECKPOINTS, casino_ids=list(casino_ids)):
        found = _checkpoint(row)
        is_beyond = found.size > position
        fault = f"the feed has {position} events" if is_beyond else fault_of(found)
        if fault:
            false.append(f"casino {found.casino_id}: the checkpoint of {found.size} events is false: {fault}")
        if not is_beyond:
            latest = latest_checkpoint(found.casino_id) if fault else found
            sizes[found.casino_id] = latest.size if latest else 0
    return Signed(sizes, false)


def all_checkpoints(casino_id: int, *, after: int = 0) -> Iterator[Checkpoint]:
    """Yield the checkpoints of more than `after` events, by size, up to the end of the feed."""
    position = feed_position(casino_id)
    for each in stored_checkpoints(casino_id, after=after):
        if each.size > position:
            return
        if not fault_of(each):
            yield each


def stored_checkpoints(casino_id: int, *, after: int = 0) -> Iterator[Checkpoint]:
    """Yield the stored rows of more than `after` events, by size, valid or not."""
    signature = BEHIND_EVERY_SIGNATURE
    while rows := run(READ_CHECKPOINTS, casino_id=casino_id, after=after, signature=signature, limit=PAGE):
        for row in rows:
            yield _checkpoint(row)
        after, signature = rows[-1][1], rows[-1][5]


def fault_of(checkpoint: Checkpoint) -> str:
    """Return why this row's signature does not count, in words; empty if it does."""
    known = {_public_part(vkey) for vkey in settings.CHECKPOINT_VKEYS}
    if known and _public_part(checkpoint.vkey) not in known:
        return f"its key is none of CHECKPOINT_VKEYS: {checkpoint.vkey}"
    return _signature_fault(checkpoint)


@lru_cache(maxsize=4096)
def _signature_fault(checkpoint: Checkpoint) -> str:
    """Verified once for each row: reads stay cheap."""
    if not checkpoint.origin.endswith(f"/casino/{checkpoint.casino_id}"):
        return f"its log is {checkpoint.origin}"
    try:
        key = VerifierKey.parse(checkpoint.vkey)
        Note(checkpoint.text, (Signature(checkpoint.origin, checkpoint.signature),)).verify([key])
    except NoteRefused as refused:
        return str(refused)
    return ""


def _public_part(vkey: str) -> str:
    """Return the key of `name+id+key` without the name of its log."""
    return vkey.split("+", 2)[-1]


def note_of(checkpoint: Checkpoint, witnesses: Sequence[WitnessKey] = ()) -> Note:
    """Return the checkpoint as a signed note, with the signatures by these keys of witnesses below the casino's.

    As many as a note may have, the earliest first. A stored signature that none of the keys has made is passed over;
    PAGE rows are read.
    """
    rows = run(READ_WITNESS_SIGNATURES, casino_id=checkpoint.casino_id, size=checkpoint.size, limit=PAGE)
    stored = (Signature(name, signature) for name, signature in rows)
    verified = (each for each in stored if _is_cosigned(checkpoint.text, each, witnesses))
    own = Signature(checkpoint.origin, checkpoint.signature)
    return Note(checkpoint.text, (own, *islice(verified, MOST_SIGNATURES - 1)))


def _is_cosigned(text: str, signature: Signature, witnesses: Sequence[WitnessKey]) -> bool:
    for key in witnesses:
        if key.has_made(signature):
            with suppress(NoteRefused):
                key.verify(signature, text)
                return True
    return False


def signatures_of_witness(casino_id: int, witness: str) -> Iterator[tuple[int, Signature]]:
    """Yield the stored signatures by this name, each with the size of its checkpoint, the largest
    first. Not verified.
    """
    for offset in count(0, FEW):
        rows = run(READ_SIGNATURES_OF_WITNESS, casino_id=casino_id, name=witness, limit=FEW, offset=offset)
        yield from ((size, Signature(witness, signature)) for size, signature in rows)
        if len(rows) < FEW:
            return


def _true_rows(
    pages: Statement, *, fault: Callable[[Checkpoint], str] = fault_of, **values: object
) -> Iterator[Checkpoint]:
    """Yield the rows of a paged statement without this fault."""
    for offset in count(0, FEW):
        rows = run(pages, limit=FEW, offset=offset, **values)
        yield from (each for each in map(_checkpoint, rows) if not fault(each))
        if len(rows) < FEW:
            return


def _checkpoint(row: Sequence[Any]) -> Checkpoint:
    return Checkpoint(*row)
