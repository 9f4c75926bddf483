"""Connections that give up a server without an answer, and Django's backend on them.

Every wait of psycopg on an open connection goes through `wait`: statements, COMMIT and ROLLBACK, cursors, COPY, and the
checks of the pool. psycopg itself bounds the opening of a connection (`connect_timeout`, for each host).
"""

from time import monotonic
from types import SimpleNamespace
from typing import Any, Self, TypeVar

import psycopg
from django.db.backends.postgresql import base
from psycopg.abc import PQGen
from psycopg.errors import _WaitTimeout
from psycopg.pq.abc import PGconn
from psycopg.rows import Row
from psycopg_pool import ConnectionPool

from tables.postgresql.deadlines import answer_seconds, connection_parameters

Result = TypeVar("Result")
Connected = TypeVar("Connected", bound="psycopg.Connection[Any] | psycopg.AsyncConnection[Any]")

INTERVAL_S = 0.1
"""Seconds between two looks for signals during a wait, as in psycopg."""


class NoAnswer(psycopg.OperationalError):
    """The server did not answer within the deadline. The connection is closed, and its last statement in doubt."""


_silent_since = float("-inf")
"""Begin of the last wait without an answer (monotonic seconds)."""
_drained_at = float("-inf")
"""Time at which the pool's connections were last replaced for that reason (monotonic seconds)."""


class BoundedConnection(psycopg.Connection[Row]):
    """Connection whose every wait has the deadline in force."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._opened_at = self._answered_at = monotonic()

    @classmethod
    def connect(cls, conninfo: str = "", **parameters: Any) -> Self:
        """Open a connection, to the server that answered last if the address names several."""
        return _noted(super().connect(conninfo, **_last_server_first(parameters)))

    def wait(self, gen: PQGen[Result], interval: float = INTERVAL_S, timeout: float | None = None) -> Result:
        """Return the result of the generator. Raises NoAnswer once the deadline is over.

        A connection that has not answered since another one fell silent goes to the same server, and is given up at
        once. A caller with a `timeout` of its own, in seconds, such as `notifies`, handles the end of its wait itself.
        """
        if timeout is not None:
            return super().wait(gen, interval, timeout)
        began_at, seconds = monotonic(), answer_seconds()
        if self._answered_at >= _silent_since:
            try:
                return super().wait(gen, interval, seconds)
            except _WaitTimeout:
                _note_silence(began_at)
            finally:
                self._answered_at = monotonic()
        self._replace_pooled()
        raise _given_up(self.pgconn, seconds)

    def _replace_pooled(self) -> None:
        """Replace all connections of this one's pool, so that no other request waits for one of them.

        Once for all that were opened before: many fall silent at the same time.
        """
        global _drained_at  # noqa: PLW0603  a process has one pool
        # Only a connection of a pool has the attribute.
        pool = getattr(self, "_pool", None)
        if isinstance(pool, ConnectionPool) and self._opened_at > _drained_at:
            _drained_at = monotonic()
            pool.drain()


class BoundedAsyncConnection(psycopg.AsyncConnection[Row]):
    """Connection of an event loop whose every wait has the deadline in force."""

    @classmethod
    async def connect(cls, conninfo: str = "", **parameters: Any) -> Self:
        """Open a connection, to the server that answered last if the address names several."""
        return _noted(await super().connect(conninfo, **_last_server_first(parameters)))

    async def wait(
        self,
        gen: PQGen[Result],
        interval: float = INTERVAL_S,
        timeout: float | None = None,  # noqa: ASYNC109  psycopg's own
    ) -> Result:
        """Return the result of the generator. Raises NoAnswer once the deadline is over."""
        if timeout is not None:
            return await super().wait(gen, interval, timeout)
        began_at, seconds = monotonic(), answer_seconds()
        try:
            return await super().wait(gen, interval, seconds)
        except _WaitTimeout:
            _note_silence(began_at)
        raise _given_up(self.pgconn, seconds)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's PostgreSQL backend on connections with deadlines."""

    Database = SimpleNamespace(**{**vars(psycopg), "connect": BoundedConnection.connect})  # type: ignore[assignment]  # used for its names

    @property
    def pool(self) -> Any:
        """The process's pool of such connections; None without one."""
        options = self.settings_dict["OPTIONS"].get("pool")
        if isinstance(options, dict):
            options.setdefault("connection_class", BoundedConnection)
        return super().pool

    def get_connection_params(self) -> dict[str, Any]:
        return connection_parameters(super().get_connection_params())


_last_server: tuple[str, str] | None = None


def _last_server_first(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters with the server in front that answered last: the other may be frozen, and costs
    DATABASE_CONNECT_SECONDS each time."""
    hosts, ports = (str(parameters.get(part) or "").split(",") for part in ("host", "port"))
    if len(hosts) == 1 or "hostaddr" in parameters:
        return parameters
    servers = list(zip(hosts, ports if len(ports) > 1 else ports * len(hosts), strict=True))
    servers.sort(key=lambda server: server != _last_server)
    return {
        **parameters,
        "host": ",".join(host for host, _ in servers),
        "port": ",".join(port for _, port in servers),
    }


def _noted(connection: Connected) -> Connected:
    global _last_server  # noqa: PLW0603  of all connections of this process
    _last_server = (connection.info.host, str(connection.info.port))
    return connection


def _note_silence(began_at: float) -> None:
    global _silent_since  # noqa: PLW0603  of all connections of this process
    _silent_since = max(_silent_since, began_at)


def _given_up(connection: PGconn, seconds: float | None) -> NoAnswer:
    connection.finish()
    return NoAnswer(f"the database has not answered for {seconds or 0:g} s")
