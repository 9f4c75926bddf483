"""Disputes that wait for the direction."""

import msgspec


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A coup that somebody disputes: `dispute` names it within the day."""

    dispute: str
    coup: int
    player: str
    words: str


class Corrections(msgspec.Struct, frozen=True, kw_only=True):
    """`disputes` are still to be decided, the oldest first; `opened` counts all of the day."""

    disputes: tuple[Dispute, ...] = ()
    opened: int = 0
