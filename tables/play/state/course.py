"""The course of a coup beside its phase: its launch, what was seen of the ball, and how far it is cleared and paid."""

from datetime import datetime

import msgspec


class PaidPrize(msgspec.Struct, frozen=True, kw_only=True):
    """A bet whose prize is paid, of a coup that is not paid as a whole yet."""

    coup: int
    ref: str


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
