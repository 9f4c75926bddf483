"""Proofs of the record: an event's place in the tree, signed checkpoints, and growth by addition only.

An answer has enough to check it offline, without trust in the casino: docs/examples/verify_proof.py does.
"""

from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import FEED_READ, sight_of_client
from casino.api.feed.cosignatures import CHECKPOINT_READERS
from casino.api.http.preconditions import read_response
from casino.api.http.query import whole_number
from casino.api.http.response import AsJson, AsNote
from casino.api.openapi.components import query
from casino.api.openapi.operations import operation
from casino.kit.documents.event_proof import (
    EventProof,
    Hash,
    SignedCheckpoint,
    event_proof,
    signed_checkpoint,
)
from casino.web.problem import Problem
from casino.web.problem_response import NotThere, NotYet
from settlement.blind_events import hidden_events
from tables.handling.witnesses import cosigned_note
from tables.stream.merkle.checkpoints import Checkpoint, checkpoint_of_size, latest_checkpoint
from tables.stream.merkle.proofs import StoredEvent, find_event, prove_consistency


class ConsistencyProof(msgspec.Struct, frozen=True, kw_only=True):
    """Proof that the newer tree begins with all of the older: RFC 9162, section 2.1.4.2. `path` is empty for equal
    sizes.
    """

    older: SignedCheckpoint
    newer: SignedCheckpoint
    path: tuple[Hash, ...]


class EventProofView(APIView):
    required_scopes = [FEED_READ]

    @operation(
        "prove_event",
        "proofs",
        EventProof,
        parameters=[
            OpenApiParameter("id", OpenApiTypes.UUID, OpenApiParameter.PATH, description="Of the event"),
            query("size", "Of a checkpoint, by default the newest", OpenApiTypes.INT),
        ],
    )
    def get(self, request: Request, id: str) -> EventProof:
        """Return an event as it is stored, and the path from it to the root of a signed checkpoint.

        An event outside of the feed or of every checkpoint is 404 `not-yet`: ask again within minutes. An event with
        cash of a drop box that waits for its count is `not-yet` too.
        """
        casino_id = _casino_of(request)
        event, position = _sealed_event(casino_id, id)
        if hidden_events(casino_id, sight_of_client(client_of(request)), (event,)):
            raise NotYet("event-hidden-until-count")
        checkpoint = _requested_checkpoint(casino_id, request, "size") or _newest(casino_id, position)
        if position > checkpoint.size:
            raise Problem.malformed(
                "size",
                gettext(
                    "the event stands at position {position}, which a checkpoint of {size} events does not have; "
                    "ask for one that has, or without a size for the newest"
                ).format(position=position, size=checkpoint.size),
            )
        return event_proof(event, position, checkpoint)


class LatestCheckpointView(APIView):
    required_scopes = CHECKPOINT_READERS
    renderer_classes = (AsJson, AsNote)

    @operation(
        "read_latest_checkpoint",
        "proofs",
        SignedCheckpoint,
        other_responses={(200, AsNote.media_type): {"type": "string"}},
    )
    def get(self, request: Request) -> HttpResponse:
        """Return the newest signed checkpoint of the casino's feed.

        With `Accept: text/plain` the signed note alone, as other tools read it. Keep what you are given: a later
        checkpoint is proven to go on from it, and a record that was changed since cannot be.
        """
        checkpoint = _newest(_casino_of(request))
        if request.accepted_renderer.media_type == AsNote.media_type:
            note = str(cosigned_note(checkpoint)).encode()
            return read_response(request, note, content_type=f"{AsNote.media_type}; charset=utf-8")
        return read_response(request, signed_checkpoint(checkpoint))


class ConsistencyProofView(APIView):
    required_scopes = CHECKPOINT_READERS

    @operation(
        "prove_consistency",
        "proofs",
        ConsistencyProof,
        parameters=[
            query("from", "Size of the older checkpoint", OpenApiTypes.INT, required=True),
            query("to", "Size of the newer checkpoint, by default the newest", OpenApiTypes.INT),
        ],
    )
    def get(self, request: Request) -> ConsistencyProof:
        """Return the path by which one checkpoint is seen to go on from another.

        A checkpoint that was given out and is not known here any more is 404: keep it, it is evidence.
        """
        casino_id = _casino_of(request)
        older = _requested_checkpoint(casino_id, request, "from")
        if older is None:
            raise Problem.malformed(
                "from", gettext("say the size of the checkpoint that you have, such as from=1200")
            )
        newer = _requested_checkpoint(casino_id, request, "to") or _newest(casino_id)
        if older.size > newer.size:
            raise Problem.malformed(
                "from",
                gettext("{older} is beyond to, {newer}; the smaller comes first").format(
                    older=older.size, newer=newer.size
                ),
            )
        path = tuple(prove_consistency(older, newer))
        return ConsistencyProof(older=signed_checkpoint(older), newer=signed_checkpoint(newer), path=path)


def _casino_of(request: Request) -> int:
    casino_id: int = client_of(request).casino_id
    return casino_id


def _sealed_event(casino_id: int, named: str) -> tuple[StoredEvent, int]:
    """Return the event that an address means, and its position. Raises NotThere, and NotYet while it waits for its
    seal.
    """
    try:
        event = find_event(casino_id, UUID(named))
    except ValueError:
        raise NotThere("event-id-malformed", event=named) from None
    if event is None:
        raise NotThere("event-unknown", event=named)
    if event.position is None:
        raise NotYet("event-not-sealed", event=named)
    return event, event.position


def _newest(casino_id: int, position: int = 1) -> Checkpoint:
    """Return the newest checkpoint. Raises NotYet if there is none that has this position."""
    found = latest_checkpoint(casino_id)
    if found is None:
        raise NotYet("no-checkpoint-yet")
    if position > found.size:
        raise NotYet("checkpoint-not-there-yet", position=position, newest=found.size)
    return found


def _requested_checkpoint(casino_id: int, request: Request, name: str) -> Checkpoint | None:
    """Return the checkpoint of the size in a parameter, None without it. Raises Problem and NotThere."""
    size = whole_number(request, name, 0, least=1)
    if not size:
        return None
    if found := checkpoint_of_size(casino_id, size):
        return found
    newest = _newest(casino_id)
    raise NotThere("checkpoint-unknown", parameter=name, size=size, newest=newest.size)
