"""docs/examples/verify_proof.py, run as an inspector runs it: offline, on answers of a house that is really served."""

import json
import subprocess
import sys
import urllib.request
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from casino.api.access.clients import NewClient
from casino.api.access.scopes import FEED_READ
from tables.handling.models import Casino
from tables.stream import ANY, NewEvent, append, read_feed
from tables.stream.merkle.checkpoints import own_key
from tables.stream.merkle.note import Note, SigningKey, new_signing_key
from testkit.stream import REHASH, checkpoint_now
from testkit.witnesses import store_signature

VERIFIER = Path(__file__).resolve().parents[3] / "docs/examples/verify_proof.py"

pytestmark = pytest.mark.django_db(transaction=True)

OLDER, NEWER = 270, 600
"""Sizes of the two checkpoints."""


def record(casino_id: int, events: int) -> None:
    now = timezone.now()
    with transaction.atomic():
        noted = [NewEvent(type="noted", data={"number": n % 37}, occurred_at=now) for n in range(events)]
        append(casino_id, "table/RF1/2031-05-17", noted, expected_version=ANY, now=now)


@pytest.fixture
def vkey(casino: Casino, key: SigningKey) -> str:
    """What the house's people hand over."""
    return str(own_key(key, casino.pk).verifier)


@pytest.fixture
def ask(web_server: str, register: Callable[..., NewClient]) -> Callable[[str], Any]:
    """`ask("checkpoints/latest")`: the answer of the served house."""
    made = register(FEED_READ)
    pair = b64encode(f"{made.client.client_id}:{made.secret}".encode()).decode()
    form = urllib.request.Request(
        f"{web_server}/oauth/token/", b"grant_type=client_credentials", {"Authorization": f"Basic {pair}"}
    )
    with urllib.request.urlopen(form) as response:
        token = json.load(response)["access_token"]

    def asked(path: str) -> Any:
        request = urllib.request.Request(
            f"{web_server}/api/v1/{path}", headers={"Authorization": f"Bearer {token}"}
        )
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    return asked


@pytest.fixture
def answers(casino: Casino, key: SigningKey, ask: Callable[[str], Any]) -> dict[str, Any]:
    """What an inspector takes along of a house with two checkpoints, one of them witnessed."""
    record(casino.pk, OLDER)
    signed = checkpoint_now(casino.pk, key)
    store_signature(signed, new_signing_key("witness.example").sign(signed.text))
    record(casino.pk, NEWER - OLDER)
    checkpoint_now(casino.pk, key)
    events = read_feed(casino.pk)
    return {
        "first": ask(f"events/{events[0].event_id}/proof"),
        "in a full tile": ask(f"events/{events[200].event_id}/proof?size={OLDER}"),
        "last": ask(f"events/{events[-1].event_id}/proof"),
        "growth": ask(f"checkpoints/proof?from={OLDER}&to={NEWER}"),
        "latest": ask("checkpoints/latest"),
    }


@pytest.fixture
def verified(tmp_path: Path, vkey: str) -> Callable[..., tuple[int, list[str]]]:
    """`verified({"name": answer})`: how the program ends on these files, and its lines."""

    def run(files: dict[str, Any], vkey: str = vkey) -> tuple[int, list[str]]:
        for name, answer in files.items():
            (tmp_path / name).write_text(answer if isinstance(answer, str) else json.dumps(answer))
        ended = subprocess.run(
            [sys.executable, "-I", VERIFIER, "--vkey", vkey, *files],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.stderr == ""
        return ended.returncode, ended.stdout.splitlines()

    return run


def changed(encoded: str, at: int = 5) -> str:
    """Base64 of bytes of which one bit is another."""
    said = bytearray(b64decode(encoded))
    said[at] ^= 1
    return b64encode(said).decode()


def tampered(answer: Any) -> dict[str, tuple[Any, str]]:
    """An event's proof with one thing changed at a time, and what must be said of it."""
    event, checkpoint = answer["event"], answer["checkpoint"]
    note = checkpoint["note"]
    signature = note.rstrip().rpartition(" ")[2]
    no_path = "the path does not lead from the event to the root"
    said = json.loads(b64decode(event["payload"]))
    said["data"]["number"] = 36
    forged = b64encode(json.dumps(said).encode()).decode()
    forged_note = note.replace(checkpoint["root"], changed(checkpoint["root"]))
    return {
        "payload": (
            {**answer, "event": {**event, "payload": forged}},
            "the payload does not give the event's hash",
        ),
        "previous hash": (
            {**answer, "event": {**event, "prev_hash": changed(event["prev_hash"])}},
            "the payload does not give the event's hash",
        ),
        "hash": (
            {**answer, "event": {**event, "hash": changed(event["hash"])}},
            "the payload does not give the event's hash",
        ),
        "leaf": (
            {**answer, "leaf_hash": changed(answer["leaf_hash"])},
            "the event's hash does not give the leaf",
        ),
        "identity": (
            {**answer, "event": {**event, "id": "00000000-0000-0000-0000-000000000000"}},
            "it is the proof of",
        ),
        "position": ({**answer, "position": answer["position"] + 1}, no_path),
        "position beyond": ({**answer, "position": NEWER + 1}, "has no position"),
        "path": ({**answer, "path": [changed(answer["path"][0]), *answer["path"][1:]]}, no_path),
        "shorter path": ({**answer, "path": answer["path"][:-1]}, "the path is too short"),
        "longer path": ({**answer, "path": [*answer["path"], answer["path"][0]]}, "the path is too long"),
        "root": (
            {**answer, "checkpoint": {**checkpoint, "root": changed(checkpoint["root"])}},
            "another origin, size or root than its signed note",
        ),
        "root in the note": (
            {**answer, "checkpoint": {**checkpoint, "note": forged_note}},
            "is not right",
        ),
        "size in the note": (
            {
                **answer,
                "checkpoint": {**checkpoint, "note": note.replace(f"\n{NEWER}\n", f"\n{NEWER + 1}\n")},
            },
            "is not right",
        ),
        "signature": (
            {**answer, "checkpoint": {**checkpoint, "note": note.replace(signature, changed(signature, 30))}},
            "is not right",
        ),
        "key's id": (
            {**answer, "checkpoint": {**checkpoint, "note": note.replace(signature, changed(signature, 1))}},
            "is not signed by",
        ),
        "no signature": (
            {**answer, "checkpoint": {**checkpoint, "note": note.partition("\n\n")[0] + "\n\n"}},
            "is not signed by",
        ),
        "nothing": ({}, "it is no answer of the documented form"),
    }


def test_verifier_accepts_and_describes_genuine_answers(
    answers: dict[str, Any], verified: Callable[..., Any]
) -> None:
    code, lines = verified(answers)
    assert code == 0, lines
    first, full, last, growth, latest = lines
    assert "noted of " in first
    assert first.endswith(f"table/RF1/2031-05-17 version 1, stands at position 1 of {NEWER}")
    assert full.endswith(f"stands at position 201 of {OLDER}")
    assert last.endswith(f"stands at position {NEWER} of {NEWER}")
    assert growth == f"growth: the {NEWER} events begin with the {OLDER} of before"
    assert latest == f"latest: a checkpoint of {NEWER} events, signed"


def test_verifier_finds_each_altered_answer(
    answers: dict[str, Any], verified: Callable[..., Any], vkey: str
) -> None:
    cases = tampered(answers["first"])
    growth = answers["growth"]
    swapped = {**growth, "older": growth["newer"], "newer": growth["older"]}
    cases |= {
        "path of growth": (
            {**growth, "path": [*growth["path"][:-1], changed(growth["path"][-1])]},
            "the path does not end at the",
        ),
        "growth backwards": (swapped, "are no older and newer size"),
        "growth without a path": ({**growth, "path": []}, "the path is too short"),
        "no json": ("{", "Expecting"),
    }
    code, lines = verified({name: answer for name, (answer, _) in cases.items()})
    assert code == 1
    for line, (name, (_, reason)) in zip(lines, cases.items(), strict=True):
        assert line.startswith(f"{name}: WRONG: "), line
        assert reason in line


def test_a_house_with_another_key_or_another_casinos_does_not_pass(
    answers: dict[str, Any], verified: Callable[..., Any], key: SigningKey, casino: Casino
) -> None:
    for other in (own_key(new_signing_key(key.name), casino.pk), own_key(key, casino.pk + 1)):
        code, lines = verified({"latest": answers["latest"]}, str(other.verifier))
        assert code == 1
        assert "is not signed by" in lines[0]
    code, lines = verified({"latest": answers["latest"]}, "nobody")
    assert (code, "is no key" in lines[0]) == (1, True)


def test_two_histories_of_one_size_are_found_though_both_are_signed(
    answers: dict[str, Any], verified: Callable[..., Any], key: SigningKey, casino: Casino
) -> None:
    latest = answers["latest"]
    other = changed(latest["root"])
    text = latest["note"].partition("\n\n")[0].replace(latest["root"], other) + "\n"
    forged = {**latest, "root": other, "note": str(Note(text, (own_key(key, casino.pk).sign(text),)))}
    assert verified({"one": forged})[0] == 0
    code, lines = verified({"one": latest, "other": forged})
    assert code == 1
    assert lines[1].startswith(f"other: WRONG: two roots of size {NEWER}: ")


def test_an_event_that_a_superuser_has_changed_is_proven_no_more(
    answers: dict[str, Any], verified: Callable[..., Any], ask: Callable[[str], Any], casino: Casino
) -> None:
    event_id = answers["first"]["event"]["id"]
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE event DISABLE TRIGGER ALL")
        cursor.execute(
            "UPDATE event SET data = replace(data::text, '\"number\":0', '\"number\":9')::json"
            " WHERE casino_id = %s AND event_id = %s",
            [casino.pk, event_id],
        )
        cursor.execute(
            f"UPDATE event SET {REHASH} WHERE casino_id = %s AND event_id = %s", [casino.pk, event_id]
        )
        cursor.execute("ALTER TABLE event ENABLE TRIGGER ALL")
    code, (line,) = verified({"changed": ask(f"events/{event_id}/proof")})
    assert code == 1
    assert "the path does not lead from the event to the root of the checkpoint" in line
