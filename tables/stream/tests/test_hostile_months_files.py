"""A hostile file for attach_month is refused by its hash before it is parsed, and within limits by a forged hash."""

import json
import os
import tracemalloc
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile

import pytest
from django.core.management import CommandError, call_command

from tables.stream import read_feed
from tables.stream.archiving.attaching import attach_month
from tables.stream.archiving.month_file import MonthFileRefused
from tables.stream.tests.conftest import Recorder
from tables.stream.tests.test_months_in_files import LATER, archive, house, no_other_casino
from testkit.stream import change_record

pytestmark = pytest.mark.django_db(transaction=True)

__all__ = ["house", "no_other_casino"]  # fixtures

MIB = 1 << 20


def written(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def replaced(path: Path, name: str, content: bytes, packed: int = ZIP_DEFLATED) -> None:
    """Write the file with another member, whose length the manifest names."""
    with ZipFile(path) as old:
        members = {each: old.read(each) for each in old.namelist()}
    manifest = json.loads(members["manifest.json"])
    if name in manifest["members"]:
        manifest["members"][name]["bytes"] = len(content)
        members["manifest.json"] = json.dumps(manifest).encode()
    with ZipFile(path, "w") as new:
        for each, member in (members | {name: content}).items():
            new.writestr(each, member, packed)


def encrypted(path: Path) -> None:
    content = bytearray(path.read_bytes())
    at = -1
    while (at := content.find(b"PK\x01\x02", at + 1)) >= 0:
        content[at + 8] |= 1
    path.write_bytes(bytes(content))


HOSTILE: dict[str, Callable[[Path], None]] = {
    "garbage": lambda path: written(path, b"garbage"),
    "empty": lambda path: written(path, b""),
    "encrypted": encrypted,
    "other-packing": lambda path: replaced(path, "x", b"", ZIP_BZIP2),
    "long-manifest": lambda path: replaced(path, "manifest.json", b" " * (300 * MIB)),
    "deep-manifest": lambda path: replaced(path, "manifest.json", b"[" * 200_000),
    "odd-manifest": lambda path: replaced(path, "manifest.json", b"[]"),
    "long-line": lambda path: replaced(path, "events.jsonl", b"x" * (200 * MIB)),
    "deep-line": lambda path: replaced(path, "events.jsonl", b"[" * 200_000 + b"\n"),
    "odd-numbers": lambda path: replaced(path, "ids", b"x"),
}


@pytest.fixture(params=HOSTILE)
def hostile(request: pytest.FixtureRequest, house: Recorder, tmp_path: Path) -> Path:
    path = archive(tmp_path)
    HOSTILE[request.param](path)
    return path


@pytest.fixture
def bounded_memory() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < 64 * MIB
    finally:
        tracemalloc.stop()


def test_hostile_months_file_is_refused_by_its_hash_and_within_limits(
    hostile: Path,
    house: Recorder,
    bounded_memory: None,
) -> None:
    before = read_feed(house.casino_id, limit=10_000)
    with pytest.raises(MonthFileRefused, match="is not the file that was written: its SHA-256 should be"):
        attach_month([hostile], now=LATER)
    digest = sha256(hostile.read_bytes()).hexdigest()
    change_record(house.casino_id, f"UPDATE archived_month SET sha256 = '\\x{digest}' WHERE {{casino}}")
    with pytest.raises(MonthFileRefused) as refused:
        attach_month([hostile], now=LATER)
    assert str(refused.value).startswith(str(hostile))
    assert len(str(refused.value)) < 600
    assert read_feed(house.casino_id, limit=10_000) == before


def test_months_file_that_is_no_plain_file_is_refused(house: Recorder, tmp_path: Path) -> None:
    archive(tmp_path)
    os.mkfifo(tmp_path / "fifo")
    for odd in (Path("/dev/zero"), tmp_path / "fifo", tmp_path):
        with pytest.raises(CommandError, match="it is not a plain file"):
            call_command("attach_month", str(odd))
