"""A stake: one bet of one player, from the cloth to the payout sheet. Money is in minor units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

Groups = Sequence[Sequence[str]]
"""Players whose stakes a maximum counts together (it-campione/7)."""


class Stake(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A stake on the cloth: `level` above 0 counts how often in a row it was imprisoned.

    `bet` is the bet's code; `amount` is the total of an announced bet.
    """

    ref: str
    player: str
    bet: str
    amount: int
    level: int = 0
    distance: int | None = None
    """On an even chance: the distance of the chips from the employee whom the rulebook names; the farthest has the
    largest."""
    excess: bool = False
    """It was found on the cloth above the maximum and is settled by the rulebook's excess rule."""
    layout: int = 1
    """Layout of a double table on which the stake was placed."""
    chip: int | None = None
    """The value of one of its chips, where it is known."""
    colour: str | None = None
    """The colour of its chips, by its English name (`yellow`), where it is known."""
    face_value: bool = False
    """True for chips that carry their value."""
    on_behalf_of: str | None = None
    """Player of a stake that a third party placed: the stake counts to that player's limits."""
    replay_of: str | None = None
    """It was placed out of the payment of the bet with this reference."""
    stays_of: str | None = None
    """The reference of the bet that won the last number and from which this stake stays; usually it is the same bet.
    """
    on_advance: str | None = None
    """The advance that covers the amount of an announcement."""
    late: bool = False
    """It came after its time and was accepted."""

    @property
    def owner(self) -> str:
        """Return the player whose limits the stake uses: `on_behalf_of` if a third party placed it, else its own
        player.
        """
        return self.on_behalf_of or self.player

    def counts_to(self, groups: Iterable[Sequence[str]]) -> str:
        """Return the name under which the stake counts to a maximum: its owner, or the first player of the owner's
        group.
        """
        owner = self.owner
        return next((members[0] for members in groups if owner in members), owner)
