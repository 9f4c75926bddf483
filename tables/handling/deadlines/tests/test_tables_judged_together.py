"""Many tables are judged in one transaction: what stands is as if each had been judged by itself, whatever fails."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection, transaction

from casino.compliance.models import Violation
from settlement.models import DayChanges
from tables.handling.deadlines import batch
from tables.handling.deadlines.batch import record_together
from tables.handling.deadlines.sweep import Swept
from tables.handling.models import Board
from tables.handling.streams import table_stream
from tables.stream import verify_chain
from testkit.shift import House, connections_to_this_database, processes_at_a_lock
from testkit.stream import wait_until

CODES = ["RF1", "RF2", "RF3"]
BOTH = [("deadline_warned", 55), ("violation_raised", 60)]


def rows_of(house: House) -> list[Any]:
    """All that the record and its synchronous projections have of the house, but what differs by chance."""
    events = [
        (event.stream_id, event.version, event.type, event.data, event.metadata, event.occurred_at)
        for code in CODES
        for event in house.record(code)
    ]
    boards = Board.objects.filter(casino_id=house.casino_id).order_by("table")
    violations = Violation.objects.filter(casino_id=house.casino_id).order_by("table", "name")
    counts = DayChanges.objects.filter(casino_id=house.casino_id).order_by("table", "day")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT key, stream_id, after_version, version FROM command WHERE casino_id = %s ORDER BY key",
            [house.casino_id],
        )
        keys = cursor.fetchall()
    plain = {"casino_id", "hash"}
    return [
        events,
        [{name: value for name, value in row.items() if name not in plain} for row in boards.values()],
        [{name: value for name, value in row.items() if name not in plain} for row in violations.values()],
        [(row.table, row.day, row.changes) for row in counts],
        keys,
    ]


def opened(house: House) -> House:
    for code in CODES:
        house.open_table(code, rulebook="pt-francesa")
    return house


def test_judged_together_or_one_by_one_the_same_stands(
    new_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    together, alone = opened(new_house()), opened(new_house())
    assert together.sweep(minute=90) == Swept(noted=6)
    monkeypatch.setattr(batch, "held_due", lambda *_: [])
    assert alone.sweep(minute=90) == Swept(noted=6)
    assert rows_of(together) == rows_of(alone)
    for house in (together, alone):
        for code in CODES:
            assert verify_chain(house.casino_id, table_stream(code, house.day)) is None
            assert house.noted(code) == BOTH


@contextmanager
def at_the_table(house: House, code: str) -> Iterator[None]:
    """Somebody else holds the table: a command to it is under way in another transaction."""
    with transaction.atomic():
        Board.objects.select_for_update().get(casino_id=house.casino_id, table=code)
        yield


@pytest.mark.servers
def test_a_table_that_somebody_is_at_is_left_and_the_others_are_judged(house: House) -> None:
    opened(house)
    with ThreadPoolExecutor(1) as threads, at_the_table(house, "RF2"):
        batch = threads.submit(
            _elsewhere, lambda: record_together(house.casino_id, CODES, house.at(90), at_most=9)
        )
        assert batch.result(20).left == ["RF2"]
        assert [len(house.noted(code)) for code in CODES] == [2, 0, 2]
    house.sweep(minute=91)
    assert [house.noted(code) for code in CODES] == [BOTH] * 3


def _elsewhere(work: Callable[[], Any]) -> Any:
    try:
        return work()
    finally:
        connection.close()


SWEEP = """
import sys, django
django.setup()
from datetime import datetime
from tables.handling.deadlines import batch
from tables.handling.deadlines.sweep import sweep_casino
batch.WAITS_MS = 600_000
sweep_casino(int(sys.argv[1]), datetime.fromisoformat(sys.argv[2]))
"""


@pytest.mark.servers
def test_a_process_killed_in_the_middle_of_a_batch_leaves_nothing_of_it(
    house: House, child_environment: dict[str, str]
) -> None:
    """It is killed when the events of all three tables are inserted, and the violations are about to be."""
    opened(house)
    before = connections_to_this_database()
    (case,) = house.cases("RF3")
    arguments = [sys.executable, "-c", SWEEP, str(house.casino_id), house.at(90).isoformat()]
    with transaction.atomic():
        Violation.objects.create(casino_id=house.casino_id, table="RF3", day=house.day, name=case.name)
        sweep = subprocess.Popen(arguments, env=child_environment)
        wait_until(lambda: processes_at_a_lock() == 1, "the sweep in the middle of its batch")
        sweep.kill()
        sweep.wait()
        transaction.set_rollback(True)
    wait_until(lambda: connections_to_this_database() == before, "the killed sweep's connection to end")
    assert [house.noted(code) for code in CODES] == [[]] * 3
    assert house.sweep(minute=91) == Swept(noted=6)
    assert [house.noted(code) for code in CODES] == [BOTH] * 3
