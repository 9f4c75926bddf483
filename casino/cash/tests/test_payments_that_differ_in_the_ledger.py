"""What was paid otherwise than worked out stands in the ledger of its day, first while it waits to be decided."""

import pytest
from django.utils import timezone

from casino.people.models import Role
from tables.play import commands as c
from tables.play import events as e
from testkit.house import OpenHouse
from testkit.pages import read_page
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
BOSS = e.Signature(person=e.Person(id="person/1", name="Boss"), role="pit_boss")


def test_payment_discrepancy_is_listed_with_its_decision(casino_id: int, as_role: AsRole) -> None:
    house = OpenHouse(casino_id, "pt-francesa", now=timezone.now())
    bets = [c.PlaceBet(player="P1", bet=bet, amount=500) for bet in ("noir", "plein:17")]
    for command in (c.AnnounceBetsOpen(), *bets, c.CloseBets(), c.DeclareNumber(number=17)):
        house.do(command)
    desk = as_role(Role.CASH_DESK)

    def rows(path: str) -> list[list[str]]:
        response = desk.get(f"{path}?day={house.day}")
        assert response.status_code == 200
        page = read_page(response.content)
        return [
            [cell.get_text(strip=True) for cell in row.select("td")]
            for row in page.select("#paid-otherwise tbody tr")
        ]

    pages = ("/cash/ledger/", "/cash/ledger/T1/")
    assert [rows(page) for page in pages] == [[], []]
    for ref, paid in (("b1", 400), ("b2", 18_000)):
        house.do(c.PayDifferently(coup=1, refs=(ref,), paid=paid, reason="miscounted"))
    house.do(
        c.DecidePaymentDifference(
            difference="x1", outcome="made_good", reason="counted again", signatures=(BOSS,)
        )
    )
    told = ["T1", "1", "Yellow, seat 1", "Miscounted"]
    for page in pages:
        assert rows(page) == [
            ["x2", *told, "Not yet", "175.00", "180.00", "5.00"],
            ["x1", *told, "The rest was paid: counted again", "5.00", "4.00", "– 1.00"],
        ]
