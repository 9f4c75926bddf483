"""Unclaimed wins and abandoned stakes, from the first report to their end."""

from datetime import datetime
from typing import Literal

import msgspec

from tables.play.change.events import Pieces
from tables.play.event import Event


class HeldStake(msgspec.Struct, frozen=True, kw_only=True):
    """A win with its stake, or an abandoned stake, that nobody claims. Money in minor units, times in UTC.

    `day` and `coup` are those in which it won or was taken off the cloth, `bets` the references of its bets there.
    `ref` is unique among the table's held stakes that have not ended. The player is empty if unknown. `until_coup`:
    it lies beside the cloth, and is set aside with the number of that coup of the present day.
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
    """Its name in the whole house from the moment it is set aside, or from the closing over which it waits: the
    table, that day, and its number among the day's receipts, as `VE1/2026-11-20/r3`. It stays. Empty before, and if
    it was set aside before receipts were numbered."""

    pieces: Pieces = {}
    """The chips that are held, by value, once they were counted; they add up to the held amount."""
    by_series: dict[str, Pieces] = {}
    """The same by series, if the house tells its series apart."""

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
    """The table closed, and what had no receipt yet got one: it still waits for its coups, or was set aside before
    receipts were numbered."""

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
    """The house decided about held money."""

    held: HeldStake
    outcome: str
    reason: str


HeldOutcome = Literal["claimed", "paid_in", "ended"]
"""The ends of held money: claimed by somebody, paid into the endowment, or by the house's decision."""


class HeldUndone(Event, frozen=True, kw_only=True, tag="held_undone"):
    """A held amount is no unclaimed win any more: another number is valid than the one on which it won, or its bets
    were put back in their places. The sheet settles it again.

    `ended` is the way in which it had ended by then, None while it was held. A claimed amount counts as paid.
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
