"""All numbers that wait at a table are dismissed at once, for one reason and with the own PIN."""

import pytest
from django.test import Client

from casino.floor.tests.conftest import part
from casino.people.models import Person, Role
from tables.handling.outcome import names_signed
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, Response, read_page
from testkit.people import browser_of, engage

PIN = "4921"
REASON = "the display was tested"


@pytest.fixture
def boss_with_pin(table: OpenHouse) -> Person:
    return engage(Role.PIT_BOSS, casino_id=table.casino_id, pin=PIN)


@pytest.fixture
def boss_browser(boss_with_pin: Person) -> Client:
    return browser_of(boss_with_pin)


@pytest.fixture
def waiting(table: OpenHouse) -> OpenHouse:
    """A bet lies; 17 waits for coup 1, and behind it 9 and 4."""
    table.do(c.AnnounceBetsOpen())
    table.do(c.PlaceBet(player="P1", bet="plein:17", amount=500))
    table.do(c.DeclareNumber(number=17, source="reader", game="1/11", recovered=True))
    for game, number in (("1/12", 9), ("1/13", 4)):
        table.do(c.DeclareNumber(number=number, source="reader", game=game))
    assert [each.number for each in table.state.doubted] == [17, 9, 4]
    return table


def page(boss_browser: Client) -> Element:
    return read_page(boss_browser.get("/floor/T1/").content)


def dismiss(boss_browser: Client, shown: Element, **entered: str) -> Response:
    form = part(shown, "#panel-dismiss-waiting")
    values = {field["name"]: field["value"] for field in form.select("input[type=hidden]")}
    return boss_browser.post(form["hx-post"], values | entered, headers={"HX-Request": "true"})


def test_dismissing_all_records_each_number_with_reason_and_signature(
    waiting: OpenHouse, boss_browser: Client, boss_with_pin: Person
) -> None:
    shown = page(boss_browser)
    assert part(shown, "#panel-dismiss-waiting .dismissed-numbers").text == "17 · 9 · 4"
    assert dismiss(boss_browser, shown, reason=REASON, pin=PIN).status_code == 200
    recorded = [each for each in waiting.events() if each.type == "doubt_dismissed"]
    assert [each.data["numbers"] for each in recorded] == [[17], [9], [4]]
    assert {each.data["reason"] for each in recorded} == {REASON}
    assert {each.metadata["by"]["name"] for each in recorded} == {boss_with_pin.display_name}
    signed = [signature["name"] for each in recorded for signature in names_signed(each)]
    assert signed == [boss_with_pin.display_name] * 3
    assert not page(boss_browser).select("#waiting")
    assert len(waiting.state.bets) == 1


@pytest.mark.parametrize(
    ("entered", "said"),
    [
        ({"reason": "", "pin": PIN}, "The reason is missing: enter why these numbers are dismissed"),
        ({"reason": REASON, "pin": "0000"}, "PIN"),
        ({"reason": REASON}, "PIN"),
    ],
    ids=["no reason", "wrong PIN", "no PIN"],
)
def test_dismissing_all_is_refused_at_its_panel(
    waiting: OpenHouse, boss_browser: Client, entered: dict[str, str], said: str
) -> None:
    answer = dismiss(boss_browser, page(boss_browser), **entered)
    assert answer.status_code == 422
    assert said in part(read_page(answer.content), "#answer-dismiss-waiting").text
    assert len(waiting.state.doubted) == 3


def test_dismissing_all_of_a_coup_that_has_moved_on_is_refused(
    waiting: OpenHouse, boss_browser: Client
) -> None:
    shown = page(boss_browser)
    waiting.do(c.DeclareNumber(number=17, coup=1))
    assert dismiss(boss_browser, shown, reason=REASON, pin=PIN).status_code == 422
    assert [each.number for each in waiting.state.doubted] == [9, 4]


def test_dismissing_all_sent_twice_is_done_once(waiting: OpenHouse, boss_browser: Client) -> None:
    shown = page(boss_browser)
    answers = [dismiss(boss_browser, shown, reason=REASON, pin=PIN, key="k" * 16) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert sum(each.type == "doubt_dismissed" for each in waiting.events()) == 3


def test_single_waiting_number_has_no_button_for_all(table: OpenHouse, boss_browser: Client) -> None:
    table.do(c.AnnounceBetsOpen())
    table.do(c.PlaceBet(player="P1", bet="plein:17", amount=500))
    table.do(c.DeclareNumber(number=17, source="reader", game="1/11", recovered=True))
    shown = page(boss_browser)
    assert shown.select("#waiting")
    assert not shown.select("#open-dismiss-waiting, #panel-dismiss-waiting")


@pytest.mark.parametrize("role", [Role.DIRECTION, Role.GAMES_INSPECTOR, Role.ADMINISTRATOR])
def test_dismissing_all_is_for_those_who_run_the_table(waiting: OpenHouse, role: Role) -> None:
    boss_browser = browser_of(engage(role, casino_id=waiting.casino_id, pin=PIN))
    assert not page(boss_browser).select("#panel-dismiss-waiting")
    sent = {"coup": "1", "reason": REASON, "pin": PIN}
    assert boss_browser.post("/floor/T1/dismiss-waiting", sent).status_code == 403
    assert len(waiting.state.doubted) == 3
