"""Check that this web process still answers, and its heartbeat for the supervisor.

The process is stuck if requests wait in line, no request has got a slot or given one back for a while, and the database
answers. Then waiting longer helps nobody. A stuck process sends no heartbeat and fails on /healthz, and is restarted.
While the database is away the process is well: it answers 503 itself, and a restart would mend nothing.
"""

import asyncio
import logging
from time import monotonic
from typing import Any

import psycopg
from django.db import connections

from casino.web.capacity import RequestSlots, opening_slots, page_slots, request_slots, wide_slots
from tables.postgresql.base import BoundedConnection
from tables.stream.heartbeat import beat

log = logging.getLogger(__name__)

BEAT_S = 5.0
STUCK_AFTER_S = 30.0


def standing_still_s(slots: RequestSlots) -> float:
    """For how many seconds requests have waited in line without one of them getting anywhere; 0 if none waits."""
    return monotonic() - slots.last_progress if slots.waiting else 0.0


def why_stuck() -> str | None:
    """Return the reason why this process is stuck; None while it works.

    May query the database, so do not call on the event loop.
    """
    slots = max(request_slots, opening_slots, page_slots, wide_slots, key=standing_still_s)
    seconds = standing_still_s(slots)
    if not slots.waiting or seconds < STUCK_AFTER_S or not _database_answers():
        return None
    return (
        f"no request was answered for {seconds:.0f} s and {slots.waiting} wait, though the database answers"
    )


def connection_parameters() -> dict[str, Any]:
    """Return psycopg's parameters for Django's database, without those of Django's own connections."""
    parameters = connections["default"].get_connection_params()
    for djangos_own in ("cursor_factory", "context", "prepare_threshold"):
        parameters.pop(djangos_own, None)
    return dict(parameters)


def _database_answers() -> bool:
    """Return True if the database answers on a new connection: the pool may be the fault."""
    try:
        with BoundedConnection.connect(**connection_parameters()) as connection:
            connection.execute("SELECT 1")
    except psycopg.Error:
        return False
    return True


class Heartbeat:
    """Beats while the process answers. A loop that hangs beats no more, as this runs on it."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._beat())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _beat(self) -> None:
        while True:
            await beat_if_well()
            await asyncio.sleep(BEAT_S)


async def beat_if_well() -> None:
    # This runs in a reserved thread: requests and streams may have taken all others.
    reason = await asyncio.get_running_loop().run_in_executor(None, why_stuck)
    if reason is None:
        beat()
    else:
        log.error("this web process is stuck: %s", reason)
