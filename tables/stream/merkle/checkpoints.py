"""Checkpoints: what the house has signed of its tree, and what witnesses have signed under it."""

from collections.abc import Iterator
from datetime import datetime

import msgspec
from django.db import transaction

from tables.stream.database import Row, run
from tables.stream.errors import StreamError
from tables.stream.feed import feed_position
from tables.stream.merkle.note import CheckpointText, Note, Signature, SigningKey, VerifierKey
from tables.stream.merkle.rfc6962 import range_root
from tables.stream.merkle.tiles import TreeBroken, tree_nodes
from tables.stream.sql import statement

ADD_CHECKPOINT = statement("add_checkpoint")
READ_CHECKPOINT_OF_SIZE = statement("read_checkpoint_of_size")
READ_LATEST_CHECKPOINT = statement("read_latest_checkpoint")
READ_CHECKPOINTS = statement("read_checkpoints")
READ_COVERING_CHECKPOINT = statement("read_covering_checkpoint")
READ_LAST_OF_WITNESS = statement("read_last_of_witness")
READ_UNSIGNED_SINCE = statement("read_unsigned_since")
READ_WITNESS_SIGNATURES = statement("read_witness_signatures")
ADD_WITNESS_SIGNATURE = statement("add_witness_signature")

PAGE = 1000


class WitnessRefused(StreamError):
    """A note that is no checkpoint of this house with somebody else's signature under it; nothing was kept."""


class Checkpoint(msgspec.Struct, frozen=True):
    """The tree's size and root at a time. `signed_at` is the house's word: the signature does not cover it."""

    casino_id: int
    size: int
    root: bytes
    origin: str
    vkey: str
    """The key with which the signature can be checked; whether to trust it is known from elsewhere."""
    signature: bytes
    signed_at: datetime

    @property
    def text(self) -> str:
        return str(CheckpointText(self.origin, self.size, self.root))


def own_key(key: SigningKey, casino_id: int) -> SigningKey:
    """The house's key under the name of a casino's log: `name/casino/1`."""
    return key.named(f"{key.name}/casino/{casino_id}")


def sign_checkpoint(casino_id: int, key: SigningKey, *, now: datetime) -> Checkpoint | None:
    """Sign the tree as it stands, with the house's key; None if it has not grown since the last time.

    Nothing is signed that does not go on from what was: raises TreeBroken if the tree of the last checkpoint's size has
    another root now. For the casino's active sequencer only, once the tree is extended.
    """
    with transaction.atomic():
        size = feed_position(casino_id)
        last = latest_checkpoint(casino_id)
        if size == (last.size if last else 0):
            return None
        nodes = tree_nodes(casino_id)
        if last and (size < last.size or range_root(0, last.size, nodes) != last.root):
            raise TreeBroken(
                f"casino {casino_id}: the feed of {size} events does not begin with the {last.size} that were"
                f" signed {last.signed_at:%Y-%m-%d %H:%M} UTC"
            )
        own = own_key(key, casino_id)
        root = range_root(0, size, nodes)
        signature = own.sign(str(CheckpointText(own.name, size, root)))
        made = Checkpoint(casino_id, size, root, own.name, str(own.verifier), signature.data, now)
        run(ADD_CHECKPOINT, **msgspec.structs.asdict(made))
    return made


def latest_checkpoint(casino_id: int) -> Checkpoint | None:
    """The newest checkpoint, or None before the first."""
    rows = run(READ_LATEST_CHECKPOINT, casino_id=casino_id)
    return _checkpoint(rows[0]) if rows else None


def checkpoint_of_size(casino_id: int, size: int) -> Checkpoint | None:
    rows = run(READ_CHECKPOINT_OF_SIZE, casino_id=casino_id, size=size)
    return _checkpoint(rows[0]) if rows else None


def covering_checkpoint(casino_id: int, position: int) -> Checkpoint | None:
    """The first checkpoint that covers a position, or None if none does yet."""
    rows = run(READ_COVERING_CHECKPOINT, casino_id=casino_id, position=position)
    return _checkpoint(rows[0]) if rows else None


def unsigned_since(casino_id: int) -> datetime | None:
    """When the oldest sequenced event was recorded that stands under no checkpoint yet; None if there is none."""
    rows = run(READ_UNSIGNED_SINCE, casino_id=casino_id)
    return rows[0][0] if rows else None


def all_checkpoints(casino_id: int, *, after: int = 0) -> Iterator[Checkpoint]:
    """The checkpoints of more than `after` events, by size."""
    while rows := run(READ_CHECKPOINTS, casino_id=casino_id, after=after, limit=PAGE):
        for row in rows:
            yield _checkpoint(row)
        after = rows[-1][1]


def note_of(checkpoint: Checkpoint) -> Note:
    """The checkpoint as a signed note, with the signatures of witnesses below the house's."""
    witnesses = run(READ_WITNESS_SIGNATURES, casino_id=checkpoint.casino_id, size=checkpoint.size)
    return Note(
        checkpoint.text,
        (
            Signature(checkpoint.origin, checkpoint.signature),
            *(Signature(name, signature) for name, signature in witnesses),
        ),
    )


def add_witness_signatures(casino_id: int, cosigned: Note, *, now: datetime) -> list[str]:
    """Keep what others have signed under a checkpoint of this casino; the names of those whose signature is new.

    Their keys are not known here, so their signatures are not checked: that is for who trusts them. Raises
    WitnessRefused, or NoteRefused if the note is no checkpoint.
    """
    parsed = CheckpointText.parse(cosigned.text)
    checkpoint = checkpoint_of_size(casino_id, parsed.size)
    if checkpoint is None or checkpoint.text != cosigned.text:
        raise WitnessRefused(
            f"casino {casino_id} has no checkpoint that reads so: {parsed.origin}, {parsed.size}"
        )
    house = VerifierKey.parse(checkpoint.vkey)
    others = [signature for signature in cosigned.signatures if not signature.is_by(house)]
    if not others:
        raise WitnessRefused("nobody has signed it but the house itself")
    with transaction.atomic():
        added = [
            run(
                ADD_WITNESS_SIGNATURE,
                casino_id=casino_id,
                size=parsed.size,
                name=signature.name,
                signature=signature.data,
                added_at=now,
            )
            for signature in others
        ]
    return [name for rows in added for (name,) in rows]


def last_signed_by(casino_id: int, witness: str) -> tuple[int, Signature] | None:
    """The size of the largest checkpoint that somebody of this name has signed, and the signature; None before one."""
    rows = run(READ_LAST_OF_WITNESS, casino_id=casino_id, name=witness)
    return (rows[0][0], Signature(witness, rows[0][1])) if rows else None


def _checkpoint(row: Row) -> Checkpoint:
    return Checkpoint(*row)
