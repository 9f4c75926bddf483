"""docs/examples/witness.py, run as an authority runs it on its own machine, against a house that is really served."""

import json
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from casino.api.access.clients import NewClient
from casino.api.access.scopes import CHECKPOINTS_COSIGN, FEED_READ
from tables.handling import Actor
from tables.handling.models import Casino
from tables.handling.registers import declare, withdraw
from tables.handling.registers import entry as registered_entry
from tables.handling.witnesses import cosigned_note, keep_cosignature, last_cosigned
from tables.registers.entries.decide import EntryRefused
from tables.stream import ANY, NewEvent, append, read_feed
from tables.stream.merkle.checkpoints import Checkpoint, latest_checkpoint, own_key
from tables.stream.merkle.cosignature import WitnessKey, cosign
from tables.stream.merkle.note import Note, SigningKey
from testkit.api import Caller
from testkit.stream import change_record, checkpoint_now, remake_the_tail

EXAMPLES = Path(__file__).resolve().parents[3] / "docs/examples"
BY = Actor(id="anna", name="Anna")

pytestmark = pytest.mark.django_db(transaction=True)


class Authority:
    """A machine with a witness on it, and nothing of the platform."""

    def __init__(self, folder: Path, url: str, made: NewClient, house_key: str) -> None:
        self.folder, self.house_key = folder, house_key
        (folder / "secret").write_text(made.secret)
        self.watching = ["--url", url, "--client", made.client.client_id, "--secret-file", "secret"]
        code, printed = self.do("witness.py", "init", "--name", "control.example/w1", "--key-file", "key")
        assert code == 0, printed
        self.vkey = printed.strip()

    def do(self, program: str, *arguments: str) -> tuple[int, str]:
        ended = subprocess.run(
            [sys.executable, "-I", EXAMPLES / program, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        return ended.returncode, ended.stdout + ended.stderr

    def watch(self) -> tuple[int, str]:
        """One look at the house."""
        own = ("--house-key", self.house_key, "--key-file", "key", "--state", "kept")
        return self.do("witness.py", "run", *self.watching, *own)

    def kept(self) -> list[str]:
        return sorted(each.name for each in (self.folder / "kept").iterdir())


def grow(casino_id: int, key: SigningKey, events: int) -> Checkpoint:
    now = timezone.now()
    with transaction.atomic():
        noted = [NewEvent(type="noted", data={"number": n % 37}, occurred_at=now) for n in range(events)]
        append(casino_id, "notes", noted, expected_version=ANY, now=now)
    return checkpoint_now(casino_id, key)


@pytest.fixture
def authority(
    tmp_path: Path, web_server: str, register: Callable[..., NewClient], casino: Casino, key: SigningKey
) -> Authority:
    """A registered witness of the casino."""
    house_key = str(own_key(key, casino.pk).verifier)
    authority = Authority(tmp_path, web_server, register(CHECKPOINTS_COSIGN), house_key)
    declare(casino.pk, "witness", "control", {"public_key": authority.vkey}, by=BY, now=timezone.now())
    return authority


def test_honest_growth_is_cosigned_and_shown(authority: Authority, casino: Casino, key: SigningKey) -> None:
    first = grow(casino.pk, key, 20)
    code, printed = authority.watch()
    assert (code, "the first that this witness sees" in printed) == (0, True), printed
    second = grow(casino.pk, key, 40)
    code, printed = authority.watch()
    assert (code, f"cosigned {second.size} events: goes on from the {first.size}" in printed) == (0, True)
    code, printed = authority.watch()
    assert (code, f"nothing new: {second.size} events" in printed) == (0, True)
    witness = WitnessKey.parse(authority.vkey)
    for checkpoint in (first, second):
        house, cosigned = cosigned_note(checkpoint).signatures
        assert abs(witness.verify(cosigned, checkpoint.text) - datetime.now(UTC)).total_seconds() < 600
        kept = (authority.folder / f"kept/{checkpoint.size:012}.note").read_text()
        assert Note.parse(kept).signatures == (house, cosigned)
    call_command(
        "export_record",
        "--casino",
        str(casino.pk),
        "--out",
        str(authority.folder / "record.zip"),
        verbosity=0,
    )
    arguments = (
        "record.zip",
        "--key",
        authority.house_key,
        "--witness",
        authority.vkey,
        "--checkpoint",
        "kept",
    )
    code, printed = authority.do("verify_record.py", *arguments)
    assert code == 0, printed
    assert f"control.example/w1 has cosigned 2 checkpoints, the last of {second.size} events at" in printed
    assert f"the record goes on from your checkpoints, the newest of {second.size} events" in printed


def test_a_forked_history_is_alarmed_and_not_cosigned(
    authority: Authority, casino: Casino, key: SigningKey
) -> None:
    grow(casino.pk, key, 10)
    seen = grow(casino.pk, key, 20)
    assert authority.watch()[0] == 0
    forked = remake_the_tail(casino.pk, key, seen.size - 5, lambda payload: payload + b" ")
    code, printed = authority.watch()
    assert (code, f"ALARM: the house has signed two records of {seen.size} events" in printed) == (1, True)
    newest = grow(casino.pk, key, 15)
    code, printed = authority.watch()
    assert (
        code,
        f"ALARM: the record of {newest.size} events does not go on from the {seen.size}" in printed,
    ) == (
        1,
        True,
    ), printed
    assert cosigned_note(newest).signatures == (cosigned_note(newest).signatures[0],)
    # What it kept proves it: two checkpoints, both signed by the house.
    alarms = [name for name in authority.kept() if name.startswith("alarm-")]
    evidence = Note.parse((authority.folder / "kept" / alarms[0]).read_text())
    assert evidence.verify([own_key(key, casino.pk).verifier])
    assert evidence.text == forked.text != seen.text


def test_a_shrunk_record_and_a_forgotten_checkpoint_are_alarmed(
    authority: Authority, casino: Casino, key: SigningKey
) -> None:
    grow(casino.pk, key, 10)
    seen = grow(casino.pk, key, 20)
    assert authority.watch()[0] == 0
    change_record(casino.pk, f"DELETE FROM checkpoint WHERE {{casino}} AND size = {seen.size}")
    code, printed = authority.watch()
    assert (code, f"ALARM: the record has shrunk: it had {seen.size} events" in printed) == (1, True)
    grow(casino.pk, key, 5)
    code, printed = authority.watch()
    assert (code, f"does not know its checkpoint of {seen.size} events any more" in printed) == (1, True)


def test_a_witness_that_is_not_registered_or_not_let_in_is_told(
    authority: Authority, casino: Casino, key: SigningKey
) -> None:
    code, printed = authority.watch()
    assert (code, "the house gave no checkpoint (404" in printed) == (2, True)
    seen = grow(casino.pk, key, 10)
    assert registered_entry(casino.pk, "witness", "control").in_use
    withdraw(casino.pk, "witness", "control", by=BY, now=timezone.now())
    code, printed = authority.watch()
    assert (code, "control.example/w1 is no registered witness of this casino" in printed) == (2, True), (
        printed
    )
    assert len(cosigned_note(seen).signatures) == 1
    # It has signed it, and brings that as soon as it is let.
    declare(casino.pk, "witness", "control", {"public_key": authority.vkey}, by=BY, now=timezone.now())
    newest = latest_checkpoint(casino.pk)
    assert newest is not None
    code, printed = authority.watch()
    assert code == 0, printed
    assert len(cosigned_note(newest).signatures) == 2
    cosigned = last_cosigned(casino.pk, registered_entry(casino.pk, "witness", "control"))
    assert cosigned is not None
    assert (cosigned.size, cosigned.newest) == (newest.size, newest.size)
    (authority.folder / "secret").write_text("another")
    code, printed = authority.watch()
    assert (code, "the house does not let this client in (401: invalid_client)" in printed) == (2, True)


def test_a_witness_reads_checkpoints_and_no_event(
    caller: Callable[..., Caller], casino: Casino, key: SigningKey, problem: Callable[..., Any]
) -> None:
    grow(casino.pk, key, 5)
    witness, reader = caller(CHECKPOINTS_COSIGN), caller(FEED_READ)
    for system in (witness, reader):
        assert system.get("checkpoints/latest").status_code == 200
        assert system.get("checkpoints/proof?from=5").status_code == 200
    event = read_feed(casino.pk)[0].event_id
    assert witness.get("events").status_code == 403
    assert witness.get(f"events/{event}/proof").status_code == 403
    body = {"size": 5, "signature": "— w AAAA"}
    assert reader.post("checkpoints/cosignatures", body).status_code == 403


def test_only_a_right_cosignature_of_this_very_checkpoint_is_kept(
    caller: Callable[..., Caller], casino: Casino, key: SigningKey, problem: Callable[..., Any]
) -> None:
    old, seen = grow(casino.pk, key, 5), grow(casino.pk, key, 5)
    seed, now = bytes(range(32)), timezone.now()
    line = cosign("control.example/w1", seed, seen.text, now)
    other = cosign("control.example/w1", seed, old.text, now)
    witness = caller(CHECKPOINTS_COSIGN)

    def brought(size: int, signature: object, key: str) -> Any:
        return witness.post("checkpoints/cosignatures", {"size": size, "signature": str(signature)}, key)

    assert problem(brought(10, line, "a"))["code"] == "witness-unregistered"
    public = _public_of(seed)
    declare(casino.pk, "witness", "control", {"public_key": str(public)}, by=BY, now=now)
    assert problem(brought(10, other, "b"))["code"] == "cosignature-wrong"
    assert problem(brought(10, "no line", "c"))["code"] == "cosignature-malformed"
    assert problem(brought(10, str(line)[:-32], "d"))["code"] == "cosignature-wrong"
    assert problem(brought(7, line, "e"))["status"] == 404
    assert len(cosigned_note(seen).signatures) == 1
    kept = brought(10, line, "f")
    assert kept.status_code == 201, kept.content
    told = json.loads(kept.content)
    assert (told["witness"], told["is_new"]) == ("control.example/w1", True)
    assert Note.parse(told["note"]).signatures[1] == line
    assert json.loads(brought(10, line, "g").content)["is_new"] is False
    shown = json.loads(witness.get("checkpoints/latest").content)
    assert Note.parse(shown["note"]) == cosigned_note(seen)
    assert b64decode(str(line).rpartition(" ")[2]) == line.data


def test_a_false_signature_by_a_witnesss_name_hides_none_of_its_own(casino: Casino, key: SigningKey) -> None:
    old, seen = grow(casino.pk, key, 5), grow(casino.pk, key, 5)
    seed, now = bytes(range(32)), timezone.now()
    declare(casino.pk, "witness", "control", {"public_key": str(_public_of(seed))}, by=BY, now=now)
    keep_cosignature(old, str(cosign("control.example/w1", seed, old.text, now)))
    with connection.cursor() as cursor:
        for size in (5, *range(seen.size, seen.size + 20), *[seen.size] * 120):
            cursor.execute(
                "INSERT INTO witness_signature"
                " VALUES (%s, %s, 'control.example/w1', sha512(random()::text::bytea), now())",
                [casino.pk, size],
            )
    cosigned = last_cosigned(casino.pk, registered_entry(casino.pk, "witness", "control"))
    assert cosigned is not None
    assert (cosigned.size, cosigned.newest) == (old.size, seen.size)
    assert len(cosigned_note(seen).signatures) == 1, "a false one is not given out"
    Note.parse(str(cosigned_note(seen)))


def _public_of(seed: bytes) -> WitnessKey:
    return WitnessKey("control.example/w1", SigningKey("w", seed).verifier.public)


def test_a_key_that_is_none_is_not_registered(casino: Casino) -> None:
    public = str(_public_of(bytes(32)))
    for wrong in (
        "",
        "nobody",
        public[:-4],
        public.replace("w1", "w2"),
        str(SigningKey("w", bytes(32)).verifier),
    ):
        with pytest.raises(EntryRefused):
            declare(casino.pk, "witness", "w", {"public_key": wrong}, by=BY, now=timezone.now())
