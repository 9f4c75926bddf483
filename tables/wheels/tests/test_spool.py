"""The gateway's disk."""

import os
import signal
import stat
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tables.play.reader.observation import Observation
from tables.wheels.spool import Kept, Spool, SpoolInUse

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


def seen(sequence: int, reader: str = "wheel-1") -> Observation:
    return Observation(
        reader=reader,
        epoch=1,
        game=sequence,
        sequence=sequence,
        kind="result",
        number=17,
        received_at=NOW,
        raw="\xff\x00",
    )


def kept(*sequences: int, reader: str = "wheel-1", state: bytes = b"state") -> Kept:
    return Kept(
        casino_id=1, reader=reader, state=state, observations=tuple(seen(one, reader) for one in sequences)
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wheels" / "spool.sqlite3"


@pytest.fixture
def spool(path: Path) -> Iterator[Spool]:
    spool = Spool(path)
    yield spool
    spool.close()


def waiting(spool: Spool, reader: str = "wheel-1") -> list[int]:
    return [one.observation.sequence for one in spool.waiting(1, reader)]


def test_observations_come_out_as_they_went_in_and_in_order(spool: Spool) -> None:
    spool.write([kept(1, 2), kept(1, reader="wheel-2"), kept(3)])
    assert [one.observation for one in spool.waiting(1, "wheel-1")] == [seen(1), seen(2), seen(3)]
    assert waiting(spool, "wheel-2") == [1]
    assert spool.waiting(2, "wheel-1") == [], "another casino's reader may have the same code"


def test_state_and_observations_are_kept_together_or_not_at_all(spool: Spool) -> None:
    spool.write([kept(1, state=b"one")])
    broken = Kept(casino_id=1, reader="wheel-1", state=b"two", observations=(seen(2), object()))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        spool.write([broken])
    assert (spool.state(1, "wheel-1"), waiting(spool)) == (b"one", [1])
    spool.write([kept(2, state=b"two")])
    assert (spool.state(1, "wheel-1"), waiting(spool)) == (b"two", [1, 2])


def test_only_what_was_delivered_leaves(spool: Spool) -> None:
    spool.write([kept(1, 2, 3)])
    first, second, _ = spool.waiting(1, "wheel-1")
    spool.write([], [first.id, second.id])
    assert waiting(spool) == [3]
    spool.write([kept(4)], [spool.waiting(1, "wheel-1")[0].id])
    assert waiting(spool) == [4]


def test_rows_are_never_numbered_twice_so_that_a_reading_place_holds(spool: Spool) -> None:
    spool.write([kept(1)])
    [first] = spool.waiting(1, "wheel-1")
    spool.write([], [first.id])
    spool.write([kept(2)])
    assert [one.observation.sequence for one in spool.waiting(1, "wheel-1", after=first.id)] == [2]


def test_dead_letter_keeps_its_reason_and_can_be_put_back(spool: Spool) -> None:
    spool.write([kept(1, 2)])
    first, _ = spool.waiting(1, "wheel-1")
    spool.make_dead_letter(first.id, "the house refuses it", NOW)
    assert waiting(spool) == [2]
    [aside] = spool.dead_letters()
    assert (aside.observation, aside.reason) == (seen(1), "the house refuses it")
    spool.put_back()
    assert (waiting(spool), spool.dead_letters()) == ([2, 1], [])


def test_two_gateways_cannot_use_one_spool(spool: Spool, path: Path) -> None:
    with pytest.raises(SpoolInUse, match=str(path)):
        Spool(path)


def test_spool_files_are_open_to_their_user_alone_whatever_was_there(path: Path) -> None:
    before = os.umask(0o022)
    try:
        path.parent.mkdir()
        path.touch(mode=0o644)
        spool = Spool(path)
        spool.write([kept(1)])
        # The write-ahead log is there only while the spool is open.
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
        spool.close()
    finally:
        os.umask(before)
    assert len(modes) > 2
    assert set(modes.values()) == {0o600}


WRITER = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    from datetime import UTC, datetime
    from tables.play.reader.observation import Observation
    from tables.wheels.spool import Kept, Spool
    spool = Spool(Path(sys.argv[1]))
    sequence = 0
    while True:
        sequence += 2
        two = tuple(
            Observation(reader="wheel-1", epoch=1, game=1, sequence=one, kind="warning", received_at=datetime.now(UTC))
            for one in (sequence - 1, sequence)
        )
        spool.write([Kept(casino_id=1, reader="wheel-1", state=str(sequence).encode(), observations=two)])
        print(sequence, flush=True)
    """
)


def test_acknowledged_observation_survives_kill_9(path: Path) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    assert writer.stdout is not None
    acknowledged = 0
    with writer:
        while acknowledged < 100:
            acknowledged = int(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        for line in writer.stdout:
            acknowledged = int(line)
    spool = Spool(path)
    kept_state = int(spool.state(1, "wheel-1") or b"0")
    sequences = [one.observation.sequence for one in spool.waiting(1, "wheel-1", limit=10**6)]
    spool.close()
    assert kept_state >= acknowledged
    assert sequences == list(range(1, kept_state + 1)), "the state is that after the last observation kept"
