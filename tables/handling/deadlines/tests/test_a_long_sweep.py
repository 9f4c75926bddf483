"""After an outage much is due at once: commands go on meanwhile, other tasks have their turn, nothing is left."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import TypeVar

import pytest
from celery import current_app
from django.db import connection, transaction
from django.utils import timezone

from tables.handling.deadlines import sweep as shift_sweep
from tables.handling.deadlines import tasks
from tables.handling.deadlines.due import step_key
from tables.handling.deadlines.sweep import last_sweep
from tables.handling.models import Board
from tables.handling.streams import table_stream
from tables.play.commands import ChangeBall
from tables.stream import IdempotencyKey, append
from testkit.shift import House, processes_at_a_lock
from testkit.stream import wait_until

T = TypeVar("T")


@contextmanager
def held_at(house: House, code: str) -> Iterator[None]:
    """No sweep gets past this table: another transaction holds what it has to write there, and takes it back."""
    (case,) = house.cases(code)
    stream = table_stream(code, house.day)
    key = step_key(stream, case.name, "warned", case.warn_at)
    with transaction.atomic():
        held = IdempotencyKey(key, b"held")
        append(house.casino_id, stream, [], expected_version=1, now=house.at(0), idempotency=held)
        yield
        transaction.set_rollback(True)


def aside(work: Callable[[], T]) -> T:
    """What comes of it in a thread, on a database connection of its own."""
    try:
        return work()
    finally:
        connection.close()


@pytest.mark.servers
def test_a_command_at_a_table_that_is_due_gets_through_while_a_long_sweep_runs(house: House) -> None:
    codes = [f"RF{number}" for number in range(8)]
    for number, code in enumerate(codes):
        house.open_table(code, minute=number)
    with ThreadPoolExecutor(2) as threads:
        with held_at(house, codes[4]):
            sweep = threads.submit(aside, lambda: house.sweep(minute=90))
            wait_until(
                lambda: (
                    [len(house.noted(code)) for code in codes] == [2, 2, 2, 2, 0, 0, 0, 0]
                    and processes_at_a_lock() == 1
                ),
                "the sweep at the fifth table",
            )
            for code in (codes[0], codes[3], codes[7]):  # judged first, judged last, still to come
                change = partial(house.say, code, ChangeBall(), minute=91)
                threads.submit(aside, change).result(20)
            assert not sweep.done()
        assert sweep.result(20).whole
    # The table that was changed before the sweep came to it was judged by its change.
    assert house.noted(codes[7]) == [("violation_raised", 67), ("violation_resolved", 91)]
    assert all(len(house.noted(code)) == 2 for code in codes[4:7])


def test_unfinished_sweep_is_continued_at_once(
    new_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = new_house(opened_at=timezone.now() - timedelta(hours=2))
    for number in range(5):
        house.open_table(f"RF{number}", minute=number)
    monkeypatch.setattr(tasks, "DEADLINES_A_TASK", 2)
    current_app.conf.task_always_eager = True
    try:
        tasks.sweep()
    finally:
        current_app.conf.task_always_eager = False
    assert all(len(house.noted(f"RF{number}")) == 2 for number in range(5))
    assert last_sweep(house.casino_id) is not None


def test_tables_that_cannot_be_judged_do_not_hold_up_those_of_the_next_slice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shift_sweep, "TABLES_A_SLICE", 2)
    for number in range(7):
        house.open_table(f"RF{number}", minute=number // 3)  # several are due in the same second
    broken = ["RF0", "RF1", "RF2"]
    Board.objects.filter(casino_id=house.casino_id, table__in=broken).update(
        state={"version": "no number"}, hash=b""
    )
    swept = house.sweep(minute=90)
    assert (swept.noted, swept.failed, swept.whole) == (4, 3, True)
    assert all(len(house.noted(f"RF{number}")) == 2 for number in range(3, 7))
