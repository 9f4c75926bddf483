"""Folders of the embedded parts are closed to other users."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.embedded.data_folder import broker_folders, make_folder


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
