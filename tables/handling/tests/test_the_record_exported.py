"""`manage.py export_record`: a stretch by days or positions, the same to the byte each time; nothing for bad input."""

from pathlib import Path

import pytest
from django.core.management import CommandError

from tables.handling.tests.carried_record import Carried, two_tables
from tables.stream import feed_position
from tables.stream.merkle.note import SigningKey
from testkit.house import OpenHouse
from testkit.stream import change_record, checkpoint_now, sequence_all

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def carried(casino_id: int, key: SigningKey, tmp_path: Path) -> Carried:
    return two_tables(casino_id, key, tmp_path)


@pytest.mark.servers
def test_exported_twice_it_is_the_same_to_the_byte_whatever_came_after(carried: Carried) -> None:
    last = str(carried.sizes[1])
    first = carried.export("one.zip", "--to", last).read_bytes()
    OpenHouse(carried.casino_id, "pt-francesa", table="T3")
    checkpoint_now(carried.casino_id, carried.key)
    assert carried.export("two.zip", "--to", last).read_bytes() == first


def test_a_stretch_in_the_midst_is_checked_by_itself(carried: Carried) -> None:
    """It begins and ends within streams and between checkpoints; kept ones outside of it take a proof of their own."""
    sizes = carried.sizes
    begin, end = sizes[0] + 2, sizes[1] + 2
    carried.export("record.zip", "--from", str(begin), "--to", str(end))
    code, said = carried.check("--checkpoint", "kept")
    assert (code, said["faults"]) == (2, [])
    assert [line.partition(":")[0] for line in said["not_verified"]] == [
        f"kept/{sizes[0]:09}.note, of {sizes[0]} events"
    ]
    assert [(day["whole"], [row["number"] for row in day["numbers"]]) for day in said["days"]] == [
        (False, [0]),
        (False, [0]),
    ]
    (carried.folder / "record.zip").unlink()
    carried.export("record.zip", "--from", str(begin), "--to", str(end), "--prove", str(sizes[0]))
    code, said = carried.check("--checkpoint", "kept")
    assert (code, said["faults"], said["not_verified"]) == (0, [], [])


def test_a_fault_before_the_stretch_shows_at_the_checkpoint_that_ends_there(carried: Carried) -> None:
    change_record(
        carried.casino_id,
        "UPDATE event SET hash = sha256('x') WHERE {casino} AND id ="
        " (SELECT event FROM sealed_event WHERE {casino} AND position = 3)",
    )
    carried.export("record.zip", "--from", str(carried.sizes[0] + 1))
    code, said = carried.check()
    assert (code, said["faults"][0]["position"]) == (1, carried.sizes[0] + 1)
    assert "what stands before the stretch is not what the checkpoint of" in said["faults"][0]["text"]


def test_gaming_days_reach_from_their_first_event_to_their_last(carried: Carried) -> None:
    carried.export("record.zip", "--from", "2026-11-20", "--to", "2026-11-20")
    code, printed = carried.run("record.zip", "--key", carried.vkey)
    assert code == 0
    assert f"positions 1 to {carried.sizes[-1]}, gaming days 2026-11-20 to 2026-11-20" in printed


BAD = {
    ("--from", "2026-11-20x"): "--from 2026-11-20x: a gaming day is written 2031-05-17",
    ("--from", "2026-11-21"): "was open on 2026-11-21: its gaming days are from 2026-11-20 to 2026-11-20",
    ("--from", "9", "--to", "3"): "from 9 to 3 is not a stretch of the record",
    ("--from", "0"): "is not a stretch of the record: positions begin at 1",
    ("--to", "100000"): "events, and --to says 100000",
    ("--prove", "3"): "knows no checkpoint of 3 events",
    ("--casino", "7"): "there is no casino 7",
}


def test_bad_input_is_told_and_leaves_nothing(carried: Carried) -> None:
    for arguments, reason in BAD.items():
        with pytest.raises(CommandError) as refused:
            carried.export("record.zip", *arguments)
        assert reason in str(refused.value)
        assert sorted(each.name for each in carried.folder.iterdir()) == ["kept"]


def test_unsigned_event_is_not_exported(carried: Carried) -> None:
    OpenHouse(carried.casino_id, "pt-francesa", table="T3")
    with pytest.raises(CommandError, match="says"):
        carried.export("record.zip", "--to", str(carried.sizes[-1] + 1))
    last = sequence_all(carried.casino_id)
    with pytest.raises(CommandError, match=f"ends at {last}: ask again within minutes"):
        carried.export("record.zip", "--to", str(last))
    carried.export("record.zip")
    assert feed_position(carried.casino_id) == last
    assert carried.check()[1]["checked"][0].startswith(f"{carried.sizes[-1]} events are as they were signed")


def test_a_place_that_cannot_be_written_or_is_taken_is_told(carried: Carried) -> None:
    with pytest.raises(CommandError, match=r"record\.zip cannot be written: No such file or directory"):
        carried.export("nowhere/record.zip")
    before = carried.export().read_bytes()
    with pytest.raises(CommandError, match=r"record\.zip is there already"):
        carried.export()
    assert (carried.folder / "record.zip").read_bytes() == before


def test_an_export_that_breaks_half_way_leaves_nothing(
    carried: Carried, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.handling.record_export.read_types", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        carried.export()
    assert sorted(each.name for each in carried.folder.iterdir()) == ["kept"]
