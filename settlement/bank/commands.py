"""Requests to the chip bank: counted by two, sold and redeemed by the cash desk."""

from tables.play.command import Request, Signed
from tables.play.events import Pieces


class AtTheBank(Request, Signed, frozen=True, kw_only=True):
    """The base of it. Chips by series and value in minor units of `currency`; under an empty name where the series is
    not known."""

    currency: str
    by_series: dict[str, Pieces]


class CountBank(AtTheBank, frozen=True, kw_only=True, tag="count-bank"):
    """Count the bank's whole stock. If it differs from the record, `reason` has the known facts."""

    reason: str = ""


class SellChips(AtTheBank, frozen=True, kw_only=True, tag="sell-chips"):
    """Give chips to players for money: one sale, or those of a while together."""


class RedeemChips(AtTheBank, frozen=True, kw_only=True, tag="redeem-chips"):
    """Take chips of players for money: one redemption, or those of a while together."""


AnyAtTheBank = CountBank | SellChips | RedeemChips
