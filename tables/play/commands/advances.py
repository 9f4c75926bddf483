"""Advances of chips: given, repaid, and carried over a closing."""

from tables.play.commands.base import Fact, Request, Signed


class AdvanceChips(Request, Signed, frozen=True, kw_only=True, tag="advance-chips"):
    """Advance chips to a player, `amount` in minor units. Those sign beside whom the rulebook names."""

    player: str
    amount: int


class RepayAdvance(Fact, frozen=True, kw_only=True, tag="repay-advance"):
    """A player repaid `amount` of an advance, in minor units."""

    ref: str
    amount: int


class CarryAdvance(Request, Signed, frozen=True, kw_only=True, tag="carry-advance"):
    """Leave an advance open over the closing of the table. The same people sign as for the advance itself."""

    ref: str
