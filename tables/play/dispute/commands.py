"""Corrections after the number: displaced bets, and disputes."""

import msgspec

from tables.play.command import Authorised, Fact, Request, Signed
from tables.play.dispute.events import Basis, Outcome
from tables.play.events import Person


class PutBack(msgspec.Struct, frozen=True, kw_only=True):
    """A displaced bet, and the code or name of its right place."""

    ref: str
    bet: str


class ReconstituteBets(Fact, Authorised, frozen=True, kw_only=True, tag="reconstitute-bets"):
    """Displaced bets of the coup being paid were put back, on this basis, as this person decided."""

    bets: tuple[PutBack, ...]
    basis: Basis
    decided_by: Person


class OpenDispute(Fact, frozen=True, kw_only=True, tag="open-dispute"):
    """Somebody disputes a coup of the day."""

    coup: int
    player: str
    words: str


class DecideDispute(Request, Signed, frozen=True, kw_only=True, tag="decide-dispute"):
    """Decide a dispute, with reasons. `amount` is the casino's payment in minor units, below zero the player's
    repayment.
    """

    dispute: str
    outcome: Outcome
    reason: str
    amount: int = 0
