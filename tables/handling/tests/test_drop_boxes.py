"""A drop box is at one table of a house at most, whoever places it, and whenever."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from tables.play import commands as c
from tables.play import events as e
from tables.refusal import Refused
from testkit.house import OpenHouse
from testkit.refusals import expect_refusal

TWO = (
    e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss"),
    e.Signature(person=e.Person(id="person/3", name="Desk"), role="cash_desk"),
)
PLACE = c.PlaceBox(serial="BOX-7", signatures=TWO)


@pytest.mark.django_db
def test_a_box_is_placed_at_another_table_once_it_has_left_the_first(casino_id: int) -> None:
    first, other = OpenHouse(casino_id, "pt-francesa"), OpenHouse(casino_id, "it-venezia", table="T2")
    first.do(PLACE)
    with expect_refusal("box-in-place-elsewhere", serial="BOX-7", table="T1"):
        other.do(PLACE)
    other.do(c.PlaceBox(serial="BOX-8", signatures=TWO))
    with expect_refusal("box-in-place-elsewhere", serial="BOX-7", table="T1"):
        other.do(c.RemoveBox(serial="BOX-8", reason="full", replaced_by="BOX-7", signatures=TWO))
    assert other.state.cash.box is not None
    assert other.state.cash.box.serial == "BOX-8"
    first.do(c.RemoveBox(serial="BOX-7", reason="other", signatures=TWO))
    other.do(c.RemoveBox(serial="BOX-8", reason="full", replaced_by="BOX-7", signatures=TWO))
    assert other.state.cash.box.serial == "BOX-7"


@pytest.mark.django_db
def test_another_house_may_have_a_box_of_the_same_serial(casino_id: int) -> None:
    here, elsewhere = OpenHouse(casino_id, "pt-francesa"), OpenHouse(casino_id + 500_000, "pt-francesa")
    here.do(PLACE)
    elsewhere.do(PLACE)
    assert elsewhere.state.cash.box is not None


@pytest.mark.django_db(transaction=True)
def test_a_box_that_is_placed_at_four_tables_at_once_comes_to_one(casino_id: int) -> None:
    houses = [OpenHouse(casino_id, "pt-francesa", table=f"T{place}") for place in range(1, 5)]
    ready = Barrier(len(houses))

    def place(house: OpenHouse) -> bool:
        try:
            ready.wait()
            house.do(PLACE)
        except Refused as refusal:
            assert (refusal.code, refusal.parameters["serial"]) == ("box-in-place-elsewhere", "BOX-7")
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(len(houses)) as pool:
        placed = list(pool.map(place, houses))
    assert sum(placed) == 1
    assert sum(house.state.cash.box is not None for house in houses) == 1
