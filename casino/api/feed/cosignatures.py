"""Cosignatures: a witness outside of the casino reads the signed checkpoints, and brings its own signature under them.

docs/examples/witness.py is such a witness.
"""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.access.authentication import client_of
from casino.api.access.scopes import CHECKPOINTS_COSIGN, FEED_READ
from casino.api.openapi.operations import posting
from casino.web.problem import Problem
from casino.web.problem_response import NotThere, NotYet
from tables.handling.witnesses import cosigned_note, keep_cosignature
from tables.refusal import Refused
from tables.stream.merkle.checkpoints import checkpoint_of_size, latest_checkpoint


def _scopes_of_readers(view: Any) -> list[str]:
    token = getattr(view.request, "auth", None)
    is_witness = token is not None and token.allow_scopes([CHECKPOINTS_COSIGN])
    return [CHECKPOINTS_COSIGN if is_witness else FEED_READ]


CHECKPOINT_READERS = property(_scopes_of_readers)
"""The `required_scopes` of a view that readers of the feed may ask, and witnesses as well, who read no event."""


class Cosignature(msgspec.Struct, frozen=True, kw_only=True):
    """A witness's signature under a checkpoint (c2sp.org/tlog-cosignature, cosignature/v1)."""

    size: Annotated[int, msgspec.Meta(ge=1, description="Of the checkpoint that it signs")]
    signature: Annotated[
        str, msgspec.Meta(description="The signature line: an em dash, the witness's name, and base64")
    ]


class CosignatureKept(msgspec.Struct, frozen=True, kw_only=True):
    """A cosignature under its checkpoint. `note` is the checkpoint with all signatures."""

    witness: str
    cosigned_at: datetime
    is_new: Annotated[bool, msgspec.Meta(description="False where it had been brought before")]
    note: str


class CosignaturesView(APIView):
    required_scopes = [CHECKPOINTS_COSIGN]

    @posting("cosign_checkpoint", "proofs", CosignatureKept, Cosignature)
    def post(self, request: Request, body: Cosignature) -> CosignatureKept:
        """Keep a witness's cosignature beside the checkpoint that it signs.

        The witness is one of the casino's register of witnesses, and its signature is checked with the key that is
        registered.
        """
        casino_id: int = client_of(request).casino_id
        checkpoint = checkpoint_of_size(casino_id, body.size)
        if checkpoint is None:
            newest = latest_checkpoint(casino_id)
            if newest is None:
                raise NotYet("no-checkpoint-yet")
            raise NotThere("checkpoint-unknown", parameter="size", size=body.size, newest=newest.size)
        try:
            kept = keep_cosignature(checkpoint, body.signature)
        except Refused as refused:
            raise Problem.refused("signature", refused) from None
        return CosignatureKept(
            witness=kept.witness,
            cosigned_at=kept.cosigned_at,
            is_new=kept.is_new,
            note=str(cosigned_note(checkpoint)),
        )
