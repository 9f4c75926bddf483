"""`manage.py verify_record` prints every fault, and what it could not check."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tables.stream.database_roles import DatabaseRoles
from tables.stream.merkle.checkpoints import own_key
from tables.stream.merkle.note import SigningKey
from tables.stream.tests.changed_record import at, verify
from tables.stream.tests.conftest import Recorder
from testkit.stream import connected_as

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_command_says_how_much_is_whole(signed: int, house_key_file: Path, key: SigningKey) -> None:
    whole, cut_off, projections = verify(signed).splitlines()
    assert whole == f"casino {signed}: 320 events stand as they were sealed, 300 of them under 2 checkpoints"
    assert cut_off.startswith(f"casino {signed}, not asked for: whether the record was cut off at its end")
    assert projections == "not asked for: the projections, which --projections compares with the record"
    assert verify(signed, "--vkey", str(own_key(key, signed).verifier)) == verify(signed)
    house_key_file.unlink()
    assert "not verified: who signed the checkpoints, for no key is trusted: name it with --vkey" in verify(
        signed
    )


def test_the_command_names_every_fault_it_finds(
    signed: int, superuser: Callable[..., None], house_key_file: Path
) -> None:
    superuser(
        "UPDATE checkpoint SET root = sha256('x') WHERE {casino} AND size = 300",
        "UPDATE event SET data = '{\"amount\": 999}' WHERE " + at(310),
    )
    printed = verify(signed).splitlines()
    assert printed[0].startswith(f"casino {signed}, position 300: the checkpoint of")
    assert printed[1].startswith(f"casino {signed}, s version 310: its payload does not give its hash")
    assert (
        printed[2] == f"casino {signed}, not verified: the feed behind that place, and all that refers to it"
    )
    assert printed[-1] == "The record is not what was recorded"


@pytest.mark.servers
def test_a_role_that_may_only_read_checks_all_but_the_projections(signed: int, house_key_file: Path) -> None:
    everything = verify(signed)
    with connected_as(DatabaseRoles().reader):
        assert verify(signed) == everything
        assert "--projections takes the owner of the tables" in verify(signed, "--projections")


@pytest.mark.servers
def test_the_command_ends_with_0_only_if_all_that_was_asked_for_is_verified(
    signed: int, house_key_file: Path, tmp_path: Path, superuser: Callable[..., None]
) -> None:
    casino = ("--casino", str(signed))
    assert ended(*casino) == (0, "")
    not_all = "Nothing disagrees, but not everything that was asked for is verified"
    assert ended("--casino", str(signed + 1)) == (2, not_all)
    code, reason = ended(*casino, "--checkpoint", str(tmp_path / "nowhere.note"))
    assert (code, "nowhere.note cannot be read" in reason) == (2, True)
    code, reason = ended(*casino, "--vkey", "nobody")
    assert (code, "a public key is 33 bytes in base64" in reason) == (2, True)
    key = house_key_file.read_bytes()
    house_key_file.unlink()
    assert ended(*casino) == (2, not_all)
    house_key_file.write_bytes(key)
    house_key_file.chmod(0o600)
    superuser("UPDATE event SET data = '{\"amount\": 999}' WHERE " + at(310))
    assert ended(*casino) == (1, "The record is not what was recorded")


def test_a_casino_without_a_signature_or_a_record_is_not_verified(
    record: Recorder, seal: Callable[[int], int], house_key_file: Path
) -> None:
    record("s", 1)
    seal(record.casino_id)
    printed = verify(record.casino_id)
    assert f"casino {record.casino_id}, not verified: a signature: no checkpoint was signed yet" in printed
    assert f"casino {record.casino_id + 1}, not verified: it has no record" in verify(record.casino_id + 1)


def ended(*arguments: str) -> tuple[int, str]:
    """Return the exit code of the command and its last words."""
    try:
        call_command("verify_record", *arguments, stdout=io.StringIO())
    except CommandError as error:
        return error.returncode, str(error)
    return 0, ""


def test_the_command_refuses_a_key_that_is_none(signed: int) -> None:
    assert verify(signed, "--vkey", "nobody").startswith("a public key is 33 bytes in base64")
