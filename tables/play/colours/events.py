"""Chips of colours: a colour's life at its table, and chips that are presented late or belong elsewhere.

`count` is a number of chips, `value` the worth of one and `amount` the worth of all, in minor units.
"""

from tables.play.event import Event


class ColourAssigned(Event, frozen=True, kw_only=True, tag="colour_assigned"):
    """A player bought the first chips of a free colour and fixed their value: the player is in play."""

    colour: str
    player: str
    value: int
    count: int
    amount: int


class ColourChipsBought(Event, frozen=True, kw_only=True, tag="colour_chips_bought"):
    """A player in play bought more chips of the colour; it is worth `value` from now on."""

    colour: str
    player: str
    value: int
    count: int
    amount: int


class ColourChipsPresented(Event, frozen=True, kw_only=True, tag="colour_chips_presented"):
    """Chips of a colour were handed back and counted, `late` where their player is in play no longer.

    `outstanding` is how many could have been handed back.
    """

    colour: str
    player: str
    count: int
    value: int
    amount: int
    outstanding: int
    late: bool = False


class ColourRedeemed(Event, frozen=True, kw_only=True, tag="colour_redeemed"):
    """A player received `amount` for the chips that were counted and is in play no longer: the colour is free.

    `still_out` chips were not handed back; should they be presented later, they are late.
    """

    colour: str
    player: str
    count: int
    value: int
    amount: int
    still_out: int


class LateChipsRedeemed(Event, frozen=True, kw_only=True, tag="late_chips_redeemed"):
    """Chips were redeemed whose player was in play no longer; `still_out` of the colour are not handed back yet."""

    colour: str
    player: str
    count: int
    value: int
    amount: int
    still_out: int


class ForeignChipsSeen(Event, frozen=True, kw_only=True, tag="foreign_chips_seen"):
    """Chips with the symbol of another table were seen; `where` in any words. They take no part."""

    symbol: str
    player: str
    count: int
    where: str


ColourEvent = (
    ColourAssigned
    | ColourChipsBought
    | ColourChipsPresented
    | ColourRedeemed
    | LateChipsRedeemed
    | ForeignChipsSeen
)
