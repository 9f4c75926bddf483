"""A hostile file for `house` or `settle` ends with one message: no traceback, no wait, and nothing stored."""

import json
import os
import tracemalloc
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from casino.casino_file.tests.test_house_file import BY
from casino.people.models import Person
from tables.handling.registers import register_casino
from tables.stream.models import Event
from testkit.command_line import Ended, run_command
from testkit.hostile_toml import HOSTILE
from testkit.play import NOON

MIB = 1 << 20


@pytest.fixture
def here(db: None) -> Iterator[int]:
    """A casino in which nothing may change."""
    casino_id = register_casino({"name": "Here", "time_zone": "Europe/Rome"}, by=BY, now=NOON).pk
    before = Event.objects.filter(casino_id=casino_id).count()
    yield casino_id
    assert Event.objects.filter(casino_id=casino_id).count() == before
    assert not Person.objects.filter(casino_id=casino_id).exists()


@pytest.fixture(autouse=True)
def bounded_memory() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < 256 * MIB
    finally:
        tracemalloc.stop()


def house(*arguments: str | Path, casino: int) -> Ended:
    """Run `manage.py house` over the connection of the test."""
    out = StringIO()
    try:
        call_command("house", *map(str, arguments), "--casino", str(casino), stdout=out)
    except CommandError as refused:
        return Ended(refused.returncode, out.getvalue(), f"{refused}\n")
    return Ended(0, out.getvalue(), "")


def assert_one_message(ended: Ended) -> None:
    assert ended.returncode in (1, 2), ended
    assert ended.stdout == ""
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert len(ended.stderr) < 600


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_casino_file_is_refused(name: str, here: int, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(HOSTILE[name])
    assert_one_message(house("load", path, "--check", casino=here))


HEAD = b"name,sign_in,role,language\n"
STAFF = {
    "long-line": HEAD + b"x" * (200 * MIB),
    "long-cell": HEAD + b"x" * 200_000 + b",a,b,c\n",
    "open-quote": HEAD + b'"' + b"x\n" * 200_000,
    "nul": HEAD + b"\0",
    "many-lines": HEAD + b"\n" * 900_000,
    "many-cells": HEAD + b"," * 900_000,
    "not-utf-8": HEAD + b"\xff",
    "empty": b"",
}


@pytest.mark.parametrize("name", STAFF)
def test_hostile_list_of_staff_is_refused(name: str, here: int, tmp_path: Path) -> None:
    path = tmp_path / "staff.csv"
    path.write_bytes(STAFF[name])
    ended = house("load-staff", path, casino=here)
    if name in ("many-lines", "many-cells"):  # empty lines are no people
        assert ended.stdout == "0 engaged, 0 changed\n"
    else:
        assert_one_message(ended)


@pytest.mark.parametrize("part", ["load", "load-staff"])
@pytest.mark.parametrize("odd", ["device", "fifo", "folder", "large", "missing", "nul"])
def test_file_that_is_no_plain_file_of_bounded_size_is_refused(
    part: str, odd: str, here: int, tmp_path: Path
) -> None:
    path = tmp_path / "odd"
    match odd:
        case "device":
            path = Path("/dev/zero")
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "large":
            with path.open("wb") as file:
                file.truncate(1 << 40)
        case "nul":
            path = Path("odd\0")
    assert_one_message(house(part, path, casino=here))


REQUESTS = {
    "large": b"[" + b"1," * MIB,
    "deep": b"[" * 400_000,
    "long-number": b'{"coups":' + b"9" * 5_000 + b"}",
    "not-utf-8": b"\xff",
    "empty": b"",
}


@pytest.mark.parametrize("name", REQUESTS)
def test_hostile_request_to_settle_is_one_problem(name: str) -> None:
    ended = run_command("settle", "it-venezia", stdin=REQUESTS[name])
    assert (ended.returncode, ended.stdout) == (2, "")
    problem = json.loads(ended.stderr)
    assert problem["type"].startswith("urn:permanence:problem:")
    assert len(ended.stderr) < 1_000


def test_folder_of_hostile_rulebooks_is_checked_to_its_end(tmp_path: Path) -> None:
    for name, content in HOSTILE.items():
        (tmp_path / f"{name}.toml").write_bytes(content)
    os.mkfifo(tmp_path / "fifo.toml")
    (tmp_path / "device.toml").symlink_to("/dev/zero")
    ended = run_command("rulebook", "check", str(tmp_path))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert len(ended.stderr.splitlines()) == len(HOSTILE) + 2


def test_hostile_checkpoint_is_refused_in_one_line(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "deep").write_bytes(b'{"note":' + b"[" * 60_000)
    (tmp_path / "large").write_bytes(b"x" * MIB)
    for path in ("/dev/zero", *map(str, tmp_path.iterdir())):
        assert_one_message(run_command("verify_record", "--checkpoint", path))


@pytest.mark.parametrize("note", [b"x" * MIB, b"\xff", b""])
def test_hostile_note_of_a_witness_is_refused_in_one_line(note: bytes) -> None:
    assert_one_message(run_command("add_witness_signatures", "--casino", "1", stdin=note))
