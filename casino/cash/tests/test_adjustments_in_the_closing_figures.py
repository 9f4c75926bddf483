"""What was put right of a coup: on its sheet, in the table's ledger and on the closing sheet, with what it adjusts."""

import pytest
from django.test import Client

from casino.people.models import Role
from tables.play import commands as c
from tables.play import events as e
from testkit.house import OpenHouse
from testkit.pages import find, read_page
from testkit.people import AsRole
from testkit.play import DIRECTOR

pytestmark = pytest.mark.django_db
DAY = "2026-11-20"
CHEF = e.Person(id="p1", name="Croupier 1")
BOSS = e.Signature(person=CHEF, role="pit_boss")


@pytest.fixture
def desk(as_role: AsRole) -> Client:
    return as_role(Role.CASH_DESK)


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    """A coup in which a bet was put back, and about which a dispute was decided."""
    house = OpenHouse(casino_id, "it-venezia")
    back = c.PutBack(ref="b1", bet="noir")
    for command in (
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="rouge", amount=500),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=20),
        c.ReconstituteBets(bets=(back,), basis="technical", decided_by=CHEF),
        c.ConfirmPayments(),
        c.OpenDispute(coup=1, player="P1", words="it was more"),
        c.DecideDispute(dispute="d1", outcome="pay", amount=250, reason="camera 3", signatures=(DIRECTOR,)),
    ):
        house.do(command)
    return house


def rows(client: Client, path: str, of: str) -> list[list[str]]:
    response = client.get(path)
    assert response.status_code == 200, path
    page = read_page(response.content)
    (table,) = [
        each
        for each in page.select("section.card")
        if each.select("h2") and find(each, "h2").get_text() == of
    ]
    return [[cell.get_text(" ", strip=True) for cell in row.select("td")] for row in table.select("tbody tr")]


PUT_BACK = "osso put back to Nero (the cameras showed it), decided by Croupier 1"


@pytest.mark.clause("it-venezia/general-12")
@pytest.mark.clause("it-venezia/general-2-3")
def test_the_ledger_of_the_table_lists_each_with_what_it_adjusts(house: OpenHouse, desk: Client) -> None:
    back, dispute = rows(desk, f"/cash/ledger/T1/?day={DAY}", "Adjustments")
    assert (back[0], back[1], back[4]) == ("1", "b1", "10.00")
    assert back[2].endswith(PUT_BACK)
    assert (dispute[0], dispute[1], dispute[4]) == ("1", "d1", "2.50")
    assert dispute[2].endswith("camera 3")
    assert dispute[3] and back[3]


@pytest.mark.clause("it-venezia/general-12")
def test_the_closing_sheet_has_them_with_their_sum(house: OpenHouse, desk: Client) -> None:
    back, dispute, together = rows(desk, f"/cash/closing/T1/?day={DAY}", "Adjustments, to the players")
    assert (back[1], back[3]) == ("b1", "10.00") and back[2].endswith(PUT_BACK)
    assert (dispute[1], dispute[3]) == ("d1", "2.50")
    assert together[2:] == ["Total", "12.50"]


def test_day_without_adjustments_has_no_adjustment_rows(casino_id: int, desk: Client) -> None:
    OpenHouse(casino_id, "it-venezia").coup(20)
    assert rows(desk, f"/cash/closing/T1/?day={DAY}", "Adjustments, to the players") == []
