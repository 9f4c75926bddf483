"""Obstacles of the feed: its lag, the transaction that causes it, and a record restored from another server."""

from collections.abc import Iterable

import msgspec

from tables.stream.database import run
from tables.stream.sql import statement

READ_MONTH_FLOOR = statement("read_month_floor")
READ_SEQUENCER_LAGS = statement("read_sequencer_lags")
FIND_HORIZON_HOLDER = statement("find_horizon_holder")
FIND_CASINOS_FROM_ELSEWHERE = statement("find_casinos_from_elsewhere")

AFTER_RESTORE = "manage.py after_restore"
"""Recommended command for a record from another server."""


class HorizonHolder(msgspec.Struct, frozen=True):
    """The oldest running transaction: nothing written since it began is sequenced before it ends."""

    pid: int | None
    """Server process; None for a prepared transaction."""
    who: str
    state: str | None
    query: str | None
    age_s: float

    def __str__(self) -> str:
        process = f"process {self.pid}" if self.pid else "no process"
        return f"{process} ({self.who}), {self.state} for {self.age_s:.1f} s, last statement: {self.query}"


def sequencer_lag(casino_id: int) -> float:
    """Return the seconds since the oldest event without a position was recorded; 0.0 if none waits."""
    return sequencer_lags([casino_id]).get(casino_id, 0.0)


def sequencer_lags(casino_ids: Iterable[int]) -> dict[int, float]:
    """Return the lag of each of these casinos whose events wait for their positions, in seconds. Two statements."""
    return dict(run(READ_SEQUENCER_LAGS, casino_ids=list(casino_ids), month_floor=month_floor()))


def month_floor() -> int:
    """Return the month (yyyymm) from which on events are looked for; the server notes those of earlier ones as late.

    0 means all months. The floor only rises, so a floor that was read earlier finds every event too.
    """
    floor: int = run(READ_MONTH_FLOOR)[0][0]
    return floor


def horizon_holder() -> HorizonHolder | None:
    """Return the transaction that holds the horizon back now, anywhere on the server; None if no other one writes."""
    rows = run(FIND_HORIZON_HOLDER)
    return HorizonHolder(*rows[0]) if rows else None


def casinos_from_elsewhere() -> list[int]:
    """Return the casinos whose record was restored from another server and is in this one's future: their feed does not
    move.

    The command AFTER_RESTORE mends it.
    """
    return [casino_id for (casino_id,) in run(FIND_CASINOS_FROM_ELSEWHERE)]
