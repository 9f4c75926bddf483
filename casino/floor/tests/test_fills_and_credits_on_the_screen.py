"""Fills and credits at the table's page: asked for, received and handed over by two, voided, and back to par."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.people.models import Person, Role
from settlement.models import Slip
from settlement.slip_aggregate import SlipAggregate, slip_of
from settlement.slips import commands as c
from tables.handling import Actor, handle
from tables.handling.models import GamingTable
from tables.play import commands as t
from tables.play.events import Person as Named
from tables.play.events import Signature
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import browser_of

pytestmark = pytest.mark.django_db
DESK = Signature(person=Named(id="person/3", name="Desk"), role="cash_desk")
AT_THE_DESK = Actor(id="person/3", name="Desk", terminal="cash")
FILL = {"kind": "fill", "pieces-value-1": "100", "pieces-1": "5"}
CREDIT = FILL | {"kind": "credit"}
PIN = "4711"


@pytest.fixture
def chief(table: OpenHouse, colleague: Callable[..., Person]) -> Person:
    """A chef de table who signs with PIN."""
    return colleague(Role.CHEF_DE_TABLE, casino_id=table.casino_id, sign_in="chief", pin=PIN)


@pytest.fixture
def desk(table: OpenHouse, colleague: Callable[..., Person]) -> Person:
    """Somebody of the cash desk who signs with PIN."""
    return colleague(Role.CASH_DESK, casino_id=table.casino_id, sign_in="desk", pin=PIN)


@pytest.fixture
def seated(table: OpenHouse, colleague: Callable[..., Person]) -> Person:
    """A croupier with PIN who sits at the table."""
    person = colleague(Role.CROUPIER, casino_id=table.casino_id, sign_in="rosa", pin=PIN)
    position = next(iter(table.state.staff))
    table.do(
        t.ChangeStaff(position=position, person=Named(id=f"person/{person.pk}", name=person.display_name))
    )
    return person


def page(client: Client) -> Element:
    return read_page(client.get("/floor/T1/").content)


def press(client: Client, what: str, **form: str) -> tuple[int, Element]:
    response = client.post(f"/floor/T1/slips/{what}", form)
    return response.status_code, read_page(response.content)


def at_the_bank(table: OpenHouse, number: str, *commands: c.AnyOnSlip) -> None:
    for command in commands:
        handle(SlipAggregate(table.casino_id, number), command, by=AT_THE_DESK, now=table.now)


ISSUE = c.IssueSlip(carrier="Rosa", signatures=(DESK,))
CARRY = c.CarrySlip(signatures=(DESK,))


SIGNED = {"croupier": "rosa", "pin-croupier": PIN, "signer": "chief", "pin": PIN}
"""The fields of both signatures."""


def test_a_fill_is_asked_for_and_its_strip_is_on_the_page(table: OpenHouse, boss: Client) -> None:
    assert not page(boss).select("#slips")
    assert press(boss, "request", **FILL)[0] == 302
    card = find(page(boss), "#slips")
    assert "F-000001" in card.get_text() and "5 × 100" in card.get_text()
    assert [step.get_text() for step in card.select(".slip-way li")] == [
        "Requested",
        "Issued",
        "In transit",
        "Received",
    ]
    assert find(card, "[aria-current]").get_text() == "Requested"
    assert not page(boss).select("#panel-F-000001")


def test_the_chips_of_a_credit_are_sent_for_and_not_issued(table: OpenHouse, boss: Client) -> None:
    press(boss, "request", **CREDIT)
    at_the_bank(table, "C-000001", ISSUE)
    card = find(page(boss), "#slips")
    way = [step.get_text() for step in card.select(".slip-way li")]
    assert way == ["Requested", "Sent for", "Handed over", "Received"]
    assert find(card, "[aria-current]").get_text() == "Sent for"


@pytest.mark.usefixtures("seated")
def test_a_fill_is_received_by_croupier_and_chief(table: OpenHouse, boss: Client, chief: Person) -> None:
    press(boss, "request", **FILL)
    at_the_bank(table, "F-000001", ISSUE, CARRY)
    assert "Rosa brings them" in find(page(boss), "#panel-F-000001").get_text()
    assert press(boss, "F-000001/receive", **SIGNED)[0] == 302
    assert dict(table.state.slips.moved.pieces) == {10_000: 5}
    assert [each["role"] for each in table.events()[-1].metadata["signed"]] == [
        "pit_boss",
        "chef_de_table",
        "croupier",
    ]
    assert "Done today: 1" in find(page(boss), "#slips").get_text()


@pytest.mark.usefixtures("seated")
def test_only_who_holds_the_role_that_must_sign_is_offered(
    table: OpenHouse, boss: Client, chief: Person, desk: Person
) -> None:
    press(boss, "request", **FILL)
    at_the_bank(table, "F-000001", ISSUE, CARRY)
    shown = page(boss)
    for panel, who in (("#panel-F-000001", chief), ("#panel-void-F-000001", desk)):
        options = shown.select(f"{panel} [name=signer] option")
        assert [option["value"] for option in options] == ["", who.username]
    assert len(shown.select("#panel-box [name=signer] option")) > 2, "there anybody may be the second person"


@pytest.mark.usefixtures("seated")
def test_a_chief_who_acts_has_signed_and_needs_the_croupier_alone(table: OpenHouse, chief: Person) -> None:
    acting = browser_of(chief)
    press(acting, "request", **CREDIT)
    at_the_bank(table, "C-000001", ISSUE)
    panel = find(page(acting), "#panel-C-000001")
    assert panel.select("[name=croupier]") and not panel.select("[name=pin]")
    croupier = {"croupier": "rosa", "pin-croupier": PIN}
    assert press(acting, "C-000001/hand-over", **croupier)[0] == 302
    assert table.state.slips.moved.worth == -50_000


@pytest.mark.usefixtures("seated")
@pytest.mark.parametrize("missing", ["croupier", "signer"])
def test_with_one_signature_it_is_refused_in_its_panel(
    table: OpenHouse, boss: Client, chief: Person, missing: str
) -> None:
    press(boss, "request", **FILL)
    at_the_bank(table, "F-000001", ISSUE, CARRY)
    status, answer = press(boss, "F-000001/receive", **(SIGNED | {missing: ""}))
    assert status == 422
    (said,) = answer.select(".said")
    assert said.closest("#panel-F-000001") is not None
    assert "has not signed" in said.get_text()
    assert table.state.slips.moved.worth == 0


@pytest.mark.usefixtures("seated")
def test_pressed_twice_it_is_received_once_and_said(table: OpenHouse, boss: Client, chief: Person) -> None:
    press(boss, "request", key="one", **FILL)
    press(boss, "request", key="one", **FILL)
    assert Slip.objects.filter(casino_id=table.casino_id).count() == 1
    at_the_bank(table, "F-000001", ISSUE, CARRY)
    assert press(boss, "F-000001/receive", key="two", **SIGNED)[0] == 302
    assert press(boss, "F-000001/receive", key="two", **SIGNED)[0] == 302
    status, answer = press(boss, "F-000001/receive", key="three", **SIGNED)
    assert status == 422
    (said,) = answer.select(".said")
    assert "was received: nothing more comes of it" in said.get_text()
    assert table.state.slips.moved.worth == 50_000


def test_a_slip_is_voided_at_the_table(table: OpenHouse, boss: Client) -> None:
    press(boss, "request", **FILL)
    status, answer = press(boss, "F-000001/void", reason=" ")
    (said,) = answer.select(".said")
    assert status == 422 and said.closest("#panel-void-F-000001") is not None
    assert press(boss, "F-000001/void", reason="not needed")[0] == 302
    assert table.state.slips.open == ()


def test_a_fill_on_its_way_is_voided_with_the_cash_desks_pin(
    table: OpenHouse, boss: Client, desk: Person
) -> None:
    press(boss, "request", **FILL)
    at_the_bank(table, "F-000001", ISSUE)
    assert press(boss, "F-000001/void", reason="wrong chips")[0] == 422
    assert press(boss, "F-000001/void", reason="wrong chips", signer=desk.username, pin=PIN)[0] == 302
    assert slip_of(table.casino_id, "F-000001").status == "voided"


@pytest.mark.parametrize(
    "form", [{}, {"kind": "gift", "pieces-value-1": "5", "pieces-1": "1"}, {"kind": "fill"}]
)
def test_empty_slip_request_is_refused_in_its_form(
    table: OpenHouse, boss: Client, form: dict[str, str]
) -> None:
    status, answer = press(boss, "request", **form)
    (said,) = answer.select(".said")
    assert status == 422 and said.closest("#panel-slip") is not None


def test_the_table_closes_once_no_slip_is_open(table: OpenHouse, boss: Client) -> None:
    press(boss, "request", **FILL)
    closed = boss.post("/floor/T1/close")
    assert closed.status_code == 422 and "lip F-000001 is open" in closed.content.decode()
    press(boss, "F-000001/void", reason="not needed")
    assert boss.post("/floor/T1/close").status_code == 302


def test_no_other_screen_of_the_table_moves_chips_with_a_slip(table: OpenHouse, boss: Client) -> None:
    for command in ("request-fill", "receive-fill", "request-credit", "hand-over-credit", "tell-slip-voided"):
        assert boss.post(f"/floor/T1/do/{command}", FILL).status_code == 404
        assert boss.post(f"/floor/T1/direct/{command}", FILL).status_code == 404


@pytest.mark.parametrize("role", [Role.CASH_DESK, Role.GAMES_INSPECTOR, Role.ADMINISTRATOR])
def test_role_without_the_table_cannot_request_a_fill(
    table: OpenHouse, colleague: Callable[..., Person], role: Role
) -> None:
    client = browser_of(colleague(role, casino_id=table.casino_id))
    assert press(client, "request", **FILL)[0] == 403
    assert press(client, "F-000001/receive")[0] == 403


def test_an_imprest_table_is_offered_what_brings_it_back_to_par(
    table: OpenHouse, boss: Client, chief: Person
) -> None:
    GamingTable.objects.filter(casino_id=table.casino_id).update(par={"10000": 20, "500": 40})
    table.do(t.CloseTable())
    table.open("2099-01-01")
    GamingTable.objects.filter(casino_id=table.casino_id).update(
        par={}
    )  # the day keeps the par it opened with
    assert not page(boss).select(".to-par")
    counted = t.CountFloat(
        moment="closing",
        pieces={10_000: 18, 500: 50},
        signatures=(Signature(person=Named(id="boss", name="Boss"), role="pit_boss"), DESK),
    )
    table.do(counted)
    fill, credit = page(boss).select(".to-par")
    assert "2 × 100 = 200.00" in fill.get_text() and "10 × 5 = 50.00" in credit.get_text()
    sent = {each["name"]: each["value"] for each in fill.select("input")}
    press(boss, "request", **sent)
    slip = slip_of(table.casino_id, "F-000001")
    assert (slip.closing, slip.pieces) == (True, {10_000: 2})
