"""The record's own way to the database: prepared statements on libpq, under Django's connection.

The statements of the record are few, run often, and on the path of every command. Django's cursors send each as text
to be planned again; psycopg's prepare them, but spend more of the client's time on one run than the server
does. So they are prepared once for each connection and run through psycopg's wrapper of libpq, in Django's
transaction, with values in text and results in binary.
"""

import re
from collections.abc import Callable
from datetime import datetime
from types import NoneType
from typing import Any
from uuid import UUID
from weakref import WeakKeyDictionary

import psycopg
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.transaction import TransactionManagementError
from psycopg.adapt import Transformer
from psycopg.generators import execute, fetch_many, send
from psycopg.pq import ConnStatus, ExecStatus, Format, TransactionStatus
from psycopg.pq.abc import PGresult

Row = tuple[Any, ...]

# Advisory locks: the first of each pair of keys; the second is the casino's id.
SEQUENCER = 0x5EA1
"""Held by a casino's active sequencer for as long as its session lives."""

REBUILD_GATE = 0x6A7E
"""Shared by all appends to a casino until they commit; a rebuild's swap takes it alone."""

WEBHOOKS = 0x3EB0
"""Held by the sender while it brings a stretch of the feed to a webhook; the second key is the stretch's id."""

CASINO = 0xCA51
"""Held until the end of a transaction that changes data shared by all tables of a casino."""

_PARAMETER = re.compile(r"%\((\w+)\)s")
_NUMBER = re.compile(r"%\((\w+)\)d")


class Statement:
    """One named statement; its `%(parameters)s` become the server's `$1`, `$2`, whose types the server infers.

    A `%(number)d` is written into the text, and each number makes a statement of its own: for the month of a stream, by
    which the server plans once with that part of the record alone, instead of opening every part at each run.
    """

    OWN_NUMBERS = 32
    """The first 32 numbers have statements of their own. Later ones share one, with the number as a parameter, so that
    a reader of many months does not fill the memory."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name.encode()
        self._source = text
        self._with: dict[object, Statement] = {}
        number = _NUMBER.search(text)
        self.number = number[1] if number else None
        """The name of the number that is written into the text, if there is one."""
        text = _NUMBER.sub(r"%(\1)s::integer", text)
        self.parameters = list(dict.fromkeys(_PARAMETER.findall(text)))
        numbers = {parameter: f"${number}" for number, parameter in enumerate(self.parameters, 1)}
        self.text = _PARAMETER.sub(lambda found: numbers[found[1]], text).encode()

    def with_number(self, number: object) -> "Statement":
        """Return the statement with this number in its text, or with the number as a parameter where there are too
        many.
        """
        made = self._with.get(number)
        if made is not None:
            return made
        if len(self._with) >= self.OWN_NUMBERS:
            return self
        text = _NUMBER.sub(f"{number:d}", self._source)
        return self._with.setdefault(number, Statement(f"{self.name.decode()}_{number}", text))


_prepared: WeakKeyDictionary[psycopg.Connection[Any], set[bytes]] = WeakKeyDictionary()


def run(statement: Statement, **values: object) -> list[Row]:
    """Run a statement in the current transaction, or in one of its own outside of `atomic()`, and return its rows.

    Raises Django's database errors. It gives the interpreter to other threads while it waits.
    """
    if statement.number:
        statement = statement.with_number(values[statement.number])
    # Found once: it is looked up for this thread whenever it is named.
    database = connections[DEFAULT_DB_ALIAS]
    with database.wrap_database_errors:
        raw = _raw_connection(database)
        libpq = raw.pgconn
        prepared = _prepared.setdefault(raw, set())
        if statement.name not in prepared:
            libpq.send_prepare(statement.name, statement.text)
            _check(raw, raw.wait(execute(libpq))[-1])
            prepared.add(statement.name)
        given = [values[parameter] for parameter in statement.parameters]
        encoded = [_encode(value) for value in given]
        formats = [Format.BINARY if type(value) is bytes else Format.TEXT for value in given]
        if libpq.transaction_status == TransactionStatus.IDLE and not raw.autocommit:
            result = _begin_with(raw, statement.name, encoded, formats)
        else:
            libpq.send_query_prepared(statement.name, encoded, formats, Format.BINARY)
            result = raw.wait(execute(libpq))[-1]
        _check(raw, result)
        if database.force_debug_cursor:
            # The tests that count the queries of a page count these too.
            database.queries_log.append({"sql": statement.text.decode(), "time": "0"})
        if not result.ntuples:
            return []
        transformer = Transformer(raw)
        transformer.set_pgresult(result)
        return transformer.load_rows(0, result.ntuples, tuple)


def _begin_with(
    raw: psycopg.Connection[Any], name: bytes, encoded: list[bytes | None], formats: list[Format]
) -> PGresult:
    """Begin the transaction and run its first statement in one round trip, which takes half the time of two."""
    libpq = raw.pgconn
    results: list[PGresult] = []
    libpq.enter_pipeline_mode()
    try:
        libpq.send_query_params(b"BEGIN", None)
        libpq.send_query_prepared(name, encoded, formats, Format.BINARY)
        libpq.pipeline_sync()
        if libpq.flush():  # more than the socket takes at once
            raw.wait(send(libpq))
        while not results or results[-1].status != ExecStatus.PIPELINE_SYNC:
            results += raw.wait(fetch_many(libpq))
    except BaseException:
        # Whoever is interrupted here leaves answers behind that nobody fetches: the connection is of no use any more.
        libpq.finish()
        raise
    libpq.exit_pipeline_mode()
    begun, first, _ = results
    _check(raw, begun)
    return first


def require_transaction() -> None:
    """Raise TransactionManagementError outside `transaction.atomic()`: an append commits only with its caller."""
    if not connection.in_atomic_block:
        raise TransactionManagementError(
            "append() runs in its caller's transaction: use transaction.atomic()"
        )


def _raw_connection(database: BaseDatabaseWrapper) -> psycopg.Connection[Any]:
    if database.connection is None:
        database.ensure_connection()
    raw: psycopg.Connection[Any] = database.connection
    # Django's default. If psycopg prepared statements of its own, it would drop ours now and then.
    raw.prepare_threshold = None
    return raw


def _check(raw: psycopg.Connection[Any], result: PGresult) -> None:
    if result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return
    if raw.pgconn.status == ConnStatus.BAD:
        raise psycopg.OperationalError(raw.pgconn.get_error_message())
    raise psycopg.errors.error_from_result(result, raw.info.encoding)


def _encode(value: object) -> bytes | None:
    """Return a value as the server reads it: bytes as they are, all else in its text form."""
    # Looked up by exact type: a dozen values are written at each append, and a match took three times as long.
    write = _WRITTEN.get(type(value)) or next(
        (_WRITTEN[of] for of in _WRITTEN if isinstance(value, of)), None
    )
    if write is None:
        raise TypeError(f"No statement of the record takes a {type(value).__name__}")
    return write(value)


def _text(value: object) -> bytes:
    text = str(value)
    if "\0" in text:
        # The server would take it for the end: two names that differ after it would be one.
        raise ValueError(f"{text!r}: a name in the record has no NUL")
    return text.encode()


def _array(values: list[object]) -> bytes:
    return b"{%s}" % b",".join(_encode_element(element) for element in values)


def _encode_element(element: object) -> bytes:
    if element is None:
        return b"NULL"
    if isinstance(element, bytes):
        return b'"\\\\x%s"' % element.hex().encode()
    # A whole state may be one: a regular expression took ten times as long.
    quoted = str(element).replace("\\", "\\\\").replace('"', '\\"')
    return b'"%s"' % quoted.encode()


_WRITTEN: dict[type, Callable[[Any], bytes | None]] = {
    NoneType: lambda value: None,
    bytes: lambda value: value,
    list: _array,
    datetime: lambda value: value.isoformat().encode(),
    str: _text,
    int: lambda value: b"%d" % value,
    bool: lambda value: b"true" if value else b"false",
    UUID: lambda value: value.hex.encode(),
}
"""Writers of the types of values."""
