"""Drop boxes at the cash desk: what waits, the soft count by two, its difference, a second count, its acceptance."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from casino.cash.tests.test_the_days_ledger_on_the_screen import heard
from casino.people.models import Person, Role
from settlement.box_aggregate import box_state
from settlement.boxes.state import BoxName
from settlement.models import BoxStep
from settlement.tests.test_boxes_at_the_door import BOSS, BOX, CHIEF, box_with_notes, place
from tables.play import commands as t
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import AsRole, browser_of

pytestmark = pytest.mark.django_db
ADDRESS = "/cash/boxes/T1/2026-11-20/T1-A/1/"
FIFTIES = {"notes-value-4": "50", "notes-4": "5"}


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    house = OpenHouse(casino_id, "pt-francesa", now=timezone.now())
    box_with_notes(house)
    return house


@pytest.fixture
def desk(as_role: AsRole) -> Client:
    return as_role(Role.CASH_DESK)


@pytest.fixture
def other_inspector(as_role: AsRole) -> Client:
    """Somebody who may accept a count, and has not made it."""
    return as_role(Role.GAMES_INSPECTOR)


@pytest.fixture
def inspector(colleague: Callable[..., Person], casino_id: int) -> Person:
    """Who counts with the cash desk, with the PIN 4711."""
    return colleague(Role.GAMES_INSPECTOR, casino_id=casino_id, pin="4711")


def page(client: Client, path: str = ADDRESS) -> Element:
    response = client.get(path)
    assert response.status_code == 200, path
    return read_page(response.content)


def press(client: Client, step: str, beside: Person | None = None, **form: str) -> tuple[int, Element]:
    signed = {"signer": beside.username, "pin": "4711"} if beside else {}
    response = client.post(f"{ADDRESS}{step}", signed | form)
    return response.status_code, read_page(response.content)


def text(found: Element, selector: str) -> str:
    (part,) = found.select(selector)
    return part.get_text(" ", strip=True)


def test_a_box_waits_until_it_is_counted_and_then_for_its_acceptance(
    house: OpenHouse, desk: Client, inspector: Person, other_inspector: Client
) -> None:
    waits = text(page(desk, "/cash/boxes/"), "#waiting")
    assert "T1-A" in waits
    assert press(desk, "count", inspector, **FIFTIES)[0] == 302
    there = page(desk, "/cash/boxes/")
    assert "No box waits" in text(there, "#waiting")
    assert "250.00" in text(there, "#counted") and "as recorded" not in text(there, "#counted")
    assert "as recorded" in text(page(other_inspector, "/cash/boxes/"), "#counted")
    assert press(other_inspector, "accept")[0] == 302
    assert "T1-A" in text(page(desk, "/cash/boxes/"), "#done")
    assert page(desk).select("form.change-part") == []


def test_nobody_is_told_what_to_find_before_the_count_is_entered_and_those_who_count_before_it_is_accepted(
    house: OpenHouse, desk: Client, inspector: Person, other_inspector: Client, as_role: AsRole
) -> None:
    refused = press(desk, "count", inspector, **(FIFTIES | {"notes-4": "five"}))
    seen = (page(desk), page(as_role(Role.PIT_BOSS)), page(desk, "/cash/boxes/"), refused[1])
    assert not any("250.00" in text(each, "main") for each in seen)
    assert press(desk, "count", inspector, **FIFTIES)[0] == 302
    for counted_it in (desk, browser_of(inspector)):
        assert "Recorded by the table –" in text(page(counted_it), "#figures")
    assert "Recorded by the table 250.00" in text(page(other_inspector), "#figures")
    assert press(other_inspector, "accept")[0] == 302
    assert "Recorded by the table 250.00" in text(page(desk), "#figures")


def test_counter_is_offered_permitted_second_counters(
    house: OpenHouse, desk: Client, inspector: Person, colleague: Callable[..., Person]
) -> None:
    boss = colleague(Role.PIT_BOSS, casino_id=house.casino_id, pin="4712")
    for client, offered in ((desk, inspector), (browser_of(inspector), boss)):
        options = page(client).select("[name=signer] option")
        assert [option["value"] for option in options] == ["", offered.username]


def test_the_difference_is_shown_and_a_second_count_says_why(
    house: OpenHouse, desk: Client, inspector: Person, other_inspector: Client
) -> None:
    assert press(desk, "count", inspector, **(FIFTIES | {"notes-4": "4"}))[0] == 302
    assert text(page(other_inspector), "#difference") == "– 50.00"
    assert "4 × 50 = 200.00" in text(page(desk), "#steps")
    status, refused = press(desk, "count", inspector, **FIFTIES)
    assert status == 422
    assert text(refused, "[role=alert] b") == "Box T1-A was counted before: say why it is counted again"
    assert find(refused, "#count-note-50")["value"] == "5", "what was counted stands in the form again"
    assert press(desk, "count", inspector, reason="a note stuck", **FIFTIES)[0] == 302
    assert text(page(other_inspector), "#difference") == "0.00"
    assert "a note stuck" in text(page(desk), "#steps")


def test_an_empty_box_is_ticked_to_be_empty(
    house: OpenHouse, desk: Client, inspector: Person, other_inspector: Client
) -> None:
    status, refused = press(desk, "count", inspector)
    assert (status, "or that it is empty" in text(refused, "[role=alert] b")) == (422, True)
    assert press(desk, "count", inspector, empty="yes")[0] == 302
    assert text(page(other_inspector), "#difference") == "– 250.00"


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"notes-4": "five"}, "“five” is no number of pieces"),
        ({"notes-4": "-1"}, "“-1” is no number of pieces"),
        ({"notes-4": "٣"}, "is no number of pieces"),
        ({"notes-4": "0"}, "each of a value above nothing"),
        ({"notes-value-4": "NaN"}, "NaN"),
        ({"notes-4": "5\x00"}, "it has a character that cannot be read"),
        ({"notes-4": "9" * 5000}, "characters are too many"),
        ({"pin": "0000"}, "That is not the PIN of"),
        ({"signer": ""}, "the games inspector or the public controller has to sign"),
        ({"signer": "nobody"}, "no colleague of that name signs here"),
        ({"seen": "7"}, "look at it, and go on there"),
        ({"seen": "x"}, "is no version of a box"),
        ({"reason": "x" * 201}, "characters are too many"),
    ],
)
def test_malformed_count_is_refused_and_stores_nothing(
    house: OpenHouse, desk: Client, inspector: Person, form: dict[str, str], says: str
) -> None:
    signed = {"signer": inspector.username, "pin": "4711"} | FIFTIES | form
    status, refused = press(desk, "count", None, **signed)
    assert status == 422
    assert says in text(refused, "[role=alert] b")
    assert not BoxStep.objects.filter(casino_id=house.casino_id).exists()
    assert box_state(house.casino_id, BOX).status == "waiting"


def test_the_same_form_sent_twice_counts_once(house: OpenHouse, desk: Client, inspector: Person) -> None:
    for _ in range(2):
        assert press(desk, "count", inspector, key="k", **FIFTIES)[0] == 302
    assert BoxStep.objects.filter(casino_id=house.casino_id).count() == 1
    status, refused = press(desk, "count", inspector, key="k", empty="yes")
    assert (status, text(refused, "[role=alert] b")[:20]) == (422, "This was sent before")


def test_counter_of_a_box_cannot_accept_the_count(
    house: OpenHouse, inspector: Person, as_role: AsRole
) -> None:
    press(as_role(Role.CASH_DESK), "count", inspector, **FIFTIES)
    client = Client()
    client.force_login(inspector, backend="django.contrib.auth.backends.ModelBackend")
    status, refused = press(client, "accept")
    assert status == 422
    assert "counted box T1-A: somebody else accepts the count" in text(refused, "[role=alert] b")


@pytest.mark.parametrize(
    ("role", "answers"),
    [
        (Role.CASH_DESK, (200, 422, 403)),
        (Role.PIT_BOSS, (200, 422, 422)),
        (Role.GAMES_INSPECTOR, (200, 422, 422)),
        (Role.CHEF_DE_TABLE, (200, 403, 403)),
        (Role.ADMINISTRATOR, (403, 403, 403)),
    ],
)
def test_boxes_are_seen_counted_and_accepted_by_permitted_roles(
    house: OpenHouse, as_role: AsRole, role: Role, answers: tuple[int, int, int]
) -> None:
    client, (sees, counts, accepts) = as_role(role), answers
    assert [client.get(path).status_code for path in (ADDRESS, "/cash/boxes/")] == [sees, sees]
    assert press(client, "count", None, **FIFTIES)[0] == counts
    assert press(client, "accept")[0] == accepts


@pytest.mark.parametrize(
    "address",
    [
        "/cash/boxes/T1/2026-11-20/T1-Z/1/",
        "/cash/boxes/T1/2026-11-20/T1-A/2/",
        "/cash/boxes/T1/2026-11-19/T1-A/1/",
        "/cash/boxes/T1/yesterday/T1-A/1/",
        "/cash/boxes/T1%00/2026-11-20/T1-A/1/",
        "/cash/boxes/T1/2026-11-20/T1-A%00/1/",
        f"/cash/boxes/T1/2026-11-20/T1-A/{'9' * 30}/",
        f"/cash/boxes/{'T' * 3000}/2026-11-20/T1-A/1/",
        f"{ADDRESS}shred",
    ],
)
def test_unknown_box_is_not_found(house: OpenHouse, desk: Client, address: str) -> None:
    answer = desk.post(address) if address.endswith("shred") else desk.get(address)
    assert answer.status_code == 404


def test_another_houses_boxes_are_its_own(house: OpenHouse, desk: Client) -> None:
    elsewhere = OpenHouse(house.casino_id + 500_000, "pt-francesa", table="T9", now=timezone.now())
    box_with_notes(elsewhere, BoxName("T9", "2026-11-20", "T9-A"))
    assert "T9" not in page(desk, "/cash/boxes/").get_text()
    assert desk.get("/cash/boxes/T9/2026-11-20/T9-A/1/").status_code == 404


def test_a_box_at_a_table_is_named_and_not_counted(house: OpenHouse, desk: Client, inspector: Person) -> None:
    place(house, "T1-B")
    assert "T1-B at T1" in text(page(desk, "/cash/boxes/"), "#in-place")
    at_table = ADDRESS.replace("T1-A", "T1-B")
    signed = {"signer": inspector.username, "pin": "4711"}
    assert desk.post(f"{at_table}count", signed | FIFTIES).status_code == 422


def test_the_days_ledger_names_the_boxes_for_which_it_is_not_reconciled(
    house: OpenHouse, desk: Client, inspector: Person, as_role: AsRole
) -> None:
    ledger = "/cash/ledger/?day=2026-11-20"
    place(house, "T1-B")
    assert (
        text(page(desk, ledger), "#not-reconciled ul")
        == "T1-A of T1: waits for its count T1-B of T1: at the table"
    )
    press(desk, "count", inspector, **FIFTIES)
    assert "T1-A of T1: counted, its count is to be accepted" in text(page(desk, ledger), "#not-reconciled")
    press(as_role(Role.PIT_BOSS), "accept")
    assert "T1-A" not in text(page(desk, ledger), "#not-reconciled")


def test_tips_stand_beside_the_result_on_the_ledger_by_day_and_shift(house: OpenHouse, desk: Client) -> None:
    ledger = "/cash/ledger/T1/?day=2026-11-20"
    figures = heard(find(page(desk, ledger), "#figures"))
    assert "Tips – no count of the tips" in figures
    assert "Tips to result – no tips counted or no win" in figures
    total = "/cash/ledger/?day=2026-11-20"
    assert "– no count of the tips of T1 on 20 Nov" in heard(find(page(desk, total), "#more-row-Casino-EUR"))
    shift = page(desk, ledger).select("#shifts tbody th")[-1].get_text(" ", strip=True).split()[0]
    house.do(t.CountTips(shift=shift, total=1_200, signatures=(CHIEF, BOSS)))
    house.do(t.CountTips(shift="some other", total=100, signatures=(CHIEF, BOSS)))
    there = page(desk, ledger)
    assert "Tips 13.00 counted" in text(there, "#figures")
    assert "13.00 counted" in heard(find(page(desk, total), "#more-row-Casino-EUR"))
    assert "12.00 counted" in heard(find(there, f"#more-row-{shift}-EUR"))
