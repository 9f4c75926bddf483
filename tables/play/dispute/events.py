"""Corrections after the number: displaced bets, and disputes with the decision of the direction."""

from typing import Literal

import msgspec

from tables.play.event import Event, Person

Basis = Literal["staff", "technical", "player"]


Outcome = Literal["none", "pay", "correct"]


class Displaced(msgspec.Struct, frozen=True, kw_only=True):
    """A bet that had left its place: its place `before` in the record, and the place where it is put back."""

    ref: str
    before: str
    after: str


class BetsReconstituted(Event, frozen=True, kw_only=True, tag="bets_reconstituted"):
    """Displaced bets were put back: by staff with certainty, by technical means, or from the player's indication.

    The coup settles on the bets as they are put back.
    """

    coup: int
    bets: tuple[Displaced, ...]
    basis: Basis
    decided_by: Person
    clause: str


class DisputeOpened(Event, frozen=True, kw_only=True, tag="dispute_opened"):
    """A player or the staff disputes a coup; `dispute` names it within the day."""

    dispute: str
    coup: int
    player: str
    words: str


class DisputeDecided(Event, frozen=True, kw_only=True, tag="dispute_decided"):
    """Decision of the management, without appeal.

    `amount` is the casino's payment to the player in minor units, below zero the player's repayment.
    """

    dispute: str
    coup: int
    player: str
    outcome: Outcome
    amount: int
    reason: str
    clause: str | None = None
    paid_by: Literal["table", "cash_desk"] = "table"
    """The source of the money: the table's float, or the cash desk once the day is closed and its float counted."""


CorrectionEvent = BetsReconstituted | DisputeOpened | DisputeDecided
