"""Cosignatures that registered witnesses bring: checked with the keys that the casino has registered, then kept."""

from datetime import datetime

import msgspec
from django.db import connection, transaction

from tables.codec import type_of
from tables.handling.models import RegisterEntry
from tables.handling.projections.register_entries import entries_of
from tables.handling.streams import register_stream
from tables.refusal import Refused
from tables.registers.entries.events import EntryChanged, EntryRegistered
from tables.registers.entries.kinds import WitnessEntry
from tables.registers.entries.reading import read_stored
from tables.registers.entries.state import Entry
from tables.stream import read_types
from tables.stream.merkle.checkpoints import (
    Checkpoint,
    checkpoint_of_size,
    latest_checkpoint,
    note_of,
    signatures_of_witness,
)
from tables.stream.merkle.cosignature import WitnessKey
from tables.stream.merkle.note import CheckpointText, Note, NoteRefused, Signature, VerifierKey

ADD = "SELECT public.add_witness_signature(%s, %s, %s, %s)"
"""A function of the owner; no service may INSERT."""


class Kept(msgspec.Struct, frozen=True):
    """A stored cosignature under its checkpoint; `is_new` is False for one that was brought before."""

    witness: str
    cosigned_at: datetime
    is_new: bool


def keep_cosignature(checkpoint: Checkpoint, line: str) -> Kept:
    """Keep a witness's signature line under a checkpoint.

    Raises Refused if no registered witness has made it of this checkpoint. The database refuses unregistered keys and
    unknown checkpoints too; only here is the signature itself checked.
    """
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
    with connection.cursor() as cursor:
        cursor.execute(ADD, [checkpoint.casino_id, checkpoint.size, witness.name, signature.data])
        (is_new,) = cursor.fetchone()
    return Kept(witness.name, cosigned_at, is_new)


def keep_cosignatures(casino_id: int, note: Note) -> list[Kept]:
    """Keep the signatures of witnesses under one of the casino's checkpoints, all or none.

    Raises Refused for a signature that is not from a registered witness. Raises NoteRefused if the note is not a
    checkpoint of the casino, or if nobody but the casino signed it.
    """
    parsed = CheckpointText.parse(note.text)
    checkpoint = checkpoint_of_size(casino_id, parsed.size)
    if checkpoint is None or checkpoint.text != note.text:
        raise NoteRefused(
            f"casino {casino_id} has no checkpoint that reads so: {parsed.origin}, {parsed.size}"
        )
    house = VerifierKey.parse(checkpoint.vkey)
    others = [signature for signature in note.signatures if not signature.is_by(house)]
    if not others:
        raise NoteRefused("nobody has signed it but the house itself")
    with transaction.atomic():
        return [keep_cosignature(checkpoint, str(signature)) for signature in others]


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


def cosigned_note(checkpoint: Checkpoint) -> Note:
    """Return the checkpoint as a signed note, with each correct signature by a witness, former ones too."""
    return note_of(checkpoint, every_witness_key(checkpoint.casino_id))


def every_witness_key(casino_id: int) -> list[WitnessKey]:
    """Return each public key that the casino has ever registered for a witness, by the record. Two queries."""
    codes = RegisterEntry.objects.filter(casino_id=casino_id, kind=WitnessEntry.KIND).values_list(
        "code", flat=True
    )
    streams = (register_stream(WitnessEntry.KIND, code) for code in codes)
    events = read_types(casino_id, streams, [type_of(EntryRegistered), type_of(EntryChanged)])
    told = (event.data.get("values") or event.data.get("after") or {} for event in events)
    return [
        WitnessKey.parse(key)
        for key in dict.fromkeys(each["public_key"] for each in told if "public_key" in each)
    ]


def witness_keys(casino_id: int) -> list[WitnessKey]:
    """Return the public keys of the casino's registered witnesses."""
    entries = entries_of(casino_id, WitnessEntry.KIND, withdrawn=False)
    return [WitnessKey.parse(read_stored(WitnessEntry, entry.values).public_key) for entry in entries]
