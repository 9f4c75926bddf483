"""`manage.py verify_record` prints every fault, and what it could not check."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tables.stream.database_roles import DatabaseRoles
from tables.stream.merkle.checkpoints import own_key
from tables.stream.merkle.note import SigningKey
from tables.stream.tests.changed_record import at, verify
from testkit.stream import connected_as

pytestmark = pytest.mark.django_db(transaction=True)


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
        "UPDATE checkpoint SET root = sha256('x') WHERE {casino} AND size = 300",
        "UPDATE event SET data = '{\"amount\": 999}' WHERE " + at(310),
    )
    printed = verify(signed).splitlines()
    assert printed[0].startswith(f"casino {signed}, position 101: here or after it, up to 300")
    assert printed[1].startswith(f"casino {signed}, s version 310: its payload does not give its hash")
    assert (
        printed[2] == f"casino {signed}, not checked: the feed behind that place, and all that refers to it"
    )
    assert printed[-1] == "The record is not what was recorded"


@pytest.mark.servers
def test_a_role_that_may_only_read_checks_all_but_the_projections(signed: int, house_key_file: Path) -> None:
    everything = verify(signed)
    with connected_as(DatabaseRoles().reader):
        assert verify(signed) == everything
        assert "--projections takes the application's role" in verify(signed, "--projections")


def test_the_command_refuses_a_key_that_is_none(signed: int) -> None:
    assert verify(signed, "--vkey", "nobody").startswith("a public key is 33 bytes in base64")
