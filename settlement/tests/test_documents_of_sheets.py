"""What is read whole of a sheet is kept as one text, whichever way it was written: a rebuild compares texts."""

from datetime import UTC, datetime

import pytest
from django.db import connection

from settlement.models import PayoutSheet
from tables.stream.row_writing import insert_rows

pytestmark = pytest.mark.django_db
LINES = [
    {"ref": "b1", "bet": "plein:17", "note": 'a "quoted" \\ word, € and 🎲', "level": None, "stake": 2**53},
    {},
]


def sheet(casino_id: int, coup: int) -> PayoutSheet:
    return PayoutSheet(
        casino_id=casino_id,
        table="T1",
        day="2026-11-20",
        coup=coup,
        number=17,
        stakes=[{"ref": "b1", "amount": 100}],
        lines=LINES,
        choices={},
        order=[],
        total_stake=0,
        total_prize=0,
        total_returned=0,
        total_held=0,
        status=PayoutSheet.Status.PAID,
        settled_at=datetime(2026, 11, 20, 20, tzinfo=UTC),
    )


def test_each_way_of_writing_leaves_the_same_text_and_value(casino_id: int) -> None:
    insert_rows([sheet(casino_id, 1), sheet(casino_id, 2)])
    insert_rows([sheet(casino_id, 3)])
    sheet(casino_id, 4).save(force_insert=True)
    PayoutSheet.objects.get(casino_id=casino_id, coup=2).save(force_update=True)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT stakes::text, lines::text FROM payout_sheet WHERE casino_id = %s", [casino_id]
        )
        ((_, lines),) = cursor.fetchall()
    assert lines.startswith('[{"ref":"b1","bet":"plein:17",')
    assert [row.lines for row in PayoutSheet.objects.filter(casino_id=casino_id)] == [LINES] * 4
