"""The record's own way to the database: psycopg under Django's connection, in Django's transaction.

Django's cursors send each statement as text with its values written in. The statements of the record are few and
run often, so they go as prepared statements with values apart and results in binary.
"""

from typing import Any

import psycopg
from django.db import connection
from django.db.transaction import TransactionManagementError

# psycopg's own default, which Django switches off. The record asks for each of its statements to be prepared by name,
# at its first run: psycopg 3.3 forgets to forget a statement that it had only counted so far, if it was to be prepared
# in a pipeline that failed.
PREPARE_THRESHOLD = 5

Row = tuple[Any, ...]


def raw_connection() -> psycopg.Connection[Row]:
    """The psycopg connection of this thread, opened if need be, with prepared statements allowed."""
    connection.ensure_connection()
    raw: psycopg.Connection[Row] = connection.connection
    if raw.prepare_threshold is None:
        raw.prepare_threshold = PREPARE_THRESHOLD
    return raw


def open_cursor(raw: psycopg.Connection[Row]) -> psycopg.Cursor[Row]:
    """A cursor that sends values apart from the statement."""
    return psycopg.Cursor(raw)


def run(statement: bytes, **values: object) -> list[Row]:
    """Run one statement that returns rows, and return them."""
    return open_cursor(raw_connection()).execute(statement, values, binary=True, prepare=True).fetchall()


def require_transaction() -> None:
    """Raise TransactionManagementError outside `transaction.atomic()`: an append stands or falls with its caller."""
    if not connection.in_atomic_block:
        raise TransactionManagementError(
            "append() runs in its caller's transaction: use transaction.atomic()"
        )
