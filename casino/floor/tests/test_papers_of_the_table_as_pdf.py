"""The papers of a table as files: a coup's payout sheet and the receipt of a change, dated by the record."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import play
from casino.people.models import Role
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import find, read_page
from testkit.papers import hash_in_foot, words_of_pdf
from testkit.people import AsRole

NewTable = Callable[[str], OpenHouse]
SHEET, RECEIPT = "/floor/T1/sheet/1.pdf", "/floor/T1/change/1.pdf"


def number_with(house: OpenHouse, number: int, *bets: c.PlaceBet) -> None:
    play(house, c.AnnounceBetsOpen(), *bets, c.CloseBets(), c.DeclareNumber(number=number))


def test_a_payout_sheet_has_its_lines_in_the_order_of_payment(table: OpenHouse, boss: Client) -> None:
    number_with(
        table,
        17,
        c.PlaceBet(player="P1", bet="plein:17", amount=3_000, chip=1_000),
        c.PlaceBet(player="P2", bet="noir", amount=2_000),
        c.PlaceBet(player="P3", bet="rouge", amount=1_000),
    )
    assert (
        find(read_page(boss.get("/floor/T1/sheet/1/").content), ".sheet-ways a[href$=pdf]")["href"] == SHEET
    )
    paper = words_of_pdf(boss, SHEET)
    for said in (
        "Payout sheet, T1, coup 1",
        "17 «dezassete",
        "open the stack of 3 (n.º 20)",
        "1,050.00",
        "1,070.00 to pay",
        "Yellow, seat 1 Pleno 17",
        "Blue, seat 2 Preto",
    ):
        assert said.casefold() in paper.casefold(), said
    assert "Vermelho" not in paper


@pytest.mark.clause("it-venezia/roles-by-parity")
def test_a_payout_sheet_says_who_rakes_and_who_pays_and_what_lies_in_prison(
    new_table: NewTable, boss: Client
) -> None:
    house = new_table("it-venezia")
    number_with(house, 0, c.PlaceBet(player="P1", bet="rouge", amount=2_000))
    paper = words_of_pdf(boss, SHEET)
    assert "Rakes: " in paper and "pays: " in paper
    assert "No prize: the chips stay or go back" in paper
    assert "Rosso 20.00 in prison, 10.00 in play, Il gioco, prigione 20.00" in paper


def test_a_sheet_is_made_again_the_same_and_another_once_it_is_paid(table: OpenHouse, boss: Client) -> None:
    number_with(table, 17, c.PlaceBet(player="P1", bet="plein:17", amount=1_000))
    before = hash_in_foot(boss, SHEET)
    table.do(c.ConfirmPayments())
    assert hash_in_foot(boss, SHEET) != before
    assert "paid" in words_of_pdf(boss, SHEET)


@pytest.mark.clause("it-campione/21")
def test_a_receipt_has_its_amounts_by_value_and_its_claims(new_table: NewTable, boss: Client) -> None:
    house = new_table("it-campione")
    asked = c.AskForChange(player="P1", given={10_000: 2}, wanted={500: 40})
    play(house, asked, c.ServeChange())
    open_still = words_of_pdf(boss, RECEIPT)
    assert "2 × 100.00 200.00" in open_still and "Not paid out yet" in open_still
    house.do(c.FinishChange(paid_out={500: 40}))
    receipt = house.state.day
    paper = words_of_pdf(boss, RECEIPT)
    assert "40 × 5.00 200.00" in paper and "Paid out" in paper and "Total 200.00" in paper
    assert receipt in boss.get(RECEIPT)["Content-Disposition"]
    assert hash_in_foot(boss, RECEIPT)
    shown = read_page(boss.get("/floor/T1/change/1/").content)
    assert str(find(shown, ".sheet-ways a")["href"]).startswith(RECEIPT)


def test_papers_that_are_not_there_are_not_found_and_who_may_not_has_none(
    table: OpenHouse, boss: Client, as_role: AsRole
) -> None:
    assert {boss.get(path).status_code for path in (SHEET, RECEIPT)} == {404}
    number_with(table, 17, c.PlaceBet(player="P1", bet="plein:17", amount=1_000))
    seen = {role: as_role(role).get(SHEET).status_code for role in Role}
    pages = {role: as_role(role).get("/floor/T1/sheet/1/").status_code for role in Role}
    assert seen == pages and 200 in seen.values()
