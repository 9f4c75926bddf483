"""An archive that was altered on its way is found out, and the first event that is not as it was signed is named."""

import json
from pathlib import Path

import pytest

from tables.handling.tests.carried_record import Carried, position_of, two_tables
from tables.stream.merkle.checkpoints import own_key
from tables.stream.merkle.note import SigningKey, new_signing_key

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def exported(casino_id: int, key: SigningKey, tmp_path: Path) -> Carried:
    carried = two_tables(casino_id, key, tmp_path)
    carried.export()
    return carried


def test_events_that_were_altered_in_the_file_are_named(exported: Carried) -> None:
    position = position_of(exported, "number_fell", 1)
    whole = exported.members()["events.jsonl"]
    lines = whole.splitlines(keepends=True)
    place = position - 1
    changed = lines[place].replace(b'"number":0,', b'"number":9,')
    assert changed != lines[place]
    altered = {
        "changed": [*lines[:place], changed, *lines[place + 1 :]],
        "missing": [*lines[:place], *lines[position:]],
        "added": [*lines[:place], lines[3], *lines[place:]],
        "moved": [*lines[:place], lines[position], lines[place], *lines[position + 1 :]],
    }
    for what, events in altered.items():
        exported.rewrite(events=b"".join(events))
        code, said = exported.check()
        first, of_manifest = said["faults"]
        assert (code, first["what"], first["position"]) == (1, what, position), first
        assert of_manifest["text"] == "events.jsonl is not the file that the manifest names by its hash"
        if what in ("changed", "missing"):
            recorded = json.loads(lines[place])
            assert (first["stream"], first["version"]) == (recorded["stream"], recorded["version"])
    exported.rewrite(events=b"".join(lines[:place]))
    code, said = exported.check()
    assert (code, said["faults"][0]["what"], said["faults"][0]["position"]) == (1, "missing", position)
    exported.rewrite(events=whole + lines[0])
    code, said = exported.check()
    assert (code, said["faults"][0]["what"], said["faults"][0]["position"]) == (1, "added", len(lines) + 1)
    exported.rewrite(events=whole)
    assert exported.check()[0] == 0


def test_altered_file_of_an_archive_is_found(exported: Carried) -> None:
    members = exported.members()
    leaves = bytearray(members["tree/leaves"])
    leaves[40] ^= 1
    notes = members["checkpoints.jsonl"].replace(f"\\n{exported.sizes[0]}\\n".encode(), b"\\n1\\n")
    altered = {
        "leaves": (bytes(leaves), "tree/leaves is not the file"),
        "edges": (
            b'{"before":[{"height":0,"hash":"00"}],"after":[]}\n',
            "does not end where the events begin",
        ),
        "checkpoints": (notes, "the signature by casino.example/permanence/casino/"),
        "proofs": (b"{}\n", "proofs.jsonl is not the file"),
        "chains": (b"no line\n", "chains.jsonl is no JSON"),
    }
    for name, (content, text) in altered.items():
        exported.rewrite(**{name: content})
        code, said = exported.check()
        assert code == 1, name
        assert any(text in fault["text"] for fault in said["faults"]), (name, said["faults"])
        exported.rewrite(
            **{each.partition(".")[0].rpartition("/")[2]: content for each, content in members.items()}
        )
    assert exported.check()[0] == 0


def test_a_file_with_a_flipped_bit_or_without_its_end_is_not_taken_for_whole(exported: Carried) -> None:
    file = exported.folder / "record.zip"
    content = file.read_bytes()
    flipped = bytearray(content)
    # In the packed events, which come first.
    flipped[200] ^= 4
    file.write_bytes(bytes(flipped))
    code, said = exported.check()
    assert (code, said["ok"]) == (1, False)
    file.write_bytes(content[: len(content) // 2])
    code, printed = exported.run("record.zip", "--key", exported.vkey)
    assert code == 2
    assert "cannot be checked: record.zip is no archive of a record" in printed
    assert "Traceback" not in printed


def test_another_houses_key_and_a_foreign_checkpoint_prove_nothing(exported: Carried) -> None:
    foreign = new_signing_key(exported.key.name)
    vkey = str(own_key(foreign, exported.casino_id).verifier)
    code, printed = exported.run("record.zip", "--key", vkey)
    assert code == 1
    assert "is not signed with a key that was given" in printed
    code, printed = exported.run("record.zip", "--key", exported.vkey[:-4])
    assert (code, "is no public key of a house" in printed) == (2, True)
    code, printed = exported.run("record.zip", "--key", vkey, "--checkpoint", "kept")
    assert (code, "cannot be checked: kept/" in printed) == (2, True)
    code, printed = exported.run("nowhere.zip", "--key", vkey)
    assert (code, "nowhere.zip is no archive of a record" in printed) == (2, True)
