"""A month leaves the database in a file, can be read and checked there, and comes back the same."""

import io
import json
import os
import subprocess
import sys
import zipfile
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from tables.stream import (
    ANY,
    ConcurrencyError,
    MonthArchived,
    NewEvent,
    append,
    read_feed,
    read_stream,
    read_types,
)
from tables.stream.archiving import archiving, attaching
from tables.stream.archiving.archiving import MonthRefused, archive_month
from tables.stream.archiving.attaching import attach_month
from tables.stream.archiving.month_file import MonthFileRefused
from tables.stream.archiving.months import archived_months, month_of
from tables.stream.archiving.packing import pack_months
from tables.stream.chain import verify_chain
from tables.stream.database import Statement, run
from tables.stream.errors import StreamError
from tables.stream.merkle.checking import TreeFault, TreeWhole, verify_tree
from tables.stream.merkle.checkpoints import own_key
from tables.stream.merkle.note import SigningKey
from tables.stream.merkle.proofs import find_event, prove_inclusion
from tables.stream.merkle.rfc6962 import leaf_hash, verify_inclusion
from tables.stream.rebuilding import rebuild
from tables.stream.tests.changed_record import at, verify
from tables.stream.tests.conftest import InlineTally, Recorder
from testkit.stream import change_record, checkpoint_now, forget_months

pytestmark = pytest.mark.django_db(transaction=True)

VERIFIER = Path(__file__).resolve().parents[3] / "docs/examples/verify_record.py"
MARCH, APRIL = "table/T1/2025-03-31", "table/T1/2025-04-01"
OTHER = "table/T2/2025-03-14"
LASTING = "register/table/T1"
NOW = datetime(2025, 4, 1, 4, 0, tzinfo=UTC)
LATER = datetime(2025, 6, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def no_other_casino(db: None) -> None:
    """A month leaves the database for every casino: what other tests recorded in these is out of the way."""
    forget_months(202503, 202504)


@pytest.fixture
def house(record: Recorder, key: SigningKey) -> Recorder:
    """Two days of March and one of April, with what lasts between them: 540 events under two checkpoints, 512 of them
    in full tiles, 200 of them of March."""
    for _ in range(4):
        record(MARCH, *range(10), now=NOW)
        record(OTHER, *range(20), now=NOW)
        record(LASTING, *range(10), now=NOW)
    checkpoint_now(record.casino_id, key)
    for each in range(5):
        record(APRIL, *range(20), now=NOW)
        if each < 4:
            record(MARCH, *range(20), now=NOW)
        record(LASTING, *range(40), now=NOW)
    checkpoint_now(record.casino_id, key)
    return record


def no_rulebooks(casino_id: int) -> Any:
    return lambda streams: []


def archive(folder: Path) -> Path:
    (done,) = archive_month(202503, folder, now=LATER, rulebooks=no_rulebooks)
    return folder / done.file


def everything(casino_id: int) -> list[Any]:
    """All that the record has of a casino, but for xid."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT position, event.id, event.month, stream_id, version, event_id, event.type, data::text,"
            " metadata::text, occurred_at, recorded_at, prev_hash::text, hash::text FROM event"
            " JOIN sealed_event AS sealed"
            " ON sealed.casino_id = event.casino_id AND sealed.event = event.id AND sealed.month = event.month"
            " WHERE event.casino_id = %s ORDER BY position",
            [casino_id],
        )
        rows: list[Any] = cursor.fetchall()
        return rows


@pytest.mark.servers
def test_a_month_lies_in_its_file_and_comes_back_the_same(
    house: Recorder, tmp_path: Path, key: SigningKey
) -> None:
    casino, before, feed = (
        house.casino_id,
        everything(house.casino_id),
        read_feed(house.casino_id, limit=10_000),
    )
    whole = verify_tree(casino)
    path = archive(tmp_path)
    assert {event.stream_id for event in read_feed(casino, limit=10_000)} == {APRIL, LASTING}
    assert verify_tree(casino) == TreeWhole(whole.events, 2, whole.events, 0, 200)  # type: ignore[union-attr]
    assert verify_chain(casino, APRIL) is verify_chain(casino, LASTING) is None
    # The house goes on meanwhile.
    house(APRIL, 7, now=NOW)
    checkpoint_now(casino, key)
    attach_month([path], now=LATER)
    assert everything(casino)[: len(before)] == before
    assert read_feed(casino, limit=10_000)[: len(feed)] == feed
    assert verify_tree(casino) == TreeWhole(whole.events + 1, 3, whole.events + 1)  # type: ignore[union-attr]
    assert [verify_chain(casino, stream) for stream in (MARCH, OTHER, APRIL)] == [None] * 3
    house(MARCH, 8, now=NOW)
    with connection.cursor() as cursor, pytest.raises(Exception, match="append-only"):
        cursor.execute("DELETE FROM record.event_202503")


def test_month_comes_back_in_short_transactions(
    house: Recorder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = archive(tmp_path)
    monkeypatch.setattr(attaching, "BATCH", 50)
    notices: list[str] = []
    connection.ensure_connection()
    session = connection.connection
    with connection.cursor() as cursor:
        cursor.execute("SET client_min_messages = debug1")
    session.add_notice_handler(lambda each: notices.append(each.message_primary or ""))
    attach_month([path], now=LATER)
    connection.close()
    with connection.cursor() as cursor:
        for kind in ("event", "sealed_event"):
            cursor.execute(f"SELECT count(*) FROM record.{kind}_202503 GROUP BY xmin::text")
            assert [rows for (rows,) in cursor.fetchall()] == [50] * 4
            # So the server does not read the events again while everybody waits for it.
            part = f'"{kind}_202503"'
            assert f"partition constraint for table {part} is implied by existing constraints" in notices
        cursor.execute("SELECT count(*) FROM pg_constraint WHERE conname = 'of_month'")
        assert cursor.fetchone() == (0,)


def test_month_that_does_not_come_back_leaves_no_tables(
    house: Recorder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = archive(tmp_path)

    def broken(event: Any, month: int) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(attaching, "_row", broken)
    with pytest.raises(KeyboardInterrupt):
        attach_month([path], now=LATER)
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('record.event_202503_back')")
        assert cursor.fetchone() == (None,)


def test_an_archived_event_is_proven_by_the_tree_that_stayed(
    house: Recorder, tmp_path: Path, key: SigningKey
) -> None:
    event = next(each for each in read_feed(house.casino_id) if each.stream_id == OTHER)
    stored = find_event(house.casino_id, event.event_id)
    archive(tmp_path)
    assert find_event(house.casino_id, event.event_id) is None
    newest = checkpoint_now(house.casino_id, key)
    assert stored is not None
    assert stored.position is not None
    path = prove_inclusion(newest, stored.position)
    verify_inclusion(leaf_hash(stored.hash), stored.position - 1, newest.size, path, newest.root)


@pytest.mark.servers
def test_archived_month_is_refused_to_readers(house: Recorder, tmp_path: Path) -> None:
    path = archive(tmp_path)
    casino = house.casino_id
    gone = (
        f"The record of 2025-03 is archived, in the file {path.name}; manage.py attach_month brings it back"
    )
    for read in (
        lambda: read_stream(casino, MARCH),
        lambda: read_types(casino, [APRIL, MARCH], ["counted"]),
        lambda: house(MARCH, 1, expected_version=120, now=NOW),
    ):
        with pytest.raises(MonthArchived) as refused:
            read()
        assert str(refused.value) == gone
    # Nor is a day begun anew, in the month or beside it.
    with pytest.raises(MonthArchived):
        house("table/T3/2025-03-02", 1, expected_version=0, now=NOW)
    # A day of a month that is there, and of one that has not rested, is empty and no more.
    assert read_stream(casino, "table/T3/2025-04-02") == []
    assert read_types(casino, ["table/T3/2025-04-02"], ["counted"]) == []


def test_rows_of_archived_months_are_not_rebuilt_away(
    inline_tally: InlineTally, house: Recorder, tmp_path: Path
) -> None:
    archive(tmp_path)
    with pytest.raises(MonthArchived):
        rebuild(inline_tally.name, house.casino_id)


def checked(path: Path, key: SigningKey, casino_id: int) -> dict[str, Any]:
    """What the verifier says, run where the platform is not."""
    vkey = str(own_key(key, casino_id).verifier)
    ended = subprocess.run(
        [sys.executable, "-I", VERIFIER, path.name, "--key", vkey, "--json"],
        cwd=path.parent,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"]},
    )
    said: dict[str, Any] = json.loads(ended.stdout)
    return said


def test_the_file_is_checked_without_the_platform(house: Recorder, tmp_path: Path, key: SigningKey) -> None:
    path = archive(tmp_path)
    said = checked(path, key, house.casino_id)
    assert said["faults"] == []
    assert said["checked"][0].startswith("200 events are as they were signed")
    assert said["not_asked"][0].startswith("the content of 240 positions between the events")
    open_days = (
        "the end of T1 2025-03-31: the day is not closed",
        "the rulebook of T1 2025-03-31",
    )
    for gap in open_days:
        assert any(line.startswith(gap) for line in said["not_verified"]), said["not_verified"]
    assert (said["ok"], said["exit_code"]) == (False, 2)


def rewritten(path: Path, **members: bytes) -> None:
    """The file written anew with other members, its manifest made to fit."""
    with zipfile.ZipFile(path) as old:
        content = {name: old.read(name) for name in old.namelist()}
    named = {name.partition(".")[0].rpartition("/")[2]: name for name in content}
    content |= {named[name]: member for name, member in members.items()}
    with zipfile.ZipFile(path, "w") as new:
        for name, member in content.items():
            new.writestr(name, member)


def altered(path: Path, how: str) -> None:
    with zipfile.ZipFile(path) as old:
        events = old.read("events.jsonl")
    lines = events.splitlines(keepends=True)
    full = [place for place, line in enumerate(lines) if line != b"\n"]
    place = full[50]
    match how:
        case "a byte changed":
            lines[place] = lines[place].replace(b'"amount":', b'"amount":9')
        case "an event taken out":
            lines[place] = b"\n"
        case "two in each other's place":
            lines[place], lines[full[51]] = lines[full[51]], lines[place]
        case "an event added":
            lines.insert(place, lines[place])
        case "the end cut off":
            lines = lines[:place]
    rewritten(path, events=b"".join(lines))


@pytest.mark.parametrize(
    "how",
    [
        "a byte changed",
        "an event taken out",
        "two in each other's place",
        "an event added",
        "the end cut off",
    ],
)
def test_a_months_file_that_was_altered_is_found_and_brings_nothing_back(
    house: Recorder, tmp_path: Path, key: SigningKey, how: str
) -> None:
    path = archive(tmp_path)
    altered(path, how)
    said = checked(path, key, house.casino_id)
    assert said["ok"] is False
    with zipfile.ZipFile(path) as file:
        first = json.loads(file.read("manifest.json"))["first"]
    position = said["faults"][0]["position"]
    assert position is not None
    assert position > first
    with pytest.raises(MonthFileRefused, match="is not the file that was written: its SHA-256 should be"):
        attach_month([path], now=LATER)
    # Nor by who has changed what the database says of the file.
    digest = sha256(path.read_bytes()).hexdigest()
    change_record(house.casino_id, f"UPDATE archived_month SET sha256 = '\\x{digest}' WHERE {{casino}}")
    with pytest.raises(StreamError) as refused:
        attach_month([path], now=LATER)
    assert str(path) in str(refused.value)
    assert len(read_feed(house.casino_id, limit=10_000)) == 340


def test_a_month_whose_events_were_changed_before_is_not_archived(house: Recorder, tmp_path: Path) -> None:
    change_record(house.casino_id, f"UPDATE event SET data = '{{\"amount\":99}}' WHERE {at(11)}")
    with pytest.raises(
        StreamError, match="position 11, table/T2/2025-03-14 version 1: the tree has another event there"
    ):
        archive(tmp_path)
    assert archived_months(house.casino_id) == []
    assert len(read_feed(house.casino_id, limit=10_000)) == 540


def test_missing_event_is_excused_by_its_archived_month_alone(house: Recorder, tmp_path: Path) -> None:
    """An event of another month that is deleted stays missing: it lies in no run of an archive."""
    archive(tmp_path)
    april = next(e for e in read_feed(house.casino_id, limit=10_000) if e.stream_id == APRIL)
    change_record(
        house.casino_id,
        f"DELETE FROM event WHERE {{casino}} AND id = {april.id}",
        f"DELETE FROM sealed_event WHERE {{casino}} AND position = {april.position}",
    )
    found = verify_tree(house.casino_id)
    assert isinstance(found, TreeFault)
    assert found.position == april.position


@pytest.mark.servers
@pytest.mark.parametrize("crash_after", ["_note", "sealed_event"])
def test_interrupted_archiving_is_completed_by_the_same_command(
    house: Recorder, tmp_path: Path, crash_after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything(house.casino_id)
    take_out = archiving._take_out

    def broken(kind: str, month: int) -> None:
        if crash_after == "sealed_event" and kind == "sealed_event":
            take_out(kind, month)
            return
        raise KeyboardInterrupt

    monkeypatch.setattr(archiving, "_take_out", broken)
    with pytest.raises(KeyboardInterrupt):
        archive(tmp_path)
    monkeypatch.undo()
    path = archive(tmp_path)
    with pytest.raises(MonthArchived):
        read_stream(house.casino_id, MARCH)
    attach_month([path], now=LATER)
    assert everything(house.casino_id) == before
    path.unlink()
    again = archive(tmp_path)
    assert [each.number for each in archived_months(house.casino_id)] == [2]
    attach_month([again], now=LATER)
    assert everything(house.casino_id) == before


def test_impossible_archiving_is_refused_with_its_reason(
    house: Recorder, tmp_path: Path, key: SigningKey
) -> None:
    with pytest.raises(MonthRefused, match="2025-03 is not over for 35 days"):
        archive_month(202503, tmp_path, now=datetime(2025, 4, 20, tzinfo=UTC), rulebooks=no_rulebooks)
    with pytest.raises(MonthRefused, match="the record has no day of 2024-01"):
        archive_month(202401, tmp_path, now=LATER, rulebooks=no_rulebooks)
    house(MARCH, 1, now=NOW)
    with pytest.raises(MonthRefused, match="1 events of 2025-03 wait for their place in the feed"):
        archive(tmp_path)
    checkpoint_now(house.casino_id, key)
    with pytest.raises(
        MonthRefused, match="the tree has tiles of the first 512 events, and 2025-03 ends at 541"
    ):
        archive(tmp_path)
    with pytest.raises(MonthFileRefused, match="nowhere cannot be read: No such file or directory"):
        attach_month([tmp_path / "nowhere"], now=LATER)
    house(LASTING, *range(300), now=NOW)
    checkpoint_now(house.casino_id, key)
    path = archive(tmp_path)
    attach_month([path], now=LATER)
    with pytest.raises(MonthRefused, match="No month is archived: all days are in the database"):
        attach_month([path], now=LATER)


def test_on_the_command_line(house: Recorder, tmp_path: Path, house_key_file: Path, settings: Any) -> None:
    def told(command: str, *arguments: str) -> str:
        printed = io.StringIO()
        call_command(command, *arguments, stdout=printed, stderr=io.StringIO())
        return printed.getvalue()

    with pytest.raises(CommandError, match="'March' is not a month: write one like 2031-05"):
        told("archive_month", "March", "--to", str(tmp_path))
    with pytest.raises(CommandError, match="is not a folder"):
        told("archive_month", "2025-03", "--to", str(tmp_path / "nowhere"))
    name = f"casino-{house.casino_id}-2025-03.zip"
    assert told("archive_month", "2025-03", "--to", str(tmp_path)).startswith(f"{name}: 200 events of casino")
    assert f"2025-03  archived: {name}, 200 events of casino {house.casino_id}" in told("list_months")
    printed = verify(house.casino_id)
    assert "200 of them by their leaf in the tree alone" in printed
    assert (
        "not asked for: what 200 archived events say: docs/examples/verify_record.py checks the files"
        in printed
    )
    assert "its 200 events are in the database again" in told("attach_month", str(tmp_path / name))
    assert "archived" not in told("list_months")


@pytest.mark.servers
@pytest.mark.parametrize(
    "stream",
    ["table/T1/2025-03-31", "table/T1/2025-13-01", "table/T1", "table/T/1/2025-03-31", "rota/2025-03-31",
     "table/T1/2025-03-31/", "xtable/T1/2025-03-31", "table//2025-03-31", "table/Ü 1/0999-12-01"],
)  # fmt: skip
def test_python_and_the_database_say_the_same_month(stream: str) -> None:
    months = run(Statement("say_month", "SELECT record_month(%(stream)s)"), stream=stream)
    assert months == [(month_of(stream),)]


@pytest.mark.servers
def test_a_month_that_is_over_is_packed_once_and_read_as_before(house: Recorder) -> None:
    before = everything(house.casino_id)
    run_month = Statement("open_month", "SELECT make_record_month(%(kind)s, 202503)")
    for kind in ("event", "sealed_event"):
        run(run_month, kind=kind)
    assert 202503 in pack_months(LATER)
    assert pack_months(LATER) == []
    assert everything(house.casino_id) == before
    house(MARCH, 1, now=NOW)
    assert verify_chain(house.casino_id, MARCH) is None


@pytest.mark.servers
def test_the_house_appends_while_a_month_leaves_and_comes_back(house: Recorder, tmp_path: Path) -> None:
    """Appends of an open transaction are waited for, not broken."""
    with transaction.atomic():
        append(
            house.casino_id, APRIL, [NewEvent(type="counted", data={"amount": 1}, occurred_at=NOW)],
            expected_version=ANY, now=NOW,
        )  # fmt: skip
    path = archive(tmp_path)
    house(APRIL, 2, now=NOW)
    with pytest.raises(ConcurrencyError):
        house(APRIL, 2, expected_version=1, now=NOW)
    attach_month([path], now=LATER)
    house(APRIL, 3, now=NOW)
    assert verify_chain(house.casino_id, APRIL) is None
