"""Folders of the embedded parts are closed to other users."""

import io
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management.base import CommandError

from casino.installation.data_folder import (
    DataFolderOpen,
    broker_folders,
    close_to_others,
    make_folder,
    secret_key,
)
from casino.one_machine.console import Console
from casino.one_machine.management.commands.run_house import _close_to_others
from tables.wheels.spool import Spool
from testkit.another_user import as_another_user


@pytest.fixture(params=[0o022, 0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    """The umask of a process that begins in a shell, and of one that begins as a service."""
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(folder: Path) -> int:
    return stat.S_IMODE(folder.stat().st_mode)


@pytest.mark.usefixtures("umask")
def test_data_folder_is_unreadable_for_others_under_any_umask(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "above" / "data")
    # Under root the embedded PostgreSQL, another user, walks through both.
    expected = 0o711 if os.geteuid() == 0 else 0o700
    assert [mode(folder), mode(folder.parent)] == [expected, expected]


@pytest.mark.usefixtures("umask")
def test_broker_folders_that_were_open_are_closed(tmp_path: Path) -> None:
    folders = [tmp_path / "celery", *(tmp_path / "celery" / name for name in ("queue", "control"))]
    for folder in folders:
        folder.mkdir()
        folder.chmod(0o755)
    broker_folders(tmp_path)
    assert [mode(folder) for folder in (*folders, tmp_path / "celery" / "dead-letters")] == [0o700] * 4


LOCK = """
try:
    with pathlib.Path(sys.argv[1]).open() as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    print("locked")
except OSError as error:
    print(errno.errorcode[error.errno])
"""


def left_open(folder: Path) -> Path:
    """Make a data folder as an older version did under umask 022."""
    folder.mkdir()
    for name in ("celery", "wheels"):
        (folder / name).mkdir()
        (folder / name).chmod(0o755)
    secret_key(folder)
    for name in ("house.lock", "secret-key", "notes-of-somebody.txt"):
        (folder / name).touch()
        (folder / name).chmod(0o644)
    folder.chmod(0o755)
    return folder


def test_open_files_of_an_older_version_are_closed_to_others(tmp_path: Path) -> None:
    folder = left_open(tmp_path / "data")
    changed = close_to_others(folder)
    assert {place.name for place in changed} == {"celery", "wheels", "house.lock", "secret-key"}
    walked = 0o711 if os.geteuid() == 0 else 0o700
    assert [mode(folder / "house.lock"), mode(folder / "secret-key"), mode(folder / "wheels")] == [
        0o600,
        0o600,
        walked,
    ]
    assert mode(folder / "notes-of-somebody.txt") == 0o644
    assert close_to_others(folder) == []


def test_run_house_names_what_it_closes_once(tmp_path: Path) -> None:
    folder, said = left_open(tmp_path / "data"), io.StringIO()
    for _ in range(2):
        _close_to_others(folder, Console(said, width=5))
    assert said.getvalue().splitlines() == [
        f"house | open to other users in {folder} until now, and closed: celery, house.lock, secret-key, wheels",
        f"house | others could read {folder}/secret-key: delete it, and the next start makes another",
    ]
    folder.chmod(0o777)
    with pytest.raises(CommandError, match="Other users can write"):
        _close_to_others(folder, Console(said))


def test_data_folder_in_which_others_can_write_is_refused(tmp_path: Path) -> None:
    folder = left_open(tmp_path / "data")
    folder.chmod(0o777)
    with pytest.raises(DataFolderOpen, match=f"chmod go-w {folder}"):
        close_to_others(folder)


@pytest.fixture
def reachable(tmp_path: Path) -> Path:
    """A folder down to which every user can walk."""
    for folder in (tmp_path, *tmp_path.parents):
        if folder == Path(tempfile.gettempdir()):
            break
        folder.chmod(0o711)
    return tmp_path


def test_another_user_cannot_lock_the_house(reachable: Path) -> None:
    folder = left_open(reachable / "data")
    assert as_another_user(LOCK, str(folder / "house.lock")) == "locked"
    close_to_others(folder)
    assert as_another_user(LOCK, str(folder / "house.lock")) == "EACCES"


def test_another_user_cannot_lock_the_spool(reachable: Path) -> None:
    (reachable / "wheels").mkdir()
    (reachable / "wheels").chmod(0o755)
    spool = Spool(reachable / "wheels" / "spool.sqlite3")
    try:
        files = sorted(spool.path.parent.iterdir())
        assert {file.name.removeprefix("spool.sqlite3") for file in files} == {"", ".lock", "-shm", "-wal"}
        assert {as_another_user(LOCK, str(file)) for file in files} == {"EACCES"}
    finally:
        spool.close()
