"""The verifier ends with 0 only if everything that was asked for is verified; with 2 it lists the rest."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tables.handling.tests.carried_record import Carried, two_tables
from tables.stream.merkle.cosignature import WitnessKey, cosign
from tables.stream.merkle.note import Note, SigningKey
from testkit.play import NOON

pytestmark = pytest.mark.django_db(transaction=True)

WITNESS, SEED = "control.example/w1", bytes(32)


@pytest.fixture
def carried(casino_id: int, key: SigningKey, tmp_path: Path) -> Carried:
    return two_tables(casino_id, key, tmp_path)


@pytest.mark.servers
def test_a_tail_cut_with_its_checkpoints_ends_with_2_against_a_kept_checkpoint_beyond_it(
    carried: Carried,
) -> None:
    cut, beyond = carried.sizes[1], carried.sizes[2]
    carried.export("record.zip", "--to", str(cut))
    newest = f"kept/{beyond:09}.note"
    code, said = carried.check("--checkpoint", newest)
    assert (code, said["ok"], said["exit_code"], said["faults"]) == (2, False, 2, [])
    assert said["not_verified"] == [
        f"{newest}, of {beyond} events: it ends outside of the archive, which has no proof for it; ask for an export"
        f" with --prove {beyond}"
    ]
    code, said = carried.check("--checkpoint", "kept")
    assert (code, len(said["not_verified"])) == (2, 1), "the older checkpoints agree"
    (carried.folder / "record.zip").unlink()
    carried.export("record.zip", "--to", str(cut), "--prove", str(beyond))
    assert carried.check("--checkpoint", "kept")[0] == 0


def test_events_that_a_witness_has_not_cosigned_end_with_2(carried: Carried) -> None:
    """Its cosignatures may be under the archive's checkpoints, or under those that the inspector has kept."""
    carried.export()
    witness = str(
        WitnessKey(WITNESS, Ed25519PrivateKey.from_private_bytes(SEED).public_key().public_bytes_raw())
    )
    code, said = carried.check("--witness", witness)
    assert (code, said["faults"]) == (2, [])
    (gap,) = said["not_verified"]
    assert gap.startswith(f"the events after position 0 by the witness {WITNESS}")
    first, *_, last = carried.sizes
    for size, expected in ((first, 2), (last, 0)):
        kept = carried.folder / f"kept/{size:09}.note"
        note = Note.parse(kept.read_text())
        cosignature = cosign(WITNESS, SEED, note.text, NOON)
        kept.write_text(str(Note(note.text, (*note.signatures, cosignature))))
        code, said = carried.check("--witness", witness, "--checkpoint", "kept")
        assert (code, said["faults"]) == (expected, [])
        gaps = [f"the events after position {size} by the witness {WITNESS}"] if expected else []
        assert [line.partition(":")[0] for line in said["not_verified"]] == gaps


def test_an_earlier_archive_without_a_common_event_ends_with_2(carried: Carried) -> None:
    first, last = carried.sizes[0], carried.sizes[2]
    carried.export("earlier.zip", "--to", str(first))
    carried.export("record.zip", "--from", str(first + 1))
    code, said = carried.check("--earlier", "earlier.zip")
    assert (code, said["not_verified"]) == (2, ["the earlier archive: it has no event of this stretch"])
    carried.export("whole.zip")
    code, said = carried.check("--earlier", "whole.zip")
    assert (code, said["not_verified"]) == (0, [])
    compared = f"{last - first} events from {first + 1} to {last} are as in the earlier archive"
    assert compared in said["checked"]


def test_a_file_or_an_argument_that_cannot_be_read_ends_with_2_and_is_listed(carried: Carried) -> None:
    carried.export()
    (carried.folder / "empty").mkdir()
    for arguments, reason in (
        (("--checkpoint", "empty"), "empty has no checkpoint"),
        (("--checkpoint", "nowhere.note"), "nowhere.note holds no checkpoint"),
        (("--witness", "nobody"), "'nobody' is no public key of a witness"),
    ):
        code, said = carried.check(*arguments)
        (gap,) = said["not_verified"]
        assert (code, said["ok"], said["checked"]) == (2, False, [])
        assert gap.startswith(reason)
    code, printed = carried.run("record.zip")
    assert (code, "the following arguments are required: --key" in printed) == (2, True)
