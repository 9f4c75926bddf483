"""`python -m bench.proof [--events N]`: how long an outsider's check of an exported record takes, beside a bare loop of
SHA-256 over the same bytes."""

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

import msgspec

from tables.stream.exporting.archive import new_archive
from tables.stream.hashing import GENESIS, chain_hash, encode_canonically
from tables.stream.merkle.note import CheckpointText, Note, SigningKey, new_signing_key
from tables.stream.merkle.rfc6962 import Frontier, leaf_hash

GOAL_S = 60.0
"""Seconds of one core for a million events."""
VERIFIER = Path(__file__).parents[1] / "docs/examples/verify_record.py"
BEGIN = datetime(2031, 5, 17, 14, tzinfo=UTC)
TABLES = 40
COUPS = 300
"""Coups of a table's day."""
BY = {
    "actor": {"id": "croupier-17", "name": "Croupier 17", "terminal": "table-RF1"},
    "cause": "screen",
    "request": 77,
}
RULEBOOK = f"[wheels.french]\norder = {list(range(37))}\n".encode()
OPENED = {
    "rulebook": "bench",
    "rulebook_sha256": sha256(RULEBOOK).hexdigest(),
    "rulebook_version": 1,
    "wheel": "french",
}
EACH_MINUTE = 400
"""Events between two checkpoints."""


def main() -> int:
    """Measure and print; return 1 if the goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.proof")
    parser.add_argument("--events", type=int, default=1_000_000)
    events: int = parser.parse_args().events
    with TemporaryDirectory() as folder:
        return 0 if measure(Path(folder), events) else 1


def measure(folder: Path, events: int) -> bool:
    """Make a record and its archive, and check it as an inspector does; return True if the goal was met."""
    key = new_signing_key("casino.example/permanence/casino/1")
    archive = folder / "record.zip"
    _write(archive, events, key)
    began, used = time.perf_counter(), _of_children()
    ended = subprocess.run(
        [sys.executable, "-I", VERIFIER, archive, "--key", str(key.verifier)],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    took, used = time.perf_counter() - began, _of_children() - used
    if ended.returncode or f"{events} events are as they were signed" not in ended.stdout:
        raise SystemExit(
            f"the verifier ended with {ended.returncode}: {ended.stdout[-500:]}{ended.stderr[-500:]}"
        )
    length, bare = _hash_alone(events)
    goal = GOAL_S * events / 1_000_000
    met = used < goal
    _say(f"{events} events, {length / 1e6:.0f} MB, {archive.stat().st_size / 1e6:.0f} MB packed")
    _say(f"for comparison: SHA-256 over the same bytes, one by one {bare:9.1f} s")
    _say(f"checked by verify_record.py, of one core {used:22.1f} s   {used / bare:5.1f} times that")
    _say(f"the same by the clock {took:45.1f} s")
    _say(f"goal under {goal:.0f} s: {'met' if met else 'MISSED'}")
    return met


def _write(path: Path, events: int, key: SigningKey) -> None:
    """The archive that an export would write of such a record."""
    tree, leaves, checkpoints = Frontier(), bytearray(), []
    heads: dict[str, bytes] = {}

    def lines() -> Iterator[bytes]:
        for count, (stream, payload) in enumerate(_payloads(events), 1):
            heads[stream] = hashed = chain_hash(heads.get(stream, GENESIS), payload)
            leaf = leaf_hash(hashed)
            tree.add(leaf)
            leaves.extend(leaf)
            if count % EACH_MINUTE == 0 or count == events:
                text = str(CheckpointText(key.name, count, tree.root()))
                checkpoints.append({"note": str(Note(text, (key.sign(text),))), "signed_at": BEGIN})
            yield payload + b"\n"

    with new_archive(path) as archive:
        archive.write("events.jsonl", lines())
        archive.write("chains.jsonl", [])
        archive.write("tree/edges.json", [b'{"before":[],"after":[]}\n'])
        archive.write("tree/leaves", [bytes(leaves)], packed=False)
        archive.write("checkpoints.jsonl", (msgspec.json.encode(each) + b"\n" for each in checkpoints))
        archive.write("proofs.jsonl", [])
        archive.write("rulebooks/bench.v1.toml", [RULEBOOK])
        archive.write_manifest(
            casino=1, origin=key.name, first=1, last=events, events=events, covered_by=events
        )


def _payloads(events: int) -> Iterator[tuple[str, bytes]]:
    """Yield events as in the feed of forty tables, day after day: stream and canonical bytes."""
    made, round_, versions = 0, 0, dict.fromkeys(range(TABLES), 0)
    while True:
        day, coup = round_ // COUPS, round_ % COUPS + 1
        if coup == 1:
            versions = dict.fromkeys(range(TABLES), 0)
        at = BEGIN + timedelta(days=day, minutes=2 * coup)
        for table in range(TABLES):
            stream = f"table/RF{table}/{(BEGIN + timedelta(days=day)).date()}"
            for said in _coup(coup, (coup * 7 + table) % 37):
                versions[table] += 1
                yield stream, _payload(made, stream, versions[table], said, at)
                made += 1
                if made == events:
                    return
        round_ += 1


def _coup(coup: int, number: int) -> Iterator[tuple[str, dict[str, Any]]]:
    if coup == 1:
        yield "table_opened", OPENED
    yield "bets_opened", {"closes_at": None, "coup": coup, "game": None, "source": "staff"}
    for bet in range(6):
        stake = {"amount": 1000, "bet": "cheval:17-20", "colour": "green", "layout": 1, "player": f"P{bet}"}
        yield "bet_placed", {"coup": coup, "ref": f"{coup}-{bet}", "source": "staff", **stake}
    yield (
        "ball_launched",
        {"coup": coup, "game": None, "launch": 1, "rotor_direction": "cw", "source": "reader"},
    )
    yield "bets_closed", {"coup": coup, "game": None, "source": "staff"}
    fell = {"announcement": f"{number}", "colour": "rouge", "coup": coup, "doubts": [], "game": None}
    yield "number_fell", {**fell, "number": number, "source": "reader"}
    yield "payments_confirmed", {"coup": coup, "paid_by": None, "raked_by": None}


def _payload(made: int, stream: str, version: int, said: tuple[str, dict[str, Any]], at: datetime) -> bytes:
    type_, data = said
    document = {"casino": 1, "data": data, "event_id": UUID(int=made), "metadata": BY, "occurred_at": at}
    document |= {"recorded_at": at, "schema_version": 1, "stream": stream, "type": type_, "version": version}
    return encode_canonically(document)


def _hash_alone(events: int) -> tuple[int, float]:
    """Return the size of the events in bytes, and the time to only hash them, in seconds of one core."""
    length, took = 0, 0.0
    payloads = (payload for _, payload in _payloads(events))
    while page := list(islice(payloads, EACH_MINUTE)):
        began = time.process_time()
        for each in page:
            sha256(each).digest()
        took += time.process_time() - began
        length += sum(map(len, page))
    return length, took


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _say(line: str) -> None:
    print(line)  # noqa: T201


if __name__ == "__main__":
    raise SystemExit(main())
