"""All that a house holds by its age, and the receipt of each thing that was set aside."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import SIGN_IN, Role
from tables.play import commands as c
from tables.play import events as e
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.papers import hash_in_foot, words_of_pdf
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
BOTH = tuple(
    e.Signature(person=e.Person(id=role, name=name), role=role)
    for role, name in (("chef_de_table", "Chef"), ("public_controller", "Controller"))
)


def page(client: Client, path: str) -> Element:
    response = client.get(path)
    assert response.status_code == 200, path
    return read_page(response.content)


def abandoned(house: OpenHouse, ref: str = "b1") -> None:
    for command in (
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="rouge", amount=1_000),
        c.SeeAbandoned(ref=ref),
    ):
        house.do(command)


@pytest.fixture
def desk(as_role: AsRole) -> Client:
    return as_role(Role.CASH_DESK)


@pytest.mark.clause("it-campione/19")
@pytest.mark.clause("it-venezia/general-8")
def test_everything_held_is_listed_by_age_with_what_may_become_of_it(casino_id: int, desk: Client) -> None:
    now = timezone.now()
    venice = OpenHouse(casino_id, "it-venezia", table="T2", now=now - timedelta(hours=5))
    for command in (
        c.AnnounceBetsOpen(),
        *(c.PlaceBet(player="P1", bet=bet, amount=500) for bet in ("plein:17", "impair")),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=17),
        c.SeeUnclaimed(coup=1, refs=("b1",)),
        c.SeeUnclaimed(coup=1, refs=("b2",)),
    ):
        venice.do(command)
    abandoned(OpenHouse(casino_id, "it-campione", now=now - timedelta(days=3)))
    shown = page(desk, "/cash/held/")
    rows = shown.select("#held-by-age tbody tr")
    told = [[cell.get_text(" ", strip=True) for cell in row.select("td")] for row in rows]
    assert [(row[0], row[1], row[2]) for row in told] == [
        ("3 days", "T1/2026-11-20/r1", "T1"),
        ("5 h", "T2/2026-11-20/r1", "T2"),
        ("5 h", "none yet", "T2"),
    ]
    assert [find(row, ".may").get_text() for row in rows] == [
        "Claimed with a reason, or paid into the endowment "
        "once the chef de table and the public controller have signed",
        "Claimed with a reason, or ended as the casino decides",
        "Claimed by its player; set aside once its coups are played",
    ]
    assert "art. 19" in told[0][5] and "10.00 CHF" in told[0][6]
    assert find(shown, "#held-by-age tfoot td").get_text(" ") == "10.00 CHF 190.00 EUR"


@pytest.mark.clause("it-campione/19")
def test_a_receipt_tells_what_it_is_and_who_registered_its_end(casino_id: int, desk: Client) -> None:
    house = OpenHouse(casino_id, "it-campione", now=timezone.now())
    abandoned(house)
    path = "/cash/held/T1/2026-11-20/r1/"
    before = page(desk, path)
    assert "paid into the endowment once" in find(before, "#page").get_text()
    assert [find(step, "b").get_text() for step in before.select("#steps li")] == ["Set aside"]
    house.do(c.PayIn(ref="h1", signatures=BOTH))
    after = page(desk, path)
    _, paid_in = after.select("#steps li")
    assert "Paid into the table's endowment" in paid_in.get_text()
    assert "Signed: Chef (chef de table), Controller (public controller)" in paid_in.get_text()
    assert "paid into the endowment once" not in find(after, "#page").get_text()
    assert "Nothing is held" in page(desk, "/cash/held/").get_text()


@pytest.mark.clause("it-campione/19")
def test_a_receipt_is_a_file_that_says_the_same_and_changes_with_the_record(
    casino_id: int, desk: Client
) -> None:
    house = OpenHouse(casino_id, "it-campione", now=timezone.now())
    abandoned(house)
    path = "/cash/held/T1/2026-11-20/r1.pdf"
    way = find(page(desk, "/cash/held/T1/2026-11-20/r1/"), "#page .sheet-ways a")
    assert way["href"] == path
    before, hash_before = words_of_pdf(desk, path), hash_in_foot(desk, path)
    assert "Held, Receipt T1/2026-11-20/r1" in before and "paid into the endowment once" in before
    house.do(c.PayIn(ref="h1", signatures=BOTH))
    after = words_of_pdf(desk, path)
    assert "Chef (chef de table), Controller (public controller)" in after
    assert "paid into the endowment once" not in after
    assert hash_in_foot(desk, path) != hash_before
    assert desk.get("/cash/held/T1/2026-11-20/r2.pdf").status_code == 404


@pytest.mark.clause("it-venezia/general-8")
def test_the_receipt_of_a_claimed_win_tells_that_another_number_stands(casino_id: int, desk: Client) -> None:
    venice = OpenHouse(casino_id, "it-venezia", now=timezone.now())
    for command in (
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="plein:17", amount=500),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=17, source="reader"),
        c.SeeUnclaimed(coup=1, refs=("b1",)),
        c.ClaimHeld(ref="h1", by="P1", reason="seen on the film"),
        c.DeclareNumber(number=20, coup=1),
        c.ResolveDiscrepancy(number=20, reason="seen by the chief"),
    ):
        venice.do(command)
    *_, claimed, undone = page(desk, "/cash/held/T1/2026-11-20/r1/").select("#steps li")
    assert "Claimed and paid back" in claimed.get_text()
    assert "Settled anew" in undone.get_text()
    assert "another number stands, what was claimed counts as paid" in undone.get_text()


@pytest.mark.clause("it-venezia/general-8")
def test_safekeeping_over_a_closing_is_on_list_paper_and_closing_sheet(casino_id: int, desk: Client) -> None:
    venice = OpenHouse(casino_id, "it-venezia", table="T2", now=timezone.now())
    venice.coup(17)
    for command in (
        c.AnnounceBetsOpen(),
        c.PlaceBet(player="P1", bet="impair", amount=500),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=17),
        c.SeeUnclaimed(coup=2, refs=("b1",)),
        c.ConfirmPayments(),
    ):
        venice.do(command)
    first = venice.day
    sheet = f"/cash/closing/T2/?day={first}"
    assert "none yet" in page(desk, sheet).get_text()
    venice.do(c.CloseTable())
    receipt = f"T2/{first}/r1"
    assert receipt in page(desk, sheet).get_text()
    (way,) = page(desk, "/cash/held/").select("#held-by-age a.way")
    assert (way.get_text(), way["href"]) == (receipt, f"/cash/held/{receipt}/")
    waiting = find(page(desk, f"/cash/held/{receipt}/"), "#page").get_text()
    assert "waits beside the cloth" in waiting and "Given its receipt as the table closed" in waiting
    venice.open("2099-01-01")
    for _ in range(3):
        venice.coup(20)
    aside = page(desk, f"/cash/held/{receipt}/")
    labels = [find(step, "b").get_text() for step in aside.select("#steps li")]
    assert labels == ["Seen: nobody claimed it", "Given its receipt as the table closed", "Set aside"]
    assert "waits beside the cloth" not in find(aside, "#page").get_text()


@pytest.mark.parametrize(
    "receipt",
    ["T1/2026-11-20/r2", "T1/2026-11-20/h1", "T9/2026-11-20/r1", "T1/2026-11-21/r1", "T1", "T1/x/r1"],
)
def test_there_is_no_page_of_a_receipt_that_nobody_gave(casino_id: int, desk: Client, receipt: str) -> None:
    abandoned(OpenHouse(casino_id, "it-campione", now=timezone.now()))
    assert desk.get(f"/cash/held/{receipt}/").status_code == 404


def test_a_receipt_of_another_house_is_none_here(casino_id: int, desk: Client) -> None:
    abandoned(OpenHouse(casino_id + 1, "it-campione", now=timezone.now()))
    assert desk.get("/cash/held/T1/2026-11-20/r1/").status_code == 404
    assert "Nothing is held" in page(desk, "/cash/held/").get_text()


@pytest.mark.parametrize("role", SIGN_IN)
def test_each_role_sees_what_is_its_own(casino_id: int, as_role: AsRole, role: Role) -> None:
    abandoned(OpenHouse(casino_id, "it-campione", now=timezone.now()))
    client = as_role(role)
    sees = role not in (Role.ADMINISTRATOR, Role.CHEF_DE_TABLE)
    assert client.get("/cash/held/").status_code == (200 if sees else 403)
    assert bool(page(client, "/rules/").select('nav a[href="/cash/held/"]')) is sees
    if sees:
        at_the_table = page(client, "/cash/held/").select('#held-by-age a[href="/floor/T1/"]')
        assert bool(at_the_table) is (role is not Role.CASH_DESK), "where it is claimed or paid in"
    paper = client.get("/cash/held/T1/2026-11-20/r1/").status_code
    assert paper == (403 if role is Role.ADMINISTRATOR else 200)
