"""`python -m bench.load [--rounds N]`: a line for each figure, its goal, and whether it was met."""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from bench.database import bench_database
from casino.one_machine.part import ending

TAIL_GOAL = 5.0
"""The 99th percentile takes less than so many medians."""
TURN_S = 2.0
MOST_REQUESTS = 1_000_000
"""A minute: more than anybody answers."""


class Comparison(msgspec.Struct, frozen=True):
    """Two kinds of clients, ours and of the bare view that does `does`, and the ratio of answers a second to reach."""

    what: str
    ours: str
    bare: str
    does: str
    goal: float


COMPARED = (
    Comparison("a table's state", "StateRead", "BareRead", "reads a row", 0.5),
    Comparison("a command", "BetPlaced", "BareInsert", "inserts a row", 0.4),
)


def main() -> int:
    """Measure and print; return 1 if a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.load")
    parser.add_argument("--rounds", type=int, default=11, help="rounds of turns (an odd number)")
    parser.add_argument("--turn", type=float, default=TURN_S, help="seconds of one turn")
    asked = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench.load.settings"
    with bench_database("api"):
        return 0 if measure(asked.rounds, asked.turn) else 1


def measure(rounds: int, turn_s: float) -> bool:
    """Let the clients take turns at the server; return True if all goals were met."""
    from bench.load.hundred_tables import bets_recorded, make_client, open_tables
    from testkit.api import serving, token_from

    tables, client = open_tables(), make_client()
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "DJANGO_SETTINGS_MODULE": "bench.load.settings",
            "API_REQUESTS_PER_MINUTE": str(MOST_REQUESTS),
            "LOG_LEVEL": "WARNING",
        }
        with serving(Path(folder), environment) as address:
            plan = {
                "address": address,
                "token": token_from(address, client),
                "rounds": rounds,
                "turn_s": turn_s,
                "tables": [msgspec.structs.astuple(table) for table in tables],
            }
            seen = _seen_by_clients(plan)
    placed = sum(turn["BetPlaced"]["sent"] for turn in seen)
    wrong = [f"{kind}: {told['wrong']}" for turn in seen for kind, told in turn.items() if told["failed"]]
    if wrong:
        sys.stderr.write(f"In {len(wrong)} turns something failed, first of {wrong[0]}\n")
    recorded = bets_recorded()
    if recorded != placed:
        sys.stderr.write(f"{placed:,} bets were placed, {recorded:,} are recorded\n")
    whole = not wrong and recorded == placed
    met = [_compared(comparison, seen) for comparison in COMPARED]
    return all([*met, _said(f"{placed:,} bets placed, none refused, lost or doubled", "", whole)])


def _seen_by_clients(plan: object) -> list[dict[str, Any]]:
    """Return the figures seen by the clients. Raises RuntimeError if they did not end."""
    clients = [sys.executable, "-m", "bench.load.clients"]
    done = subprocess.run(clients, input=msgspec.json.encode(plan), stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise RuntimeError(f"the clients saw no end of it: {ending(done.returncode)}")
    seen: list[dict[str, Any]] = msgspec.json.decode(done.stdout)
    return seen


def _compared(of: Comparison, seen: list[dict[str, Any]]) -> bool:
    """Prints the two figures of one kind; True if both goals were met."""
    what, ours, bare = of.what, of.ours, of.bare
    rate = {each: median(turn[each]["rate"] for turn in seen) for each in (ours, bare)}
    ratio = median(turn[ours]["rate"] / turn[bare]["rate"] for turn in seen)
    tail = median(turn[ours]["p99_ms"] / turn[ours]["median_ms"] for turn in seen)
    took = median(turn[ours]["median_ms"] for turn in seen)
    rates = f"{rate[ours]:>7,.0f} to {rate[bare]:,.0f} a second"
    fast = _said(
        f"{what}, to a bare view that {of.does}",
        f"{rates:<28} ratio {ratio:5.2f}   goal ≥ {of.goal:.2f}",
        ratio >= of.goal,
    )
    steady = _said(
        f"{what}: 99th percentile to the median",
        f"{took:>7.1f} ms{'':<18} ratio {tail:5.2f}   goal < {TAIL_GOAL:.0f}   ",
        tail < TAIL_GOAL,
    )
    return fast and steady


def _said(what: str, figures: str, met: bool) -> bool:
    print(f"{what:<56} {figures}   {'met' if met else 'MISSED'}", flush=True)  # noqa: T201
    return met


if __name__ == "__main__":
    raise SystemExit(main())
