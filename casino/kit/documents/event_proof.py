"""Proof of an event's place in the feed, as a document."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec

from casino.kit.structs import response_of
from tables.handling.witnesses import cosigned_note
from tables.stream.merkle.checkpoints import Checkpoint
from tables.stream.merkle.proofs import StoredEvent, prove_inclusion

Hash = Annotated[bytes, msgspec.Meta(description="32 bytes of SHA-256, in base64")]


class SignedCheckpoint(msgspec.Struct, frozen=True, kw_only=True):
    """Size and root of the tree at a time, signed by the casino as a C2SP signed note (c2sp.org/tlog-checkpoint)."""

    origin: Annotated[
        str, msgspec.Meta(description="Which log", examples=["casino.example/permanence/casino/1"])
    ]
    size: Annotated[int, msgspec.Meta(description="How many events of the feed it covers, from the first on")]
    root: Hash
    signed_at: Annotated[
        datetime, msgspec.Meta(description="The house's word; the signature does not cover it")
    ]
    note: Annotated[
        str,
        msgspec.Meta(
            description="The signed note: origin, size and root, and who has signed them. To be kept"
        ),
    ]
    vkey: Annotated[
        str,
        msgspec.Meta(
            description="The public key that it is signed with. Trust one that you were given otherwise, and compare"
        ),
    ]


class ProvenEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it is stored: `hash` is SHA-256(prev_hash ‖ payload), and the payload has its whole content."""

    id: UUID
    payload: Annotated[
        bytes, msgspec.Meta(description="The bytes that are hashed, in base64: one JSON object in UTF-8")
    ]
    prev_hash: Annotated[
        bytes,
        msgspec.Meta(
            description="The hash of the event before it in its stream, in base64; or 32 zero bytes"
        ),
    ]
    hash: Hash


class EventProof(msgspec.Struct, frozen=True, kw_only=True):
    """Proof of an event's place in the feed, against a checkpoint: RFC 9162, section 2.1.3.2.

    `leaf_hash` is SHA-256(0x00 ‖ hash); as a leaf of the tree it has the index position - 1.
    """

    event: ProvenEvent
    position: Annotated[int, msgspec.Meta(description="In the casino's feed, from 1 on")]
    leaf_hash: Hash
    path: Annotated[
        tuple[Hash, ...],
        msgspec.Meta(description="The hashes beside the way, from the leaf up, each in base64"),
    ]
    checkpoint: SignedCheckpoint


def event_proof(event: StoredEvent, position: int, checkpoint: Checkpoint) -> EventProof:
    """Return the proof of an event at a position against a checkpoint that covers it."""
    return EventProof(
        event=response_of(ProvenEvent, event, id=event.event_id),
        position=position,
        leaf_hash=event.leaf_hash,
        path=tuple(prove_inclusion(checkpoint, position)),
        checkpoint=signed_checkpoint(checkpoint),
    )


def signed_checkpoint(checkpoint: Checkpoint) -> SignedCheckpoint:
    """Return the checkpoint with its signed note."""
    return response_of(SignedCheckpoint, checkpoint, note=str(cosigned_note(checkpoint)))
