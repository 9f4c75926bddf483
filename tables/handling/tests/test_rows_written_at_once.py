"""Many rows of a read table written at once come back as the ORM would have written them."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tables.handling.models import Board
from tables.stream.row_writing import insert_rows

pytestmark = pytest.mark.django_db
STATE: dict[str, Any] = {
    "words": 'a "quoted" \\ word, € and 🎲',
    "nothing": None,
    "numbers": [0, -1, 2**53],
    "deep": {"4": [{}]},
}


def board(casino_id: int, table: str, next_at: datetime | None = None) -> Board:
    return Board(
        casino_id=casino_id,
        table=table,
        day="2026-11-20",
        stream_id=f"table/{table}/2026-11-20",
        version=2**40,
        state=STATE,
        next_at=next_at,
    )


def rows_of(casino_id: int) -> list[tuple[object, ...]]:
    columns = ("table", "day", "stream_id", "version", "state", "next_at")
    return list(Board.objects.filter(casino_id=casino_id).order_by("table").values_list(*columns))


@pytest.mark.servers
def test_rows_are_read_as_those_that_the_orm_wrote(casino_id: int) -> None:
    at = datetime(2026, 3, 29, 1, 30, 0, 123456, tzinfo=UTC)
    both = (casino_id, casino_id + 1)
    insert_rows([board(both[0], "T1", at), board(both[0], "T2")])
    Board.objects.bulk_create([board(both[1], "T1", at), board(both[1], "T2")])
    assert rows_of(both[0]) == rows_of(both[1])
    assert rows_of(both[0])[0][-2:] == (STATE, at)


def test_no_rows_are_nothing_to_write(casino_id: int) -> None:
    insert_rows([])
    assert rows_of(casino_id) == []


@pytest.mark.servers
def test_refused_rows_are_refused_together(casino_id: int) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows([board(casino_id, "T1"), board(casino_id, "T2"), board(casino_id, "T1")])
    assert rows_of(casino_id) == []
