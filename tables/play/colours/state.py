"""Chips of colours of a table: the player and the value of each colour, and the number of its chips that are out."""

from datetime import datetime

import msgspec

from tables.play.references import number_in


class ColourInPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A colour with its player; `value` of one chip in minor units, `since` when the player is in play (UTC).

    `chips` are the chips out after the coup before the last number, plus the chips bought since and the differences
    between paid and computed chips; `chips_out.py` computes the effect of the last number. `bets_before` is the
    highest number in the reference of a bet that was placed before the colour was this player's.
    """

    colour: str
    player: str
    value: int
    chips: int
    bought: int
    since: datetime
    bets_before: int


class Presented(msgspec.Struct, frozen=True, kw_only=True):
    """Chips that were counted and are not paid out yet, each worth `value` in minor units."""

    colour: str
    player: str
    count: int
    value: int
    outstanding: int
    since: datetime
    late: bool = False

    @property
    def amount(self) -> int:
        """The value of the chips together, in minor units."""
        return self.count * self.value


class Colours(msgspec.Struct, frozen=True, kw_only=True):
    """A table's symbol and its colours: `registered` with the number of their chips, those `in_play` in the order in
    which they were assigned, chips out `late` by colour, and `presented` ones.
    """

    symbol: str = ""
    registered: dict[str, int] = {}
    in_play: tuple[ColourInPlay, ...] = ()
    late: dict[str, int] = {}
    presented: tuple[Presented, ...] = ()

    @property
    def free(self) -> tuple[str, ...]:
        taken = {each.colour for each in self.in_play}
        return tuple(sorted(set(self.registered) - taken))

    def of(self, colour: str) -> ColourInPlay | None:
        """Return the colour in play of that name."""
        return next((each for each in self.in_play if each.colour == colour), None)

    def laid(self, colour: str | None, ref: str) -> ColourInPlay | None:
        """Return the colour in play of that name, if the bet of this reference was placed in its player's chips.

        A bet from before the colour was assigned belongs to another player.
        """
        in_play = self.of(colour) if colour else None
        return in_play if in_play and number_in(ref) > in_play.bets_before else None

    def of_player(self, player: str | None) -> ColourInPlay | None:
        return next((each for each in self.in_play if each.player == player), None)

    def counted(self, colour: str, *, late: bool) -> Presented | None:
        """Return the chips of a colour that were counted last and not paid out yet."""
        return next((each for each in self.presented if (each.colour, each.late) == (colour, late)), None)
