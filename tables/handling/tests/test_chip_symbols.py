"""The symbols and colours of chips at the house's door: as registered, unique among open tables, through a day."""

from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from tables.handling.models import Board, GamingTable
from tables.handling.next_day import opening_of, usual_choices
from tables.handling.projections.table_snapshots import newest_state, state_at
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.play import opening
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
NEXT = date(2026, 11, 21)
TWO = {"yellow": 200, "blue": 200}


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "pt-americana", chip_colours=TWO)


def yellow(count: int = 60) -> c.AssignColour:
    return c.AssignColour(player="P1", colour="yellow", value=1_000, count=count)


@pytest.mark.clause("pt-americana/7")
def test_no_two_open_tables_of_the_house_have_the_same_symbol(house: OpenHouse) -> None:
    other = OpenHouse(house.casino_id, "pt-americana", table="T2", chip_colours=TWO)
    other.do(c.CloseTable())
    again = replace(
        opening(house.rulebook, table="T2", day="2026-11-21"), chip_symbol="*t1", chip_colours=TWO
    )
    with expect_refusal("chip-symbol-in-use", other="T1", symbol="*t1") as refused:
        other.do(again)
    assert refused.value.clause == "pt-americana/7"
    house.do(c.CloseTable())
    with expect_refusal("chip-symbol-registered", clause="pt-americana/7", other="T1", symbol="*t1"):
        other.do(again)
    assert other.state.phase == "closed"
    GamingTable.objects.filter(casino_id=house.casino_id, code="T1").update(withdrawn=True)
    other.do(again)
    assert other.state.colours.symbol == "*t1"


@pytest.mark.clause("pt-americana/7")
def test_another_house_may_have_the_same_symbol(house: OpenHouse) -> None:
    elsewhere = OpenHouse(house.casino_id + 500_000, "pt-americana", chip_colours=TWO)
    assert elsewhere.state.colours.symbol == house.state.colours.symbol == "*T1"


@pytest.mark.clause("pt-americana/8")
def test_a_day_opens_with_the_colours_that_are_registered(house: OpenHouse) -> None:
    house.do(c.CloseTable())
    table = GamingTable.objects.get(casino_id=house.casino_id, code="T1")
    command = opening_of(table, NEXT, usual_choices(table, house.state, NEXT))
    assert (command.chip_symbol, command.chip_colours) == ("*T1", TWO)
    table.face_value_only = True
    assert opening_of(table, NEXT, usual_choices(table, house.state, NEXT)).chip_colours == {}


@pytest.mark.clause("pt-americana/12")
@pytest.mark.clause("pt-americana/16")
def test_a_colours_life_through_the_door_comes_out_of_the_record_again(house: OpenHouse) -> None:
    house.do(yellow())
    house.coup(17, c.PlaceBet(player="P1", bet="plein:17", amount=1_000))
    house.do(c.LiftStakes(player="P1"))
    house.do(c.PresentChips(colour="yellow", count=90))
    house.do(c.RedeemColour(colour="yellow", count=90, accepted=True))
    assert house.state.colours.late == {"yellow": 5}
    assert state_at(house.casino_id, "T1", house.day) == house.state
    house.do(c.CloseTable())
    house.now += timedelta(days=1)
    house.open("2026-11-21")
    house.do(c.PresentChips(colour="yellow", count=5, late=True))
    paid = house.do(c.RedeemLateChips(colour="yellow", count=5, accepted=True))
    assert [event.data["amount"] for event in paid.events] == [2_500]
    assert house.state.colours.late == {}


@pytest.mark.clause("pt-americana/16")
def test_chips_too_many_are_in_the_record_although_nothing_is_paid(house: OpenHouse) -> None:
    house.do(yellow())
    house.do(c.PresentChips(colour="yellow", count=61))
    with expect_refusal("more-chips-than-out", limit=60):
        house.do(c.RedeemColour(colour="yellow", count=61, accepted=True))
    assert [event.type for event in house.events()[-2:]] == ["colour_chips_presented", "violation_raised"]
    assert [each.clause for each in house.state.violations] == ["pt-americana/16"]


def test_a_board_from_before_colours_were_counted_is_read_as_one_without(house: OpenHouse) -> None:
    row = Board.objects.get(casino_id=house.casino_id, table="T1")
    del row.state["colours"]
    Board.objects.filter(casino_id=house.casino_id, table="T1").update(state=row.state, hash=b"")
    state = newest_state(house.casino_id, "T1")
    assert state is not None and state.colours.registered == {}
