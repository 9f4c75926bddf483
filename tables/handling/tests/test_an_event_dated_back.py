"""An event that is dated back, with a right hash and in a signed tree, shows against a witness's cosignature.

`append_events` refuses a time before the event's own stream (`tables/stream/tests/test_guarded_appends.py`). Only the
clocks of other people bound the first event of a stream.
"""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction

from tables.handling.tests.carried_record import Carried, two_tables
from tables.stream import ANY, NewEvent, append
from tables.stream.merkle.cosignature import WitnessKey, cosign
from tables.stream.merkle.note import Note, SigningKey
from testkit.play import NOON
from testkit.stream import checkpoint_now

pytestmark = pytest.mark.django_db(transaction=True)

NAME, SEED = "control.example/w1", bytes(32)
WITNESS = str(WitnessKey(NAME, Ed25519PrivateKey.from_private_bytes(SEED).public_key().public_bytes_raw()))


@pytest.fixture
def carried(casino_id: int, key: SigningKey, tmp_path: Path) -> Carried:
    """A record of which a witness has cosigned every checkpoint at noon."""
    made = two_tables(casino_id, key, tmp_path)
    for size in made.sizes:
        cosigned(made, size)
    return made


def cosigned(carried: Carried, size: int) -> None:
    kept = carried.folder / f"kept/{size:09}.note"
    note = Note.parse(kept.read_text())
    kept.write_text(str(Note(note.text, (*note.signatures, cosign(NAME, SEED, note.text, NOON)))))


def record(carried: Carried, at: datetime) -> int:
    """Record the first event of a stream at a time, under a cosigned checkpoint; its position."""
    with transaction.atomic():
        noted = [NewEvent(type="noted", data={}, occurred_at=at)]
        append(carried.casino_id, "notes/of-another-day", noted, expected_version=ANY, now=at)
    carried.keep(checkpoint_now(carried.casino_id, carried.key))
    cosigned(carried, carried.sizes[-1])
    carried.export()
    return carried.sizes[-1]


def test_first_event_of_a_stream_dated_back_is_found_by_a_witness(carried: Carried) -> None:
    position = record(carried, NOON - timedelta(days=1))
    code, said = carried.check("--witness", WITNESS, "--checkpoint", "kept")
    (fault,) = said["faults"]
    assert (code, fault["what"], fault["position"]) == (1, "dated back", position)
    assert fault["stream"] == "notes/of-another-day"
    assert fault["text"].endswith(f"was cosigned at {NOON.isoformat()}, 1440 minutes later")
    assert carried.check("--checkpoint", "kept")[0] == 0, "without a witness no other clock is known"


def test_event_of_a_long_transaction_is_not_dated_back(carried: Carried) -> None:
    record(carried, NOON - timedelta(minutes=9))
    assert carried.check("--witness", WITNESS, "--checkpoint", "kept")[0] == 0
