"""`python -m bench.retention [EVENTS]`: costs of a record of many events, compared with the same record with few.

A day of each rulebook is simulated and recorded. One database keeps that. In the other the days and their derived
rows are copied to other tables and days, until there are EVENTS. The default is 10,000,000; a million
takes a minute and about 1 GB, ten million ten times that. Both are then asked the same in turn: appends, a table's
state, a table's report, the feed. At the end a month is archived and attached again. Both databases are dropped.

Not part of `make bench`, because of its length.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from bench.browsers import CASINO, bench_browsers, page_took
from bench.database import bench_database

EVENTS = 10_000_000
COUPS = 200
A_DAY = 20
"""Copies of the five tables on one day, as in a casino of a hundred tables."""
ROUNDS = 25
GOAL = 0.9
GOAL_BYTES = 900
LAST_DAY = date(2026, 10, 31)


def main() -> int:
    """Measure and print; return 1 if a goal was missed."""
    events = int(sys.argv[1].replace(",", "").replace("_", "")) if len(sys.argv) > 1 else EVENTS
    with bench_database("retention"):
        _record_a_day()
        with _twin("permanence_retention_few") as few:
            return 0 if measure(events, few) else 1


def measure(events: int, few: str) -> bool:
    """Fill the database, ask it and the other in turn, and print; return True if all goals were met."""
    from django.db import connection

    from tables.stream.archiving.packing import pack_months

    many = connection.settings_dict["NAME"]
    began = time.perf_counter()
    there = _fill(events)
    _say(f"{there:,} events, copied in", f"{time.perf_counter() - began:,.0f} s")
    size = sum(_sizes().values())
    _say("an event with its indexes, the tree, the sheets and the ledger", f"{size / there:,.0f} bytes")
    began = time.perf_counter()
    pack_months(datetime.now(UTC) + timedelta(days=400))
    sizes = _sizes()
    for name, each in sizes.items():
        if each > there:
            _say(f"  {name}", f"{each / there:,.1f} bytes an event")
    size = sum(sizes.values())
    _say(
        f"the same once its month is packed, in {time.perf_counter() - began:,.0f} s",
        f"{size / there:,.0f} bytes",
    )
    met = size / there <= GOAL_BYTES
    _say(f"goal at most {GOAL_BYTES}", "met" if met else "MISSED")
    all_good = True
    found: dict[str, tuple[list[float], list[float]]] = {}
    for round_ in range(ROUNDS):
        for place, name in enumerate((few, many)):
            _go_to(name)
            for what, took in _ask(round_):
                found.setdefault(what, ([], []))[place].append(took)
    for what, (with_few, with_many) in found.items():
        ratio = min(with_few) / min(with_many)
        all_good &= ratio >= GOAL
        _say(
            f"{what}: few {min(with_few) * 1000:,.2f} ms, many {min(with_many) * 1000:,.2f} ms",
            f"{ratio:.2f}",
        )
    _say(f"goal at least {GOAL} each, the quickest of {ROUNDS} rounds", "met" if all_good else "MISSED")
    _go_to(few)
    _archive()
    _go_to(many)
    return met and all_good


def _ask(round_: int) -> Iterator[tuple[str, float]]:
    """Yield each question of a round with its seconds."""
    from django.db import transaction

    from tables.handling.models import Board
    from tables.handling.streams import evolve_records, table_stream
    from tables.stream import NewEvent, append, read_feed_as_stored, read_stream

    now = datetime.now(UTC)
    noted = NewEvent(type="noted", data={"number": 17, "colour": "noir"}, occurred_at=now)

    def appends() -> None:
        for version in range(100):
            with transaction.atomic():
                stream = f"table/B{round_}/{now:%Y-%m-%d}"
                append(CASINO, stream, [noted], expected_version=version, now=now)

    day = LAST_DAY.isoformat()
    boss, _ = bench_browsers()
    feed = lambda: [read_feed_as_stored(CASINO, after=after, limit=1000) for after in range(0, 10_000, 1000)]  # noqa: E731
    report = f"/compliance/report/?table=T0&day={day}"
    yield "100 appends", _took(appends)
    yield (
        "a table's board",
        _took(lambda: [Board.objects.get(casino_id=CASINO, table="T0", day=day) for _ in range(50)]),
    )
    stream = table_stream("T0", day)
    yield "a table's day evolved from the record", _took(lambda: evolve_records(read_stream(CASINO, stream)))
    yield "a table's report", page_took(boss, report, time.perf_counter)
    yield "ten pages of the feed", _took(feed)


def _took(what: Callable[[], object]) -> float:
    began = time.perf_counter()
    what()
    return time.perf_counter() - began


def _record_a_day() -> None:
    from settlement.simulation.recording import simulate_and_record
    from tables.handling.models import Casino, GamingTable
    from tables.roulette.loader import rulebooks
    from tables.simulation.openings import simulated_opening
    from testkit.stream import sequence_all

    Casino.objects.get_or_create(id=CASINO, defaults={"name": "Bench"})
    begins = datetime(LAST_DAY.year, LAST_DAY.month, LAST_DAY.day, 15, tzinfo=UTC)
    for place, rules in enumerate(rulebooks().values()):
        table = GamingTable.objects.create(
            casino_id=CASINO,
            code=f"T{place}",
            name=f"Table {place}",
            rulebook=rules.id,
            limits={},
            balls=[],
            pit="A",
        )
        opening = simulated_opening(rules, table=table.code, day=LAST_DAY.isoformat())
        simulate_and_record(
            table, opening, opens_at=begins, now=begins + timedelta(days=1), coups=COUPS, seed=place
        )
    sequence_all(CASINO)


def _fill(events: int) -> int:
    """Copy the day to other tables and backwards in time up to this number of events; return the number reached."""
    from django.db import connection

    from tables.stream.merkle.note import new_signing_key
    from testkit.stream import change_record, checkpoint_now

    day = LAST_DAY.isoformat()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), max(id) FROM event WHERE month <> 0")
        each, _ = cursor.fetchone()
        copies = max(0, round(events / each) - 1)
        months = {(LAST_DAY - timedelta(days=copy // A_DAY)).strftime("%Y%m") for copy in range(copies + 1)}
        for kind in ("event", "sealed_event"):
            for month in sorted(months):
                cursor.execute("SELECT make_record_month(%s, %s)", [kind, int(month)])
        cursor.execute("SELECT max(position) FROM sealed_event")
        (position,) = cursor.fetchone()
        # The newest day has the highest numbers, as in a record of many years.
        for copy in range(copies):
            back = (LAST_DAY - timedelta(days=copy // A_DAY)).isoformat()
            names_of = {"day": day, "back": back, "mark": f"{copy % A_DAY}x"}
            cursor.execute(COPY_EVENTS, {**names_of, "after": position})
            position += cursor.rowcount
            for table in ("payout_sheet", "ledger_entry"):
                cursor.execute(f"SELECT * FROM {table} LIMIT 0")
                names = [f'"{column.name}"' for column in cursor.description if column.name != "id"]
                taken = [COPIED_COLUMNS.get(name, name) for name in names]
                cursor.execute(
                    f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(taken)} FROM {table}"
                    " WHERE day = %(day)s AND \"table\" LIKE 'T_'",
                    names_of,
                )
        cursor.execute("UPDATE seal_head SET position = %s", [position])
    change_record(CASINO, "DELETE FROM checkpoint WHERE {casino}", "DELETE FROM merkle_tile WHERE {casino}")
    checkpoint_now(CASINO, new_signing_key("bench.example/permanence"))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute("SELECT count(*) FROM event")
        found: int = cursor.fetchone()[0]
    return found


COPY_EVENTS = """
WITH named AS (
    SELECT *, 'table/' || %(mark)s || substr(replace(stream_id, %(day)s, %(back)s), 7) AS stream,
           row_number() OVER (ORDER BY id) AS place
    FROM event
    WHERE month = record_month('table/T/' || %(day)s) AND stream_id LIKE 'table/T_/' || %(day)s
), copied AS (
    INSERT INTO event (casino_id, month, xid, stream_id, version, event_id, type, schema_version, data, metadata,
                       occurred_at, recorded_at, prev_hash, hash)
    SELECT casino_id, record_month(stream), '3', stream, version,
           -- As new identities are: one after another.
           (lpad(to_hex(%(after)s + place), 12, '0') || '7' || substr(md5(random()::text), 1, 19))::uuid,
           type, schema_version, data, metadata, occurred_at, recorded_at, prev_hash, hash
    FROM named
    ORDER BY id
    RETURNING casino_id, month, id, type
)
INSERT INTO sealed_event (casino_id, month, position, event, type)
SELECT casino_id, month, %(after)s + row_number() OVER (ORDER BY id), id, type FROM copied
"""
COPIED_COLUMNS = {
    '"day"': "%(back)s",
    '"table"': '%(mark)s || "table"',
    '"stream_id"': "CASE WHEN stream_id LIKE 'table/%%' THEN 'table/' || %(mark)s ||"
    " substr(replace(stream_id, %(day)s, %(back)s), 7) ELSE stream_id || '/' || %(mark)s || %(back)s END",
}


def _sizes() -> dict[str, int]:
    """Return the bytes on disk of the record, its tree and derived rows, by table and index, all months together."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT regexp_replace(relname, '_(rest|lasting|[0-9]{6})', ''), sum(pg_relation_size(oid)) FROM pg_class"
            " WHERE relnamespace = 'record'::regnamespace OR relname ~ '^(payout_sheet|ledger_entry|merkle_tile)'"
            " OR oid IN (SELECT reltoastrelid FROM pg_class WHERE relname IN ('payout_sheet', 'merkle_tile'))"
            " GROUP BY 1 HAVING sum(pg_relation_size(oid)) > 0 ORDER BY 2 DESC"
        )
        return {name: int(size) for name, size in cursor.fetchall()}


def _archive() -> None:
    """Archive the database with few events: the hashes of copied ones do not fit."""
    from django.db import transaction

    from tables.handling.record_export import rulebooks_of
    from tables.stream import NewEvent, append
    from tables.stream.archiving.archiving import archive_month
    from tables.stream.archiving.attaching import attach_month
    from tables.stream.merkle.note import new_signing_key
    from testkit.stream import checkpoint_now

    with transaction.atomic():
        noted = NewEvent(type="noted", data={}, occurred_at=datetime.now(UTC))
        append(CASINO, "notes", [noted] * 256, expected_version=0, now=datetime.now(UTC))
    checkpoint_now(CASINO, new_signing_key("bench.example/permanence"))
    month, now = LAST_DAY.year * 100 + LAST_DAY.month, datetime.now(UTC) + timedelta(days=400)
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        (done,) = archive_month(month, Path(folder), now=now, rulebooks=rulebooks_of)
        file = Path(folder) / done.file
        _say(f"a month of {done.events:,} events archived", f"{time.perf_counter() - began:,.1f} s")
        _say(
            "an archived event in its file, with its proofs",
            f"{file.stat().st_size / done.events:,.0f} bytes",
        )
        began = time.perf_counter()
        attach_month([file], now=now)
        _say("and attached again", f"{time.perf_counter() - began:,.1f} s")


def _go_to(name: str) -> None:
    from django.db import connection

    if connection.settings_dict["NAME"] != name:
        connection.close()
        connection.settings_dict["NAME"] = name


@contextmanager
def _twin(name: str) -> Iterator[str]:
    """A copy of the database as it is."""
    import psycopg
    from django.db import connection
    from psycopg import sql

    this = connection.settings_dict["NAME"]
    parameters = connection.get_connection_params()
    server = {key: parameters[key] for key in ("host", "port", "user", "password") if parameters.get(key)}
    connection.close()
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    with psycopg.connect(**server, dbname="postgres", autocommit=True) as maintenance:
        maintenance.execute(drop)
        maintenance.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(this))
        )
        try:
            yield name
        finally:
            _go_to(this)
            maintenance.execute(drop)


def _say(what: str, figure: str) -> None:
    print(f"{what:<88} {figure:>12}", flush=True)  # noqa: T201


if __name__ == "__main__":
    raise SystemExit(main())
