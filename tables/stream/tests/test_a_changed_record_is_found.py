"""Whoever can set the guards aside can change the record; what they changed is found, and the first place named."""

import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from tables.stream.database_roles import DatabaseRoles
from tables.stream.merkle.checking import TreeFault, TreeWhole, streams_of, verify_tree
from tables.stream.merkle.checkpoints import checkpoint_of_size, note_of, own_key
from tables.stream.merkle.kept import read_kept
from tables.stream.merkle.note import SigningKey, new_signing_key
from tables.stream.tests.conftest import Recorder
from testkit.stream import checkpoint_now, connected_as

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True)]

FIRST, SECOND, EVENTS = 100, 300, 320
"""Two checkpoints, one within the only full tile and one behind it, and how many events are sequenced."""

REHASH = """
    payload = {payload},
    hash = sha256(prev_hash || {payload})
"""
CHANGED = "payload || ' '"


@pytest.fixture
def signed(record: Recorder, key: SigningKey, seal: Callable[[int], int]) -> int:
    """A casino with one stream, two checkpoints, and events sequenced behind the last."""
    record("s", *range(FIRST))
    checkpoint_now(record.casino_id, key)
    record("s", *range(SECOND - FIRST))
    checkpoint_now(record.casino_id, key)
    record("s", *range(EVENTS - SECOND))
    assert seal(record.casino_id) == EVENTS
    return record.casino_id


@pytest.fixture
def superuser(signed: int) -> Iterator[Callable[..., None]]:
    """`superuser("UPDATE …")`: with the trigger of every table of the record disabled, as its owner can."""
    tables = ("event", "sealed_event", "merkle_tile", "checkpoint", "witness_signature")
    session = connection.get_new_connection(connection.get_connection_params())
    session.set_autocommit(True)

    def run(*statements: str) -> None:
        with _triggers_off(session, tables):
            for statement in statements:
                session.execute(statement.replace("{casino}", f"casino_id = {signed}"))

    yield run
    session.close()


@contextmanager
def _triggers_off(session: psycopg.Connection, tables: tuple[str, ...]) -> Iterator[None]:
    for table in tables:
        session.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
    yield
    for table in tables:
        session.execute(f"ALTER TABLE {table} ENABLE TRIGGER ALL")


def at(position: int) -> str:
    """The event at a position."""
    return f"{{casino}} AND id = (SELECT event FROM sealed_event WHERE {{casino}} AND position = {position})"


def rewritten(position: int) -> tuple[str, str]:
    """An event changed with its hash and its leaf, so that nothing about it alone is wrong."""
    rehash = REHASH.format(payload=CHANGED)
    return (
        f"UPDATE event SET {rehash} WHERE {at(position)}",
        "UPDATE sealed_event SET leaf_hash = sha256('\\x00'::bytea || event.hash) FROM event"
        f" WHERE sealed_event.{{casino}} AND position = {position}"
        " AND event.casino_id = sealed_event.casino_id AND event.id = sealed_event.event",
    )


def tile_hash(position: int) -> str:
    """The tile's hash for a position put right after such a change, and its root left as it was."""
    return (
        f"UPDATE merkle_tile SET hashes = overlay(hashes PLACING (SELECT leaf_hash FROM sealed_event"
        f" WHERE {{casino}} AND position = {position}) FROM {32 * (position - 1) + 1}) WHERE {{casino}}"
    )


DELETE_EVENT_40 = f"DELETE FROM event WHERE {at(40)}"
SHIFT = "UPDATE sealed_event SET position = position + 1000 WHERE {casino} AND position >= 40"

TAMPERED = {
    "a changed payload": (
        ("UPDATE event SET payload = payload || ' ' WHERE " + at(40),),
        40,
        "s version 40: its payload does not give its hash",
    ),
    "a changed payload with its hash": (
        rewritten(40)[:1],
        40,
        "s version 40: it was sealed under another hash",
    ),
    "an event rewritten with its hash and its leaf": (
        rewritten(40),
        40,
        "the tree was made of another event than stands here",
    ),
    "one rewritten with its tile too": (
        (*rewritten(40), tile_hash(40)),
        1,
        "here or after it, up to 100, stands what the checkpoint of",
    ),
    "one rewritten behind the first checkpoint, with its tile": (
        (*rewritten(180), tile_hash(180)),
        1,
        "the root of the tile that begins here was changed",
    ),
    "one rewritten where no tile is full yet": (
        rewritten(290),
        FIRST + 1,
        "here or after it, up to 300, stands what the checkpoint of",
    ),
    "a missing event": ((DELETE_EVENT_40,), 40, "missing: event "),
    "a missing place": (
        ("DELETE FROM sealed_event WHERE {casino} AND position = 40",),
        40,
        "missing: the next that stands in the feed is 41",
    ),
    "a missing event whose place was closed up": (
        (
            DELETE_EVENT_40,
            "DELETE FROM sealed_event WHERE {casino} AND position = 40",
            SHIFT,
            "UPDATE sealed_event SET position = position - 1001 WHERE {casino} AND position > 1000",
            f"UPDATE seal_head SET position = {EVENTS - 1} WHERE {{casino}}",
        ),
        40,
        "the tree was made of another event than stands here",
    ),
    "an inserted event": (
        (
            SHIFT,
            "UPDATE sealed_event SET position = position - 999 WHERE {casino} AND position > 1000",
            "INSERT INTO event (casino_id, stream_id, version, event_id, type, schema_version, data, payload,"
            " metadata, occurred_at, recorded_at, prev_hash, hash, xid) SELECT casino_id, 'other', 1,"
            " gen_random_uuid(), type, schema_version, data, payload, metadata, occurred_at, recorded_at,"
            " prev_hash, hash, xid FROM event WHERE " + at(30),
            "INSERT INTO sealed_event (casino_id, position, event, type, leaf_hash) SELECT casino_id, 40, id,"
            " type, sha256('\\x00'::bytea || hash) FROM event WHERE {casino} AND stream_id = 'other'",
        ),
        40,
        "the tree was made of another event than stands here",
    ),
    "an event put in behind the head": (
        (
            "INSERT INTO event (casino_id, stream_id, version, event_id, type, schema_version, data, payload,"
            " metadata, occurred_at, recorded_at, prev_hash, hash, xid) SELECT casino_id, 'other', 1,"
            " gen_random_uuid(), type, schema_version, data, payload, metadata, occurred_at, recorded_at,"
            " prev_hash, hash, xid FROM event WHERE " + at(30),
        ),
        None,
        "other version 1: put in behind the feed's back",
    ),
    "two events in each other's place": (
        (
            "UPDATE sealed_event SET position = 1000 + position WHERE {casino} AND position IN (40, 41)",
            "UPDATE sealed_event SET position = 1081 - position WHERE {casino} AND position > 1000",
        ),
        40,
        "the tree was made of another event than stands here",
    ),
    "an event sealed as another kind": (
        ("UPDATE sealed_event SET type = 'corrected' WHERE {casino} AND position = 40",),
        40,
        "s version 40: it was sealed as corrected and is counted",
    ),
    "a feed cut off behind the last checkpoint": (
        ("DELETE FROM sealed_event WHERE {casino} AND position > 310",),
        311,
        "missing: 320 events were sealed",
    ),
    "a feed cut off before the last checkpoint, and its head": (
        (
            "DELETE FROM sealed_event WHERE {casino} AND position > 290",
            "UPDATE seal_head SET position = 290 WHERE {casino}",
        ),
        291,
        "missing: 300 events were signed on",
    ),
    "a changed tile": (
        ("UPDATE merkle_tile SET hashes = set_byte(hashes, 70, 255 - get_byte(hashes, 70)) WHERE {casino}",),
        3,
        "the tree was made of another event than stands here",
    ),
    "a changed root of a checkpoint": (
        ("UPDATE checkpoint SET root = sha256('x') WHERE {casino} AND size = 300",),
        FIRST + 1,
        "here or after it, up to 300",
    ),
    "a changed signature": (
        (
            "UPDATE checkpoint SET signature = set_byte(signature, 9, 255 - get_byte(signature, 9))"
            " WHERE {casino} AND size = 300",
        ),
        SECOND,
        "is not right",
    ),
}


def test_an_untouched_record_is_whole(signed: int, key: SigningKey) -> None:
    trusted = own_key(key, signed).verifier
    assert verify_tree(signed) == verify_tree(signed, [trusted]) == TreeWhole(EVENTS, 2, SECOND)


def test_an_event_that_waits_for_its_seal_is_no_fault(signed: int, record: Recorder) -> None:
    record("s", 1)
    assert verify_tree(signed) == TreeWhole(EVENTS, 2, SECOND)


@pytest.mark.parametrize("tampered", TAMPERED)
def test_what_was_changed_is_found_and_the_first_place_named(
    tampered: str, signed: int, superuser: Callable[..., None]
) -> None:
    statements, position, reason = TAMPERED[tampered]
    superuser(*statements)
    found = verify_tree(signed)
    assert isinstance(found, TreeFault)
    assert found.position == position
    assert reason in found.reason


def test_a_record_made_anew_with_another_key_is_found_by_who_has_the_right_one(
    record: Recorder, key: SigningKey
) -> None:
    record("s", 1)
    foreign = new_signing_key(key.name)
    checkpoint_now(record.casino_id, foreign)
    assert verify_tree(record.casino_id) == TreeWhole(1, 1, 1)
    found = verify_tree(record.casino_id, [own_key(key, record.casino_id).verifier])
    assert isinstance(found, TreeFault)
    assert "signed with a key that is not trusted" in found.reason
    both = [own_key(each, record.casino_id).verifier for each in (key, foreign)]
    assert verify_tree(record.casino_id, both) == TreeWhole(1, 1, 1)


def test_a_page_is_no_border(record: Recorder, key: SigningKey) -> None:
    record("s", *range(1001))
    checkpoint_now(record.casino_id, key)
    assert verify_tree(record.casino_id) == TreeWhole(1001, 1, 1001)


def test_streams_are_listed_by_name(record: Recorder) -> None:
    for stream in ("b", "a", "c/1", "a"):
        record(stream, 1)
    assert list(streams_of(record.casino_id)) == ["a", "b", "c/1"]
    assert list(streams_of(record.casino_id + 1)) == []


@pytest.fixture
def house_key_file(settings: Settings, tmp_path: Path, key: SigningKey) -> Path:
    settings.CHECKPOINT_KEY = ""
    file = tmp_path / "checkpoint-key"
    file.write_text(key.secret_text())
    file.chmod(0o600)
    settings.CHECKPOINT_KEY_FILE = file
    return file


def verify(casino_id: int, *arguments: str) -> str:
    said = io.StringIO()
    try:
        call_command("verify_record", "--casino", str(casino_id), *arguments, stdout=said)
    except CommandError as error:
        return f"{said.getvalue()}{error}"
    return said.getvalue()


def test_the_command_says_how_much_is_whole(signed: int, house_key_file: Path, key: SigningKey) -> None:
    whole, cut_off, projections = verify(signed).splitlines()
    assert whole == f"casino {signed}: 320 events stand as they were sealed, 300 of them under 2 checkpoints"
    assert cut_off.startswith(f"casino {signed}, not checked: whether the record was cut off at its end")
    assert projections == "not checked: the projections, which --projections compares with the record"
    assert verify(signed, "--vkey", str(own_key(key, signed).verifier)) == verify(signed)
    house_key_file.unlink()
    assert "not checked: who signed the checkpoints, for no key is trusted: name it with --vkey" in verify(
        signed
    )


def test_the_command_names_every_fault_it_finds(
    signed: int, superuser: Callable[..., None], house_key_file: Path
) -> None:
    superuser(
        "UPDATE event SET data = '{\"amount\": 999}' WHERE " + at(50),
        "UPDATE checkpoint SET root = sha256('x') WHERE {casino} AND size = 300",
    )
    said = verify(signed).splitlines()
    assert said[0].startswith(f"casino {signed}, position 101: here or after it, up to 300")
    assert said[1].startswith(f"casino {signed}, s version 50: its column data says")
    assert said[2] == f"casino {signed}, not checked: the feed behind that place, and all that refers to it"
    assert said[-1] == "The record is not what was recorded"


def test_a_role_that_may_only_read_checks_all_but_the_projections(signed: int, house_key_file: Path) -> None:
    everything = verify(signed)
    with connected_as(DatabaseRoles().reader):
        assert verify(signed) == everything
        assert "--projections takes the application's role" in verify(signed, "--projections")


def test_the_command_refuses_a_key_that_is_none(signed: int) -> None:
    assert verify(signed, "--vkey", "nobody").startswith("a public key is 33 bytes in base64")


# --- held against what was kept elsewhere ------------------------------------------------------------------

CUT_OFF_AFTER_FIRST = (
    f"DELETE FROM event WHERE {{casino}} AND version > {FIRST}",
    f"DELETE FROM sealed_event WHERE {{casino}} AND position > {FIRST}",
    f"DELETE FROM checkpoint WHERE {{casino}} AND size > {FIRST}",
    "DELETE FROM merkle_tile WHERE {casino}",
    f"UPDATE seal_head SET position = {FIRST} WHERE {{casino}}",
)
"""The end of the record with all that was made of it: nothing is left in the database that shows it."""


@pytest.fixture
def keep(tmp_path: Path, signed: int) -> Callable[..., str]:
    """`keep(size)`: a checkpoint as somebody outside of the house has kept it, in a file."""

    def kept(size: int, casino_id: int = signed) -> str:
        file = tmp_path / f"kept-{size}.txt"
        checkpoint = checkpoint_of_size(casino_id, size)
        assert checkpoint is not None
        file.write_text(str(note_of(checkpoint)))
        return str(file)

    return kept


def test_a_record_cut_off_with_its_checkpoints_is_found_by_a_kept_one_alone(
    signed: int, superuser: Callable[..., None], house_key_file: Path, keep: Callable[..., str]
) -> None:
    first, second = keep(FIRST), keep(SECOND)
    superuser(*CUT_OFF_AFTER_FIRST)
    said = verify(signed)
    assert f"casino {signed}: {FIRST} events stand as they were sealed" in said
    assert f"casino {signed}, not checked: whether the record was cut off at its end" in said
    said = verify(signed, "--checkpoint", first)
    assert "the first 100 as in the newest kept checkpoint" in said
    assert (
        "not checked: whether events after 100, where the newest kept checkpoint ends, were cut off" in said
    )
    said = verify(signed, "--checkpoint", first, "--checkpoint", second)
    assert (
        f"casino {signed}, position {FIRST + 1}: missing: the kept checkpoint {second} was made of 300 events"
        in said
    )
    assert said.endswith("The record is not what was recorded")


def test_a_record_that_goes_on_from_what_was_kept_is_whole(
    signed: int, record: Recorder, house_key_file: Path, keep: Callable[..., str]
) -> None:
    files = [word for size in (SECOND, FIRST) for word in ("--checkpoint", keep(size))]
    record("s", 1)
    said = verify(signed, *files)
    assert (
        "320 events stand as they were sealed, 300 of them under 2 checkpoints, the first 300 as in the newest"
        in said
    )
    answer = Path(files[1] + ".json")
    answer.write_text(json.dumps({"size": SECOND, "note": Path(files[1]).read_text()}))
    assert verify_tree(signed, kept=[read_kept(answer)]) == TreeWhole(EVENTS, 2, SECOND, SECOND)


def test_a_tree_made_anew_with_the_houses_own_key_is_found_by_a_kept_checkpoint(
    signed: int, superuser: Callable[..., None], keep: Callable[..., str], key: SigningKey
) -> None:
    kept = read_kept(Path(keep(FIRST)))
    rest = ("DELETE FROM checkpoint WHERE {casino}", "DELETE FROM merkle_tile WHERE {casino}")
    superuser(*rewritten(40), *rest)
    checkpoint_now(signed, key)
    trusted = [own_key(key, signed).verifier]
    assert verify_tree(signed, trusted) == TreeWhole(EVENTS, 1, EVENTS)
    found = verify_tree(signed, trusted, [kept])
    assert isinstance(found, TreeFault)
    assert found.position == 1
    assert f"here or after it, up to 100, stands what the kept checkpoint {kept.source}" in found.reason


def test_a_casino_whose_whole_record_is_gone_is_found_too(
    signed: int, superuser: Callable[..., None], house_key_file: Path, keep: Callable[..., str]
) -> None:
    kept = keep(SECOND)
    tables = ("event", "sealed_event", "checkpoint", "merkle_tile", "seal_head")
    superuser(*(f"DELETE FROM {table} WHERE {{casino}}" for table in tables))
    assert f"casino {signed}, position 1: missing: the kept checkpoint" in verify(
        signed, "--checkpoint", kept
    )


def test_a_kept_checkpoint_that_says_nothing_of_this_record_is_refused(
    signed: int, house_key_file: Path, keep: Callable[..., str], tmp_path: Path
) -> None:
    kept = keep(FIRST)
    assert f"{kept} is of casino {signed}, and --casino says {signed + 1}" in verify(
        signed + 1, "--checkpoint", kept
    )
    other = own_key(new_signing_key("elsewhere.example"), signed).verifier
    said = verify(signed, "--vkey", str(other), "--checkpoint", kept)
    assert said == f"{kept}: nobody who is trusted has signed it; name its key with --vkey"
    for words, reason in {
        "": "holds no signed checkpoint: a note is a text, a blank line and signature lines",
        Path(kept).read_text().replace(f"/casino/{signed}\n", "\n", 1): "is a checkpoint of casino.example",
        '{"size": 100}': "holds no signed checkpoint: Object missing required field `note`",
        Path(kept).read_text().replace("\n100\n", "\n101\n"): "the signature by casino.example",
    }.items():
        (tmp_path / "wrong").write_text(words)
        assert reason in verify(signed, "--checkpoint", str(tmp_path / "wrong"))
    assert "nowhere cannot be read: No such file or directory" in verify(signed, "--checkpoint", "nowhere")


def test_without_a_key_it_says_that_nobody_vouches_for_who_signed(
    signed: int, house_key_file: Path, keep: Callable[..., str]
) -> None:
    house_key_file.chmod(0o644)
    said = verify(signed, "--checkpoint", keep(SECOND))
    assert (
        "not checked: who signed the checkpoints, for no key is trusted: name it with --vkey (The file"
        in said
    )
    assert "the first 300 as in the newest kept checkpoint" in said
