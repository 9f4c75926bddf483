"""A croupier signs for chips with a PIN of their own, at the table where they sit, and never by name alone."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client

from casino.people.models import Person, Role
from settlement.slip_aggregate import SlipAggregate
from settlement.slips import commands as c
from tables.handling import Actor, handle
from tables.play import commands as t
from tables.play.events import Person as Named
from tables.play.events import Signature
from testkit.house import OpenHouse
from testkit.pages import find, read_page

pytestmark = pytest.mark.django_db
DESK = Signature(person=Named(id="person/3", name="Desk"), role="cash_desk")
PIN, WRONG = "4711", "4712"
SIGNED = {"croupier": "rosa", "pin-croupier": PIN, "signer": "chief", "pin": PIN}
Colleague = Callable[..., Person]


def engaged(colleague: Colleague, table: OpenHouse, role: Role, sign_in: str) -> Person:
    """Somebody of the house with PIN."""
    return colleague(role, casino_id=table.casino_id, sign_in=sign_in, pin=PIN)


def seat(boss: Client, table: OpenHouse, person: Person) -> None:
    """Seats somebody by their name, on the form of the staff."""
    form = {"seat": next(iter(table.state.staff)), "person": "", "name": person.display_name.upper()}
    assert boss.post("/floor/T1/do/staff-change", form).status_code == 302


@pytest.fixture
def rosa(table: OpenHouse, boss: Client, colleague: Colleague) -> Person:
    """A croupier at the table, where a fill has been brought; a chief is in the house."""
    engaged(colleague, table, Role.CHEF_DE_TABLE, "chief")
    person = engaged(colleague, table, Role.CROUPIER, "rosa")
    seat(boss, table, person)
    boss.post("/floor/T1/slips/request", {"kind": "fill", "pieces-value-1": "100", "pieces-1": "5"})
    for command in (c.IssueSlip(carrier="Rui", signatures=(DESK,)), c.CarrySlip(signatures=(DESK,))):
        handle(
            SlipAggregate(table.casino_id, "F-000001"),
            command,
            by=Actor(id="3", name="Desk", terminal="cash"),
            now=table.now,
        )
    return person


def received(boss: Client, **instead: str) -> tuple[int, str]:
    response = boss.post("/floor/T1/slips/F-000001/receive", SIGNED | instead)
    said = read_page(response.content).select("#panel-F-000001 .said")
    return response.status_code, said[0].get_text() if said else ""


def test_a_croupier_is_seated_by_name_and_is_who_the_house_registered(table: OpenHouse, rosa: Person) -> None:
    assert f"person/{rosa.pk}" in {person.id for person in table.state.staff.values()}


def test_the_panel_offers_the_croupiers_who_sit_there_and_have_a_pin(boss: Client, rosa: Person) -> None:
    page = read_page(boss.get("/floor/T1/").content)
    offered = [each["value"] for each in page.select("#panel-F-000001 [name=croupier] option")]
    assert offered == ["", "rosa"]
    assert page.select("#panel-F-000001 [name=pin-croupier][type=password]")


def test_with_the_pin_the_fill_is_received(table: OpenHouse, boss: Client, rosa: Person) -> None:
    assert received(boss)[0] == 302
    signed = {each["role"]: each["person"]["id"] for each in table.events()[-1].metadata["signed"]}
    assert signed["croupier"] == f"person/{rosa.pk}"


@pytest.mark.parametrize("pin", ["", WRONG])
def test_without_it_nobody_has_signed(table: OpenHouse, boss: Client, rosa: Person, pin: str) -> None:
    status, said = received(boss, **{"pin-croupier": pin})
    assert status == 422 and f"not the PIN of {rosa.display_name}" in said.replace("\n", " ")
    assert table.state.slips.moved.worth == 0


def test_too_many_wrong_pins_lock_a_croupiers_as_anybodys(boss: Client, rosa: Person) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT):
        assert received(boss, **{"pin-croupier": WRONG})[0] == 422
    status, said = received(boss)
    assert status == 422 and "mistyped too often" in said


def test_a_croupier_who_sits_elsewhere_cannot_sign(
    table: OpenHouse, boss: Client, rosa: Person, colleague: Colleague
) -> None:
    other = engaged(colleague, table, Role.CROUPIER, "bruna")
    status, said = received(boss, croupier="bruna")
    assert status == 422 and f"{other.display_name} has no position at T1" in said


def test_a_croupier_of_another_house_cannot_sign(boss: Client, rosa: Person, colleague: Colleague) -> None:
    colleague(Role.CROUPIER, casino_id=rosa.casino_id + 1, sign_in="away", pin=PIN)
    status, said = received(boss, croupier="away")
    assert status == 422 and "no colleague of that name" in said


@pytest.mark.parametrize("role", [Role.CHEF_DE_TABLE, Role.PIT_BOSS, Role.CASH_DESK])
def test_nobody_of_another_role_signs_as_the_croupier(
    table: OpenHouse, boss: Client, rosa: Person, colleague: Colleague, role: Role
) -> None:
    engaged(colleague, table, role, "another")
    status, said = received(boss, croupier="another")
    assert status == 422 and "a croupier of the table has not signed" in said


def test_a_name_that_nobody_registered_can_be_seated_and_signs_nothing(
    table: OpenHouse, boss: Client, rosa: Person
) -> None:
    form = {"seat": next(iter(table.state.staff)), "person": "", "name": f"Person/{rosa.pk}"}
    assert boss.post("/floor/T1/do/staff-change", form).status_code == 302
    seated = next(iter(table.state.staff.values()))
    assert seated.id == f"person-{rosa.pk}"
    page = read_page(boss.get("/floor/T1/").content)
    assert "Nobody who sits here is registered" in find(page, "#panel-F-000001").get_text()
    status, said = received(boss)
    assert status == 422 and "has no position at T1" in said


def test_chips_that_come_back_are_signed_for_by_the_croupier_too(
    table: OpenHouse, boss: Client, rosa: Person
) -> None:
    assert received(boss)[0] == 302
    boss.post("/floor/T1/slips/request", {"kind": "credit", "pieces-value-1": "100", "pieces-1": "2"})
    issued = c.IssueSlip(carrier="Rui", signatures=(DESK,))
    handle(
        SlipAggregate(table.casino_id, "C-000001"),
        issued,
        by=Actor(id="3", name="Desk", terminal="cash"),
        now=table.now,
    )
    assert boss.post("/floor/T1/slips/C-000001/hand-over", SIGNED).status_code == 302
    void = {"reason": "the bank is shut"}
    assert (
        boss.post("/floor/T1/slips/C-000001/void", SIGNED | void | {"pin-croupier": WRONG}).status_code == 422
    )
    assert boss.post("/floor/T1/slips/C-000001/void", SIGNED | void).status_code == 302
    assert table.state.slips.moved.worth == 50_000


def test_the_opening_form_seats_who_is_registered_under_the_houses_own_name(
    table: OpenHouse, boss: Client, colleague: Colleague
) -> None:
    rosa = engaged(colleague, table, Role.CROUPIER, "rosa")
    table.do(t.CloseTable())
    page = read_page(boss.get("/floor/T1/").content)
    assert rosa.display_name in [each["value"] for each in page.select("#casino-staff option")]
