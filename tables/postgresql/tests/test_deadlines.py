"""Each wait for the database ends, whoever waits and for whatever.

A stopped process is a frozen server: the kernel goes on to acknowledge what is sent to it, and nothing answers.
"""

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection, transaction
from django.db.utils import ConnectionHandler
from pytest_django import Settings

from casino.web.liveness import connection_parameters
from tables.postgresql import deadlines
from tables.postgresql.base import BoundedAsyncConnection, BoundedConnection, NoAnswer
from tables.postgresql.deadlines import long_statements
from tables.stream.database import Statement, run
from tables.stream.feed import FeedListener
from testkit.stream import wait_until

ONE = Statement("one_for_test", "SELECT 1")
SESSION = Statement("session_for_test", "SELECT pg_backend_pid()")
SLEEP = Statement("sleep_for_test", "SELECT pg_sleep(60)")
ANSWER_S = 0.3
SOON_S = 30.0
"""By then a wait has ended on the busiest machine; without a deadline it never does."""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process has the deadlines of a service, and short ones."""
    monkeypatch.setattr(deadlines, "_of_process", ANSWER_S)
    monkeypatch.setattr(deadlines, "GRACE_S", ANSWER_S)
    connection.close()
    yield
    connection.close()


@contextmanager
def frozen(server_process: int) -> Iterator[None]:
    """The server's end of one connection does not run."""
    os.kill(server_process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server_process, signal.SIGCONT)


def session() -> int:
    ((process,),) = run(SESSION)
    return int(process)


def _with_a_cursor() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _with_a_prepared_statement() -> None:
    run(SESSION)


def _with_a_new_statement() -> None:
    run(ONE)


def _at_the_beginning_of_a_transaction() -> None:
    with transaction.atomic():
        run(SESSION)


WAITS: dict[str, Callable[[], None]] = {
    "cursor": _with_a_cursor,
    "prepared statement": _with_a_prepared_statement,
    "preparing": _with_a_new_statement,
    "first statement of a transaction": _at_the_beginning_of_a_transaction,
}


@pytest.mark.parametrize("wait", WAITS.values(), ids=WAITS)
@pytest.mark.usefixtures("limited")
def test_wait_for_a_frozen_server_ends_and_a_new_connection_works(wait: Callable[[], None]) -> None:
    with frozen(session()):
        began_at = monotonic()
        with pytest.raises(OperationalError, match=r"has not answered for 0\.6 s"):
            wait()
        connection.close()
        assert monotonic() - began_at < SOON_S
    assert run(ONE) == [(1,)]


@pytest.mark.parametrize("end", ["commit", "rollback"])
@pytest.mark.usefixtures("limited")
def test_end_of_a_transaction_on_a_frozen_server_ends(end: str) -> None:
    connection.set_autocommit(False)
    with frozen(session()), pytest.raises(OperationalError, match="has not answered"):
        getattr(connection, end)()
    connection.close()
    assert run(ONE) == [(1,)]


@pytest.mark.usefixtures("limited")
def test_check_of_a_frozen_connection_ends() -> None:
    with frozen(session()):
        assert not connection.is_usable()
    connection.close()


@pytest.mark.usefixtures("limited")
def test_silent_listener_notices_that_its_connection_is_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.stream.feed.QUIET_S", 0.0)
    listener = FeedListener()
    with frozen(listener._connection.info.backend_pid), pytest.raises(NoAnswer):
        listener.wait(0.1)


@pytest.mark.usefixtures("limited")
def test_wait_of_an_event_loop_for_a_frozen_server_ends() -> None:
    async def ask() -> None:
        async with await BoundedAsyncConnection.connect(**connection_parameters()) as other:
            with frozen(other.info.backend_pid):
                await other.execute("SELECT 1")

    with pytest.raises(NoAnswer):
        asyncio.run(asyncio.wait_for(ask(), SOON_S))


def test_opening_of_a_connection_to_a_frozen_server_ends(settings: Settings) -> None:
    settings.DATABASE_CONNECT_SECONDS = 2
    with socket.create_server(("127.0.0.1", 0)) as silent:
        parameters = {**connection_parameters(), "host": "127.0.0.1", "port": silent.getsockname()[1]}
        began_at = monotonic()
        with pytest.raises(psycopg.errors.ConnectionTimeout):
            BoundedConnection.connect(**parameters)
        assert monotonic() - began_at < SOON_S


@pytest.mark.usefixtures("limited")
def test_second_server_is_used_while_the_first_is_frozen_and_then_asked_first(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATABASE_CONNECT_SECONDS = 2
    monkeypatch.setattr("tables.postgresql.base._last_server", None)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        given = connection_parameters()
        both = {
            "host": f"127.0.0.1,{given['host']}",
            "port": f"{silent.getsockname()[1]},{given.get('port', 5432)}",
        }
        for _ in range(2):
            with BoundedConnection.connect(**{**given, **both}) as other:
                assert other.execute("SELECT 1").fetchone() == (1,)
        silent.setblocking(False)
        silent.accept()[0].close()
        with pytest.raises(BlockingIOError):
            silent.accept()


def test_pool_replaces_all_its_connections_when_one_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "_of_process", ANSWER_S)
    monkeypatch.setattr(deadlines, "GRACE_S", ANSWER_S)
    pooled = {**connection.settings_dict, "CONN_HEALTH_CHECKS": True}
    pooled["OPTIONS"] = {**pooled["OPTIONS"], "pool": {"min_size": 3, "max_size": 3, "timeout": 10}}
    own: Any = ConnectionHandler({"default": pooled})["default"]
    own.pool.open(wait=True)
    try:
        before = _sessions(own.pool)
        with own.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            silent = cursor.fetchone()[0]
            with frozen(silent), pytest.raises(OperationalError, match="has not answered"):
                cursor.execute("SELECT 1")
        own.close()
        assert not _sessions(own.pool) & before
    finally:
        own.close()
        own.close_pool()


def _sessions(pool: Any) -> set[int]:
    """The server processes of all three connections, taken together and given back."""
    taken = [pool.getconn() for _ in range(3)]
    for each in taken:
        pool.putconn(each)
    return {each.info.backend_pid for each in taken}


@pytest.mark.usefixtures("limited")
def test_connection_silent_like_another_is_given_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (BoundedConnection.connect(**connection_parameters()) for _ in range(2))
    with frozen(first.info.backend_pid), frozen(second.info.backend_pid):
        with pytest.raises(NoAnswer):
            first.execute("SELECT 1")
        monkeypatch.setattr(deadlines, "_of_process", 2 * SOON_S)
        began_at = monotonic()
        with pytest.raises(NoAnswer):
            second.execute("SELECT 1")
        assert monotonic() - began_at < SOON_S
    assert run(ONE) == [(1,)]


# ---- the server's end

LIMITS = ("statement_timeout", "idle_in_transaction_session_timeout", "client_connection_check_interval")


def limits() -> list[str]:
    with connection.cursor() as cursor:
        return [cursor.execute(f"SHOW {limit}").fetchone()[0] for limit in LIMITS]


@pytest.mark.usefixtures("limited")
def test_server_has_the_limits_of_a_service_and_longer_ones_for_long_statements(settings: Settings) -> None:
    settings.DATABASE_LONG_ANSWER_SECONDS = 60.0
    assert limits() == ["300ms", "30s", "2s"]
    before = session()
    with long_statements():
        assert limits() == ["1min", "1min", "2s"]
        assert deadlines.answer_seconds() == 60.0 + ANSWER_S
        assert session() == before
    assert limits() == ["300ms", "30s", "2s"]
    with long_statements():
        connection.close()
        assert limits() == ["1min", "1min", "2s"]


@pytest.mark.usefixtures("limited")
def test_service_limits_its_idle_transactions_on_its_own(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.DATABASE_ANSWER_SECONDS = 5.0
    monkeypatch.setattr(deadlines, "_idle_of_process", None)
    deadlines.limit_statements(idle_s=2.0)
    assert limits() == ["5s", "2s", "2s"]


def test_statement_of_a_command_has_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "_of_process", None)
    connection.close()
    with long_statements():
        assert limits() == ["0", "0", "2s"]
    assert deadlines.answer_seconds() is None


def test_options_of_the_address_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "_of_process", ANSWER_S)
    found = deadlines.connection_parameters({"connect_timeout": 5, "options": "-c statement_timeout=9000"})
    assert found["connect_timeout"] == 5
    with BoundedConnection.connect(**{**connection_parameters(), "options": found["options"]}) as other:
        assert other.execute("SHOW statement_timeout").fetchone() == ("9s",)


@pytest.mark.usefixtures("limited")
def test_slow_statement_is_refused_by_the_server_and_the_connection_stays() -> None:
    before = session()
    with pytest.raises(OperationalError, match="statement timeout"):
        run(SLEEP)
    assert session() == before


def test_server_ends_the_statement_of_a_client_that_gave_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "CHECK_CLIENT_MS", 100)
    with BoundedConnection.connect(**connection_parameters()) as other:
        process = other.info.backend_pid
        monkeypatch.setattr(deadlines, "_of_process", ANSWER_S)
        with suppress(NoAnswer):
            other.execute("SELECT pg_sleep(60)")

    def is_gone() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE pid = %s", [process])
            return bool(cursor.fetchone()[0] == 0)

    wait_until(is_gone, "the server ends the statement")
