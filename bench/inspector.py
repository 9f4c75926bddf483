"""`python -m bench.inspector [--tables N]`: waiting times of an inspector.

It measures the report of a day, a table as it was at any event of the day, and a proof. The days are simulated and
recorded. The pages are asked for as a browser does; the sign-in page and a mere reading of the day are measured for
comparison. The quickest time of each counts, since other work on the machine is not the page's. The database is the
bench's own and is dropped at the end. A hundred tables' days take some minutes to make.
"""

import argparse
import gc
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from bench.browsers import CASINO, browser_of, page_took
from bench.database import bench_database

if TYPE_CHECKING:
    from django.test import Client

COUPS = 400
TABLES = 100
DAY = "2026-11-20"
OPENS_AT = datetime(2026, 11, 20, 15, tzinfo=UTC)
GOAL_DAY_MS = 1_000
"""For the report of a table's day, every event of it."""
GOAL_TABLES_MS = 20_000
"""For the report of a hundred tables' days, and for its first page."""
GOAL_MOMENT_MS = 200
GOAL_PROOF_MS = 10
TIMES, TIMES_OF_PROOF, TIMES_OF_MANY = 5, 20, 2
MOMENTS = 12
"""Events all over the day at which the table is looked at."""
REPORT = f"/compliance/report/?day={DAY}"


class Took(NamedTuple):
    """Milliseconds by the clock, and milliseconds of work in this process.

    The process waits for other work on the machine.
    """

    clock_ms: float
    work_ms: float


def main() -> int:
    """Measure and print; return 1 if a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.inspector")
    parser.add_argument("--tables", type=int, default=TABLES)
    tables: int = parser.parse_args().tables
    with bench_database("inspector"):
        return 0 if measure(tables) else 1


def measure(tables: int) -> bool:
    """Fetch each page in turn; return True if every goal was met."""
    from casino.people.models import Role

    lengths = _record_days(tables)
    inspector, nobody = browser_of(Role.GAMES_INSPECTOR), browser_of(None)
    # A web process has not simulated days before: its garbage is collected first.
    gc.collect()
    gc.freeze()
    bare = _quickest(nobody, "/sign-in/", TIMES).clock_ms
    _say("for comparison: the sign-in page", f"{bare:9.1f} ms")
    longest = max(lengths, key=lambda code: lengths[code])
    read = _quickest_of(lambda: _read_alone(longest), TIMES).clock_ms
    _say(f"for comparison: a day of {lengths[longest]:,} events, only read", f"{read:9.1f} ms")

    def goal(what: str, took: Took, goal_ms: float, beside_ms: float, beside: str) -> bool:
        met = took.clock_ms <= goal_ms
        times = f"{took.clock_ms / beside_ms:.1f} {beside}"
        _say(what, f"{took.clock_ms:9.1f} ms, {took.work_ms:.1f} of them worked, {times}")
        _say(f"  goal at most {goal_ms:,} ms", f"{'met' if met else 'MISSED':>12}")
        return met

    times = "times that"
    return all(
        [
            goal(
                f"the report of a day of {COUPS} coups, every event",
                _quickest(inspector, f"{REPORT}&table={longest}&course=with", TIMES),
                GOAL_DAY_MS, read, times,
            ),
            goal(
                "the table at any event of the day, the slowest of several",
                max(_quickest(inspector, path, TIMES) for path in _moments(longest, lengths[longest])),
                GOAL_MOMENT_MS, read, times,
            ),
            *(
                goal(what, took, GOAL_PROOF_MS, bare, "sign-in pages")
                for what, took in _proofs(inspector, longest, lengths[longest])
            ),
            goal(
                f"the report of {tables} tables",
                _quickest(inspector, REPORT, TIMES_OF_MANY),
                GOAL_TABLES_MS, read * tables, "times reading them",
            ),
            goal(
                f"the first page of {tables} tables' report",
                _quickest(inspector, f"/compliance/day/?day={DAY}", TIMES_OF_MANY),
                GOAL_TABLES_MS, read * tables, "times reading them",
            ),
        ]
    )  # fmt: skip


def _record_days(tables: int) -> dict[str, int]:
    """A day at each table, in turn by each rulebook, and signed checkpoints after a third of them and after all; by
    code how many events."""
    from django.db import connection

    from settlement.simulation.recording import simulate_and_record
    from tables.handling.models import Casino, GamingTable
    from tables.handling.streams import table_stream
    from tables.roulette.loader import rulebooks
    from tables.simulation.openings import simulated_opening
    from tables.stream import stream_version
    from tables.stream.merkle.note import new_signing_key
    from testkit.stream import checkpoint_now

    Casino.objects.get_or_create(id=CASINO, defaults={"name": "Bench"})
    rules, key = list(rulebooks().values()), new_signing_key("casino.example/permanence")
    codes = [f"T{place:03}" for place in range(tables)]
    began = time.perf_counter()
    for place, code in enumerate(codes):
        rulebook = rules[place % len(rules)]
        table = GamingTable.objects.create(
            casino_id=CASINO, code=code, name=code, rulebook=rulebook.id, limits={}, balls=[]
        )
        opening = simulated_opening(rulebook, table=code, day=DAY)
        later = OPENS_AT + timedelta(days=2)
        simulate_and_record(table, opening, opens_at=OPENS_AT, now=later, coups=COUPS, seed=place)
        if place in (tables // 3, tables - 1):
            checkpoint_now(CASINO, key)
    with connection.cursor() as cursor:
        # PostgreSQL does this by itself within a minute, so a real planner knows the tables.
        cursor.execute("ANALYZE")
    lengths = {code: stream_version(CASINO, table_stream(code, DAY)) for code in codes}
    _say(
        f"{tables} tables' days, {sum(lengths.values()):,} events, made in",
        f"{time.perf_counter() - began:9.0f} s",
    )
    return lengths


def _read_alone(code: str) -> None:
    from tables.handling.streams import table_stream
    from tables.stream import read_stream

    read_stream(CASINO, table_stream(code, DAY))


def _moments(code: str, events: int) -> Iterator[str]:
    for place in range(1, MOMENTS + 1):
        yield f"/floor/{code}/moment/?day={DAY}&event={events * place // MOMENTS}"


def _proofs(inspector: "Client", code: str, events: int) -> Iterator[tuple[str, Took]]:
    """Yield the times to prove that an event is in the tree, and that the tree extends an older one."""
    import msgspec

    from casino.kit.documents.event_proof import event_proof
    from tables.handling.streams import table_stream
    from tables.stream import read_stream
    from tables.stream.merkle.checkpoints import all_checkpoints, latest_checkpoint
    from tables.stream.merkle.proofs import find_event, prove_consistency

    middle = events // 2
    (record,) = read_stream(CASINO, table_stream(code, DAY), after_version=middle - 1, to_version=middle)
    checkpoints = list(all_checkpoints(CASINO))
    older, newest = checkpoints[0], checkpoints[-1]

    def inclusion() -> None:
        event, checkpoint = find_event(CASINO, record.event_id), latest_checkpoint(CASINO)
        assert event is not None and event.position is not None and checkpoint is not None
        msgspec.json.encode(event_proof(event, event.position, checkpoint))

    yield "a proof that an event stands in the record, made", _quickest_of(inclusion, TIMES_OF_PROOF)
    path = f"/floor/{code}/moment/proof?day={DAY}&event={middle}"
    yield "the same fetched by the inspector", _quickest(inspector, path, TIMES_OF_PROOF)
    consistency = _quickest_of(lambda: prove_consistency(older, newest), TIMES_OF_PROOF)
    yield "a proof that the record begins with an older one, made", consistency


def _quickest(client: "Client", path: str, times: int) -> Took:
    """The quickest fetch; the first one loads the templates."""
    return _quickest_of(lambda: page_took(client, path, time.perf_counter), times)


def _quickest_of(work: Callable[[], object], times: int) -> Took:
    took = []
    for _ in range(times):
        began, at_work = time.perf_counter(), time.process_time()
        work()
        took.append(Took((time.perf_counter() - began) * 1000, (time.process_time() - at_work) * 1000))
    return min(took)


def _say(what: str, figure: str) -> None:
    print(f"{what:<64} {figure}")  # noqa: T201


if __name__ == "__main__":
    raise SystemExit(main())
