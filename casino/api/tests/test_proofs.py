"""Proofs and checkpoints over the API: what is there is proven, and what is not yet there says so."""

import json
from base64 import b64decode
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.utils import timezone

from casino.api.access.scopes import FEED_READ, TABLES_READ
from tables.handling import Actor
from tables.handling.models import Casino
from tables.handling.registers import declare, withdraw
from tables.stream import ANY, NewEvent, append, read_stream
from tables.stream.merkle.checkpoints import Checkpoint, note_of, own_key
from tables.stream.merkle.cosignature import WitnessKey, cosign
from tables.stream.merkle.note import CheckpointText, Note, Signature, SigningKey
from tables.stream.merkle.rfc6962 import leaf_hash, verify_consistency, verify_inclusion
from testkit.stream import checkpoint_now
from testkit.witnesses import store_signature

pytestmark = pytest.mark.django_db(transaction=True)

STREAM = "table/RF1/2031-05-17"
BY = Actor(id="test", name="Test")


def record(casino_id: int, events: int = 1) -> list[UUID]:
    """Events of a table's day, one append; their identities."""
    now = timezone.now()
    with transaction.atomic():
        noted = [NewEvent(type="noted", data={"n": n}, occurred_at=now) for n in range(events)]
        append(casino_id, STREAM, noted, expected_version=ANY, now=now)
    return [event.event_id for event in read_stream(casino_id, STREAM)][-events:]


@pytest.fixture
def inspector(caller: Callable[..., Any]) -> Any:
    return caller(FEED_READ)


@pytest.fixture
def sign(casino: Casino, key: SigningKey) -> Callable[[], Checkpoint]:
    """`sign()`: seals what is recorded, and signs it."""
    return lambda: checkpoint_now(casino.pk, key)


def read(system: Any, path: str) -> Any:
    response = system.get(path)
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/json"), (
        response.content
    )
    return json.loads(response.content)


def hashes(encoded: list[str]) -> list[bytes]:
    return [b64decode(each, validate=True) for each in encoded]


def test_an_event_is_proven_against_the_newest_checkpoint_and_against_others(
    casino: Casino, inspector: Any, sign: Callable[[], Checkpoint]
) -> None:
    first = record(casino.pk, 5)
    older = sign()
    record(casino.pk, 300)
    newer = sign()
    for query, checkpoint in (("", newer), (f"?size={older.size}", older), (f"?size={newer.size}", newer)):
        found = read(inspector, f"events/{first[3]}/proof{query}")
        (stored,) = read_stream(casino.pk, STREAM, after_version=3, to_version=4)
        event = found["event"]
        assert hashes([event["prev_hash"], event["hash"]]) == [stored.prev_hash, stored.hash]
        assert json.loads(b64decode(event["payload"]))["event_id"] == event["id"] == str(first[3])
        assert found["position"] == 4
        assert hashes([found["leaf_hash"]]) == [leaf_hash(stored.hash)]
        assert found["checkpoint"]["size"] == checkpoint.size
        verify_inclusion(leaf_hash(stored.hash), 3, checkpoint.size, hashes(found["path"]), checkpoint.root)


def test_the_checkpoint_is_given_as_it_was_signed(
    casino: Casino, inspector: Any, sign: Callable[[], Checkpoint], key: SigningKey
) -> None:
    record(casino.pk, 3)
    signed = sign()
    found = read(inspector, "checkpoints/latest")
    assert found == {
        "origin": f"casino.example/permanence/casino/{casino.pk}",
        "size": 3,
        "root": CheckpointText(signed.origin, 3, signed.root).__str__().split("\n")[2],
        "signed_at": signed.signed_at.isoformat().replace("+00:00", "Z"),
        "note": str(note_of(signed)),
        "vkey": str(own_key(key, casino.pk).verifier),
    }
    assert Note.parse(found["note"]).verify([own_key(key, casino.pk).verifier])


def test_a_false_checkpoint_is_not_given_out_as_the_latest(
    casino: Casino, inspector: Any, sign: Callable[[], Checkpoint], problem: Callable[[Any], Any]
) -> None:
    record(casino.pk, 3)
    signed = sign()
    with connection.cursor() as cursor:
        for size in (2, 1_000_000):
            cursor.execute(
                "INSERT INTO checkpoint SELECT casino_id, %s, root, origin, vkey, signature, signed_at FROM checkpoint"
                " WHERE casino_id = %s AND size = 3",
                [size, casino.pk],
            )
    assert read(inspector, "checkpoints/latest")["note"] == str(note_of(signed))
    refused = problem(inspector.get("checkpoints/proof?from=2"))
    assert refused["type"].endswith(":not-found")


def test_the_note_alone_is_given_as_text(
    casino: Casino, inspector: Any, sign: Callable[[], Checkpoint], problem: Callable[[Any], Any]
) -> None:
    found = problem(inspector.get("checkpoints/latest", Accept="text/plain"))
    assert found["type"].endswith(":not-yet")
    record(casino.pk)
    signed = sign()
    response = inspector.get("checkpoints/latest", Accept="text/plain")
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode() == str(note_of(signed))
    known = {"Accept": "text/plain", "If-None-Match": response.headers["ETag"]}
    assert inspector.get("checkpoints/latest", **known).status_code == 304
    as_json = inspector.get("checkpoints/latest", **{**known, "Accept": "application/json"})
    assert json.loads(as_json.content)["note"] == str(note_of(signed))
    refused = problem(inspector.get("checkpoints/latest", Accept="image/png"))
    assert refused["detail"] == "This answer is given as application/json or text/plain; accept that."


def test_witnesses_stand_in_the_note(casino: Casino, inspector: Any, sign: Callable[[], Checkpoint]) -> None:
    name, seed, now = "witness.example", bytes(range(32)), timezone.now()
    keys = [str(WitnessKey(name, SigningKey("w", each).verifier.public)) for each in (seed, bytes(32))]
    declare(casino.pk, "witness", "control", {"public_key": keys[0]}, by=BY, now=now)
    signed = sign()
    line = cosign(name, seed, signed.text, now)
    store_signature(signed, Signature(name, line.data[:12] + bytes(64)))
    store_signature(signed, line)
    cosigned = str(Note(signed.text, (*note_of(signed).signatures, line)))
    assert read(inspector, "checkpoints/latest")["note"] == cosigned, "a false one is not given out"
    # What a witness has signed stays its word: with another key, and when it is withdrawn.
    declare(casino.pk, "witness", "control", {"public_key": keys[1]}, by=BY, now=now)
    withdraw(casino.pk, "witness", "control", by=BY, now=now)
    assert read(inspector, "checkpoints/latest")["note"] == cosigned


def test_checkpoint_is_proven_to_extend_an_earlier_one(
    casino: Casino, inspector: Any, sign: Callable[[], Checkpoint]
) -> None:
    signed = []
    for events in (3, 1, 300):
        record(casino.pk, events)
        signed.append(sign())
    for older in signed:
        for newer in signed:
            if older.size <= newer.size:
                found = read(inspector, f"checkpoints/proof?from={older.size}&to={newer.size}")
                assert (found["older"]["size"], found["newer"]["size"]) == (older.size, newer.size)
                path = hashes(found["path"])
                verify_consistency(older.size, older.root, newer.size, newer.root, path)
    assert read(inspector, "checkpoints/proof?from=3") == read(inspector, "checkpoints/proof?from=3&to=304")


def test_proof_is_refused_until_its_event_is_signed(
    casino: Casino, inspector: Any, sign: Callable[[], Checkpoint], problem: Callable[[Any], Any], seal: Any
) -> None:
    def not_yet(path: str) -> str:
        found = problem(inspector.get(path))
        assert (found["status"], found["type"]) == (404, "urn:permanence:problem:not-yet")
        return str(found["detail"])

    assert "no checkpoint of this casino is signed yet" in not_yet("checkpoints/latest")
    (event,) = record(casino.pk)
    assert "recorded, and not sealed yet" in not_yet(f"events/{event}/proof")
    seal(casino.pk)
    assert "no checkpoint of this casino is signed yet" in not_yet(f"events/{event}/proof")
    sign()
    assert read(inspector, f"events/{event}/proof")["position"] == 1
    (second,) = record(casino.pk)
    seal(casino.pk)
    assert "position 2 and the newest checkpoint has 1; the next one" in not_yet(f"events/{second}/proof")
    sign()
    assert read(inspector, f"events/{second}/proof")["position"] == 2


REFUSED = {
    "events/nonsense/proof": (404, "nonsense: names no event; an id is a UUID"),
    "events/%00/proof": (404, "/api/v1/events/\x00/proof: no such address"),
    "events/{event}/proof?size=x": (422, "size: 'x' is not a whole number from 1 on"),
    "events/{event}/proof?size=0": (422, "size: '0' is not a whole number from 1 on"),
    "events/{event}/proof?size=": (422, "size: '' is not a whole number from 1 on"),
    "events/{event}/proof?size=4&size=6": (422, "size: the address has it more than once"),
    "events/{event}/proof?siez=4": (422, "siez: no such parameter; there are size"),
    "checkpoints/latest?size=4": (422, "size: no such parameter; this call takes none"),
    "checkpoints/proof?first=2&to=6": (422, "first: no such parameter; there are from, to"),
    "events/{event}/proof?size=5": (404, "size: this casino has no checkpoint of size 5; the newest has 6"),
    "events/{event}/proof?size=2": (422, "size: the event stands at position 6, which a checkpoint of 2"),
    "checkpoints/proof": (422, "from: say the size of the checkpoint that you have"),
    "checkpoints/proof?to=6": (422, "from: say the size of the checkpoint that you have"),
    "checkpoints/proof?from=-1": (422, "from: '-1' is not a whole number from 1 on"),
    "checkpoints/proof?from=99999999999999999999": (
        422,
        "from: '99999999999999999999' is not a whole number",
    ),
    "checkpoints/proof?from=٣": (422, "from: '٣' is not a whole number from 1 on"),
    "checkpoints/proof?from=5": (404, "from: this casino has no checkpoint of size 5"),
    "checkpoints/proof?from=999999999999999999": (404, "from: this casino has no checkpoint of size 9"),
    "checkpoints/proof?from=2&to=7": (404, "to: this casino has no checkpoint of size 7"),
    "checkpoints/proof?from=6&to=2": (422, "from: 6 is beyond to, 2; the smaller comes first"),
}


@pytest.mark.parametrize("path", REFUSED)
def test_each_bad_parameter_is_one_clear_problem(
    path: str, casino: Casino, inspector: Any, sign: Callable[[], Checkpoint], problem: Callable[[Any], Any]
) -> None:
    record(casino.pk, 2)
    sign()
    event = record(casino.pk, 4)[-1]
    sign()
    status, detail = REFUSED[path]
    found = problem(inspector.get(path.format(event=event)))
    assert found["status"] == status
    assert found["detail"].startswith(detail)


def test_an_event_of_another_casino_is_not_there(
    casino: Casino,
    inspector: Any,
    sign: Callable[[], Checkpoint],
    problem: Callable[[Any], Any],
    key: SigningKey,
) -> None:
    record(casino.pk)
    sign()
    (foreign,) = record(casino.pk + 1)
    checkpoint_now(casino.pk + 1, key)
    unknown = uuid4()
    for event in (foreign, unknown):
        found = problem(inspector.get(f"events/{event}/proof"))
        assert (found["status"], found["code"]) == (404, "event-unknown")
        assert found["parameters"] == {"event": str(event)}
        assert found["type"].endswith(":not-found")


@pytest.mark.parametrize("path", ["events/{}/proof", "checkpoints/latest", "checkpoints/proof?from=1"])
def test_the_scope_is_that_of_the_feed(
    path: str, casino: Casino, caller: Callable[..., Any], problem: Callable[[Any], Any]
) -> None:
    found = problem(caller(TABLES_READ).get(path.format(uuid4())))
    assert (found["status"], FEED_READ in found["detail"]) == (403, True)
