"""The deadlines due at many tables, recorded together in one transaction; a sweep does so with each slice of tables
first.

A batch skips a table that another process holds, a table that cannot be read or judged, and a table with
confirmations of seats to take first. If the append fails, the batch records nothing. The sweep then takes each
skipped table alone, so one table's trouble does not stop the others.
"""

import logging
from collections.abc import Sequence
from datetime import datetime

import msgspec
from django.db import connection, transaction

from tables.handling import Actor, Decided, append_held, decide_held
from tables.handling.aggregates.table import TableAggregate
from tables.handling.deadlines.due import due_deadlines
from tables.handling.live.inbox import tables_waited_for
from tables.handling.projections.table_snapshots import held_due
from tables.play.state import State

log = logging.getLogger(__name__)

SWEEPER = Actor(id="shift-sweep", name="Shift rules")
WAITS_MS = 100
"""A batch waits this long for locks of other processes; it does not wait for a locked table. A command at one of the
batch's own tables waits no longer than that plus the batch's own work."""


class Batch(msgspec.Struct, frozen=True):
    """Result of a batch: the number of deadlines noted, and the tables left to be taken one by one."""

    noted: int
    left: list[str]


def record_together(casino_id: int, tables: Sequence[str], now: datetime, *, at_most: int) -> Batch:
    """Record the deadlines due at these tables by `now`, the longest due first; no further table is begun when
    `at_most` deadlines are noted.
    """
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = {WAITS_MS}")
            noted, done, decided = _decide(casino_id, tables, now, at_most)
            append_held(casino_id, decided, now=now)
    except Exception:
        log.info("casino %d: %d tables are not judged together", casino_id, len(tables), exc_info=True)
        return Batch(0, list(tables))
    return Batch(noted, [table for table in tables if table not in done])


def _decide(
    casino_id: int, tables: Sequence[str], now: datetime, at_most: int
) -> tuple[int, set[str], list[Decided]]:
    """Return the number of deadlines noted, the tables that are done, and the events for their streams."""
    noted, done, decided = 0, set(), []
    confirming = tables_waited_for(casino_id)
    for table, state in held_due(casino_id, tables, now):
        if noted >= at_most:
            break
        if state is None or table in confirming:
            continue
        try:
            deadlines, events = _decide_at(casino_id, table, state, now)
        except Exception:
            # The table fails again when the sweep takes it alone, and the sweep logs the failure.
            continue
        noted += deadlines
        done.add(table)
        decided += events
    return noted, done, decided


def _decide_at(casino_id: int, table: str, state: State, now: datetime) -> tuple[int, list[Decided]]:
    due = due_deadlines(state, now)
    if not due:
        return 0, []
    aggregate = TableAggregate(casino_id, table)
    aggregate.open_at(state)
    commands = [step for each in due for step in each.commands(aggregate.stream_id)]
    return len(due), [decide_held(aggregate, state, commands, by=SWEEPER, now=now)]
