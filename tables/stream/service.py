"""A long-running process on the database: it outlives the database's absence, and stops on a signal."""

import logging
import os
import select
import signal
from collections.abc import Callable
from types import FrameType

from django.db import connection
from django.db.utils import InterfaceError, OperationalError
from psycopg import errors as pg

from tables.postgresql.deadlines import limit_statements
from tables.stream.database_rights import Duty
from tables.stream.heartbeat import beat
from tables.stream.privileges import check_at_first_connection, check_no_more

log = logging.getLogger(__name__)

FIRST_WAIT_S = 0.1
LONGEST_WAIT_S = 2.0

DATABASE_AWAY = (OperationalError, InterfaceError, pg.OperationalError, pg.InterfaceError)
"""Errors of Django's cursors, and of psycopg under them."""


class Stop:
    """Set by SIGTERM and SIGINT, so that the step under way is finished first.

    A byte in a pipe, and no `threading.Event`: that one takes a lock to be set, and a signal that arrives while the
    main thread holds the lock, on its way into a wait, would wait for itself for ever.
    """

    def __init__(self) -> None:
        self._set = False
        self._awake, self._wake = os.pipe()
        os.set_blocking(self._wake, False)

    def listen(self) -> None:
        signal.signal(signal.SIGTERM, self._on_signal)
        signal.signal(signal.SIGINT, self._on_signal)

    def is_set(self) -> bool:
        return self._set

    def set(self) -> None:
        """May be called in a signal's handler too, at any moment of the waiting thread."""
        if not self._set:
            self._set = True
            os.write(self._wake, b".")

    def wait(self, seconds: float) -> None:
        """Wait until the event is set, at most so long."""
        select.select([self._awake], [], [], seconds)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.set()


def run_service(
    open_session: Callable[[], Callable[[], None]],
    stop: Stop,
    *,
    duty: Duty = Duty.APPLICATION,
    is_well: Callable[[], bool] = lambda: True,
) -> None:
    """Open a session and repeat its step until stopped; after a loss of the database, open a new session.

    `open_session` returns the step. Locks and listening connections belong to one database session. Waits between
    attempts grow from 0.1 s to 2 s, and every wait for the database has a deadline (`tables.postgresql.deadlines`).

    A heartbeat follows each finished step and each failed attempt; `is_well` is asked before it, and returns False
    where work in other threads is stuck. A role that could change the record, or is not that of `duty`, is logged once.
    """
    limit_statements()
    wait = FIRST_WAIT_S
    check_at_first_connection(duty)
    while not stop.is_set():
        try:
            step = open_session()
            log.info("ready")
            while not stop.is_set():
                step()
                wait = FIRST_WAIT_S
                _beat_if(is_well)
        except DATABASE_AWAY as away:
            log.warning("the database is away (%s), trying again in %.1f s", _first_line(away), wait)
            connection.close()
            _beat_if(is_well)
            stop.wait(wait)
            wait = min(wait * 2, LONGEST_WAIT_S)
    check_no_more()
    connection.close()


def _beat_if(is_well: Callable[[], bool]) -> None:
    if is_well():
        beat()


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
