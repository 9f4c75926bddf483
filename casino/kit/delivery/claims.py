"""Claims: while one process tries an item, no other does.

A lease is a mark on the item's row that runs out by itself, for items that wait longer after a process died. A session
lock ends with the session, however that ends, so that the next process goes on at once.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import connection, transaction
from django.db.models import Model, QuerySet

from tables.stream.database import Statement, run

Row = TypeVar("Row", bound=Model)

# A session that holds the lock and sends nothing for a minute has lost its client: the server ends it with its lock.
_TAKE = Statement(
    "take_item",
    "SELECT CASE WHEN pg_try_advisory_lock(%(lock)s::integer, %(item)s::integer)"
    " THEN set_config('idle_session_timeout', '60s', false) IS NOT NULL ELSE false END",
)
_LEAVE = Statement(
    "leave_item",
    "SELECT pg_advisory_unlock(%(lock)s::integer, %(item)s::integer), set_config('idle_session_timeout', '0', false)",
)


def leased(due: QuerySet[Row], mark: Callable[[Row], None]) -> Row | None:
    """Return the first of these rows that nobody has locked, with the lease that `mark` puts on it, committed; None if
    there is none.
    """
    with transaction.atomic():
        row = due.select_for_update(skip_locked=True).first()
        if row is not None:
            mark(row)
            row.save()
        return row


@contextmanager
def alone_at(lock: int, item: int) -> Iterator[bool]:
    """Lock the item for the block and yield True; yield False if another connection has the lock.

    `lock` is one of `tables.stream.database`. The server's key has 31 bits. Two items with the same key take turns.
    """
    item %= 2**31
    ((is_alone,),) = run(_TAKE, lock=lock, item=item)
    try:
        yield is_alone
    finally:
        if is_alone and connection.connection is not None:
            run(_LEAVE, lock=lock, item=item)
