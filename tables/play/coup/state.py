"""Course of a coup within its phase: its launch, sightings of the ball, and the progress of clearing and payment."""

from datetime import datetime

import msgspec


class PaidPrize(msgspec.Struct, frozen=True, kw_only=True):
    """A bet whose prize is due or paid, of a coup that is not paid as a whole yet. `turn` counts the lines of its
    payout sheet from 1, in the order of payment; 0 where that is not known."""

    coup: int
    ref: str
    turn: int = 0


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """`launched_at` and `turns` are of the running coup's last launch; the ball hangs since `hangs_since`.

    `annulled`: the coup is null and its ball not launched again yet. `cleared` is the last coup of which the losing
    chips are off the cloth.
    """

    launched_at: datetime | None = None
    turns: int | None = None
    hangs_since: datetime | None = None
    annulled: bool = False
    cleared: int | None = None
    paid: tuple[PaidPrize, ...] = ()
    due: tuple[PaidPrize, ...] = ()
    """The prizes of coups before the last that are not paid as a whole yet, ticked off or not."""
