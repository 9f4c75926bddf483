"""Receipts and claims at the cash desk on the page of the casino's chips: recorded by the desk, answered at the pit."""

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import Role
from settlement.desk_claim_aggregate import desk_claims
from settlement.models import BankEntry
from testkit.house import OpenHouse
from testkit.pages import Element, Response, find, read_page
from testkit.people import AsRole

pytestmark = [pytest.mark.django_db, pytest.mark.clause("it-campione/21")]
SOLD = {"currency": "CHF", "series": "", "pieces-value-1": "100", "pieces-1": "3"}


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "it-campione", now=timezone.now())


@pytest.fixture
def desk(as_role: AsRole) -> Client:
    return as_role(Role.CASH_DESK)


@pytest.fixture
def receipt(house: OpenHouse, desk: Client) -> str:
    """The receipt of a sale of three chips of 100."""
    assert desk.post("/cash/chips/sell", SOLD).status_code == 302
    (entry,) = BankEntry.objects.filter(casino_id=house.casino_id)
    return f"desk/{entry.day}/{entry.version}"


def page(client: Client, address: str = "/cash/chips/") -> Element:
    response = client.get(address)
    assert response.status_code == 200
    return read_page(response.content)


def claim(client: Client, receipt: str, what: str = "one was missing", **more: str) -> Response:
    form = {"currency": "CHF", "receipt": receipt, "what": what} | more
    return client.post("/cash/chips/claims/claim", form)


def answer(client: Client, number: int, **more: str) -> Response:
    form = {"currency": "CHF", "claim": str(number), "answer": "counted again", "upheld": "yes"} | more
    return client.post("/cash/chips/claims/answer", form)


def test_sale_has_a_receipt_to_print(desk: Client, receipt: str) -> None:
    link = find(page(desk), "#entries a.way")
    assert receipt in link.get_text()
    shown = page(desk, link["href"])
    assert receipt in find(shown, "h1").get_text()
    assert [cell.get_text(strip=True) for cell in shown.select("tr.sum td")][-1] == "300.00 CHF"


def test_claim_is_recorded_and_shown_out_of_time(house: OpenHouse, desk: Client, receipt: str) -> None:
    assert claim(desk, receipt).status_code == 302
    (waits,) = desk_claims(house.casino_id).open
    assert (waits.receipt, waits.what, waits.in_time) == (receipt, "one was missing", False)
    shown = find(page(desk), "#desk-claims").get_text(" ", strip=True)
    assert "out of time (art. 21)" in shown and "not answered yet" in shown
    number = receipt.rpartition("/")[2]
    assert "one was missing" in find(page(desk, f"/cash/chips/receipts/{number}/"), ".claims").get_text()


def test_claim_about_an_unknown_receipt_is_refused_with_its_words(
    house: OpenHouse, desk: Client, receipt: str
) -> None:
    for wrong in ("desk/2020-01-01/1", "desk/x", f"{receipt}9"):
        refused = claim(desk, wrong)
        assert refused.status_code == 422
        assert f"no receipt {wrong}" in find(read_page(refused.content), "#desk-claims .said").get_text()
    assert desk_claims(house.casino_id).claims == ()


def test_claim_sent_twice_is_recorded_once(house: OpenHouse, desk: Client, receipt: str) -> None:
    for _ in range(2):
        assert claim(desk, receipt, key="a").status_code == 302
    assert len(desk_claims(house.casino_id).claims) == 1


@pytest.mark.parametrize("role", [Role.PIT_BOSS, Role.DIRECTION])
def test_pit_boss_or_management_answers_a_claim_once(
    *, house: OpenHouse, desk: Client, as_role: AsRole, receipt: str, role: Role
) -> None:
    claim(desk, receipt)
    officer = as_role(role)
    assert page(officer).select("#desk-claims form")
    assert answer(officer, 1).status_code == 302
    (ended,) = desk_claims(house.casino_id).claims
    assert (ended.upheld, ended.answer) == (True, "counted again")
    assert "upheld: counted again" in find(page(desk), "#desk-claims").get_text(" ", strip=True)
    assert answer(officer, 1).status_code == 422


def test_desk_answers_no_claim_and_others_record_none(desk: Client, as_role: AsRole, receipt: str) -> None:
    claim(desk, receipt)
    assert not page(desk).select("#desk-claims form")
    assert answer(desk, 1).status_code == 403
    for role in (Role.PIT_BOSS, Role.GAMES_INSPECTOR):
        assert claim(as_role(role), receipt).status_code == 403
