"""Chips of colours: bought and redeemed on request; that they are presented, or come from elsewhere, is a fact.

`count` is a number of chips; money in minor units.
"""

from tables.play.command import Fact, Request


class AssignColour(Request, frozen=True, kw_only=True, tag="assign-colour"):
    """Give a player a free colour: its first chips are bought, and the value of one is registered."""

    player: str
    colour: str
    value: int
    count: int


class BuyMoreChips(Request, frozen=True, kw_only=True, tag="buy-more-chips"):
    """Buy more chips of a colour in play. A `value` other than the registered one is for a player without chips."""

    colour: str
    count: int
    value: int | None = None


class PresentChips(Fact, frozen=True, kw_only=True, tag="present-chips"):
    """Chips of a colour were handed back and counted: by the player in play, or `late` by anybody.

    A player who left without handing any back has a count of none.
    """

    colour: str
    count: int
    late: bool = False
    player: str = ""
    """The person who came with late chips, if known."""


class RedeemColour(Request, frozen=True, kw_only=True, tag="redeem-colour"):
    """Pay a player out and free the colour: `count` is the counted number; `accepted` means that the player has checked
    it.
    """

    colour: str
    count: int
    accepted: bool = False


class RedeemLateChips(Request, frozen=True, kw_only=True, tag="redeem-late-chips"):
    """Pay out late chips: `count` is the counted number; `accepted` means that their bearer has checked it."""

    colour: str
    count: int
    accepted: bool = False


class SeeForeignChips(Fact, frozen=True, kw_only=True, tag="foreign-chips"):
    """Chips with the symbol of another table were seen at play; `where` in any words."""

    symbol: str
    player: str
    count: int = 1
    where: str = ""
