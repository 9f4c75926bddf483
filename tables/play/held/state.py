"""The unclaimed wins and stakes of a table."""

import msgspec

from tables.play.events import HeldStake
from tables.play.held.events import HeldOutcome
from tables.play.references import HELD, number_in


class EndedHold(msgspec.Struct, frozen=True, kw_only=True):
    """A hold that has ended, and its end."""

    held: HeldStake
    outcome: HeldOutcome


class PaidWin(msgspec.Struct, frozen=True, kw_only=True):
    """A prize, in minor units, of a coup that has been paid: its chips may still be uncollected."""

    coup: int
    ref: str
    player: str
    bet: str
    layout: int
    prize: int
    waits: bool = True
    """It waits for more coups; else it is set aside at once."""


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """Wins that wait or are set aside, in the order of their reports; `numbered` is the highest number in a
    reference.

    `ended` are the day's held wins that ended, of coups that can still be paid or corrected: no win is held twice.
    `receipts` is the number of the day's receipts. `paid` are the wins of coups before the last one that may still
    turn out uncollected.
    """

    items: tuple[HeldStake, ...] = ()
    numbered: int = 0
    ended: tuple[EndedHold, ...] = ()
    receipts: int = 0
    paid: tuple[PaidWin, ...] = ()

    def wins_of(self, day: str, coup: int) -> tuple[HeldStake, ...]:
        """Return the wins of a coup that nobody claimed at its payment, with any later fate."""
        seen = (*self.items, *(each.held for each in self.ended))
        return tuple(each for each in seen if _is_win_of(each, day, coup))

    def ended_wins_of(self, day: str, coup: int) -> tuple[EndedHold, ...]:
        return tuple(each for each in self.ended if _is_win_of(each.held, day, coup))


def _is_win_of(held: HeldStake, day: str, coup: int) -> bool:
    return held.kind == "win" and (held.day, held.coup) == (day, coup)


def held_handed_on(items: tuple[HeldStake, ...]) -> Held:
    return Held(items=items, numbered=max((number_in(each.ref, HELD) for each in items), default=0))
