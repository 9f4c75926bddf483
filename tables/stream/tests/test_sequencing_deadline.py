"""A batch that takes longer than a statement of a service may is sequenced all the same."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from tables.postgresql import deadlines
from tables.stream import feed_position
from tables.stream.database import run
from tables.stream.sequencing import SET_UP_SEAL_HEADS, sequence_due
from tables.stream.tests.conftest import Recorder
from testkit.stream import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

WAITING = """
SELECT query_start FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock' AND starts_with(query, '-- seal_events')
"""


@pytest.fixture
def holder() -> Iterator[Any]:
    """Another session."""
    session = connection.get_new_connection(connection.get_connection_params())
    yield session
    session.close()


def test_batch_beyond_the_deadline_of_a_statement_is_sequenced(
    record: Recorder, holder: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    record("s", 1)
    run(SET_UP_SEAL_HEADS, month_floor=0)
    starts = set[object]()

    def is_tried_again() -> bool:
        with connection.cursor() as cursor:
            cursor.execute(WAITING)
            starts.update(start for (start,) in cursor.fetchall())
        return len(starts) > 1

    def sequence() -> int:
        try:
            return sequence_due(record.casino_id)
        finally:
            connection.close()

    holder.execute("SELECT FROM seal_head WHERE casino_id = %s FOR UPDATE", [record.casino_id])
    monkeypatch.setattr(deadlines, "_of_process", 1.0)
    with ThreadPoolExecutor(1) as pool:
        sequenced = pool.submit(sequence)
        try:
            wait_until(is_tried_again, "the statement is tried again")
        finally:
            holder.rollback()
        assert sequenced.result() == 1
    assert feed_position(record.casino_id) == 1
