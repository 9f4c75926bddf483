"""Which coup a table's page pays: the newest, with a strip to the older ones; and none where nothing is due."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.floor.tests.conftest import part, play
from tables.play import commands as c
from tables.play import events as e
from tables.roulette.loader import get_rulebook
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.play import DayInHand
from testkit.refusals import expect_refusal

Screen = Callable[..., Element]


ON_17 = c.PlaceBet(player="P1", bet="plein:17", amount=1000)
ON_18 = c.PlaceBet(player="P1", bet="plein:18", amount=1000)


@pytest.fixture
def unpaid(table: OpenHouse) -> OpenHouse:
    """Coups 1 and 2 have winners, and neither is paid: the ball was launched over the payments of the first."""
    play(table, c.AnnounceBetsOpen(), ON_17, c.LaunchBall(), c.DeclareNumber(number=17))
    play(table, c.LaunchBall(), c.FailLaunch(reason="rolled out"))
    play(table, ON_18, c.LaunchBall(), c.DeclareNumber(number=18))
    assert table.state.payments_open == (1, 2)
    return table


def test_the_sheet_is_of_the_newest_coup_and_a_strip_leads_to_the_older_ones(
    unpaid: OpenHouse, screen: Screen
) -> None:
    page = screen()
    assert part(page, "#sheet h2").get_text() == "Payout sheet, coup 2"
    assert part(page, ".next b").get_text() == "Confirm coup 2 paid"
    strip = [(link.get_text(), str(link["href"])) for link in page.select("#unpaid a")]
    assert strip == [("1", "/floor/T1/?sheet=1"), ("2", "/floor/T1/?sheet=2")]


def test_an_older_coup_is_paid_from_its_own_sheet(unpaid: OpenHouse, boss: Client, screen: Screen) -> None:
    page = screen("/floor/T1/?sheet=1")
    assert part(page, "#sheet h2").get_text() == "Payout sheet, coup 1"
    assert str(part(page, "#page")["hx-get"]) == "/floor/T1/?sheet=1", "an update shows the same sheet"
    assert part(page, "#unpaid [aria-current]").get_text() == "1"
    form = {str(field["name"]): str(field["value"]) for field in page.select(".pay-late input")}
    answer = boss.post("/floor/T1/do/payments-confirmed", form, headers={"HX-Request": "true"})
    assert (answer.status_code, unpaid.state.payments_open) == (200, (2,))
    assert part(read_page(answer.content), "#sheet h2").get_text() == "Payout sheet, coup 2"


def test_the_next_step_confirms_the_coup_that_it_names(
    unpaid: OpenHouse, boss: Client, screen: Screen
) -> None:
    form = {str(field["name"]): str(field["value"]) for field in screen().select("#next input")}
    boss.post("/floor/T1/do/payments-confirmed", form, headers={"HX-Request": "true"})
    assert (unpaid.state.payments_open, unpaid.state.phase) == ((1,), "idle")


def test_an_address_that_names_no_unpaid_coup_shows_the_newest(unpaid: OpenHouse, screen: Screen) -> None:
    for wrong in ("9", "x", "1" * 30, "-1"):
        page = screen(f"/floor/T1/?sheet={wrong}")
        assert part(page, "#sheet h2").get_text() == "Payout sheet, coup 2"


def test_a_coup_with_nothing_to_pay_leads_straight_to_the_next(
    table: OpenHouse, boss: Client, screen: Screen
) -> None:
    play(table, c.AnnounceBetsOpen(), ON_17, c.LaunchBall(), c.DeclareNumber(number=3))
    assert part(screen(), ".next b").get_text() == "Faites vos jeux"
    form = {str(field["name"]): str(field["value"]) for field in screen().select("#next input")}
    answer = boss.post("/floor/T1/do/bets-open", form, headers={"HX-Request": "true"})
    assert (answer.status_code, table.state.phase, table.state.coup) == (200, "betting", 2)
    assert table.state.payments_open == ()


@pytest.fixture
def day() -> DayInHand:
    return DayInHand(get_rulebook("pt-francesa"))


def test_a_launch_after_a_coup_with_nothing_to_pay_is_no_launch_over_payments(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), ON_17, c.LaunchBall(), c.DeclareNumber(number=3))
    assert [type(event) for event in day.do(c.LaunchBall())] == [
        e.PaymentsConfirmed,
        e.BetsOpened,
        e.BallLaunched,
    ]


def test_a_wheel_that_turns_opens_the_next_coup_where_nothing_is_to_be_paid(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), ON_17, c.LaunchBall(), c.DeclareNumber(number=3))
    turns = c.StartRotor(reader="W", source="reader", game="1/2")
    assert day.do(turns) == [e.PaymentsConfirmed(coup=1), e.BetsOpened(coup=2, source="reader", game="1/2")]


def test_a_coup_with_a_prize_is_confirmed_by_somebody(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), ON_17, c.LaunchBall(), c.DeclareNumber(number=17))
    with expect_refusal("opened-while-paying", coup=1):
        day.do(c.AnnounceBetsOpen())


def test_a_disputed_number_confirms_no_payments(day: DayInHand) -> None:
    day.do(c.AnnounceBetsOpen(), ON_17, c.LaunchBall(), c.DeclareNumber(number=3))
    day.do(c.DeclareNumber(number=17, source="reader", game="1/1"))
    assert (day.state.payments_open, day.state.discrepancy is not None) == ((1,), True)
    with expect_refusal("opened-while-paying", coup=1):
        day.do(c.AnnounceBetsOpen())
