"""What nobody has claimed at a table."""

import msgspec

from tables.play.events import HeldStake


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """What waits or is set aside, in the order in which it was seen; `numbered` is the highest number in a reference.

    `ended` are those of the last coup that any ended of: no win is held twice. `receipts` is how many the day
    has given.
    """

    items: tuple[HeldStake, ...] = ()
    numbered: int = 0
    ended: tuple[HeldStake, ...] = ()
    receipts: int = 0
