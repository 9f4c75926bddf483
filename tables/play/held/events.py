"""Unclaimed wins and abandoned stakes, from the first report to their end."""

from datetime import datetime
from typing import Literal

import msgspec

from tables.play.change.events import Pieces
from tables.play.event import Event


class HeldStake(msgspec.Struct, frozen=True, kw_only=True):
    """Win with its stake, or abandoned stake, that nobody claims. Money in minor units, times in UTC.

    `day` and `coup` are those of the win, or of the removal from the cloth; `bets` are the references of its bets
    there. `ref` is unique among the table's items in safekeeping that have not ended. The player is empty if unknown.
    An item with `until_coup` waits next to the cloth. The number of that coup of the present day sets it aside.
    """

    ref: str
    day: str
    coup: int
    kind: Literal["win", "stake"]
    bets: tuple[str, ...]
    bet: str
    player: str
    layout: int
    stake: int
    prize: int
    since: datetime
    clause: str
    until_coup: int | None = None
    receipt: str = ""
    """Name of the receipt in the whole casino, which never changes: table, day and number, as `VE1/2026-11-20/r3`. The
    day is that of the setting aside, or of the closing over which the item waits. Empty before that, and for items set
    aside before receipts were numbered."""

    pieces: Pieces = {}
    """The chips that are held, by value, once they were counted; they add up to the held amount."""
    by_series: dict[str, Pieces] = {}
    """Pieces by series, if the casino distinguishes its series."""

    @property
    def amount(self) -> int:
        return self.stake + self.prize


class WinUnclaimed(Event, frozen=True, kw_only=True, tag="win_unclaimed"):
    """At its payment nobody claimed a win: it waits with its stake, and is set aside after some more coups."""

    held: HeldStake


class HeldSetAside(Event, frozen=True, kw_only=True, tag="held_set_aside"):
    """A win that nobody claimed, or a stake that the chief took for abandoned, was set aside."""

    held: HeldStake


class HeldReceipted(Event, frozen=True, kw_only=True, tag="held_receipted"):
    """Receipt at the table's closing for an item without one: it still waits for its coups, or was set aside before
    receipts were numbered.
    """

    held: HeldStake


class HeldCounted(Event, frozen=True, kw_only=True, tag="held_counted"):
    """Two people counted the set-aside chips; `held` has them."""

    held: HeldStake


class HeldClaimed(Event, frozen=True, kw_only=True, tag="held_claimed"):
    """A person claimed held money, for an accepted reason, and got it back."""

    held: HeldStake
    by: str
    reason: str


class HeldPaidIn(Event, frozen=True, kw_only=True, tag="held_paid_in"):
    """Held money went into the table's endowment; the metadata has the registrar."""

    held: HeldStake


class HeldEnded(Event, frozen=True, kw_only=True, tag="held_ended"):
    """The casino decided about held money."""

    held: HeldStake
    outcome: str
    reason: str


HeldOutcome = Literal["claimed", "paid_in", "ended"]
"""The ends of held money: claimed by somebody, paid into the endowment, or by the casino's decision."""


class HeldUndone(Event, frozen=True, kw_only=True, tag="held_undone"):
    """Reversal of an unclaimed win: another number is valid than the one on which it won, or its bets were put back.

    The payout sheet settles the win again. `ended` is the way in which its safekeeping had ended by then, None if it
    had not ended. A claimed amount counts as paid.
    """

    held: HeldStake
    because: Literal["another_number", "bets_put_back"]
    ended: HeldOutcome | None = None


HeldEvent = (
    WinUnclaimed
    | HeldSetAside
    | HeldReceipted
    | HeldCounted
    | HeldClaimed
    | HeldPaidIn
    | HeldEnded
    | HeldUndone
)
