"""Two PostgreSQL clusters for a test of failover: a primary, and a standby that has all that is acknowledged.

Clients reach each through a network path of its own, which can be cut off without a reset (`tcp_proxy.py`).
"""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import psycopg
from django.conf import settings
from psycopg.rows import tuple_row

from casino.installation.server_address import SUPERUSER, socket_folder
from casino.one_machine.lifeline import dies_with_parent
from casino.one_machine.ports import free_port
from casino.one_machine.postgres import start
from casino.one_machine.server_user import server_owner, server_programs
from testkit.stream import wait_until

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
    "timezone": "UTC",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "on",
}
"""Settings without protection against a power cut: a killed server leaves its writes to the kernel."""


EMPTY = """
DO $$
BEGIN
    EXECUTE (
        SELECT 'TRUNCATE ' || string_agg(oid::regclass::text, ', ')
        FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND relname NOT IN ('django_migrations', 'django_content_type', 'auth_permission', 'month_floor')
    );
END
$$
"""


class Cluster:
    """One cluster in `folder`, and the path by which clients reach it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.path_port = free_port()
        self._server: subprocess.Popen[bytes] | None = None
        self._path: subprocess.Popen[bytes] | None = None

    def copy(self, source: str) -> None:
        """Make this cluster a copy of the running server at this connection string."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(mode=0o700)
        owner = server_owner()
        owner.own(self.folder)
        command = [_program("pg_basebackup"), "--pgdata", str(self.folder), "--checkpoint=fast", "--no-sync"]
        subprocess.run(
            [*command, "--dbname", source],
            check=True,
            cwd="/",
            capture_output=True,
            user=owner.uid,
            group=owner.gid,
            extra_groups=owner.extra_groups,
        )

    def start(self, **more: str) -> None:
        """Start the server and the path to it, and wait until it takes connections."""
        options = {**SETTINGS, "port": str(self.port), **more}
        arguments = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "server.log").open("ab") as log:
            self._server = start([_program("postgres"), "-D", str(self.folder), *arguments], log)
        self._path = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("tcp_proxy.py"), str(self.path_port), str(self.port)],
            preexec_fn=dies_with_parent(signal.SIGKILL),  # noqa: PLW1509  one system call, no Python lock
        )
        wait_until(lambda: self._answers(self.port) and self._answers(self.path_port), "the cluster answers")

    def source(self, database: str = "postgres") -> str:
        """The connection string of the superuser."""
        return f"host=127.0.0.1 port={self.port} user={SUPERUSER} dbname={database}"

    def ask(self, statement: str, database: str = "postgres", *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(
            self.source(database), autocommit=True, connect_timeout=3, row_factory=tuple_row
        ) as connection:
            found = connection.execute(statement, values)
            return list(found.fetchall()) if found.description else []

    def empty(self, database: str) -> None:
        """Remove every row that other tests left in the database, those of the record too."""
        with psycopg.connect(self.source(database), autocommit=True) as connection:
            connection.execute(
                "SET session_replication_role = replica"
            )  # the guards of the record do not fire
            connection.execute(EMPTY)

    def kill(self) -> None:
        """End every process of the server at once, and the path to it."""
        _signal(self._processes(), signal.SIGKILL)
        if self._server is not None:
            self._server.wait()
            self._server = None
        if self._path is not None:
            self._path.kill()
            self._path.wait()
            self._path = None

    def freeze(self) -> None:
        """Stop every process of the server: its kernel still accepts connections, and nothing answers."""
        _signal(self._processes(), signal.SIGSTOP)

    def cut_off(self) -> None:
        """Carry nothing any more between the clients and the server, without a reset."""
        assert self._path is not None
        self._path.send_signal(signal.SIGSTOP)

    def _answers(self, port: int) -> bool:
        with suppress(psycopg.OperationalError):
            psycopg.connect(f"host=127.0.0.1 port={port} user={SUPERUSER} dbname=postgres").close()
            return True
        return False

    def _processes(self) -> list[psutil.Process]:
        """The postmaster first: it starts no further process then."""
        if self._server is None:
            return []
        postmaster = psutil.Process(self._server.pid)
        return [postmaster, *postmaster.children(recursive=True)]


class Pair:
    """A primary and its synchronous standby, the first one a copy of the server of the tests."""

    def __init__(self, folder: Path) -> None:
        """Start both in `folder`, which the server's own user can walk into."""
        self.primary, self.standby = Cluster(folder / "a"), Cluster(folder / "b")
        self.primary.copy(f"host={socket_folder(settings.DATA_DIR)} user={SUPERUSER} dbname=postgres")
        self.primary.start()
        self._follow()

    def url(self, database: str, role: str) -> str:
        """The address for clients: both clusters, and the one that can be written to."""
        hosts = ",".join(f"127.0.0.1:{each.path_port}" for each in (self.primary, self.standby))
        return f"postgres://{role}@{hosts}/{database}?target_session_attrs=read-write"

    def promote(self) -> None:
        """Let the standby be the primary, and return once it takes writes. The old primary is fenced by its fault."""
        self.standby.ask("SELECT pg_promote()")
        wait_until(
            lambda: self.standby.ask("SELECT pg_is_in_recovery()") == [(False,)], "the standby is promoted"
        )
        self.primary, self.standby = self.standby, self.primary

    def renew_standby(self) -> None:
        """End the old primary for good, and begin it again as the standby of the new one."""
        self.standby.kill()
        self._follow()

    def kill(self) -> None:
        for cluster in (self.primary, self.standby):
            cluster.kill()

    def _follow(self) -> None:
        self.standby.copy(self.primary.source())
        (self.standby.folder / "standby.signal").touch()
        self.standby.start(primary_conninfo=f"{self.primary.source()} application_name=standby")
        self.primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.ask("SELECT pg_reload_conf()")
        wait_until(
            lambda: self.primary.ask("SELECT sync_state FROM pg_stat_replication") == [("sync",)],
            "the standby has all that is acknowledged",
        )


def _program(name: str) -> str:
    return str(server_programs(settings.DATA_DIR) / name)


def _signal(processes: Iterable[psutil.Process], number: signal.Signals) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.send_signal(number)
