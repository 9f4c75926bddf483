"""Gives every stretch its turn, several at once: a receiver that hangs holds up nobody but itself."""

import logging
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from time import monotonic

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F, OuterRef, Q, Subquery

from casino.api.webhooks.turn import Means, due_stretches, take_turn
from tables.stream.models import SealHead
from tables.stream.service import DATABASE_AWAY
from tables.struct_types import prepare_struct_types

log = logging.getLogger(__name__)

STUCK_AFTER_S = 180.0
"""A turn that has not ended by then never will: each of its waits has a deadline, and others have their turn after
`turn.TURN_S`."""

AT_ONCE = 8
"""Receivers that are waited for at the same time, each with a database connection."""


class Sender:
    """One sender; any number may be at work, in as many processes."""

    def __init__(self, means: Means | None = None) -> None:
        self._is_stopped = False
        self._means = msgspec.structs.replace(means or Means(), go_on=lambda: not self._is_stopped)
        prepare_struct_types()
        self._pool = ThreadPoolExecutor(AT_ONCE, "webhook", initializer=self._begin_thread)
        self._opened: list[BaseDatabaseWrapper] = []
        self._lock = Lock()
        self._at_work: set[int] = set()
        self._turns: dict[int, float] = {}
        """Beginning of each running turn (monotonic), by stretch."""

    def step(self) -> None:
        """Begin a turn of every stretch that has something to do and has none."""
        head = SealHead.objects.filter(casino_id=OuterRef("webhook__casino_id")).values("position")[:1]
        behind = Q(last__isnull=False) | Q(position__lt=F("head"))
        due = due_stretches(self._means.now()).annotate(head=Subquery(head)).filter(behind)
        for stretch_id in due.order_by("position").values_list("pk", flat=True):
            with self._lock:
                if stretch_id in self._at_work:
                    continue
                self._at_work.add(stretch_id)
            self._pool.submit(self._work, stretch_id)

    def is_well(self) -> bool:
        """Return False, and log it, where a turn is stuck in its thread."""
        now = monotonic()
        stuck = [each for each, began_at in list(self._turns.items()) if now - began_at > STUCK_AFTER_S]
        if stuck:
            log.error("the turns of stretches %s have not ended; no heartbeat is sent", stuck)
        return not stuck

    def stop(self) -> None:
        """Begin no more events, and wait for the answers to the pending ones."""
        self._is_stopped = True
        self._pool.shutdown(cancel_futures=True)
        for each in self._opened:
            each.close()

    def _begin_thread(self) -> None:
        own = connections[DEFAULT_DB_ALIAS]
        own.inc_thread_sharing()  # a thread does not know when it ends; stop() closes what it opened
        self._opened.append(own)

    def _work(self, stretch_id: int) -> None:
        more = False
        self._turns[stretch_id] = monotonic()
        try:
            more = take_turn(stretch_id, self._means)
        except DATABASE_AWAY:
            log.warning("the database went away; stretch %s is taken up again later", stretch_id)
            connection.close()
        except Exception:
            # Whatever one stretch stumbles over must not stop the others, nor their thread.
            log.exception("stretch %s could not be brought onward", stretch_id)
            connection.close()
        del self._turns[stretch_id]
        with self._lock:
            if more and not self._is_stopped:
                self._pool.submit(self._work, stretch_id)
            else:
                self._at_work.discard(stretch_id)
