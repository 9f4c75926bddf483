"""What keeps the feed from going on: its lag and who causes it, and a record that was restored from elsewhere."""

import msgspec

from tables.stream.database import run
from tables.stream.sql import statement

READ_SEALER_LAG = statement("read_sealer_lag")
FIND_HORIZON_HOLDER = statement("find_horizon_holder")
FIND_CASINOS_FROM_ELSEWHERE = statement("find_casinos_from_elsewhere")

AFTER_RESTORE = "manage.py after_restore"
"""The command for a record from elsewhere, for the messages that send somebody to it."""


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
    """Seconds since the oldest event that waits for its seal was recorded; 0.0 if none waits."""
    lag: float = run(READ_SEALER_LAG, casino_id=casino_id)[0][0]
    return lag


def horizon_holder() -> HorizonHolder | None:
    """Who holds the horizon back now, anywhere on the server; None if no other transaction writes."""
    rows = run(FIND_HORIZON_HOLDER)
    return HorizonHolder(*rows[0]) if rows else None


def casinos_from_elsewhere() -> list[int]:
    """Casinos whose record was restored from another server and lies in this one's future: their feed stands still.

    AFTER_RESTORE makes it go on.
    """
    return [casino_id for (casino_id,) in run(FIND_CASINOS_FROM_ELSEWHERE)]
