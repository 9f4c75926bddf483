"""Cash on a table's page: notes taken, a box placed, changed and removed by two, tips counted; refused at its place."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import Screen, part
from casino.people.models import Person, Role
from settlement.day_entries import movements_of
from settlement.day_ledger import ledger_of_table
from settlement.figures.figures import estimated
from settlement.models import Box
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.people import AsRole


@pytest.fixture
def desk(colleague: Callable[..., Person], table: OpenHouse) -> Person:
    """Who signs beside, with the PIN 4711."""
    return colleague(Role.CASH_DESK, casino_id=table.casino_id, pin="4711")


@pytest.fixture
def seen_by_the_chef(as_role: AsRole, table: OpenHouse) -> Callable[[], Element]:
    """The table's page for somebody who counts no box, and so sees what is recorded for it."""
    chef = as_role(Role.CHEF_DE_TABLE)
    return lambda: read_page(chef.get("/floor/T1/").content)


Press = Callable[..., tuple[int, Element]]


@pytest.fixture
def press(boss: Client, desk: Person) -> Press:
    """`press("place-box", serial="T1-A")`: a form of the table's page, with a colleague's signature."""

    def sent(command: str, **form: str) -> tuple[int, Element]:
        signed = {"signer": desk.username, "pin": "4711"} | form
        answer = boss.post(f"/floor/T1/do/{command}", signed, headers={"HX-Request": "true"})
        return answer.status_code, read_page(answer.content)

    return sent


def told(page: Element, place: str) -> str:
    return part(page, f"#answer-{place} .said b").get_text()


def test_notes_that_are_touched_are_recorded_for_the_box_in_its_place(
    table: OpenHouse, press: Press, screen: Screen, seen_by_the_chef: Callable[[], Element]
) -> None:
    assert "No box is in its place" in part(screen(), "#cash").get_text()
    assert press("place-box", serial="t1-a")[0] == 200
    pad = part(screen(), "#panel-cash")
    values = {field["value"]: field["name"] for field in pad.select("[type=hidden][name^=notes-value]")}
    assert list(values) == ["5", "10", "20", "50", "100", "200", "500"]
    places = {value: name.removeprefix("notes-value-") for value, name in values.items()}
    notes = {f"notes-{places['50']}": "2", f"notes-{places['5']}": "1"}
    every = {name: value for value, name in values.items()}
    status, page = press("take-cash", player="P1", total="", **every, **notes)
    assert (status, table.state.cash.recorded) == (200, 10_500)
    card = part(page, "#cash")
    assert part(card, ".box-strip .number").get_text() == "T1-A"
    assert "105.00" not in page.get_text(), "a pit boss may count the box"
    assert "105.00" in part(seen_by_the_chef(), "#cash .box-strip .total").get_text()


def test_a_total_alone_is_taken_and_one_that_differs_from_the_notes_is_refused_at_its_place(
    table: OpenHouse, press: Press
) -> None:
    assert press("take-cash", total="250")[0] == 200
    assert table.state.cash.recorded == 25_000
    status, page = press("take-cash", total="90", **{"notes-value-1": "50", "notes-1": "2"})
    assert status == 422
    assert "the pieces come to 100 EUR, and 90 EUR is told beside them" in told(page, "cash")
    status, page = press("take-cash")
    assert (status, told(page, "cash")[:26]) == (422, "Cash is taken in whole not")
    assert table.state.cash.recorded == 25_000


def test_cash_that_was_told_wrongly_is_corrected_with_a_second_signature(
    table: OpenHouse, press: Press, screen: Screen, seen_by_the_chef: Callable[[], Element]
) -> None:
    assert not screen().select("#panel-correct-cash")
    press("take-cash", total="2500")
    (choice,) = screen().select("#correct-taken option[value]:not([value=''])")
    assert "2,500.00" not in choice.get_text()
    (told_to_the_chef,) = seen_by_the_chef().select("#correct-taken option[value]:not([value=''])")
    assert told_to_the_chef.get_text() == f"{choice.get_text()}: 2,500.00"
    right = {"taken": choice["value"], "reason": "a nought too many"}
    status, page = press("correct-cash", **right)
    assert (status, told(page, "correct-cash")) == (422, "Say what was taken instead, or that nothing was")
    status, page = press("correct-cash", **right, total="250", signer="")
    assert (status, "nobody has countersigned" in told(page, "correct-cash")) == (422, True)
    assert press("correct-cash", **right, total="250")[0] == 200
    assert table.state.cash.recorded == 25_000
    assert press("correct-cash", **right, nothing="yes")[0] == 200
    assert table.state.cash.recorded == 0
    taken, *corrected = table.events()[-3:]
    assert [each.data["taken"] for each in corrected] == [taken.version, taken.version]
    reasons = [each.reason for each in movements_of(table.casino_id, "T1", table.day)]
    assert reasons.count(f"cash-corrected:{taken.version}") == 2
    ledger = ledger_of_table(table.casino_id, "T1", table.day)
    assert ledger is not None and ledger.drop == estimated(0, "cash taken")


def test_a_box_is_changed_and_removed_with_a_second_signature(table: OpenHouse, press: Press) -> None:
    press("place-box", serial="T1-A")
    press("take-cash", total="40")
    status, page = press("remove-box", serial="T1-A", reason="full", replaced_by="T1-B", pin="0000")
    assert (status, told(page, "box")[:24]) == (422, "That is not the PIN of C")
    status, page = press("remove-box", serial="T1-A", reason="full", replaced_by="T1-B")
    assert status == 200
    assert "T1-A left at" in part(page, ".boxes-away").get_text()
    assert part(page, ".box-strip .number").get_text() == "T1-B"
    stand = Box.objects.filter(casino_id=table.casino_id).order_by("serial")
    assert [(box.serial, box.status, box.recorded) for box in stand] == [
        ("T1-A", "waiting", 4_000),
        ("T1-B", "in_place", 0),
    ]
    assert press("remove-box", serial="T1-B", reason="closing")[0] == 200
    status, page = press("place-box", serial="T1-A")
    assert status == 422
    assert "is not counted yet: it is counted first" in told(page, "box")


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"serial": ""}, "Say which box is placed, by its serial"),
        ({"serial": "T1/A"}, "capital letters, digits and hyphens are right"),
        ({"serial": "T1-A", "signer": ""}, "by two people: nobody has countersigned"),
    ],
)
def test_a_box_that_cannot_be_placed_is_told_why(
    table: OpenHouse, press: Press, form: dict[str, str], says: str
) -> None:
    before = len(table.events())
    status, page = press("place-box", **form)
    assert (status, len(table.events())) == (422, before)
    assert says in told(page, "box")


def test_tips_are_counted_by_two_for_a_shift_of_the_house(
    table: OpenHouse, press: Press, screen: Screen
) -> None:
    shifts = [each["value"] for each in part(screen(), "#panel-tips").select("[name=shift]")]
    assert shifts == ["afternoon", "night"]
    counted = {"tips-value-1": "5", "tips-1": "9"}
    status, page = press("count-tips", shift="night", total="", **counted)
    assert status == 200
    assert part(page, "#tips dd").get_text() == "45.00"
    status, page = press("count-tips", shift="night", total="", **counted)
    assert (status, "counted already (45 EUR)" in told(page, "tips")) == (422, True)
    assert press("count-tips", shift="night", total="50", reason="a chip rolled away")[0] == 200
    assert table.state.cash.tips_counted == 5_000


def test_a_table_with_its_box_in_place_does_not_close(table: OpenHouse, boss: Client, press: Press) -> None:
    press("place-box", serial="T1-A")
    answer = boss.post("/floor/T1/close", {}, headers={"HX-Request": "true"})
    page = read_page(answer.content)
    assert answer.status_code == 422
    assert "Box T1-A is in place: it is removed before the table closes" in page.get_text()


def test_a_table_where_seats_buy_in_takes_no_cash_by_hand(
    new_table: Callable[[str], OpenHouse], boss: Client, casino_id: int
) -> None:
    new_table("it-live")
    page = read_page(boss.get("/floor/T1/").content)
    assert page.select("#cash, #panel-cash") == []


def test_reading_role_sees_the_box_without_a_form(
    table: OpenHouse, press: Press, as_role: Callable[[Role], Client]
) -> None:
    press("place-box", serial="T1-A")
    page = read_page(as_role(Role.GAMES_INSPECTOR).get("/floor/T1/").content)
    assert part(page, ".box-strip .number").get_text() == "T1-A"
    assert page.select("#cash button, #panel-cash, #panel-box, #panel-tips") == []
