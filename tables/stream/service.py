"""A long-running process on the database: it outlives the database's absence, and stops when told."""

import logging
import signal
import threading
from collections.abc import Callable
from types import FrameType

from django.db import connection
from django.db.utils import InterfaceError, OperationalError
from psycopg import errors as pg

log = logging.getLogger(__name__)

FIRST_WAIT_S = 0.1
LONGEST_WAIT_S = 5.0

DATABASE_AWAY = (OperationalError, InterfaceError, pg.OperationalError, pg.InterfaceError)
"""As Django's cursors say it, and as psycopg does under them."""


class Stop(threading.Event):
    """Set by SIGTERM and SIGINT, so that the step under way is finished first."""

    def listen(self) -> None:
        """Take the signals of this process."""
        signal.signal(signal.SIGTERM, self._heard)
        signal.signal(signal.SIGINT, self._heard)

    def _heard(self, _number: int, _frame: FrameType | None) -> None:
        self.set()


def run_service(open_session: Callable[[], Callable[[], None]], stop: Stop) -> None:
    """Open a session and repeat its step until stopped; when the database goes away, begin again with a new one.

    `open_session` gives the step; what it holds (locks, listening connections) belongs to one database session and
    is made anew after a loss; each time it says that it is ready. Waits between attempts grow from 0.1 s to 5 s.
    """
    wait = FIRST_WAIT_S
    while not stop.is_set():
        try:
            step = open_session()
            log.info("ready")
            while not stop.is_set():
                step()
                wait = FIRST_WAIT_S
        except DATABASE_AWAY as away:
            log.warning("the database is away (%s), trying again in %.1f s", _first_line(away), wait)
            connection.close()
            stop.wait(wait)
            wait = min(wait * 2, LONGEST_WAIT_S)
    connection.close()


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
