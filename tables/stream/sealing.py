"""The sealer: gives the casino's events their places in the feed.

One sealer is active for a casino at a time, by an advisory lock that its session holds. It is taken before any
statement that seals, so each of them sees all that an earlier sealer did.
"""

import logging
import time

from tables.stream.database import run
from tables.stream.horizon import horizon_holder, sealer_lag
from tables.stream.locks import SEALER
from tables.stream.sql import statement

log = logging.getLogger(__name__)

SEAL_EVENTS = statement("seal_events")
SET_UP_SEAL_HEADS = statement("set_up_seal_heads")
LIST_CASINOS = statement("list_casinos")
TRY_LOCK = b"SELECT pg_try_advisory_lock(%(sealer)s::integer, %(casino_id)s::integer)"

LOOK_FOR_CASINOS_S = 1.0
ALARM_LAG_S = 5.0
"""A lag beyond this is logged with the transaction that causes it."""


def casinos_with_feed() -> list[int]:
    """Casinos whose first event a sealer has seen."""
    return [casino_id for (casino_id,) in run(LIST_CASINOS)]


class Sealer:
    """One sealer in one database session; after a lost connection a new one begins from nothing."""

    def __init__(self) -> None:
        self.active: set[int] = set()
        """Casinos whose lock this session holds."""
        self._look_again = 0.0

    def seal(self) -> int:
        """Seal what is due for every casino whose sealer this is; the number of events sealed."""
        if time.monotonic() >= self._look_again:
            self._look_again = time.monotonic() + LOOK_FOR_CASINOS_S
            self._take_casinos()
            self._watch_lag()
        return sum(seal_due(casino_id) for casino_id in self.active)

    def _take_casinos(self) -> None:
        """Become the sealer of casinos that have none; where another is active, stand by."""
        run(SET_UP_SEAL_HEADS)
        for casino_id in casinos_with_feed():
            if casino_id not in self.active and run(TRY_LOCK, sealer=SEALER, casino_id=casino_id)[0][0]:
                self.active.add(casino_id)
                log.info("sealing casino %s", casino_id)

    def _watch_lag(self) -> None:
        for casino_id in self.active:
            lag = sealer_lag(casino_id)
            if lag > ALARM_LAG_S:
                log.warning(
                    "casino %s: seal lags by %.1f s; held back by %s", casino_id, lag, horizon_holder()
                )


def seal_due(casino_id: int) -> int:
    """Seal what is due for one casino, whose lock the session must hold; the number of events sealed."""
    moved = run(SEAL_EVENTS, casino_id=casino_id)
    return moved[0][1] if moved else 0
