"""The record's own way to the database: prepared statements on libpq, under Django's connection.

The statements of the record are few, run often, and on the path of every command. Django's cursors send each as text
to be planned again; psycopg's prepare them, but spend more of the client's time on one run than the server
does. So they are prepared once for each connection and run through psycopg's wrapper of libpq, in Django's
transaction, with values in text and results in binary.
"""

import re
from datetime import datetime
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

import psycopg
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.transaction import TransactionManagementError
from psycopg.adapt import Transformer
from psycopg.pq import ConnStatus, ExecStatus, Format, TransactionStatus
from psycopg.pq.abc import PGresult

Row = tuple[Any, ...]

# Advisory locks: the first of each pair of keys; the second is the casino's id.
SEQUENCER = 0x5EA1
"""Held by a casino's active sequencer for as long as its session lives."""

REBUILD_GATE = 0x6A7E
"""Shared by all appends to a casino until they commit; a rebuild's swap takes it alone."""

WEBHOOKS = 0x3EB0
"""Held by whoever brings a stretch of the feed to a webhook; the second key is the stretch's id."""

_PARAMETER = re.compile(r"%\((\w+)\)s")


class Statement:
    """One named statement; its `%(parameters)s` become the server's `$1`, `$2`, whose types the server infers."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name.encode()
        self.parameters = list(dict.fromkeys(_PARAMETER.findall(text)))
        numbers = {parameter: f"${number}" for number, parameter in enumerate(self.parameters, 1)}
        self.text = _PARAMETER.sub(lambda found: numbers[found[1]], text).encode()


_prepared: WeakKeyDictionary[psycopg.Connection[Any], set[bytes]] = WeakKeyDictionary()


def run(statement: Statement, **values: object) -> list[Row]:
    """Run a statement in the current transaction, or in one of its own outside of `atomic()`, and return its rows.

    Raises Django's database errors. It gives the interpreter to other threads while it waits.
    """
    # Found once: it is looked up for this thread whenever it is named.
    database = connections[DEFAULT_DB_ALIAS]
    with database.wrap_database_errors:
        raw = _raw_connection(database)
        libpq = raw.pgconn
        if libpq.transaction_status == TransactionStatus.IDLE and not raw.autocommit:
            _check(raw, libpq.exec_(b"BEGIN"))
        prepared = _prepared.setdefault(raw, set())
        if statement.name not in prepared:
            _check(raw, libpq.prepare(statement.name, statement.text))
            prepared.add(statement.name)
        encoded = [_encode(values[parameter]) for parameter in statement.parameters]
        formats = [
            Format.BINARY if isinstance(values[name], bytes) else Format.TEXT for name in statement.parameters
        ]
        result = libpq.exec_prepared(statement.name, encoded, formats, Format.BINARY)  # type: ignore[arg-type]
        _check(raw, result)
        if not result.ntuples:
            return []
        transformer = Transformer(raw)
        transformer.set_pgresult(result)
        return transformer.load_rows(0, result.ntuples, tuple)


def require_transaction() -> None:
    """Raise TransactionManagementError outside `transaction.atomic()`: an append stands or falls with its caller."""
    if not connection.in_atomic_block:
        raise TransactionManagementError(
            "append() runs in its caller's transaction: use transaction.atomic()"
        )


def _raw_connection(database: BaseDatabaseWrapper) -> psycopg.Connection[Any]:
    if database.connection is None:
        database.ensure_connection()
    raw: psycopg.Connection[Any] = database.connection
    # As Django leaves it: where psycopg prepares statements of its own, it throws away ours with them now and then.
    raw.prepare_threshold = None
    return raw


def _check(raw: psycopg.Connection[Any], result: PGresult) -> None:
    if result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return
    if raw.pgconn.status == ConnStatus.BAD:
        raise psycopg.OperationalError(raw.pgconn.get_error_message())
    raise psycopg.errors.error_from_result(result, raw.info.encoding)


def _encode(value: object) -> bytes | None:
    """A value as the server reads it: bytes as they are, all else in its text form."""
    match value:
        case None | bytes():
            return value
        case list():
            return b"{%s}" % b",".join(_encode_element(element) for element in value)
        case datetime():
            return value.isoformat().encode()
        case str() | int() | UUID():
            text = str(value)
            if "\0" in text:
                # The server would take it for the end: two names that differ after it would be one.
                raise ValueError(f"{text!r}: a name in the record has no NUL")
            return text.encode()
    raise TypeError(f"No statement of the record takes a {type(value).__name__}")


def _encode_element(element: object) -> bytes:
    if element is None:
        return b"NULL"
    if isinstance(element, bytes):
        return b'"\\\\x%s"' % element.hex().encode()
    # A whole state may be one: a regular expression took ten times as long.
    quoted = str(element).replace("\\", "\\\\").replace('"', '\\"')
    return b'"%s"' % quoted.encode()
