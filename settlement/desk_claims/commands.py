"""Requests about a claim at the cash desk: recorded by the desk, answered by the pit boss or the management."""

from tables.play.command import Request, Signed


class ClaimAtDesk(Request, Signed, frozen=True, kw_only=True, tag="claim-at-desk"):
    """Record that a player claims that the sale or redemption with this receipt was not right."""

    receipt: str
    what: str


class AnswerDeskClaim(Request, Signed, frozen=True, kw_only=True, tag="answer-desk-claim"):
    """Decide about a claim."""

    claim: int
    upheld: bool
    answer: str


AnyOnDeskClaim = ClaimAtDesk | AnswerDeskClaim
