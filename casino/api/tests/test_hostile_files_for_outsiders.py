"""repeat_draw.py and verify_proof.py with hostile files: bounded memory, no traceback, 2 if nothing was read."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from testkit.bounded_run import MORE_MIB, Ended, run_bounded

EXAMPLES = Path(__file__).resolve().parents[3] / "docs/examples"
VKEY = "casino.example/permanence/casino/1+00000000+AQ=="
MIB = 1 << 20
DRAW: dict[str, Any] = {
    "format": "permanence-draw/1",
    "day": "2031-05-17",
    "status": "revealed",
    "seed": "00",
    "words": "",
    "commitment": "",
    "tables": [],
    "tables_to_draw": 1,
    "candidates": [{"table": "T1", "weight": 1, "inspections": 0}],
}


def draw(**changed: Any) -> bytes:
    return json.dumps(DRAW | changed).encode()


CONTENTS = {
    "empty": b"",
    "deep": b"[" * MIB,
    "deep-objects": b'{"draws":' * 100_000,
    "long-number": b'{"draws":' + b"9" * 5_000 + b"}",
    "list": b"[]",
    "text": b'"x"',
    "not-utf-8": b"\xff",
    "large": b" " * (64 * MIB),
    "heavy": draw(candidates=[{"table": "T1", "weight": 1 << 600, "inspections": 0}]),
    "many-candidates": draw(candidates=[{"table": "T", "weight": 1, "inspections": 0}] * 50_000),
    "many-drawn": draw(tables_to_draw=10**9),
    "odd-candidate": draw(candidates=[1]),
    "odd-tables": draw(tables=1),
    "no-status": b'{"format":"permanence-draw/1","day":"2031-05-17"}',
    "surrogate": draw(words="\ud800"),
}


def run(program: str, *arguments: str | Path, folder: Path) -> Ended:
    command: list[str | Path] = [sys.executable, "-I", EXAMPLES / program, *arguments]
    ended = run_bounded(command, folder)
    assert "Traceback" not in ended.printed, ended.printed
    assert len(ended.printed) < 1_000
    assert ended.peak_mib < MORE_MIB
    return ended


@pytest.mark.parametrize("name", CONTENTS)
def test_hostile_draw_ends_with_2(name: str, tmp_path: Path) -> None:
    path = tmp_path / "draw.json"
    path.write_bytes(CONTENTS[name])
    assert run("repeat_draw.py", path, folder=tmp_path).code == 2


@pytest.mark.parametrize("name", CONTENTS)
def test_hostile_proof_is_not_taken_for_right(name: str, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_bytes(CONTENTS[name])
    assert run("verify_proof.py", "--vkey", VKEY, path, folder=tmp_path).code in (1, 2)


@pytest.mark.parametrize("odd", ["/dev/zero", "fifo", ".", "missing"])
def test_file_that_is_no_plain_file_ends_with_2(odd: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    assert run("repeat_draw.py", odd, folder=tmp_path).code == 2
    assert run("verify_proof.py", "--vkey", VKEY, odd, folder=tmp_path).code == 2
