"""Witness signatures come in by one function of the owner, which refuses unregistered keys and unknown checkpoints."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone
from psycopg import errors as pg

from tables.handling import Actor
from tables.handling.models import Casino
from tables.handling.registers import declare, withdraw
from tables.handling.witnesses import ADD, cosigned_note, keep_cosignature, keep_cosignatures
from tables.refusal import Refused
from tables.stream import ANY, NewEvent, append
from tables.stream.database_roles import DatabaseRoles
from tables.stream.merkle.checkpoints import Checkpoint
from tables.stream.merkle.cosignature import WitnessKey, cosign
from tables.stream.merkle.note import CheckpointText, Note, NoteRefused, SigningKey
from testkit.stream import checkpoint_now, connected_as

BY = Actor(id="anna", name="Anna")
NAME, SEED = "control.example/w1", bytes(range(32))
ROLES = DatabaseRoles()

pytestmark = [pytest.mark.servers, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def checkpoint(casino: Casino, key: SigningKey) -> Checkpoint:
    """The checkpoint of three events, of a casino with one registered witness."""
    now = timezone.now()
    with transaction.atomic():
        noted = [NewEvent(type="noted", data={"n": n}, occurred_at=now) for n in range(3)]
        append(casino.pk, "notes", noted, expected_version=ANY, now=now)
    public = str(WitnessKey(NAME, SigningKey("w", SEED).verifier.public))
    declare(casino.pk, "witness", "control", {"public_key": public}, by=BY, now=now)
    return checkpoint_now(casino.pk, key)


def added(*values: Any) -> bool:
    with connected_as(ROLES.application), connection.cursor() as cursor:
        cursor.execute(ADD, values)
        return bool(cursor.fetchone()[0])


def test_cosignature_is_added_once_with_the_role_of_the_web(checkpoint: Checkpoint) -> None:
    line = cosign(NAME, SEED, checkpoint.text, timezone.now())
    with connected_as(ROLES.application):
        assert keep_cosignature(checkpoint, str(line)).is_new
        assert not keep_cosignature(checkpoint, str(line)).is_new
    assert cosigned_note(checkpoint).signatures[1:] == (line,)


def test_signature_is_refused_by_the_database_when_its_key_or_checkpoint_is_unknown(
    checkpoint: Checkpoint,
) -> None:
    casino_id, size = checkpoint.casino_id, checkpoint.size
    line = cosign(NAME, SEED, checkpoint.text, timezone.now()).data
    another = cosign(NAME, bytes(32), checkpoint.text, timezone.now()).data
    for values, message in (
        ((casino_id, size, NAME, another), "has not registered the key of witness control.example/w1"),
        ((casino_id, size, "another", line), "has not registered the key of witness another"),
        ((casino_id, size, NAME, b""), "has not registered the key"),
        ((casino_id, size, NAME, line + b"x"), "A cosignature has 76 bytes, not 77"),
        ((casino_id, size + 1, NAME, line), f"has no checkpoint of {size + 1} events"),
        ((casino_id + 1, size, NAME, line), f"Casino {casino_id + 1} has no checkpoint"),
    ):
        with pytest.raises(IntegrityError, match=message):
            added(*values)
    withdraw(casino_id, "witness", "control", by=BY, now=timezone.now())
    with pytest.raises(IntegrityError, match="has not registered the key"):
        added(casino_id, size, NAME, line)
    assert len(cosigned_note(checkpoint).signatures) == 1


@pytest.mark.parametrize("role", ROLES.services.values())
def test_signature_is_inserted_by_no_service(checkpoint: Checkpoint, role: str) -> None:
    insert = "INSERT INTO witness_signature VALUES (%s, 3, 'w', '\\x00', now())"
    with (
        connected_as(role),
        connection.cursor() as cursor,
        pytest.raises(Exception, match="permission denied") as refused,
    ):
        cursor.execute(insert, [checkpoint.casino_id])
    assert isinstance(refused.value.__cause__, pg.InsufficientPrivilege)


def test_note_is_refused_when_it_is_no_checkpoint_of_the_casino(checkpoint: Checkpoint) -> None:
    for printed in (
        str(CheckpointText(checkpoint.origin, checkpoint.size + 1, checkpoint.root)),
        str(CheckpointText(checkpoint.origin, checkpoint.size, bytes(32))),
        str(CheckpointText("another", checkpoint.size, checkpoint.root)),
        f"{checkpoint.text}an extension\n",
    ):
        line = cosign(NAME, SEED, printed, timezone.now())
        with pytest.raises(NoteRefused, match="has no checkpoint that reads so"):
            keep_cosignatures(checkpoint.casino_id, Note(printed, (line,)))
    with pytest.raises(NoteRefused, match="nobody has signed it but the house"):
        keep_cosignatures(checkpoint.casino_id, cosigned_note(checkpoint))


def test_witness_is_brought_on_the_command_line(
    checkpoint: Checkpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = cosigned_note(checkpoint)

    def brought(written: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(written))
        printed = io.StringIO()
        call_command("add_witness_signatures", "--casino", str(checkpoint.casino_id), stdout=printed)
        return printed.getvalue()

    line = cosign(NAME, SEED, note.text, timezone.now())
    cosigned = str(Note(note.text, (*note.signatures, line)))
    assert brought(cosigned) == f"kept: {NAME}\n"
    assert brought(cosigned) == "nothing new\n"
    with pytest.raises(CommandError, match="a note is a text"):
        brought("no note")
    stranger = cosign("another", bytes(32), note.text, timezone.now())
    with pytest.raises(CommandError, match="another"):
        brought(str(Note(note.text, (*note.signatures, stranger))))
    with pytest.raises(Refused):
        keep_cosignature(checkpoint, str(stranger))
