"""Time of a reader's observation: its own time if that is possible, else the time of its receipt.

Clocks of readers, of gateways and of integrators may be wrong. An observation cannot have happened before the event
that it follows, nor in the future. Late deliveries keep their own times: the spool of a gateway may hold an hour. But
if the gateway's clock is wrong, both times of a late delivery may look possible and belong to another coup. So no time
from such a gateway counts.
"""

from datetime import datetime, timedelta
from typing import Literal

import msgspec

from tables.play.reader.observation import Kind, Observation

TOLERANCE = timedelta(seconds=5)
"""The difference of two clocks that raises no doubt."""
LATEST_DELIVERY = timedelta(days=7)
"""A spool holds no more than this. A time before that is wrong in any case."""
OF_THE_READER: frozenset[Kind] = frozenset(
    {"reader_online", "reader_offline", "fault", "warning", "warning_cleared", "results_missing"}
)
"""Kinds that follow no event of a coup."""


class Dated(msgspec.Struct, frozen=True, kw_only=True):
    """The time of an observation in the record (UTC), and its source.

    `claimed` is the observation's own time if it was wrong. `live` is true if its own time is right.
    """

    at: datetime
    by: Literal["reader", "arrival", "receipt"]
    claimed: datetime | None = None

    @property
    def live(self) -> bool:
        return self.by == "reader"

    @property
    def impossible(self) -> bool:
        """True if a time that came with the observation cannot be right: its own, or that of its arrival."""
        return self.claimed is not None or self.by == "receipt"


def date(
    seen: Observation, now: datetime, follows: datetime | None, *, by_wrong_clock: bool = False
) -> Dated:
    """Return the time of the observation, which came after the table's event at `follows`.

    Without a possible time of its own it has its time of arrival, and if that is impossible too, the time `now`. With
    `by_wrong_clock` it has the time `now`, which is the casino's, because the gateway wrote both times by its clock.
    """
    if by_wrong_clock:
        return Dated(at=now, by="receipt", claimed=seen.observed_at or seen.received_at)
    earliest = now - LATEST_DELIVERY
    if follows is not None and seen.kind not in OF_THE_READER:
        earliest = max(earliest, follows)
    own = None if seen.observed_at is None else _possible(seen.observed_at, earliest, now)
    if own is not None:
        return Dated(at=own, by="reader")
    arrived = _possible(seen.received_at, earliest, now)
    if arrived is not None:
        return Dated(at=arrived, by="arrival", claimed=seen.observed_at)
    return Dated(at=now, by="receipt", claimed=seen.observed_at)


def _possible(moment: datetime, earliest: datetime, now: datetime) -> datetime | None:
    """Return the moment within its bounds; None if it is farther outside than clocks may differ."""
    if not earliest - TOLERANCE <= moment <= now + TOLERANCE:
        return None
    return min(max(moment, earliest), now)
