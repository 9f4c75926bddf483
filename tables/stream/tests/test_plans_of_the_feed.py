"""How the server reads the feed, and what is not in it yet: whatever it has counted of the tables, it goes through
little more than is asked for, however many months there are."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction

from tables.stream.database import Statement
from tables.stream.feed import READ_FEED, READ_FEED_OF_STREAMS, READ_FEED_OF_TYPES
from tables.stream.horizon import READ_SEQUENCER_LAGS
from tables.stream.rebuilding import READ_UNSEALED
from tables.stream.sequencing import EVERY_MONTH, FIND_WAITING_CASINOS, SEAL_EVENTS, SET_UP_SEAL_HEADS

EVENTS = 5_000
PAGE = 100
WINDOW = 400
UNSEALED = 50
OF_ONE_TRANSACTION = 10
"""Events that share a transaction id, so that a new server has counted beyond all of them."""
STRETCH = 1024
"""Positions that the index on types keeps together."""
TYPE_INDEX = "_casino_id_type_expr_idx"
pytestmark = [pytest.mark.servers, pytest.mark.django_db]

MONTHS = (202601, 202602, 202603)
FLOOR = 202602
EARLIER = "event_202601"
SCRATCH = """
CREATE SCHEMA uncounted;
CREATE TABLE uncounted.event (LIKE public.event INCLUDING ALL) PARTITION BY LIST (month);
CREATE TABLE uncounted.sealed_event (LIKE public.sealed_event INCLUDING ALL) PARTITION BY LIST (month);
CREATE TABLE uncounted.seal_head (LIKE public.seal_head INCLUDING ALL);
CREATE TABLE uncounted.late_event (LIKE public.late_event INCLUDING ALL);
SET LOCAL search_path = uncounted, public;
""" + "".join(
    f"CREATE TABLE {kind}_{month} (LIKE record.{kind}_rest INCLUDING ALL);"
    f"ALTER TABLE {kind} ATTACH PARTITION {kind}_{month} FOR VALUES IN ({month});"
    for kind in ("event", "sealed_event")
    for month in (0, *MONTHS)
)
FILL = f"""
INSERT INTO event (casino_id, month, xid, stream_id, version, event_id, type, schema_version, data, metadata,
                   occurred_at, recorded_at, prev_hash, hash)
SELECT 1, record_month(stream_id), (3 + (n - 1) / {OF_ONE_TRANSACTION})::text::xid8, stream_id, n, gen_random_uuid(),
       CASE n % 3 WHEN 0 THEN 'frequent' ELSE 'another' END, 1, to_json(repeat('x', 300)),
       '{{}}', now(), now(), '', ''
FROM generate_series(1, {EVENTS}) AS n
CROSS JOIN LATERAL (
    SELECT CASE WHEN n % 3 = 1 THEN 'register/table/T' ELSE 'table/T' || n % 20 || '/2026-0'
           || 1 + n * {len(MONTHS)} / ({EVENTS} + 1) || '-05' END AS stream_id
) AS named;
INSERT INTO sealed_event SELECT 1, month, row_number() OVER (ORDER BY id), id, type FROM event;
INSERT INTO seal_head (casino_id, position, below)
VALUES (1, {EVENTS - UNSEALED}, '{3 + (EVENTS - UNSEALED) // OF_ONE_TRANSACTION}');
"""

PAGES = [
    (READ_FEED, {}),
    (READ_FEED_OF_TYPES, {"types": "'{frequent,rare}'", "stream_prefix": "NULL"}),
    (READ_FEED_OF_TYPES, {"types": "'{frequent,rare}'", "stream_prefix": "'table/T1'"}),
    (READ_FEED_OF_STREAMS, {"stream_prefix": "'table/T1'"}),
]


@pytest.fixture(params=["never counted", "counted while empty", "counted"])
def filled(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tables of a record that are made, filled and forgotten in this transaction, where nothing else counts them."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(SCRATCH)
        if request.param == "counted while empty":
            cursor.execute("ANALYZE event, sealed_event")
        cursor.execute(FILL)
        if request.param == "counted":
            cursor.execute("ANALYZE event, sealed_event")
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("plan", ["force_custom_plan", "force_generic_plan"])
def test_no_step_goes_through_more_than_the_window(filled: None, plan: str) -> None:
    for read, wanted in PAGES:
        steps = list(_steps(_explained(read, plan, wanted)))
        assert steps[0]["Actual Rows"] > 0
        for step in steps:
            assert step["Node Type"] != "Seq Scan", step
            by_type = step.get("Index Name", "").endswith(TYPE_INDEX)
            assert _gone_through(step) <= WINDOW + by_type * STRETCH, step


@pytest.mark.parametrize("plan", ["force_custom_plan", "force_generic_plan"])
def test_unsequenced_events_are_found_without_scanning_the_sequenced(filled: None, plan: str) -> None:
    steps = list(_steps(_explained(READ_UNSEALED, plan, {})))
    assert max(_gone_through(step) for step in steps) == UNSEALED


@pytest.mark.parametrize("plan", ["force_custom_plan", "force_generic_plan"])
@pytest.mark.parametrize("floor", [EVERY_MONTH, FLOOR])
@pytest.mark.parametrize(
    "look",
    [FIND_WAITING_CASINOS, READ_SEQUENCER_LAGS, SET_UP_SEAL_HEADS],
    ids=["waiting", "lags", "new casinos"],
)
def test_look_for_new_events_ends_at_the_first_one_of_each_month(
    filled: None, look: Statement, floor: int, plan: str
) -> None:
    steps = list(_steps(_explained(look.with_number(floor), plan, {"casino_ids": "'{1}'"})))
    assert steps[0]["Actual Rows"] == (0 if look is SET_UP_SEAL_HEADS else 1)
    for step in steps:
        assert _gone_through(step) <= 2, step
    assert (EARLIER in _tables_of(steps)) == (floor == EVERY_MONTH)


@pytest.mark.parametrize("plan", ["force_custom_plan", "force_generic_plan"])
@pytest.mark.parametrize("floor", [EVERY_MONTH, FLOOR])
def test_sequencing_reads_only_the_waiting_events_of_its_months(filled: None, floor: int, plan: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sealed_event WHERE position > %s", [EVENTS - UNSEALED])
    steps = list(_steps(_explained(SEAL_EVENTS.with_number(floor), plan, {})))
    assert steps[0]["Actual Rows"] == 1
    assert max(_gone_through(step) for step in steps) == UNSEALED
    assert (EARLIER in _tables_of(steps)) == (floor == EVERY_MONTH)


@pytest.mark.parametrize("filled", ["counted"], indirect=True)
def test_rare_type_is_read_by_its_index(filled: None) -> None:
    wanted = {"types": "'{rare}'", "stream_prefix": "NULL", "to": str(EVENTS)}
    steps = list(_steps(_explained(READ_FEED_OF_TYPES, "force_custom_plan", wanted)))
    used = {step.get("Index Name", "") for step in steps}
    assert {f"sealed_event_{month}{TYPE_INDEX}" for month in MONTHS} <= used


def _explained(read: Statement, plan: str, wanted: dict[str, str]) -> dict[str, Any]:
    page = {"casino_id": "1", "after": "1000", "to": str(1000 + WINDOW), "limit": str(PAGE), **wanted}
    values = ", ".join(page[name] for name in read.parameters)
    execute = f"EXECUTE explained ({values})" if values else "EXECUTE explained"
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL plan_cache_mode = {plan}")
        cursor.execute(f"PREPARE explained AS {read.text.decode()}")
        try:
            cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {execute}")
            (told,) = cursor.fetchone()
        finally:
            cursor.execute("DEALLOCATE explained")
    document = json.loads(told) if isinstance(told, str) else told
    explained: dict[str, Any] = document[0]["Plan"]
    return explained


def _steps(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield step
    for below in step.get("Plans", ()):
        yield from _steps(below)


def _tables_of(steps: list[dict[str, Any]]) -> set[str]:
    return {step["Relation Name"] for step in steps if "Relation Name" in step}


def _gone_through(step: dict[str, Any]) -> int:
    """Rows that the step gave on and that it threw away, in all its loops."""
    thrown_away: float = sum(each for name, each in step.items() if re.match("Rows Removed by", name))
    rows: float = step["Actual Rows"] + thrown_away
    loops: int = step["Actual Loops"]
    # Both are rounded: of the one row that each loop finds, some are given on and some thrown away.
    return loops if loops > 1 and rows < 2 else round(rows * loops)
