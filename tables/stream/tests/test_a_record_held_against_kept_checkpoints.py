"""A record is held against checkpoints that somebody outside of the house has kept."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tables.stream.merkle.checking import TreeFault, TreeWhole, verify_tree
from tables.stream.merkle.checkpoints import checkpoint_of_size, note_of, own_key
from tables.stream.merkle.kept import read_kept
from tables.stream.merkle.note import SigningKey, new_signing_key
from tables.stream.tests.changed_record import EVENTS, FIRST, SECOND, rewritten, verify
from tables.stream.tests.conftest import Recorder
from testkit.stream import checkpoint_now

pytestmark = pytest.mark.django_db(transaction=True)

CUT_OFF_AFTER_FIRST = (
    f"DELETE FROM event WHERE {{casino}} AND version > {FIRST}",
    f"DELETE FROM sealed_event WHERE {{casino}} AND position > {FIRST}",
    f"DELETE FROM checkpoint WHERE {{casino}} AND size > {FIRST}",
    "DELETE FROM merkle_tile WHERE {casino}",
    f"UPDATE seal_head SET position = {FIRST} WHERE {{casino}}",
)
"""The end of the record with all that was made of it: nothing is left in the database that shows it."""


@pytest.fixture
def keep(tmp_path: Path, signed: int) -> Callable[..., str]:
    """`keep(size)`: a checkpoint as somebody outside of the house has kept it, in a file."""

    def kept(size: int, casino_id: int = signed) -> str:
        file = tmp_path / f"kept-{size}.txt"
        checkpoint = checkpoint_of_size(casino_id, size)
        assert checkpoint is not None
        file.write_text(str(note_of(checkpoint)))
        return str(file)

    return kept


def test_a_record_cut_off_with_its_checkpoints_is_found_by_a_kept_one_alone(
    signed: int, superuser: Callable[..., None], house_key_file: Path, keep: Callable[..., str]
) -> None:
    first, second = keep(FIRST), keep(SECOND)
    superuser(*CUT_OFF_AFTER_FIRST)
    printed = verify(signed)
    assert f"casino {signed}: {FIRST} events stand as they were sealed" in printed
    assert f"casino {signed}, not asked for: whether the record was cut off at its end" in printed
    printed = verify(signed, "--checkpoint", first)
    assert "the first 100 as in the newest kept checkpoint" in printed
    assert (
        "not asked for: whether events after 100, where the newest kept checkpoint ends, were cut off"
        in printed
    )
    printed = verify(signed, "--checkpoint", first, "--checkpoint", second)
    assert (
        f"casino {signed}, position {FIRST + 1}: missing: the kept checkpoint {second} was made of 300 events"
        in printed
    )
    assert printed.endswith("The record is not what was recorded")


def test_a_record_that_goes_on_from_what_was_kept_is_whole(
    signed: int, record: Recorder, house_key_file: Path, keep: Callable[..., str]
) -> None:
    files = [word for size in (SECOND, FIRST) for word in ("--checkpoint", keep(size))]
    record("s", 1)
    printed = verify(signed, *files)
    assert (
        "320 events stand as they were sealed, 300 of them under 2 checkpoints, the first 300 as in the newest"
        in printed
    )
    answer = Path(files[1] + ".json")
    answer.write_text(json.dumps({"size": SECOND, "note": Path(files[1]).read_text()}))
    assert verify_tree(signed, kept=[read_kept(answer)]) == TreeWhole(EVENTS, 2, SECOND, SECOND)


def test_a_tree_made_anew_with_the_houses_own_key_is_found_by_a_kept_checkpoint(
    signed: int, superuser: Callable[..., None], keep: Callable[..., str], key: SigningKey
) -> None:
    kept = read_kept(Path(keep(FIRST)))
    rest = ("DELETE FROM checkpoint WHERE {casino}", "DELETE FROM merkle_tile WHERE {casino}")
    superuser(*rewritten(40), *rest)
    checkpoint_now(signed, key)
    trusted = [own_key(key, signed).verifier]
    assert verify_tree(signed, trusted) == TreeWhole(EVENTS, 1, EVENTS)
    found = verify_tree(signed, trusted, [kept])
    assert isinstance(found, TreeFault)
    assert found.position == 1
    assert f"here or after it, up to 100, stands what the kept checkpoint {kept.source}" in found.reason


def test_a_casino_whose_whole_record_is_gone_is_found_too(
    signed: int, superuser: Callable[..., None], house_key_file: Path, keep: Callable[..., str]
) -> None:
    kept = keep(SECOND)
    tables = ("event", "sealed_event", "checkpoint", "merkle_tile", "seal_head")
    superuser(*(f"DELETE FROM {table} WHERE {{casino}}" for table in tables))
    assert f"casino {signed}, position 1: missing: the kept checkpoint" in verify(
        signed, "--checkpoint", kept
    )


def test_a_kept_checkpoint_that_says_nothing_of_this_record_is_refused(
    signed: int, house_key_file: Path, keep: Callable[..., str], tmp_path: Path
) -> None:
    kept = keep(FIRST)
    assert f"{kept} is of casino {signed}, and --casino says {signed + 1}" in verify(
        signed + 1, "--checkpoint", kept
    )
    other = own_key(new_signing_key("elsewhere.example"), signed).verifier
    printed = verify(signed, "--vkey", str(other), "--checkpoint", kept)
    assert printed == f"{kept}: nobody who is trusted has signed it; name its key with --vkey"
    for words, reason in {
        "": "holds no signed checkpoint: a note is a text, a blank line and signature lines",
        Path(kept).read_text().replace(f"/casino/{signed}\n", "\n", 1): "is a checkpoint of casino.example",
        '{"size": 100}': "holds no signed checkpoint: Object missing required field `note`",
        Path(kept).read_text().replace("\n100\n", "\n101\n"): "the signature by casino.example",
    }.items():
        (tmp_path / "wrong").write_text(words)
        assert reason in verify(signed, "--checkpoint", str(tmp_path / "wrong"))
    assert "nowhere cannot be read: No such file or directory" in verify(signed, "--checkpoint", "nowhere")


def test_without_a_key_it_says_that_nobody_vouches_for_who_signed(
    signed: int, house_key_file: Path, keep: Callable[..., str]
) -> None:
    house_key_file.chmod(0o644)
    printed = verify(signed, "--checkpoint", keep(SECOND))
    assert (
        "not verified: who signed the checkpoints, for no key is trusted: name it with --vkey (The file"
        in printed
    )
    assert "the first 300 as in the newest kept checkpoint" in printed
