"""A row that is asked for by its key is the one that Django reads, in one prepared query."""

import pytest
from django.db.models import Model
from pytest_django import DjangoAssertNumQueries

from settlement.models import GamingDay, PayoutSheet
from tables.handling.models import GamingTable
from tables.play import commands as c
from tables.stream.prepared_rows import PreparedRow
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db


def columns(row: Model | None) -> dict[str, object]:
    assert row is not None
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.mark.parametrize(
    ("model", "key"),
    [
        (GamingTable, ("casino_id", "code")),
        (GamingDay, ("casino_id", "table", "day")),
        (PayoutSheet, ("casino_id", "table", "day", "coup")),
    ],
)
def test_prepared_row_equals_the_row_of_django(
    casino_id: int,
    model: type[Model],
    key: tuple[str, ...],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    house = OpenHouse(casino_id, "it-campione", par={500: 20})
    house.coup(17, c.PlaceBet(player="P1", bet="plein:17", amount=1000))
    values = {"casino_id": casino_id, "code": "T1", "table": "T1", "day": house.day, "coup": 1}
    asked = {column: values[column] for column in key}
    row = PreparedRow(model, *key)
    with django_assert_num_queries(1):
        found = row.find(**asked)
    assert isinstance(found, model)
    assert columns(found) == columns(model._default_manager.get(**asked))
    assert row.find(**asked | {key[1]: "T2"}) is None


def test_a_row_that_was_read_is_saved_as_any(casino_id: int) -> None:
    OpenHouse(casino_id, "it-venezia")
    row = PreparedRow(GamingTable, "casino_id", "code")
    table = row.find(casino_id=casino_id, code="T1")
    assert table is not None
    table.name = "Another"
    table.save()
    assert GamingTable.objects.get(casino_id=casino_id, code="T1").name == "Another"
