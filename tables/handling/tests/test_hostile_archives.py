"""The verifier for outsiders reads a hostile archive in bounded memory and time, and ends without a traceback."""

import json
import os
import struct
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import pytest

from tables.handling.tests.carried_record import VERIFIER, Carried, two_tables
from tables.stream.merkle.note import SigningKey
from testkit.bounded_run import MORE_MIB, Ended, run_bounded

pytestmark = pytest.mark.django_db(transaction=True)

MIB = 1 << 20
DEEP = b"[" * 200_000 + b"]" * 200_000


@pytest.fixture
def exported(casino_id: int, key: SigningKey, tmp_path: Path) -> Carried:
    carried = two_tables(casino_id, key, tmp_path)
    carried.export()
    return carried


def verify(carried: Carried, *arguments: str, archive: str = "record.zip") -> Ended:
    command: list[str | Path] = [sys.executable, "-I", VERIFIER, archive, "--key", carried.vkey, *arguments]
    return run_bounded(command, carried.folder)


def write(
    carried: Carried,
    changed: Mapping[str, bytes],
    manifest: Mapping[str, Any] | None = None,
    packed: int = ZIP_DEFLATED,
) -> None:
    """Write record.zip with changed members, and with fields of the manifest, None for one that is left out."""
    members = carried.members() | dict(changed)
    if manifest is not None:
        fields = json.loads(members["manifest.json"]) | dict(manifest)
        members["manifest.json"] = json.dumps(fields).encode()
    with ZipFile(carried.folder / "record.zip", "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content, ZIP_STORED if name == "tree/leaves" else packed)


def long_manifest(carried: Carried) -> None:
    write(carried, {"manifest.json": b" " * (1_200 * MIB)})


def long_line(carried: Carried) -> None:
    write(carried, {"events.jsonl": b"x" * (200 * MIB)})
    resize(carried, "events.jsonl", 200 * MIB)


def resize(carried: Carried, name: str, length: int) -> None:
    """Let the manifest name this length of a member."""
    manifest = json.loads(carried.members()["manifest.json"])
    manifest["members"][name]["bytes"] = length
    write(carried, {}, manifest)


def other_packing(carried: Carried) -> None:
    write(carried, {}, packed=ZIP_BZIP2)


def encrypted(carried: Carried) -> None:
    """Set the bit of encryption in every entry of the directory."""
    file = carried.folder / "record.zip"
    content = bytearray(file.read_bytes())
    at = -1
    while (at := content.find(b"PK\x01\x02", at + 1)) >= 0:
        content[at + 8] |= 1
    file.write_bytes(bytes(content))


def shared_bytes(carried: Carried) -> None:
    """Twenty thousand entries of the directory with the same packed bytes: 40 GB from 2 MB."""
    file = carried.folder / "record.zip"
    write(carried, {"bomb": b"\0" * (2 * MIB)})
    with ZipFile(file, "a") as archive:
        info = archive.getinfo("bomb")
        for number in range(20_000):
            twin = ZipInfo(f"b{number}")
            for field in ("header_offset", "compress_size", "file_size", "CRC", "compress_type"):
                setattr(twin, field, getattr(info, field))
            archive.filelist.append(twin)
            archive.NameToInfo[twin.filename] = twin
        archive._didModify = True  # type: ignore[attr-defined]  # so that the directory is written


def long_directory(carried: Carried) -> None:
    with ZipFile(carried.folder / "record.zip", "a") as archive:
        for number in range(60_000):
            archive.writestr(f"{number:060}", b"")


def false_length_of_directory(carried: Carried) -> None:
    file = carried.folder / "record.zip"
    content = file.read_bytes() + b"\0" * (8 * MIB)
    end = content.rfind(b"PK\x05\x06")
    tail = bytearray(content[end : end + 22])
    struct.pack_into("<L", tail, 12, 8 * MIB)
    file.write_bytes(content[:end] + b"\0" * (8 * MIB) + bytes(tail))


UNREADABLE: tuple[Callable[[Carried], None], ...] = (
    long_manifest,
    long_line,
    other_packing,
    encrypted,
    shared_bytes,
    long_directory,
    false_length_of_directory,
)


def baseline_mib(carried: Carried) -> int:
    ended = verify(carried)
    assert ended.code == 0, ended.printed
    return ended.peak_mib


@pytest.mark.parametrize("alter", UNREADABLE)
def test_archive_beyond_a_limit_is_not_read(exported: Carried, alter: Callable[[Carried], None]) -> None:
    baseline = baseline_mib(exported)
    alter(exported)
    ended = verify(exported)
    assert ended.code == 2, ended.printed[-2_000:]
    assert ended.printed.startswith("cannot be checked: ")
    assert len(ended.printed.splitlines()) == 1
    assert len(ended.printed) < 500
    assert ended.peak_mib < baseline + MORE_MIB


ODD = (
    b"",
    b"null\n",
    b"1\n",
    b'"x"\n',
    b"[]\n",
    b"[[]]\n",
    b"{}\n",
    b"9" * 5_000,
    DEEP,
    b"\xff\n",
    b'"\\ud800"\n',
)


@pytest.mark.parametrize(
    "member",
    ["manifest.json", "events.jsonl", "chains.jsonl", "tree/edges.json", "checkpoints.jsonl", "proofs.jsonl",
     "openings.jsonl", "elsewhere.json", "tree/leaves"],
)  # fmt: skip
def test_odd_member_is_not_taken_for_whole(exported: Carried, member: str) -> None:
    (exported.folder / "record.zip").unlink()
    exported.export("record.zip", "--from", str(exported.sizes[0] + 1))
    of_month = {"month": 203105} if member == "elsewhere.json" else {}
    true = exported.members()
    baseline = baseline_mib(exported)
    for content in ODD:
        if content == true.get(member):
            continue
        write(exported, {member: content}, of_month or None)
        ended = verify(exported, "--numbers")
        assert ended.code in (1, 2), (content[:20], ended.printed[-2_000:])
        assert "Traceback" not in ended.printed, content[:20]
        assert ended.peak_mib < baseline + MORE_MIB
        write(exported, true)


FIELDS = ("format", "first", "last", "covered_by", "origin", "members", "month", "first_day")
VALUES: tuple[Any, ...] = (
    None,
    [],
    {},
    "",
    "x",
    -1,
    0,
    1 << 70,
    1.5,
    True,
    {"events.jsonl": None},
    {"events.jsonl": {"bytes": "x"}},
)


@pytest.mark.parametrize("field", FIELDS)
def test_odd_field_of_the_manifest_ends_without_a_traceback(exported: Carried, field: str) -> None:
    for value in VALUES:
        write(exported, {}, {field: value})
        ended = verify(exported)
        assert ended.code in ((0, 1, 2) if field in ("month", "first_day") else (1, 2)), (
            value,
            ended.printed,
        )
        assert "Traceback" not in ended.printed, value


EDGES = (
    '{"before":[{"height":1000000000000,"hash":"00"}],"after":[]}',
    '{"before":[{"height":-1,"hash":"00"}],"after":[]}',
    '{"before":[{"height":"x","hash":"00"}],"after":[]}',
    '{"before":[{"height":3,"hash":"zz"}],"after":[]}',
    '{"before":{},"after":1}',
)


def test_odd_edges_of_the_tree_end_without_a_traceback(exported: Carried) -> None:
    for edges in EDGES:
        exported.rewrite(edges=edges.encode())
        ended = verify(exported)
        assert ended.code == 1, ended.printed
        assert "Traceback" not in ended.printed


def test_archive_or_checkpoint_that_is_no_plain_file_ends_with_2(exported: Carried) -> None:
    os.mkfifo(exported.folder / "fifo")
    large = exported.folder / "large"
    with large.open("wb") as file:
        file.truncate(1 << 40)
    for odd in ("/dev/zero", "fifo", "kept", "nowhere"):
        ended = verify(exported, archive=odd)
        assert (ended.code, ended.printed.startswith("cannot be checked: ")) == (2, True), ended.printed
    for odd in ("/dev/zero", "fifo", "large", "nowhere"):
        ended = verify(exported, "--checkpoint", odd)
        assert (ended.code, ended.printed.startswith("cannot be checked: ")) == (2, True), ended.printed
