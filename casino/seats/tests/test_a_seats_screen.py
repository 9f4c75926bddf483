"""A seat's own screen: chips that count only when they are confirmed, the time, the balance, Min and Max."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.models import Role
from tables.handling.models import GamingTable
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import AsRole
from testkit.seats import terminal_of
from testkit.sentences import spoken

SEAT = "/live/T1/seat/1/"
CONFIRMED = spoken(
    "seat {seat:player} has confirmed its bets of round {coup}: nothing is added or withdrawn", "it"
)
NO_BALANCE = spoken("seat {seat:player} has no balance: a right of participation is bought first", "it")
TOO_LATE = spoken(
    "no more bets are accepted in round {coup}: "
    "it closed at {closed_at:second}, and this came at {at:second}, {late_ms:seconds} s too late",
    "it",
)
Ask = Callable[..., tuple[int, Element]]


@pytest.fixture
def live(casino_id: int, transactional_db: None) -> OpenHouse:
    """A live table with an open round, at which seat 1 has bought in for 50."""
    house = OpenHouse(casino_id, "it-live", now=timezone.now())
    house.do(c.BuyIn(seat="P1", amount=5000))
    house.do(c.AnnounceBetsOpen())
    return house


@pytest.fixture
def player(live: OpenHouse) -> Client:
    return terminal_of(live, 1)


@pytest.fixture
def ask(player: Client) -> Ask:
    """`ask("do/add", bet="rouge", chip="1")`: the answer's status, and the screen."""

    def asked(what: str = "", seat: str = SEAT, **form: str) -> tuple[int, Element]:
        headers = {"HX-Request": "true"}
        response = player.post(seat + what, form, headers=headers) if what else player.get(seat)
        return response.status_code, read_page(response.content)

    return asked


def text(page: Element, selector: str) -> str:
    (found,) = page.select(selector)
    return found.get_text(" ", strip=True)


@pytest.mark.clause("it-live/minimum")
@pytest.mark.clause("it-live/betting-window")
def test_min_max_time_and_balance_are_always_shown(live: OpenHouse, ask: Ask) -> None:
    status, page = ask()
    assert status == 200
    assert text(page, "#limits .least") == "Minimo 0,50 EUR"
    assert text(page, "#limits .most").startswith("Massimo 100 ")
    assert text(page, ".figures").startswith("Saldo, EUR 50,00")
    until = datetime.fromisoformat(find(page, "#round [data-until]")["data-until"])
    assert live.state.live.round is not None
    closes_at = live.state.live.round.closes_at
    assert abs(until - closes_at) < timedelta(seconds=1)
    live.do(c.CloseBets())
    _, page = ask()
    assert "nessuna nuova puntata sarà accettata" in text(page, "#round")
    assert page.select("#confirm button[disabled]")
    assert text(page, "#limits .least") == "Minimo 0,50 EUR"


@pytest.mark.clause("it-live/confirm")
def test_chips_are_added_removed_cleared_and_count_only_when_confirmed(live: OpenHouse, ask: Ask) -> None:
    ask("do/add", bet="rouge", chip="1")
    _, page = ask("do/add", bet="rouge", chip="1")
    assert (text(page, "#placed"), text(page, "#balance")) == ("2,00", "50,00")
    _, page = ask("do/remove", bet="rouge", chip="1")
    assert text(page, "#placed") == "1,00"
    _, page = ask("do/clear")
    assert (text(page, "#placed"), page.select("#chips .chip")) == ("0,00", [])
    assert not live.state.bets
    ask("do/add", bet="plein:17", chip="2")
    status, page = ask("confirm")
    assert (status, text(page, "#balance"), text(page, "#placed")) == (200, "48,00", "2,00")
    assert [(bet.player, bet.bet, bet.amount) for bet in live.state.bets] == [("P1", "plein:17", 200)]
    status, page = ask("confirm")
    assert (status, len(live.state.bets)) == (200, 1), "a second confirmation is harmless"
    for late in ("do/add", "do/remove", "do/clear"):
        status, page = ask(late, bet="plein:17", chip="2")
        assert status == 422 and CONFIRMED.search(text(page, "#answer-cloth"))


@pytest.mark.clause("it-live/minimum")
def test_a_chip_under_the_minimum_is_refused_at_once_with_limit_and_stake(ask: Ask) -> None:
    _, page = ask("do/add", bet="plein:17", chip="0.50")
    assert text(page, "#chips .chip text") == "0,5"
    assert all(float(ring["r"]) > 0 for ring in page.select("#chips .chip circle"))
    ask("do/clear")
    status, page = ask("do/add", bet="plein:17", chip="0.40")
    assert status == 422
    said = spoken("{bet:bet}: {value:money} is under the minimum {limit:money}", "it")
    assert said.match(text(page, "#answer-cloth"))
    assert "0,40 EUR" in text(page, "#answer-cloth") and "Min e Max" in text(page, "#answer-cloth")
    assert text(page, "#placed") == "0,00"


@pytest.mark.clause("it-live/betting-window")
def test_a_confirmation_after_the_time_is_refused_with_the_time_that_it_missed(
    casino_id: int, live: OpenHouse, ask: Ask
) -> None:
    live.do(c.CloseBets(), now=live.now + timedelta(milliseconds=1))
    live.do(c.DeclareNumber(number=17), now=live.now + timedelta(milliseconds=2))
    began = timezone.now() - timedelta(seconds=31)
    live.do(c.AnnounceBetsOpen(), at=began, now=timezone.now())
    status, page = ask("confirm")
    said = text(page, "#answer-cloth")
    assert (status, "2" in said) == (422, True) and TOO_LATE.search(said)


@pytest.mark.clause("it-live/repeat")
def test_repeat_drafts_the_last_bets_again_to_be_confirmed(live: OpenHouse, ask: Ask) -> None:
    ask("do/add", bet="tiers", chip="1")
    ask("confirm")
    for command in (c.CloseBets(), c.DeclareNumber(number=0), c.AnnounceBetsOpen()):
        live.do(command, now=timezone.now())
    _, page = ask("do/repeat")
    assert (text(page, "#placed"), text(page, "#balance"), live.state.bets) == ("6,00", "44,00", ())
    status, _ = ask("confirm")
    assert (status, [bet.amount for bet in live.state.bets]) == (200, [600])


@pytest.mark.clause("it-live/leave")
def test_leaving_cashes_out_and_the_seat_is_free(live: OpenHouse, ask: Ask) -> None:
    _, page = ask("do/leave")
    assert text(page, "#balance") == "0,00"
    assert not live.state.live.seats["P1"].taken
    status, page = ask("do/add", bet="rouge", chip="1")
    assert status == 422 and NO_BALANCE.search(text(page, "#answer-cloth"))


def test_no_way_leads_from_it_to_the_pages_of_the_staff(ask: Ask) -> None:
    _, page = ask()
    assert not page.select("nav[aria-label=Main]")


def test_a_table_without_seats_has_no_such_screen(casino_id: int, as_role: AsRole) -> None:
    OpenHouse(casino_id, "pt-francesa", table="T2", now=timezone.now())
    for nowhere in ("/live/T2/seat/1/", "/live/T9/seat/1/", "/live/T2/screens/", "/live/T9/screens/"):
        assert as_role(Role.PIT_BOSS).get(nowhere).status_code == 404


@pytest.mark.parametrize("path", ["/live/LV1/seat/1/", "/live/LV1/seat/2/"])
def test_a_seat_of_a_fresh_house_waits_for_its_first_player(
    casino_id: int, db: None, as_role: AsRole, path: str
) -> None:
    """The table is open, and nobody has bought in or heard a round announced yet."""
    house = OpenHouse(casino_id, "it-live", table="LV1", now=timezone.now())
    number = int(path.split("/")[-2])
    for client in (terminal_of(house, number, "LV1"), as_role(Role.PIT_BOSS)):
        response = client.get(path)
        assert response.status_code == 200
        page = read_page(response.content)
        assert text(page, "h1") == f"LV1 Posto {number}"
        assert find(page, "#live")["data-stream"]
        assert not page.select("form[hx-post] button:not([disabled])")
    assert Client().get(path).status_code == 403


def test_a_seat_of_a_table_that_never_opened_is_no_page_yet(
    casino_id: int, db: None, as_role: AsRole
) -> None:
    house = OpenHouse(casino_id, "it-live", table="LV1", now=timezone.now())
    another = GamingTable.objects.get(casino_id=casino_id, code="LV1")
    another.pk, another.code = None, "LV2"
    another.save()
    assert house.state.phase != "closed"
    assert as_role(Role.PIT_BOSS).get("/live/LV2/seat/1/").status_code == 404
