"""`manage.py with_database` passes on how its module ended."""

from pathlib import Path

import pytest

from testkit.command_line import run_command


@pytest.mark.parametrize(
    ("module", "code", "told"),
    [
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", 137, "brief was killed by SIGKILL"),
        ("raise SystemExit(3)", 3, ""),
    ],
)
def test_killed_module_is_reported_with_its_signal(
    tmp_path: Path, module: str, code: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "brief.py").write_text(module)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    ended = run_command("with_database", "brief")
    assert ended.returncode == code, ended.stderr
    assert told in ended.stderr
