"""A stake: one bet of one player as it lies, from the cloth to the payout sheet. Money in minor units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

Groups = Sequence[Sequence[str]]
"""Players whose stakes a maximum counts together (it-campione/7)."""


class Stake(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A stake as it lies: `level` above 0 says how often in a row it is imprisoned.

    `bet` is the bet's code; `amount` is the total of an announced bet.
    """

    ref: str
    player: str
    bet: str
    amount: int
    level: int = 0
    distance: int | None = None
    """On an even chance: how far the chips lie from the employee whom the rulebook names, the farthest largest."""
    excess: bool = False
    """It was found on the cloth above the maximum and is settled by the rulebook's excess rule."""
    layout: int = 1
    """Which of a double table's layouts it lies on."""
    chip: int | None = None
    """The value of one of its chips, where it is known."""
    colour: str | None = None
    """The colour of its chips, by its English name (`yellow`), where it is known."""
    face_value: bool = False
    """Its chips carry their value."""
    on_behalf_of: str | None = None
    """The player for whom a third party placed it: it counts to that player's limits."""
    replay_of: str | None = None
    """It was placed out of the payment of the bet with this reference."""
    stays_of: str | None = None
    """The bet that has won the last number, by its reference, and of which this lies on; most often it is the same."""
    on_advance: str | None = None
    """The advance that stands in for the amount of an announcement."""
    late: bool = False
    """It came after its time and was accepted."""

    @property
    def owner(self) -> str:
        """Whose limits it counts to: the player for whom a third party laid it, else the player."""
        return self.on_behalf_of or self.player

    def counts_to(self, groups: Iterable[Sequence[str]]) -> str:
        """In whose name it counts to a maximum: its owner's, or that of the first player of the owner's group."""
        owner = self.owner
        return next((members[0] for members in groups if owner in members), owner)
