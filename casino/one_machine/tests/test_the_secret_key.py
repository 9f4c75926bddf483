"""The installation's own key: one for all, whoever starts first."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from casino.installation.data_folder import secret_key


def test_processes_that_start_at_once_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(secret_key, [tmp_path] * 64))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_a_key_that_was_cut_short_is_named_and_not_used(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_text("short")
    with pytest.raises(RuntimeError, match="secret-key: the secret key is cut short"):
        secret_key(tmp_path)
