"""A table has one primary reader, and each reader its own address: the register refuses what would break that."""

from typing import Any

import pytest

from tables.handling import Actor
from tables.handling.models import Casino, GamingTable, WheelReader
from tables.handling.registers import Done, declare, register_casino
from tables.registers.entries.decide import EntryRefused
from testkit.house import OpenHouse
from testkit.play import NOON

pytestmark = pytest.mark.django_db
ANNA = Actor(id="person/7", name="Anna", terminal="registers")
TABLE = {"name": "Roulette 1", "rulebook": "pt-francesa"}


@pytest.fixture
def casino(casino_id: int, db: None) -> Casino:
    values = {"name": f"Casino {casino_id}", "time_zone": "Europe/Lisbon"}
    return register_casino(values, by=ANNA, now=NOON, casino_id=casino_id)


@pytest.fixture
def tables(casino: Casino) -> Casino:
    """Return a casino with the tables RF1 and RF2, of which the first has the primary reader W1."""
    for code in ("RF1", "RF2"):
        by = Actor(id="command-line", name="Command line")
        declare(casino.pk, "table", code, TABLE, by=by, now=NOON)
    put(casino, "W1", table="RF1", url="socket://10.0.0.7:4001")
    return casino


def put(casino: Casino, code: str, **values: Any) -> Done:
    return declare(casino.pk, "reader", code, values, by=ANNA, now=NOON)


def refused(casino: Casino, code: str, **values: Any) -> list[tuple[str, str, dict[str, Any]]]:
    with pytest.raises(EntryRefused) as caught:
        put(casino, code, **values)
    return [(each.field, each.refused.code, dict(each.refused.parameters)) for each in caught.value.faults]


def test_second_primary_of_a_table_is_refused_and_a_witness_is_registered(tables: Casino) -> None:
    assert refused(tables, "CAM", table="RF1", protocol="http") == [
        ("role", "reader-second-primary", {"reader": "W1", "table": "RF1"})
    ]
    put(tables, "CAM", table="RF1", protocol="http", role="witness")
    put(tables, "CAM-2", table="RF1", protocol="http", role="witness")
    assert dict(WheelReader.objects.values_list("code", "role")) == {
        "W1": "primary",
        "CAM": "witness",
        "CAM-2": "witness",
    }


def test_primary_of_another_table_or_out_of_service_is_none_of_the_table(tables: Casino) -> None:
    put(tables, "W2", table="RF2", url="socket://10.0.0.8:4001")
    put(tables, "SPARE", table="RF1", url="socket://10.0.0.9:4001", enabled=False)
    assert (
        refused(tables, "SPARE", table="RF1", url="socket://10.0.0.9:4001")[0][1] == "reader-second-primary"
    )
    put(tables, "W1", table="RF1", url="socket://10.0.0.7:4001", enabled=False)
    put(tables, "SPARE", table="RF1", url="socket://10.0.0.9:4001")


def test_address_of_another_reader_is_refused_while_that_one_is_in_service(tables: Casino) -> None:
    put(tables, "W2", table="RF2", url="listen://10.0.0.1:9400")
    assert refused(tables, "CAM", table="RF1", role="witness", url="listen://10.0.0.1:9400") == [
        ("url", "reader-address-taken", {"address": "listen://10.0.0.1:9400", "reader": "W2"})
    ]
    put(tables, "CAM", table="RF1", role="witness", url="listen://10.0.0.1:9401")
    put(tables, "W2", table="RF2", url="listen://10.0.0.1:9400", enabled=False)
    put(tables, "CAM", table="RF1", role="witness", url="listen://10.0.0.1:9400")


def test_role_of_a_reader_is_not_changed_while_its_table_is_open(casino: Casino) -> None:
    house = OpenHouse(casino.pk, "pt-francesa", table="RF1")
    url = "socket://10.0.0.7:4001"
    WheelReader.objects.filter(casino=casino).update(url=url)
    assert refused(casino, house.reader, table="RF1", url=url, role="witness") == [
        ("role", "reader-role-of-open-table", {"reader": house.reader, "table": "RF1"})
    ]
    put(casino, "CAM", table="RF1", protocol="http", role="witness")


def test_takeover_by_a_witness_is_a_setting_of_the_table_and_off_by_default(tables: Casino) -> None:
    settings = GamingTable.objects.filter(casino=tables, code="RF1").values_list(
        "witness_takes_over", flat=True
    )
    assert list(settings) == [False]
    by = Actor(id="command-line", name="Command line")
    declare(tables.pk, "table", "RF1", {**TABLE, "witness_takes_over": True}, by=by, now=NOON)
    assert list(settings.all()) == [True]
