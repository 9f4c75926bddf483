"""The claims at the cash desk, and the receipts that they are about."""

from datetime import datetime

import msgspec
from msgspec.structs import replace

from settlement.desk_claims import events as e


class DeskClaim(msgspec.Struct, frozen=True, kw_only=True):
    """A claim; `clause` is the one by which it is out of time, and `answered_at` is None while it waits (UTC)."""

    claim: int
    receipt: str
    what: str
    at: datetime
    in_time: bool
    clause: str | None = None
    answer: str = ""
    upheld: bool = False
    answered_at: datetime | None = None


class DeskClaims(msgspec.Struct, frozen=True, kw_only=True):
    """All claims at a casino's cash desk, the oldest first, at a version of their stream."""

    version: int = 0
    claims: tuple[DeskClaim, ...] = ()

    @property
    def open(self) -> tuple[DeskClaim, ...]:
        return tuple(claim for claim in self.claims if claim.answered_at is None)


def evolve(state: DeskClaims, event: e.AnyDeskClaimEvent, version: int, at: datetime) -> DeskClaims:
    match event:
        case e.DeskClaimed():
            claim = DeskClaim(
                claim=event.claim,
                receipt=event.receipt,
                what=event.what,
                at=at,
                in_time=event.in_time,
                clause=event.clause,
            )
            return DeskClaims(version=version, claims=(*state.claims, claim))
        case e.DeskClaimAnswered():
            claims = tuple(
                replace(each, answer=event.answer, upheld=event.upheld, answered_at=at)
                if each.claim == event.claim
                else each
                for each in state.claims
            )
            return DeskClaims(version=version, claims=claims)


def receipt_of(day: str, number: int) -> str:
    """Return the receipt of an entry of the chip bank: its gaming day, and its number in the bank's stream."""
    return f"desk/{day}/{number}"
