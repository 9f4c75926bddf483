"""Change and advances through the door: counted pieces are read from the record as they were written into it."""

import pytest

from tables.play import commands as c
from tables.play import events as e
from testkit.house import OpenHouse

pytestmark = pytest.mark.django_db
BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")
INSPECTOR = e.Signature(person=e.Person(id="person/2", name="Inspector"), role="games_inspector")
DESK = e.Signature(person=e.Person(id="person/3", name="Desk"), role="cash_desk")


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "it-campione")


@pytest.mark.clause("it-campione/21")
def test_a_change_is_recorded_by_value_with_its_receipt(house: OpenHouse) -> None:
    request = c.AskForChange(player="P1", given={10_000: 1, 500: 2}, wanted={500: 22})
    house.do(request, idempotency_key="a")
    house.do(request, idempotency_key="a")
    house.do(c.ServeChange())
    outcome = house.do(c.FinishChange(paid_out={500: 22}))
    assert [event.type for event in house.events()[1:]] == ["change_asked", "change_begun", "change_finished"]
    event = e.TABLE_EVENTS.decode(outcome.events[0].type, house.events()[-1].data)
    assert event == e.ChangeFinished(
        number=1, receipt="T1/2026-11-20/c1", player="P1", paid_out={500: 22}, total=11_000
    )


@pytest.mark.clause("pt-francesa/8")
def test_waiting_and_served_change_are_in_the_snapshot(casino_id: int) -> None:
    house = OpenHouse(casino_id, "pt-francesa")
    house.do(c.AskForChange(player="P1", given={10_000: 1}))
    house.do(c.AskForChange(player="P2", given={5_000: 1}))
    house.do(c.ServeChange())
    serving = house.state.change.serving
    assert serving is not None
    assert (serving.player, serving.given) == ("P1", ((10_000, 1),))
    assert [each.player for each in house.state.change.waiting] == ["P2"]


@pytest.mark.clause("it-campione/16")
def test_signers_of_an_advance_are_in_the_record(house: OpenHouse) -> None:
    outcome = house.do(c.AdvanceChips(player="P1", amount=50_000, signatures=(BOSS, INSPECTOR)))
    assert [each["role"] for each in outcome.events[0].metadata["signed"]] == ["pit_boss", "games_inspector"]
    assert house.state.advances.open[0].left == 50_000


def test_a_counted_float_is_recorded_by_value_too(house: OpenHouse) -> None:
    counted = c.CountFloat(moment="opening", pieces={500: 40, 10_000: 1}, signatures=(BOSS, DESK))
    house.do(counted, idempotency_key="count")
    assert house.events()[-1].data["pieces"] == {"500": 40, "10000": 1}
    assert house.state.direction.float_at_opening == 30_000
