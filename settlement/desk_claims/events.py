"""Events of the claims at the cash desk, in a stream of their own; the metadata has their author and signatories."""

from __future__ import annotations

import msgspec

from tables.codec import EventCodec


class DeskClaimEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Base of the events about a claim; `day` is the casino's gaming day, `claim` the claim's number."""

    day: str
    claim: int
    receipt: str


class DeskClaimed(DeskClaimEvent, frozen=True, kw_only=True, tag="desk_claimed"):
    """A player claimed that a sale or a redemption was not right; `clause` is the one by which it is out of time."""

    what: str
    in_time: bool
    clause: str | None = None


class DeskClaimAnswered(DeskClaimEvent, frozen=True, kw_only=True, tag="desk_claim_answered"):
    """A claim was upheld or not, with the answer to the player."""

    upheld: bool
    answer: str


AnyDeskClaimEvent = DeskClaimed | DeskClaimAnswered
DESK_CLAIM_EVENTS = EventCodec[AnyDeskClaimEvent](AnyDeskClaimEvent)
DESK_CLAIMS_STREAM = "desk-claims"
"""The stream of the claims at the cash desk; a casino has one."""
