"""Checkpoints: signed as the feed grows, never against what was signed before; and the service that signs them."""

import io
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from os import urandom
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from tables.stream.merkle import service
from tables.stream.merkle.checkpoints import (
    checkpoint_of_size,
    latest_checkpoint,
    note_of,
    own_key,
    sign_checkpoint,
    signed_sizes,
)
from tables.stream.merkle.cosignature import WitnessKey, cosign
from tables.stream.merkle.house_key import house_key
from tables.stream.merkle.note import (
    CheckpointText,
    Note,
    NoteRefused,
    Signature,
    SigningKey,
    VerifierKey,
    new_signing_key,
)
from tables.stream.merkle.proofs import find_event, prove_consistency, prove_inclusion
from tables.stream.merkle.rfc6962 import verify_consistency, verify_inclusion
from tables.stream.merkle.service import Checkpointer
from tables.stream.merkle.tiles import TreeBroken
from tables.stream.models import Checkpoint, Event
from tables.stream.tests.conftest import Recorder
from testkit.stream import checkpoint_now, sequence_all
from testkit.witnesses import store_signature

pytestmark = pytest.mark.django_db(transaction=True)

NOW = datetime(2031, 5, 17, 20, 0, tzinfo=UTC)


@pytest.fixture
def no_key(settings: Settings, tmp_path: Path) -> Path:
    """A house in a folder of its own, without a key yet."""
    settings.CHECKPOINT_KEY = ""
    file = tmp_path / "checkpoint-key"
    settings.CHECKPOINT_KEY_FILE = file
    return file


@pytest.fixture
def own_key_file(no_key: Path, key: SigningKey) -> Path:
    """The house with its key."""
    no_key.write_text(key.secret_text())
    no_key.chmod(0o600)
    return no_key


def test_a_checkpoint_is_a_note_that_the_casinos_public_key_verifies(
    record: Recorder, key: SigningKey
) -> None:
    record("s", 1, 2, 3)
    signed = checkpoint_now(record.casino_id, key)
    trusted = own_key(key, record.casino_id).verifier
    note = Note.parse(str(note_of(signed)))
    assert note.verify([trusted]) == [trusted]
    assert VerifierKey.parse(signed.vkey) == trusted
    printed = CheckpointText.parse(note.text)
    assert (printed.origin, printed.size) == (f"casino.example/permanence/casino/{record.casino_id}", 3)
    assert printed.root == signed.root


def test_the_checkpoint_of_another_casino_does_not_pass_for_ones_own(
    record: Recorder, key: SigningKey
) -> None:
    record("s", 1)
    signed = checkpoint_now(record.casino_id, key)
    with pytest.raises(NoteRefused):
        note_of(signed).verify([own_key(key, record.casino_id + 1).verifier])


def test_nothing_is_signed_twice_and_nothing_where_nothing_is(
    record: Recorder, key: SigningKey, seal: Callable[[int], int]
) -> None:
    assert sign_checkpoint(record.casino_id, key, now=NOW) is None
    record("s", 1)
    first = checkpoint_now(record.casino_id, key)
    assert sign_checkpoint(record.casino_id, key, now=NOW) is None
    record("s", 2)
    assert sign_checkpoint(record.casino_id, key, now=NOW) is None  # recorded, not sealed
    second = checkpoint_now(record.casino_id, key)
    assert (first.size, second.size) == (1, 2)
    assert checkpoint_of_size(record.casino_id, 1) == first
    assert latest_checkpoint(record.casino_id) == second


@pytest.mark.servers
def test_every_event_is_proven_against_every_checkpoint_that_has_it(
    record: Recorder, key: SigningKey
) -> None:
    checkpoints = []
    for batch in range(1, 8):
        record(f"s/{batch}", *range(batch * 23))
        checkpoints.append(checkpoint_now(record.casino_id, key))
    assert checkpoints[-1].size > 2 * 256
    for event_id in list(Event.objects.filter(casino_id=record.casino_id).values_list("event_id", flat=True))[
        ::37
    ]:
        event = find_event(record.casino_id, event_id)
        assert event is not None
        assert event.position is not None
        for checkpoint in checkpoints:
            if event.position > checkpoint.size:
                with pytest.raises(IndexError):
                    prove_inclusion(checkpoint, event.position)
                continue
            path = prove_inclusion(checkpoint, event.position)
            verify_inclusion(event.leaf_hash, event.position - 1, checkpoint.size, path, checkpoint.root)
    for older in checkpoints:
        for newer in checkpoints:
            if older.size <= newer.size:
                path = prove_consistency(older, newer)
                verify_consistency(older.size, older.root, newer.size, newer.root, path)


def test_record_that_contradicts_its_checkpoint_is_not_signed(
    record: Recorder, key: SigningKey, seal: Callable[[int], int]
) -> None:
    record("s", 1, 2)
    checkpoint_now(record.casino_id, key)
    record("s", 3)
    seal(record.casino_id)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            "UPDATE event SET hash = sha256('x') WHERE casino_id = %s AND version = 1",
            [record.casino_id],
        )
        cursor.execute("SET session_replication_role = origin")
    with pytest.raises(TreeBroken, match="does not begin with the 2 that were signed"):
        sign_checkpoint(record.casino_id, key, now=NOW)
    newest = latest_checkpoint(record.casino_id)
    assert newest is not None
    assert newest.size == 2


def test_a_new_key_of_the_house_signs_on_and_old_checkpoints_keep_theirs(
    record: Recorder, key: SigningKey
) -> None:
    record("s", 1)
    old = checkpoint_now(record.casino_id, key)
    other = new_signing_key(key.name)
    record("s", 2)
    new = checkpoint_now(record.casino_id, other)
    for checkpoint, used in ((old, key), (new, other)):
        note_of(checkpoint).verify([own_key(used, record.casino_id).verifier])
    verify_consistency(1, old.root, 2, new.root, prove_consistency(old, new))


def test_signed_size_is_that_of_the_last_checkpoint_and_not_of_the_feed(
    record: Recorder, key: SigningKey, seal: Callable[[int], int]
) -> None:
    record("s", 1, now=NOW)
    seal(record.casino_id)
    assert signed_sizes([record.casino_id]).sizes == {record.casino_id: 0}
    checkpoint_now(record.casino_id, key)
    record("s", 2, now=NOW + timedelta(minutes=1))
    seal(record.casino_id)
    assert signed_sizes([record.casino_id]).sizes == {record.casino_id: 1}


def test_witnesses_sign_below_the_house(record: Recorder, key: SigningKey) -> None:
    record("s", 1)
    signed = checkpoint_now(record.casino_id, key)
    (own,) = note_of(signed).signatures
    name, seed = "witness.example", bytes(range(32))
    witness = WitnessKey(name, SigningKey("w", seed).verifier.public)
    true = cosign(name, seed, signed.text, NOW)
    false = Signature(name, true.data[:-1] + bytes([true.data[-1] ^ 1]))
    strange = cosign("strange.example", bytes(32), signed.text, NOW)
    for each in (false, strange, *[Signature(name, witness.id + urandom(72)) for _ in range(150)], true):
        store_signature(signed, each)
    assert note_of(signed, [witness]).signatures == (own, true), "what no witness has made is passed over"
    assert note_of(signed).signatures == (own,)
    assert latest_checkpoint(record.casino_id) == signed


def test_the_service_signs_when_it_is_due_and_only_then(
    record: Recorder, seal: Callable[[int], int], settings: Settings, own_key_file: Path
) -> None:
    checkpointer = Checkpointer()
    for amount in range(3):
        record("s", amount)
        seal(record.casino_id)
        checkpointer.step({record.casino_id})
    assert list(Checkpoint.objects.filter(casino_id=record.casino_id).values_list("size", flat=True)) == [1]
    settings.CHECKPOINT_SECONDS = 0.0
    checkpointer = Checkpointer()
    for amount in range(3):
        record("s", amount)
        seal(record.casino_id)
        checkpointer.step({record.casino_id})
    sizes = Checkpoint.objects.filter(casino_id=record.casino_id).order_by("size")
    assert list(sizes.values_list("size", flat=True)) == [1, 4, 5, 6]


def test_casinos_take_turns_and_none_is_passed_over(
    record: Recorder, settings: Settings, own_key_file: Path, casino_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "STEP_S", 0.0)  # one casino a step
    settings.CHECKPOINT_SECONDS = 0.0
    casinos = {casino_id + number for number in range(4)}
    checkpointer = Checkpointer()
    for _ in range(2):
        for number in casinos:
            Recorder(number)("s", 1)
            sequence_all(number)
        for _ in range(4):
            checkpointer.step(casinos)
    for number in casinos:
        sizes = Checkpoint.objects.filter(casino_id=number).order_by("size").values_list("size", flat=True)
        assert list(sizes) == [1, 2]


def test_a_house_without_a_key_says_so_once_and_signs_as_soon_as_it_has_one(
    record: Recorder,
    seal: Callable[[int], int],
    settings: Settings,
    no_key: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.CHECKPOINT_SECONDS = 0.0
    record("s", 1)
    seal(record.casino_id)
    checkpointer = Checkpointer()
    with caplog.at_level(logging.WARNING, logger="tables.stream"):
        for _ in range(3):
            checkpointer.step({record.casino_id})
    (printed,) = (line.getMessage() for line in caplog.records)
    assert "no checkpoint key" in printed
    assert "manage.py make_checkpoint_key" in printed
    assert latest_checkpoint(record.casino_id) is None
    call_command("make_checkpoint_key", stdout=io.StringIO())
    checkpointer.step({record.casino_id})
    newest = latest_checkpoint(record.casino_id)
    assert newest is not None
    assert newest.size == 1


def test_a_broken_tree_is_said_and_does_not_stop_the_others(
    record: Recorder,
    seal: Callable[[int], int],
    settings: Settings,
    own_key_file: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.CHECKPOINT_SECONDS = 0.0
    neighbour = record.casino_id - 1
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO seal_head (casino_id, position) VALUES (%s, 300)", [neighbour])
    record("s", 1)
    seal(record.casino_id)
    with caplog.at_level(logging.ERROR, logger="tables.stream"):
        checkpointer = Checkpointer()
        while "nothing is signed: casino" not in caplog.text:
            checkpointer.step({neighbour, record.casino_id})
    assert "manage.py verify_record" in caplog.text
    newest = latest_checkpoint(record.casino_id)
    assert newest is not None
    assert newest.size == 1


def test_the_key_lies_in_a_file_that_only_its_owner_reads(no_key: Path) -> None:
    printed = io.StringIO()
    call_command("make_checkpoint_key", "--name", "casino.example/permanence", stdout=printed)
    made = no_key.read_text()
    assert no_key.stat().st_mode & 0o777 == 0o600
    key = house_key()
    assert key is not None
    assert key.name == "casino.example/permanence"
    # PRIVATE+KEY+name+hash+secret, and the secret's base64 may have a "+" of its own.
    secret = made.strip().split("+", 4)[4]
    assert secret not in printed.getvalue()
    with pytest.raises(CommandError, match="There is a key already"):
        call_command("make_checkpoint_key")
    call_command("make_checkpoint_key", "--if-missing", stdout=printed)
    assert no_key.read_text() == made
    assert [each.name for each in no_key.parent.iterdir()] == ["checkpoint-key"]


def test_a_folder_that_is_not_there_is_said(no_key: Path, settings: Settings) -> None:
    settings.CHECKPOINT_KEY_FILE = no_key.parent / "nowhere" / "checkpoint-key"
    with pytest.raises(CommandError, match="checkpoint-key cannot be written: No such file or directory"):
        call_command("make_checkpoint_key")


def test_a_key_without_a_name_is_named_after_itself(no_key: Path) -> None:
    call_command("make_checkpoint_key", "--if-missing", stdout=io.StringIO())
    key = house_key()
    assert key is not None
    assert key.name.startswith("permanence-")


def test_a_name_that_fits_into_no_line_makes_no_key(no_key: Path) -> None:
    with pytest.raises(CommandError, match="'two words' is no name for it"):
        call_command("make_checkpoint_key", "--name", "two words")
    assert not no_key.exists()


def test_a_key_in_the_settings_goes_before_the_file(
    no_key: Path, key: SigningKey, settings: Settings
) -> None:
    settings.CHECKPOINT_KEY = key.secret_text()
    assert house_key() == key
    with pytest.raises(CommandError, match="CHECKPOINT_KEY gives the key already"):
        call_command("make_checkpoint_key")


def test_a_file_that_holds_no_key_is_said_and_shows_nothing_of_itself(no_key: Path) -> None:
    no_key.write_text("PRIVATE+KEY+casino.example+00000000+AQ==")
    no_key.chmod(0o600)
    with pytest.raises(CommandError) as refused:
        call_command("checkpoint_vkey", "--casino", "1")
    assert "holds no checkpoint key" in str(refused.value)
    assert "AQ==" not in str(refused.value)


def test_the_public_keys_are_printed_a_line_for_each_casino(
    no_key: Path, key: SigningKey, record: Recorder, seal: Callable[[int], int]
) -> None:
    with pytest.raises(CommandError, match=r"manage\.py make_checkpoint_key makes one"):
        call_command("checkpoint_vkey")
    no_key.write_text(key.secret_text())
    no_key.chmod(0o600)
    record("s", 1)
    seal(record.casino_id)
    printed = io.StringIO()
    call_command("checkpoint_vkey", stdout=printed)
    vkey = str(own_key(key, record.casino_id).verifier)
    assert vkey in printed.getvalue().splitlines()
    printed = io.StringIO()
    call_command("checkpoint_vkey", "--casino", str(record.casino_id), stdout=printed)
    assert printed.getvalue() == f"{vkey}\n"
