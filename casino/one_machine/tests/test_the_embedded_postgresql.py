"""The embedded PostgreSQL on real data folders: it starts, keeps what it was given, and goes with its owner."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from casino.installation.server_address import (
    APPLICATION,
    OWNER,
    READER,
    cluster_folder,
    socket_folder,
    url,
)
from casino.one_machine import postgres
from casino.one_machine.part import CHECKOUT
from casino.one_machine.server_user import EmbeddedServerRefused
from testkit.databases import temporary_folder


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A data folder for all tests here: making a cluster takes longer than most of them."""
    with temporary_folder() as folder:
        yield folder


@pytest.fixture
def server(folder: Path) -> Iterator[postgres.EmbeddedServer]:
    server = postgres.EmbeddedServer(folder)
    server.ensure_running()
    yield server
    server.stop()


def test_embedded_postgresql_starts_in_version_18(server: postgres.EmbeddedServer) -> None:
    with psycopg.connect(url(server.data)) as connection:
        version = connection.execute("SHOW server_version").fetchone()
    assert version and version[0].startswith("18.")


def test_a_data_folder_in_which_the_superuser_owned_everything_gets_its_roles(
    server: postgres.EmbeddedServer,
) -> None:
    with psycopg.connect(url(server.data), autocommit=True) as superuser:
        superuser.execute("ALTER DATABASE permanence OWNER TO postgres")
        for role in (OWNER, APPLICATION, READER):
            superuser.execute(f"DROP OWNED BY {role}")
            superuser.execute(f"DROP ROLE {role}")
        superuser.execute("CREATE TABLE event (id bigint GENERATED ALWAYS AS IDENTITY, type text)")
        superuser.execute("CREATE TABLE house_board (id serial, said text)")
    server.ensure_running()
    with psycopg.connect(url(server.data, APPLICATION), autocommit=True) as application:
        application.execute("INSERT INTO event (type) VALUES ('number_fell')")
        application.execute("INSERT INTO house_board (said) VALUES ('17')")
        application.execute("UPDATE house_board SET said = '18'")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            application.execute("UPDATE event SET type = 'another'")
    with psycopg.connect(url(server.data, OWNER), autocommit=True) as owner:
        owner.execute("ALTER TABLE event ADD COLUMN more text")
    with psycopg.connect(url(server.data, READER), autocommit=True) as reader:
        assert reader.execute("SELECT type FROM event").fetchall() == [("number_fell",)]


def test_embedded_postgresql_listens_on_no_port_and_admits_its_owner_only(
    server: postgres.EmbeddedServer,
) -> None:
    process = postgres.running_server(server.data)
    assert process and not process.net_connections("inet")
    assert stat.S_IMODE(socket_folder(server.data).stat().st_mode) == 0o700
    assert stat.S_IMODE(cluster_folder(server.data).stat().st_mode) == 0o700


def test_committed_row_survives_kill_9(server: postgres.EmbeddedServer) -> None:
    with psycopg.connect(url(server.data), autocommit=True) as connection:
        connection.execute("CREATE TABLE permanence (number int)")
        connection.execute("INSERT INTO permanence VALUES (17)")
        killed = postgres.running_server(server.data)
        assert killed
        killed.kill()
        postgres.stop(killed)
    after = postgres.EmbeddedServer(server.data)
    after.ensure_running()
    with psycopg.connect(url(server.data)) as connection:
        assert connection.execute("SELECT number FROM permanence").fetchone() == (17,)
    after.stop()


def test_a_pid_file_whose_number_is_another_process_by_now_does_not_stop_it(
    server: postgres.EmbeddedServer,
) -> None:
    server.stop()
    (cluster_folder(server.data) / "postmaster.pid").write_text(
        f"{os.getpid()}\n{server.data}\n1\n5432\n\n\n\nready\n"
    )
    assert postgres.running_server(server.data) is None
    assert server.ensure_running() == url(server.data)


def test_guest_uses_a_running_server_and_leaves_it_running(server: postgres.EmbeddedServer) -> None:
    guest = postgres.EmbeddedServer(server.data)
    guest.ensure_running()
    guest.stop()
    assert postgres.is_ready(server.data)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent died")
def test_server_ends_after_its_owner_is_killed(folder: Path, tmp_path: Path) -> None:
    program = (
        "import os, pathlib, sys\n"
        "from casino.one_machine.postgres import EmbeddedServer\n"
        "EmbeddedServer(*map(pathlib.Path, sys.argv[1:])).ensure_running(); os.kill(os.getpid(), 9)"
    )
    log = tmp_path / "postgresql.log"
    subprocess.run([sys.executable, "-c", program, folder, log], cwd=CHECKOUT, check=False)
    left = postgres.running_server(folder)
    if left is not None:
        assert psutil.wait_procs([left], timeout=60)[0]
    said = log.read_text()
    assert "database system is ready to accept connections" in said
    assert "database system is shut down" in said


def test_a_data_folder_with_a_long_path_gets_its_socket_elsewhere(house_folder: Path) -> None:
    far = house_folder / ("a-long-name" * 10)
    server = postgres.EmbeddedServer(far)
    server.ensure_running()
    assert len(bytes(socket_folder(far))) < 100
    assert postgres.is_ready(far)
    server.stop()
    socket_folder(far).rmdir()


@pytest.mark.skipif(os.geteuid() != 0, reason="only under root does the server run as another user")
def test_under_root_a_private_folder_is_refused_and_stays_private(house_folder: Path) -> None:
    private = house_folder / "home"
    private.mkdir(mode=0o700)
    with pytest.raises(EmbeddedServerRefused, match="PERMANENCE_DATA"):
        postgres.EmbeddedServer(private / "var").ensure_running()
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
