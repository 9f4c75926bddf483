"""Wins that nobody claims and abandoned stakes: seen, claimed, paid in, or ended as the casino decides."""

from tables.play.command import Authorised, Fact, Request, Signed
from tables.play.events import Pieces


class SeeUnclaimed(Fact, frozen=True, kw_only=True, tag="see-unclaimed"):
    """Nobody claims this win at the payment of `coup`. `refs` are the bets of one line of the payout sheet."""

    coup: int
    refs: tuple[str, ...]


class SeeAbandoned(Request, Authorised, frozen=True, kw_only=True, tag="see-abandoned"):
    """The chief takes a stake on the cloth for abandoned: it is taken off and held."""

    ref: str


class CountHeld(Request, Signed, frozen=True, kw_only=True, tag="count-held"):
    """Count the chips in safekeeping: the pieces of each value in minor units, and the same by series if the casino
    distinguishes its series. A second person countersigns.
    """

    ref: str
    pieces: Pieces
    by_series: dict[str, Pieces] = {}


class ClaimHeld(Request, frozen=True, kw_only=True, tag="claim-held"):
    """Pay money in safekeeping to its claimant: a seat, a colour or an alias. `reason` explains why the claim is
    accepted.
    """

    ref: str
    by: str
    reason: str = ""


class PayIn(Request, Signed, frozen=True, kw_only=True, tag="pay-in"):
    """Pay an item in safekeeping into the table's endowment. The people named by the rulebook register
    it by signing.
    """

    ref: str


class EndHeld(Request, Authorised, frozen=True, kw_only=True, tag="end-held"):
    """The casino decides about held money, if its rulebook leaves that decision to it."""

    ref: str
    outcome: str
    reason: str
