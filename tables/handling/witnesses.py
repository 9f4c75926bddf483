"""Cosignatures that registered witnesses bring: checked with the keys that the casino has registered, then kept."""

from datetime import datetime

import msgspec

from tables.handling.projections.register_entries import entries_of
from tables.registers.entries.kinds import WitnessEntry
from tables.registers.entries.reading import read_stored
from tables.registers.entries.state import Entry
from tables.roulette.refusal import Refused
from tables.stream.merkle.checkpoints import (
    Checkpoint,
    add_witness_signatures,
    checkpoint_of_size,
    latest_checkpoint,
    signatures_of_witness,
)
from tables.stream.merkle.cosignature import WitnessKey
from tables.stream.merkle.note import Note, NoteRefused, Signature


class Kept(msgspec.Struct, frozen=True):
    """A cosignature that stands under its checkpoint; `is_new` unless it was brought before."""

    witness: str
    cosigned_at: datetime
    is_new: bool


def keep_cosignature(checkpoint: Checkpoint, line: str, *, now: datetime) -> Kept:
    """Keep a witness's signature line under a checkpoint. Raises Refused where no registered witness has made it of
    this checkpoint."""
    try:
        signature = Signature.parse(line.strip())
    except NoteRefused:
        raise Refused("cosignature-malformed") from None
    keys = witness_keys(checkpoint.casino_id)
    witness = next((key for key in keys if key.has_made(signature)), None)
    if witness is None:
        raise Refused("witness-unregistered", witness=signature.name[:60])
    try:
        cosigned_at = witness.verify(signature, checkpoint.text)
    except NoteRefused:
        raise Refused("cosignature-wrong", witness=witness.name, size=checkpoint.size) from None
    added = add_witness_signatures(checkpoint.casino_id, Note(checkpoint.text, (signature,)), now=now)
    return Kept(witness.name, cosigned_at, bool(added))


class LastCosigned(msgspec.Struct, frozen=True):
    """The largest checkpoint that a witness has cosigned: how many events it covers, when that was, and how many the
    newest checkpoint covers."""

    size: int
    cosigned_at: datetime
    newest: int


def last_cosigned(casino_id: int, witness: Entry) -> LastCosigned | None:
    """Return the last checkpoint that a registered witness has cosigned with the key that it has now; None without one.

    Stored signatures that the key has not made are passed over.
    """
    key = WitnessKey.parse(read_stored(WitnessEntry, witness.values).public_key)
    newest = latest_checkpoint(casino_id)
    if newest is None:
        return None
    for size, signature in signatures_of_witness(casino_id, key.name):
        checkpoint = checkpoint_of_size(casino_id, size)
        try:
            at = key.verify(signature, checkpoint.text if checkpoint else "")
        except NoteRefused:
            continue
        return LastCosigned(size, at, newest.size)
    return None


def witness_keys(casino_id: int) -> list[WitnessKey]:
    """The public keys of the casino's registered witnesses."""
    entries = entries_of(casino_id, WitnessEntry.KIND, withdrawn=False)
    return [WitnessKey.parse(read_stored(WitnessEntry, entry.values).public_key) for entry in entries]
