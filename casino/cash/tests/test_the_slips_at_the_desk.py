"""The cash desk's pages: what waits there, a slip issued, carried, received and voided, and its paper."""

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import SIGN_IN, Role
from settlement.models import Slip
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate, slip_of
from settlement.slips import commands as c
from tables.handling import handle
from tables.play.events import Person, Signature, SlipKind
from testkit.house import BOSS, OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
AT_THE_PIT = Signature(person=Person(id="boss", name="Boss"), role="pit_boss")
CHIEF = Signature(person=Person(id="person/2", name="Chief"), role="chef_de_table")
CROUPIER = Signature(person=Person(id="p1", name="Croupier 1"), role="croupier")
PIECES = {"pieces-value-1": "5", "pieces-1": "20", "pieces-value-2": "100", "pieces-2": "5"}


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "pt-francesa", now=timezone.now())


@pytest.fixture
def desk(as_role: AsRole) -> Client:
    return as_role(Role.CASH_DESK)


def ask(house: OpenHouse, kind: SlipKind = "fill") -> str:
    command = c.RequestSlip(kind=kind, table="T1", pieces={500: 20, 10_000: 5}, signatures=(AT_THE_PIT,))
    return handle(NextSlipAggregate(house.casino_id), command, by=BOSS, now=house.now).state.number


def at_the_table(house: OpenHouse, number: str, command: c.AnyOnSlip) -> None:
    handle(SlipAggregate(house.casino_id, number), command, by=BOSS, now=house.now)


def page(client: Client, path: str) -> Element:
    response = client.get(path)
    assert response.status_code == 200, path
    return read_page(response.content)


def press(client: Client, number: str, step: str, **form: str) -> tuple[int, Element]:
    response = client.post(f"/cash/slips/{number}/{step}", form)
    return response.status_code, read_page(response.content)


def stands(house: OpenHouse, number: str) -> str:
    return slip_of(house.casino_id, number).status


def test_a_request_waits_at_the_desk_until_it_is_issued(house: OpenHouse, desk: Client) -> None:
    assert "Nothing waits" in find(page(desk, "/cash/slips/"), "#waiting").get_text()
    number = ask(house)
    waiting = find(page(desk, "/cash/slips/"), "#waiting")
    assert "5 × 100, 20 × 5" in waiting.get_text() and "600.00" in waiting.get_text()
    assert press(desk, number, "issue", carrier="Rosa", **PIECES)[0] == 302
    there = page(desk, "/cash/slips/")
    assert number in find(there, "#on-the-way").get_text()
    assert number not in find(there, "#waiting").get_text()


def test_carried_fill_is_shown_as_in_transit(house: OpenHouse, desk: Client) -> None:
    number = ask(house)
    press(desk, number, "issue", carrier="Rosa", **PIECES)
    assert press(desk, number, "carry", carrier="Paulo")[0] == 302
    shown = page(desk, f"/cash/slips/{number}/")
    assert find(shown, ".slip-way [aria-current]").get_text() == "In transit"
    assert "carried by Paulo" in find(shown, "h1").get_text()
    assert "Paulo" not in find(shown, "#pieces").get_text()
    assert (stands(house, number), slip_of(house.casino_id, number).carrier) == ("carried", "Paulo")


def test_other_pieces_are_issued_with_a_reason_and_stand_beside_the_requested(
    house: OpenHouse, desk: Client
) -> None:
    number = ask(house)
    four = PIECES | {"pieces-2": "4"}
    status, answer = press(desk, number, "issue", carrier="Rosa", **four)
    assert status == 422
    assert "say why" in find(answer, "form[aria-label=Issue] [role=alert]").get_text()
    assert find(answer, "#carrier")["value"] == "Rosa"
    assert find(answer, "form[aria-label=Issue] #pieces-100")["value"] == "4"
    press(desk, number, "issue", carrier="Rosa", reason="four were left", **four)
    row = page(desk, f"/cash/slips/{number}/").select("#pieces tbody tr")[0]
    assert [cell.get_text() for cell in row.select("th, td")] == ["100", "5", "4", "400.00"]


def test_a_credit_is_counted_and_received(house: OpenHouse, desk: Client) -> None:
    number = ask(house, "credit")
    press(desk, number, "issue", carrier="Rosa", **PIECES)
    at_the_table(house, number, c.HandOverSlip(signatures=(CROUPIER, CHIEF)))
    assert number in find(page(desk, "/cash/slips/"), "#waiting").get_text()
    one_less = PIECES | {"pieces-1": "19"}
    status, answer = press(desk, number, "receive", **one_less)
    assert status == 422 and "say what was found" in answer.get_text()
    assert press(desk, number, "receive", reason="one of 5 is missing", **one_less)[0] == 302
    assert stands(house, number) == "received"
    assert "one of 5 is missing" in find(page(desk, f"/cash/slips/{number}/"), "#steps").get_text()


def test_a_credit_is_sent_for_on_its_page_its_paper_and_in_refusals(house: OpenHouse, desk: Client) -> None:
    number = ask(house, "credit")
    button = find(page(desk, f"/cash/slips/{number}/"), "form[aria-label=Issue] .btn.main")
    assert button.get_text() == "Send and print"
    press(desk, number, "issue", carrier="Rosa", **PIECES)
    for path in ("", "paper/"):
        shown = find(page(desk, f"/cash/slips/{number}/{path}"), "main").get_text(" ")
        assert "Sent for" in shown and "Issued" not in shown
    status, answer = press(desk, number, "issue", carrier="Rosa", seen="1", **PIECES)
    assert status == 422 and f"{number} was sent for meanwhile" in answer.get_text()
    status, answer = press(desk, number, "receive", **PIECES)
    assert f"{number} is sent for: next it is handed over at the table" in answer.get_text()


def test_a_slip_is_voided_at_the_desk_with_a_reason(house: OpenHouse, desk: Client) -> None:
    number = ask(house)
    press(desk, number, "issue", carrier="Rosa", **PIECES)
    assert press(desk, number, "void", reason=" ")[0] == 422
    assert press(desk, number, "void", reason="wrong table")[0] == 302
    assert house.state.slips.open == ()
    assert "voided" in find(page(desk, "/cash/slips/"), "#done").get_text()


def test_slip_command_pressed_twice_is_done_once(house: OpenHouse, desk: Client) -> None:
    number = ask(house)
    shown = find(page(desk, f"/cash/slips/{number}/"), "form[aria-label=Issue]")
    hidden = {each["name"]: each["value"] for each in shown.select("input[type=hidden]")}
    hidden.pop("csrfmiddlewaretoken", None)
    form = hidden | PIECES | {"carrier": "Rosa"}
    assert [press(desk, number, "issue", **form)[0] for _ in range(3)] == [302, 302, 302]
    assert slip_of(house.casino_id, number).version == 2


def test_a_page_that_is_out_of_date_does_nothing(house: OpenHouse, desk: Client) -> None:
    number = ask(house)
    press(desk, number, "issue", carrier="Rosa", **PIECES)
    status, answer = press(desk, number, "void", reason="too late", seen="1")
    assert status == 422 and "was issued meanwhile" in answer.get_text()
    status, answer = press(desk, number, "issue", carrier="Rosa", seen="1", **PIECES)
    assert status == 422 and "was issued meanwhile" in find(answer, "[role=alert]").get_text()
    assert stands(house, number) == "issued"


def test_slip_paper_is_the_original_and_reprints_are_marked(house: OpenHouse, desk: Client) -> None:
    number = ask(house)
    path = f"/cash/slips/{number}/paper/"
    assert desk.get(path).status_code == 404
    press(desk, number, "issue", carrier="Rosa", **PIECES)
    original = page(desk, path)
    assert not original.select("#mark")
    assert "Slip F-000001" in original.get_text() and "600.00" in original.get_text()
    for copy in (1, 2):
        press(desk, number, "reprint")
        row = Slip.objects.get(casino_id=house.casino_id, number=number)
        mark = find(page(desk, path), "#mark")
        assert f"REPRINT {copy}" in mark.get_text()
        assert row.reprinted_at is not None
        assert find(mark, "time")["datetime"] == row.reprinted_at.isoformat(timespec="seconds")


def test_paper_that_was_not_printed_in_time_is_no_original(house: OpenHouse, desk: Client) -> None:
    number = ask(house)
    press(desk, number, "issue", carrier="Rosa", **PIECES)
    press(desk, number, "carry")
    assert find(page(desk, f"/cash/slips/{number}/paper/"), "#mark").get_text() == "COPY"
    press(desk, number, "void", reason="wrong table")
    assert "VOID" in find(page(desk, f"/cash/slips/{number}/paper/"), "#mark").get_text()


@pytest.mark.parametrize("role", SIGN_IN)
def test_each_role_sees_and_presses_what_is_its_own(house: OpenHouse, as_role: AsRole, role: Role) -> None:
    number, client = ask(house), as_role(role)
    sees = role is not Role.ADMINISTRATOR
    for path in ("/cash/slips/", f"/cash/slips/{number}/"):
        assert client.get(path).status_code == (200 if sees else 403)
    issues = role is Role.CASH_DESK
    if sees:
        assert bool(page(client, f"/cash/slips/{number}/").select("#page form")) is issues
    assert press(client, number, "issue", carrier="Rosa", **PIECES)[0] == (302 if issues else 403)
    again = role in (Role.CASH_DESK, Role.PIT_BOSS, Role.CHEF_DE_TABLE)
    if not issues:
        issued = c.IssueSlip(
            carrier="Rosa", signatures=(Signature(person=Person(id="d", name="Desk"), role="cash_desk"),)
        )
        at_the_table(house, number, issued)
    assert press(client, number, "reprint")[0] == (302 if again else 403)


def test_the_cash_desk_comes_here_from_its_menu(desk: Client) -> None:
    links = [link["href"] for link in page(desk, "/cash/slips/").select("nav a[aria-current]")]
    assert links == ["/cash/slips/"]


@pytest.mark.parametrize("path", ["F-000009/", "F-000009/paper/", "x/"])
def test_a_slip_that_there_is_not_is_not_found(desk: Client, path: str) -> None:
    assert desk.get(f"/cash/slips/{path}").status_code == 404


def test_nothing_else_is_done_at_the_desk(house: OpenHouse, desk: Client) -> None:
    number = ask(house)
    for step in ("hand-over", "melt"):
        assert press(desk, number, step)[0] == 404
    other = OpenHouse(house.casino_id + 1, "pt-francesa", now=timezone.now())
    theirs = handle(
        NextSlipAggregate(other.casino_id),
        c.RequestSlip(kind="credit", table="T1", pieces={500: 1}, signatures=(AT_THE_PIT,)),
        by=BOSS,
        now=other.now,
    ).state.number
    assert press(desk, theirs, "issue", carrier="Rosa")[0] == 404


def test_the_desk_cannot_receive_a_fill(house: OpenHouse, desk: Client) -> None:
    number = ask(house)
    press(desk, number, "issue", carrier="Rosa", **PIECES)
    press(desk, number, "carry")
    status, answer = press(desk, number, "receive", **PIECES)
    assert status == 422 and "a croupier of the table has not signed" in answer.get_text()
    assert stands(house, number) == "carried"
