"""An exported record is checked offline by docs/examples/verify_record.py, run as an inspector runs it: in an empty
folder, without the platform. Whatever was changed in the database or in the file, the first event of it is named."""

from pathlib import Path

import pytest

from tables.handling.tests.carried_record import Carried, fill_a_tile, position_of, two_tables
from tables.stream import read_feed
from tables.stream.merkle.note import SigningKey
from testkit.stream import REHASH, remake_the_tail

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def begun(casino_id: int, key: SigningKey, tmp_path: Path) -> Carried:
    return two_tables(casino_id, key, tmp_path)


@pytest.fixture
def carried(begun: Carried) -> Carried:
    """The same, with a full tile in its tree."""
    fill_a_tile(begun)
    return begun


@pytest.mark.servers
def test_an_untouched_record_is_as_it_was_signed(carried: Carried) -> None:
    carried.export()
    code, said = carried.check("--checkpoint", "kept")
    assert (code, said["faults"], said["not_verified"], said["not_asked"]) == (0, [], [], [])
    newest = f"the record goes on from your checkpoints, the newest of {carried.sizes[-1]} events"
    assert newest in said["checked"]
    assert any(line.endswith("is the rulebook that 2 openings name by its hash") for line in said["checked"])
    numbers = [
        [(row["coup"], row["number"], row["colour"]) for row in day["numbers"]] for day in said["days"]
    ]
    assert numbers == [[(1, 17, "noir"), (2, 0, None), (3, 32, "rouge")]] * 2
    code, printed = carried.run("record.zip", "--key", carried.vkey, "--numbers")
    assert code == 0
    assert "T2 2026-11-20: 3 numbers, not closed\n       1  17 noir" in printed
    assert "not asked for: a record that somebody with the key made from end to end" in printed
    assert printed.endswith("as it was signed\n")


SEALED = "UPDATE sealed_event SET position = position"
MOVED_UP = (
    f"{SEALED} + 1000 WHERE {{casino}} AND position >= {{p}}",
    f"{SEALED} - 999 WHERE {{casino}} AND position > 1000",
)
CLOSED_UP = (
    "DELETE FROM event WHERE {at}",
    "DELETE FROM sealed_event WHERE {casino} AND position = {p}",
    f"{SEALED} + 1000 WHERE {{casino}} AND position > {{p}}",
    f"{SEALED} - 1001 WHERE {{casino}} AND position > 1000",
    "UPDATE seal_head SET position = position - 1 WHERE {casino}",
)
COLUMNS = (
    "casino_id, month, stream_id, version, event_id, type, schema_version, data, metadata, occurred_at, recorded_at,"
    " prev_hash, hash, xid"
)
ADDED = (
    *MOVED_UP,
    f"INSERT INTO event ({COLUMNS}) SELECT casino_id, 0, 'other', 1, gen_random_uuid(), type, schema_version,"
    " data, metadata, occurred_at, recorded_at, prev_hash, hash, xid FROM event WHERE {before}",
    f"UPDATE event SET {REHASH} WHERE {{casino}} AND stream_id = 'other'",
    "INSERT INTO sealed_event (casino_id, month, position, event, type) SELECT casino_id, 0, {p}, id, type"
    " FROM event WHERE {casino} AND stream_id = 'other'",
    "UPDATE seal_head SET position = position + 1 WHERE {casino}",
)
CHANGED = "UPDATE event SET data = replace(data::text, '\"number\":0', '\"number\":9')::json WHERE {at}"
REHASHED = f"UPDATE event SET {REHASH} WHERE {{at}}"
TAMPERED = {
    "a byte changed": ("changed", (CHANGED,)),
    "a byte changed, with its hash": (
        "changed",
        (CHANGED, REHASHED),
    ),
    "an event made unreadable": ("changed", ("UPDATE event SET data = '\"no event\"' WHERE {at}",)),
    "a row deleted": ("missing", ("DELETE FROM event WHERE {at}",)),
    "an event added": ("added", ADDED),
    "two events in each other's place": (
        "moved",
        (
            f"{SEALED} + 1000 WHERE {{casino}} AND position IN ({{p}}, {{p}} + 1)",
            "UPDATE sealed_event SET position = 2 * {p} + 1001 - position WHERE {casino} AND position > 1000",
        ),
    ),
}


@pytest.mark.parametrize("tampered", TAMPERED)
def test_altered_event_is_found_and_named(tampered: str, carried: Carried) -> None:
    what, statements = TAMPERED[tampered]
    position = position_of(carried, "number_fell", 1)
    (event,) = read_feed(carried.casino_id, after=position - 1, limit=1)
    carried.tamper(position, *statements)
    carried.export()
    code, said = carried.check("--checkpoint", "kept")
    (fault,) = said["faults"]
    assert (code, fault["what"], fault["position"]) == (1, what, position), fault
    if what in ("changed", "missing") and tampered != "an event made unreadable":
        assert (fault["stream"], fault["version"]) == (event.stream_id, event.version)
    if tampered == "a byte changed, with its hash":
        assert (fault["type"], fault["recorded_at"]) == ("number_fell", "2026-11-20T12:00:00Z")


BEHIND_THE_TILES = {
    "a row deleted": "missing",
    "an event added": "changed",
    "two events in each other's place": "out of order",
}


@pytest.mark.parametrize("tampered", BEHIND_THE_TILES)
def test_altered_event_after_the_last_full_tile_is_found(tampered: str, begun: Carried) -> None:
    position = position_of(begun, "number_fell", 1)
    begun.tamper(position, *TAMPERED[tampered][1])
    begun.export()
    code, said = begun.check()
    (fault,) = said["faults"]
    # An event that is whole in itself shows where the next checkpoint no longer fits.
    place = begun.sizes[0] + 1 if tampered == "an event added" else position
    assert (code, fault["what"], fault["position"]) == (1, BEHIND_THE_TILES[tampered], place), fault


def test_an_event_rewritten_with_all_its_hashes_is_found_between_two_checkpoints(begun: Carried) -> None:
    position = position_of(begun, "number_fell", 1)
    begun.tamper(position, CHANGED, REHASHED)
    begun.export()
    code, said = begun.check()
    (fault,) = said["faults"]
    assert (code, fault["what"], fault["position"]) == (1, "changed", begun.sizes[0] + 1)
    assert (
        f"here or after it, up to position {begun.sizes[1]}, stands what the checkpoint of" in fault["text"]
    )


def test_a_tail_made_anew_and_signed_anew_is_found_by_an_old_checkpoint(begun: Carried) -> None:
    begun.export("earlier.zip")
    position = position_of(begun, "number_fell", 1)
    remake_the_tail(
        begun.casino_id, begun.key, position, lambda payload: payload.replace(b'"number":0,', b'"number":9,')
    )
    begun.export()
    code, said = begun.check()
    assert (code, said["faults"]) == (0, []), "nobody can see it in the archive alone"
    assert said["not_asked"] == [
        "a record that somebody with the key made from end to end: it shows against a checkpoint that you have kept"
    ]
    newest = f"kept/{begun.sizes[-1]:09}.note"
    code, said = begun.check("--checkpoint", newest)
    (fault,) = said["faults"]
    assert (code, fault["what"], fault["position"]) == (1, "changed", begun.sizes[0] + 1)
    assert f"up to position {begun.sizes[-1]}, stands what {newest} was not made of" in fault["text"]
    code, said = begun.check("--checkpoint", "kept")
    assert (code, said["faults"][0]["position"]) == (1, begun.sizes[0] + 1)
    assert f"up to position {begun.sizes[1]}," in said["faults"][0]["text"]
    code, said = begun.check("--earlier", "earlier.zip")
    assert (code, said["faults"][0]["what"]) == (1, "not as in the earlier archive")
    assert (said["faults"][0]["position"], said["faults"][0]["type"]) == (position, "number_fell")
