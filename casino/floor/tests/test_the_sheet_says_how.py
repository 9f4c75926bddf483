"""The payout sheet on the screen and on paper: who rakes and pays, how chips are opened, placed and put down."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import part, play, reopened
from casino.people.models import Role
from tables.play import commands as c
from tables.play.events import Person
from testkit.house import OpenHouse
from testkit.pages import Element, read_page

Screen = Callable[..., Element]
NewTable = Callable[[str], OpenHouse]


def number_with(house: OpenHouse, number: int, *bets: c.PlaceBet | c.FindExcess) -> None:
    play(house, c.AnnounceBetsOpen(), *bets, c.CloseBets(), c.DeclareNumber(number=number))


@pytest.mark.clause("it-venezia/roles-by-parity")
def test_raking_and_paying_dealers_are_named_and_change_with_parity(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("it-venezia")
    number_with(house, 26, c.PlaceBet(player="P1", bet="pair", amount=1000))
    even = part(screen(), ".roles").get_text(" ", strip=True)
    house.do(c.ConfirmPayments())
    number_with(house, 5, c.PlaceBet(player="P1", bet="impair", amount=1000))
    odd = part(screen(), ".roles").get_text(" ", strip=True)
    right, left = (house.state.staff[position].name for position in ("droite", "gauche"))
    assert even.startswith(f"Rakes {right}") and f"Pays {left}" in even
    assert odd.startswith(f"Rakes {left}") and f"Pays {right}" in odd


@pytest.mark.clause("pt-francesa/20")
def test_a_stack_is_opened_before_it_is_paid(table: OpenHouse, screen: Screen) -> None:
    number_with(table, 17, c.PlaceBet(player="P1", bet="plein:17", amount=3000, chip=1000))
    assert part(screen(), ".opens").get_text(" ", strip=True) == "Open the stack of 3 n.º 20"


@pytest.mark.clause("pt-americana/31")
def test_a_prize_is_put_down_in_stacks_of_twenty_and_the_ribbon(new_table: NewTable, screen: Screen) -> None:
    house = new_table("pt-americana")
    number_with(house, 17, c.PlaceBet(player="P1", bet="plein:17", amount=500, chip=500, colour="yellow"))
    line = part(screen(), "#line-b1").get_text(" ", strip=True)
    assert "1 stack of 20 and 15 in the ribbon (Portaria 894/2002, 31)" in line
    assert "«pleno de cinco euros, amarelo, total de cento e setenta e cinco euros»" in line


@pytest.mark.clause("pt-americana/30")
def test_a_number_touched_five_times_is_one_line_of_the_sheet(new_table: NewTable, screen: Screen) -> None:
    house = new_table("pt-americana")
    touch = c.PlaceBet(player="P1", bet="plein:17", amount=500, chip=500, colour="yellow")
    number_with(house, 17, *[touch] * 5)
    (line,) = part(screen(), "#sheet").select("[id^=line-]")
    said = line.get_text(" ", strip=True)
    assert said.startswith("1 Pleno 17, 25.00 5 bets Open the stack of 5")
    assert "8 stacks of 20 and 15 in the ribbon" in said and said.endswith(" 875.00")


def test_stacks_of_one_size_and_equal_announcements_are_told_together(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("pt-americana")
    number_with(house, 9, c.PlaceBet(player="P1", bet="complete:9", amount=8000, chip=500, colour="yellow"))
    assert (
        part(screen(), ".opens")
        .get_text(" ", strip=True)
        .startswith("Open the stacks of 2 on Cavalo 6–9, Cavalo 8–9, Cavalo 9–12, Rua 7–9, ")
    )
    aloud = [each.get_text() for each in screen().select("#line-b1 .aloud")]
    assert aloud[0] == "3 × «cavalo de dez euros, amarelo, total de cento e setenta euros»"
    assert len(aloud) == 4


@pytest.mark.clause("it-venezia/pagati-a-piazzare")
def test_bet_placed_after_the_number_is_listed_with_its_annulled_part(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("it-venezia")
    number_with(house, 26, c.PlaceBet(player="P1", bet="voisins", amount=9000, chip=1000))
    line = part(screen(), "#line-b1").get_text(" ", strip=True)
    assert "Placed after the number: 2 chips on Carré 25–29; 7 annulled, 70.00 (Pagati a piazzare)" in line


@pytest.mark.clause("it-venezia/pagati-a-piazzare")
def test_all_that_the_bank_collects_is_counted_with_the_losing_chips_of_won_bets(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("it-venezia")
    voisins = c.PlaceBet(player="P1", bet="voisins", amount=9000, chip=1000)
    number_with(house, 26, voisins, c.PlaceBet(player="P2", bet="rouge", amount=2000))
    # 9 chips of 10.00, of which the 2 on the square win; red loses on 26 black.
    said = "1 losing bet, 20.00; losing chips of 1 won bet, 70.00: 90.00 taken"
    assert part(screen(), "#sheet .lost").get_text(strip=True) == said


@pytest.mark.clause("pt-americana/34")
def test_a_won_series_on_the_cloth_says_how_much_of_it_is_lost(new_table: NewTable, screen: Screen) -> None:
    house = new_table("pt-americana")
    number_with(house, 5, c.PlaceBet(player="P1", bet="tiers", amount=30000))
    # Six cavalos of 50.00 each: the one on 5-8 wins, five are taken.
    assert "5 combinations lost, 250.00" in part(screen(), "#line-b1").get_text(" ", strip=True)
    assert part(screen(), "#sheet .lost").get_text(strip=True) == "Losing chips of 1 won bet, 250.00 taken"


@pytest.mark.clause("pt-americana/29")
def test_the_banks_half_at_zero_is_counted_among_what_is_taken(new_table: NewTable, screen: Screen) -> None:
    house = new_table("pt-americana")
    red = c.PlaceBet(player="P1", bet="rouge", amount=5000, face_value=True)
    number_with(house, 0, red, c.PlaceBet(player="P2", bet="plein:5", amount=1000))
    said = "1 losing bet, 10.00; the bank's part of 1 divided stake, 25.00: 35.00 taken"
    assert part(screen(), "#sheet .lost").get_text(strip=True) == said


@pytest.mark.clause("pt-americana/29")
def test_returned_half_at_zero_is_listed_with_the_payments(
    new_table: NewTable, screen: Screen, as_role: Callable[[Role], Client]
) -> None:
    house = new_table("pt-americana")
    red = c.PlaceBet(player="P1", bet="rouge", amount=5000, face_value=True)
    number_with(house, 0, red, c.PlaceBet(player="P2", bet="plein:0", amount=1000))
    # 35 x 10.00 are paid, half of 50.00 goes back.
    page, said = screen(), "350.00 to pay, 25.00 to return"
    assert said in part(page, "#sheet header").get_text(" ", strip=True)
    assert said in part(page, ".next").get_text(" ", strip=True)
    desk = as_role(Role.CASH_DESK)
    for path in ("/floor/sheets/", "/floor/T1/sheet/1/"):
        assert said in desk.get(path).content.decode()
    house.do(c.ConfirmPayments())
    printed = part(screen("/floor/T1/sheet/1/"), "#sheet header").get_text(" ", strip=True)
    assert "Paid 350.00, returned 25.00" in printed


@pytest.mark.clause("it-campione/3")
def test_a_partage_is_to_be_returned_also_where_nothing_is_to_be_paid(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("it-campione")
    number_with(house, 0, c.PlaceBet(player="P1", bet="rouge", amount=5000))
    house.do(c.ChoosePrison(ref="b1", choice="partage"))
    assert "Nothing to pay, 25.00 to return" in part(screen(), "#sheet header").get_text(" ", strip=True)


@pytest.mark.clause("it-campione/8")
def test_a_stake_over_the_maximum_says_what_was_paid_on_and_what_went_back(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("it-campione")
    found = (
        c.FindExcess(player="P1", bet="plein:17", amount=80_000),
        c.PlaceBet(player="P2", bet="plein:17", amount=50_000),
        c.FindExcess(player="P2", bet="plein:17", amount=5_000),
    )
    number_with(house, 17, *found)
    # The maximum is 500.00: 35 x 500.00 are paid to each, 300.00 and 50.00 go back.
    for page in (screen(), screen("/floor/T1/sheet/1/")):
        sheet = part(page, "#sheet")
        assert "35,000.00 to pay, 350.00 to return" in part(sheet, "header").get_text(" ", strip=True)
        (paid_in_part,) = sheet.select("#line-b1")
        assert "Paid on 500.00, 300.00 returned" in paid_in_part.get_text(" ", strip=True)
        assert paid_in_part.select("td")[-1].get_text(" ", strip=True).split()[0] == "17,500.00"
        (all_over,) = [row for row in sheet.select("tr") if "all of it over" in row.get_text()]
        assert "Paid on 0.00, 50.00 returned" in all_over.get_text(" ", strip=True)


@pytest.mark.clause("it-campione/19")
def test_a_win_over_the_maximum_that_nobody_claims_is_held_and_not_returned(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("it-campione")
    number_with(house, 17, c.FindExcess(player="P1", bet="plein:17", amount=80_000))
    house.do(c.SeeUnclaimed(coup=1, refs=("b1",)))
    sheet = part(screen(), "#sheet")
    assert "Nothing to pay, 17,500.00 not claimed" in part(sheet, "header").get_text(" ", strip=True)
    assert "A prize on 500.00, 300.00 over the maximum held with it" in part(sheet, "#line-b1").get_text(" ")
    assert "stake 800 and prize 17,500" in part(screen(), "#held-h1").get_text(" ", strip=True)


@pytest.mark.clause("pt-francesa/1")
def test_a_double_tables_sheet_is_grouped_by_layout(table: OpenHouse, screen: Screen) -> None:
    reopened(table, double=True)
    bets = (c.PlaceBet(player="P1", bet="plein:17", amount=500, layout=layout) for layout in (2, 1))
    number_with(table, 17, *bets)
    rows = part(screen(), "#sheet").select(".layout, [id^=line-]")
    assert [row.get("id") or row.get_text(strip=True) for row in rows] == [
        *("Layout 1", "line-b2"),
        *("Layout 2", "line-b1"),
    ]


def test_a_sheet_has_a_page_for_paper_that_the_cash_desk_may_open(
    table: OpenHouse, as_role: Callable[[Role], Client]
) -> None:
    number_with(table, 17, c.PlaceBet(player="P1", bet="plein:17", amount=2000))
    table.do(c.ConfirmPayments())
    table.coup(5)
    desk = as_role(Role.CASH_DESK)
    answer = desk.get("/floor/T1/sheet/1/")
    page = read_page(answer.content)
    assert "coup 1" in part(page, "h1 + p").get_text()
    assert "Pleno 17, 20.00" in part(page, "#sheet").get_text(" ", strip=True)
    assert not page.select("main form")
    assert desk.get("/floor/T1/sheet/9/").status_code == 404
    assert as_role(Role.ADMINISTRATOR).get("/floor/T1/sheet/1/").status_code == 403


@pytest.mark.clause("it-venezia/roles-by-parity")
def test_once_it_is_paid_the_sheet_names_who_was_recorded(new_table: NewTable, screen: Screen) -> None:
    house = new_table("it-venezia")
    number_with(house, 26, c.PlaceBet(player="P1", bet="pair", amount=1000))
    relief = Person(id="r1", name="Relief (demo)")
    house.do(c.PayLines(coup=1, refs=("b1",), paid_by=relief))
    roles = part(screen(), ".roles").get_text(" ", strip=True)
    right = house.state.staff["droite"].name
    assert roles.startswith(f"Rakes {right}") and "Pays Relief (demo)" in roles


@pytest.mark.clause("it-venezia/payment-placing")
def test_each_line_says_how_its_payment_gets_to_the_player_and_small_stakes_come_first(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("it-venezia")
    bets = [
        ("plein:17", 1000),
        ("cheval:14-17", 1500),
        ("cheval:17-20", 500),
        ("noir", 1000),
        ("douzaine:2", 500),
    ]
    number_with(house, 17, *[c.PlaceBet(player="P1", bet=bet, amount=amount) for bet, amount in bets])
    lines = part(screen(), "#sheet").select("[id^=line-]")
    said = [(line["id"], part(line, ".handed").get_text(" ", strip=True)) for line in lines]
    at_stake = "Chips beside or on the stake (Il gioco, consegna dei pagamenti)"
    with_rake = "Passed with the rake by itself (Il gioco, consegna dei pagamenti)"
    assert said == [
        ("line-b5", at_stake),
        ("line-b4", at_stake),
        ("line-b3", with_rake),
        ("line-b2", with_rake),
        ("line-b1", with_rake),
    ]


@pytest.mark.clause("it-venezia/announce-multiples")
def test_the_winning_combinations_stand_beside_the_announcement_of_the_number(
    new_table: NewTable, screen: Screen
) -> None:
    house = new_table("it-venezia")
    bets = [c.PlaceBet(player="P1", bet=bet, amount=1000) for bet in ("plein:17", "cheval:14-17", "plein:20")]
    number_with(house, 17, *bets)
    page = screen()
    listed = "Cheval quatorze dix-sept, plein"
    assert part(page, "#multiples").get_text(strip=True) == listed
    announced = part(page, "#page .announcement")
    assert announced["lang"] == "fr"
    assert announced.get_text(" ", strip=True) == f"Dix-sept, noir, impair, manque – {listed}"
    assert part(page, "#sheet .multiples").get_text(strip=True) == f"«{listed}»"
    aloud = [words.get_text(strip=True) for words in page.select("#sheet .aloud")]
    assert len(aloud) == 2, "each payment is announced by itself"


@pytest.mark.clause("it-venezia/announce-multiples")
def test_sheet_without_a_winning_multiple_lists_none(new_table: NewTable, screen: Screen) -> None:
    house = new_table("it-venezia")
    number_with(house, 17, c.PlaceBet(player="P1", bet="noir", amount=1000))
    assert not screen().select("#multiples, #sheet .multiples")
