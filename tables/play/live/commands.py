"""Requests of the seat of a live table. Amounts in minor units."""

from tables.play.command import Request
from tables.play.events import SeatBet


class BuyIn(Request, frozen=True, kw_only=True, tag="buy-in"):
    """Buy a right of participation: it opens the seat with its balance, or adds to it."""

    seat: str
    amount: int


class ConfirmBets(Request, frozen=True, kw_only=True, tag="confirm-bets"):
    """Let these bets count in the round at hand."""

    seat: str
    bets: tuple[SeatBet, ...]


class LeaveSeat(Request, frozen=True, kw_only=True, tag="leave-seat"):
    """Cash the balance out and leave."""

    seat: str


class CollectUnclaimed(Request, frozen=True, kw_only=True, tag="collect-unclaimed"):
    """Pay out the seat's wins after its player had left."""

    seat: str
