"""Deadlines of waits for the database.

A frozen server, a pooler that hangs and a network that drops packets answer nothing and close nothing. The kernel of a
frozen server still acknowledges each packet, so neither keepalives nor `tcp_user_timeout` notice. Therefore the client
itself gives up a connection that has not answered within a deadline (`base.py`).

A service waits DATABASE_ANSWER_SECONDS, and DATABASE_LONG_ANSWER_SECONDS inside `long_statements`. Any other command
has an operator, who can interrupt it: its statements may take as long as they need.

The server has the same deadlines, for locks that a lost client would keep. No cancel request is sent: PostgreSQL
answers a cancelled wait for its synchronous standby with a commit, although the standby does not have it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db import Error, connection

GRACE_S = 1.0
"""The client waits so much longer than the server, whose refusal keeps the connection."""

CHECK_CLIENT_MS = 2000
"""Interval at which a server with a running statement checks the connection of its client."""

FROM_CLIENT = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Parameters of libpq: a broken network path is noticed within 11 s. `tcp_user_timeout` is in milliseconds."""

FROM_SERVER = {
    "client_connection_check_interval": CHECK_CLIENT_MS,
    "tcp_keepalives_idle": 5,
    "tcp_keepalives_interval": 2,
    "tcp_keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Parameters for the server's end, so that a client that is cut off does not keep its locks for two hours."""

_of_process: float | None = None
_idle_of_process: float | None = None
_in_force: ContextVar[float | None] = ContextVar("seconds of a statement")


def limit_statements(*, idle_s: float | None = None) -> None:
    """Give every statement of this process a deadline. Each service calls it as it starts.

    The server ends a transaction that the process leaves idle for `idle_s` seconds; by default for as long as a
    statement may take, and DATABASE_IDLE_TRANSACTION_SECONDS at least.
    """
    # One value for all threads, connection pool included.
    global _of_process, _idle_of_process
    _of_process, _idle_of_process = settings.DATABASE_ANSWER_SECONDS, idle_s


def statement_seconds() -> float | None:
    """Return the seconds that the server may work on one statement; None without a limit."""
    return _in_force.get(_of_process)


def answer_seconds() -> float | None:
    """Return the seconds that the client waits for one answer; None without a limit."""
    seconds = statement_seconds()
    return None if seconds is None else seconds + GRACE_S


@contextmanager
def long_statements() -> Iterator[None]:
    """Let the statements of this thread take DATABASE_LONG_ANSWER_SECONDS, on its open connection too.

    For a report, a rebuild and other work that takes long with a large record. Nothing changes in a process without
    limits.
    """
    if _of_process is None:
        yield
        return
    before = _in_force.set(settings.DATABASE_LONG_ANSWER_SECONDS)
    try:
        _tell_server()
        yield
    finally:
        _in_force.reset(before)
        _tell_server()


def connection_parameters(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a new connection with the deadlines in force; one that is given already stays."""
    ours = FROM_SERVER | _limits()
    options = " ".join(f"-c {name}={value}" for name, value in ours.items())
    return {
        "connect_timeout": settings.DATABASE_CONNECT_SECONDS,
        **FROM_CLIENT,
        **given,
        # The last value of an option counts.
        "options": f"{options} {given.get('options', '')}".strip(),
    }


def _limits() -> dict[str, int]:
    """Return the server's limits in milliseconds; 0 for none."""
    seconds = statement_seconds()
    idle = max(seconds, settings.DATABASE_IDLE_TRANSACTION_SECONDS) if seconds is not None else 0.0
    if _idle_of_process is not None:
        idle = _idle_of_process
    return {
        "statement_timeout": round((seconds or 0) * 1000),
        "idle_in_transaction_session_timeout": round(idle * 1000),
    }


def _tell_server() -> None:
    """Give the open connection the limits in force. One that does not take them is lost, and the next has them."""
    session = connection.connection
    if session is None:
        return
    try:
        with connection.cursor() as cursor:
            for name, value in _limits().items():
                cursor.execute("SELECT set_config(%s, %s, false)", [name, str(value)])
    except Error:
        # Not Django's connection: that would open another session unseen, without the locks of this one.
        session.close()
