"""The change that waits or is being made at a table, and the claims that nobody has answered."""

from datetime import datetime

import msgspec

from tables.play.events import Handed

Counted = tuple[tuple[int, int], ...]
"""Values in minor units, each with its number of pieces, the highest value first."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """An amount that was handed in for change and is not paid out yet. `begun_at` is set once its change is being
    made (UTC).
    """

    number: int
    receipt: str
    player: str
    handed: Handed
    given: Counted
    total: int
    wanted: Counted
    since: datetime
    series: str | None = None
    begun_at: datetime | None = None


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A claim that waits for the chief's answer; `clause` is the one by which it is out of time."""

    claim: int
    receipt: str
    what: str
    in_time: bool
    since: datetime
    clause: str | None = None


class ChangeAtTable(msgspec.Struct, frozen=True, kw_only=True):
    """The upper step (`waiting`, the longest first), the lower one (`serving`), and open claims."""

    waiting: tuple[Change, ...] = ()
    serving: Change | None = None
    claims: tuple[Claim, ...] = ()
    numbered: int = 0
    claims_numbered: int = 0

    @property
    def open(self) -> tuple[Change, ...]:
        """The changes that are not paid out: the one being served, then those that wait."""
        return (*((self.serving,) if self.serving else ()), *self.waiting)
