"""Change at the table: handed in, served in order, paid out; and claims about it."""

from tables.play.change.events import Handed, Pieces
from tables.play.command import Fact, Request


class AskForChange(Fact, frozen=True, kw_only=True, tag="ask-for-change"):
    """Record the pieces of each value (minor units) that a player handed in; `wanted` is the change asked for."""

    player: str
    given: Pieces
    wanted: Pieces = {}
    handed: Handed = "chips"
    series: str | None = None


class ServeChange(Request, frozen=True, kw_only=True, tag="serve-change"):
    """Make the change that has waited longest."""


class FinishChange(Request, frozen=True, kw_only=True, tag="finish-change"):
    """Pay the change out that is being made."""

    paid_out: Pieces


class GiveBackChange(Request, frozen=True, kw_only=True, tag="give-back-change"):
    """Give the handed-in pieces back unchanged, by the change's number."""

    number: int


class ClaimChange(Fact, frozen=True, kw_only=True, tag="claim-change"):
    """A player claims that the change with this receipt was not right."""

    receipt: str
    what: str


class AnswerClaim(Request, frozen=True, kw_only=True, tag="answer-claim"):
    """Decide about a claim."""

    claim: int
    upheld: bool
    answer: str
