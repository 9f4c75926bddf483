"""The key of the checkpoints is for the sequencer's user: a file that others can read signs nothing."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from tables.stream.merkle.house_key import KeyRefused, house_key
from tables.stream.merkle.note import SigningKey


@pytest.fixture
def no_key(settings: Settings, tmp_path: Path) -> Path:
    """Where the key would lie in a house that has none yet."""
    settings.CHECKPOINT_KEY = ""
    file = tmp_path / "checkpoint-key"
    settings.CHECKPOINT_KEY_FILE = file
    return file


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_a_key_that_others_can_read_signs_nothing_until_it_is_closed(
    no_key: Path, key: SigningKey, mode: int
) -> None:
    no_key.write_text(key.secret_text())
    no_key.chmod(mode)
    with pytest.raises(
        KeyRefused, match=f"open to others .mode 0{mode:o}., who could sign as the house: chmod 600 "
    ):
        house_key()
    printed = io.StringIO()
    call_command("make_checkpoint_key", "--if-missing", stdout=printed)
    assert "was open to others and is closed now: make another key" in printed.getvalue()
    assert no_key.stat().st_mode & 0o777 == 0o600
    assert house_key() == key


@contextmanager
def another_user(path: Path) -> Iterator[None]:
    """This process as somebody who does not own the file; an owner without rights is no better off."""
    if os.geteuid() == 0:
        os.seteuid(65534)
    else:
        path.chmod(0)
    try:
        yield
    finally:
        if os.getuid() == 0:
            os.seteuid(0)


def test_a_key_that_this_user_cannot_read_is_the_sealers(no_key: Path, key: SigningKey) -> None:
    no_key.write_text(key.secret_text())
    no_key.chmod(0o600)
    with another_user(no_key), pytest.raises(KeyRefused, match="run this as the sealer's user"):
        house_key()
