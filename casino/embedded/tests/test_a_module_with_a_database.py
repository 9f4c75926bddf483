"""`manage.py with_database` passes on how its module ended."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings


@pytest.mark.parametrize(
    ("module", "code", "told"),
    [
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", 137, "brief was killed by SIGKILL"),
        ("raise SystemExit(3)", 3, ""),
    ],
)
def test_one_that_was_killed_is_told_as_nobody_else_would(
    tmp_path: Path, module: str, code: int, told: str
) -> None:
    (tmp_path / "brief.py").write_text(module)
    ended = subprocess.run(
        [sys.executable, "manage.py", "with_database", "brief"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "PYTHONPATH": str(tmp_path), "DATABASE_URL": settings.DATABASE_URL},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == code, ended.stderr
    assert told in ended.stderr
