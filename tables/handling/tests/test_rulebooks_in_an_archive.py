"""The rulebooks in an archive are held against the openings of its days, which name each text by its hash."""

import json
from pathlib import Path

import pytest

from tables.handling.tests.carried_record import Carried, position_of, two_tables
from tables.stream.merkle.note import SigningKey
from testkit.stream import remake_the_tail

pytestmark = pytest.mark.django_db(transaction=True)

RULEBOOK = "rulebooks/pt-francesa.v3.toml"


@pytest.fixture
def carried(casino_id: int, key: SigningKey, tmp_path: Path) -> Carried:
    return two_tables(casino_id, key, tmp_path)


def with_odds_of_34(carried: Carried) -> bytes:
    text = carried.members()[RULEBOOK]
    changed = text.replace(b'"35:1"', b'"34:1"')
    assert changed != text
    return changed


@pytest.mark.servers
def test_a_changed_rulebook_in_an_archive_whose_manifest_fits_is_a_fault(carried: Carried) -> None:
    carried.export()
    assert carried.check("--checkpoint", "kept")[0] == 0
    carried.forge({RULEBOOK: with_odds_of_34(carried)})
    code, said = carried.check("--checkpoint", "kept")
    (fault,) = said["faults"]
    assert (code, fault["what"], fault["type"]) == (1, "rulebook", "table_opened")
    assert (fault["position"], fault["stream"]) == (
        position_of(carried, "table_opened"),
        "table/T1/2026-11-20",
    )
    assert fault["text"].startswith(
        f"{RULEBOOK} is not the rulebook that the table was opened by: its SHA-256 is "
    )


def test_a_changed_rulebook_in_an_archive_that_begins_within_the_day_is_a_fault(carried: Carried) -> None:
    carried.export("record.zip", "--from", str(carried.sizes[0] + 1))
    code, said = carried.check("--checkpoint", f"kept/{carried.sizes[0]:09}.note")
    assert (code, said["not_verified"]) == (0, [])
    assert [day["rulebook"] for day in said["days"]] == ["pt-francesa.v3"] * 2
    carried.forge({RULEBOOK: with_odds_of_34(carried)})
    code, said = carried.check()
    (fault,) = said["faults"]
    assert (code, fault["what"], fault["position"]) == (1, "rulebook", position_of(carried, "table_opened"))


def test_a_changed_opening_before_the_stretch_is_a_fault_and_a_missing_one_is_not_verified(
    carried: Carried,
) -> None:
    carried.export("record.zip", "--from", str(carried.sizes[0] + 1))
    whole = (carried.folder / "record.zip").read_bytes()
    openings = [json.loads(line) for line in carried.members()["openings.jsonl"].splitlines()]
    openings[1]["event"] = openings[1]["event"].replace('"rulebook_version":3', '"rulebook_version":1')
    carried.forge({"openings.jsonl": b"".join(json.dumps(each).encode() + b"\n" for each in openings)})
    code, said = carried.check()
    assert code == 1
    assert said["faults"][0]["text"] == (
        f"openings.jsonl: no such opening was signed at position {openings[1]['position']}"
    )
    (carried.folder / "record.zip").write_bytes(whole)
    carried.forge({"openings.jsonl": None})
    code, said = carried.check()
    assert (code, said["faults"]) == (2, [])
    assert said["not_verified"] == [
        "the rulebook of T1 2026-11-20: the opening of this day is not in the archive",
        "the rulebook of T2 2026-11-20: the opening of this day is not in the archive",
        f"{RULEBOOK}: no opening in the archive names it, so its text is under no signature",
    ]


def test_a_missing_and_an_unnamed_rulebook_are_not_verified(carried: Carried) -> None:
    carried.export()
    carried.forge({RULEBOOK: None, "rulebooks/monaco.v1.toml": b"id = 'monaco'"})
    code, said = carried.check()
    assert (code, said["ok"], said["faults"]) == (2, False, [])
    assert said["not_verified"] == [
        "rulebooks/monaco.v1.toml: no opening in the archive names it, so its text is under no signature",
        f"{RULEBOOK}: it is not in the archive, and an opening names it (T1 2026-11-20, T2 2026-11-20)",
    ]
    code, printed = carried.run("record.zip", "--key", carried.vkey)
    assert (code, "  not verified: rulebooks/monaco.v1.toml" in printed) == (2, True)
    assert printed.endswith("nothing disagrees, but NOT everything that was asked for is verified\n")


def test_a_rulebook_of_an_opening_without_a_hash_is_not_verified(carried: Carried) -> None:
    """So opened the release before openings named the hash."""
    position = position_of(carried, "table_opened")

    def without_the_hash(payload: bytes) -> bytes:
        document = json.loads(payload)
        del document["data"]["rulebook_sha256"]
        return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    remake_the_tail(carried.casino_id, carried.key, position, without_the_hash)
    carried.export()
    code, said = carried.check()
    assert (code, said["faults"]) == (2, [])
    assert said["not_verified"] == [
        f"{RULEBOOK} is under no signature for T1 2026-11-20: the opening names no hash of the text"
    ]
    assert f"{RULEBOOK} is the rulebook that 1 openings name by its hash" in said["checked"]
