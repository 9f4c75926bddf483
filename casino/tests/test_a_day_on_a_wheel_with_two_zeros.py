"""A gaming day on a wheel with 38 pockets, from the bytes of its reader to payout sheets, permanence and programs."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

from casino.api.access.clients import create_client
from casino.api.access.scopes import ADMINISTRATION, READERS_WRITE, REPORTS_READ, TABLES_READ, TABLES_WRITE
from casino.people.models import Role
from settlement.sheets import sheet
from tables.handling.models import Casino, WheelReader
from tables.handling.observations import observe
from tables.play import commands as c
from tables.roulette.wheel import DOUBLE_ZERO, as_data
from testkit.api import Caller, done
from testkit.house import OpenHouse
from testkit.officers import confirm_now, officer_of
from testkit.pages import Element, find, read_page
from testkit.people import AsRole, engage
from testkit.play import CHIEF, DIRECTOR
from testkit.rulebooks import DOUBLE_ZERO as DOUBLE_ZERO_FILE
from testkit.rulebooks import known_folder
from testkit.wheels import FedDriver

WINS = ("17", "00", " 0", "00")
"""The numbers as the wheel writes them."""
FELL = (17, DOUBLE_ZERO, 0, DOUBLE_ZERO)
BETS = ("plein:00", "plein:0", "cheval:0-00", "cinq-premiers", "rouge")
STAKE = 1_000
VERSION_AND_TIME = r"(\d+ )?\d\d:\d\d(:\d\d)?"


@pytest.fixture
def house(casino_id: int, db: None) -> Iterator[OpenHouse]:
    """An open table of a rulebook with 0 and 00."""
    with known_folder(DOUBLE_ZERO_FILE.parent):
        house = OpenHouse(casino_id, "double-zero", now=timezone.now())
        house.do(c.CountFloat(moment="opening", pieces={10_000: 20}, signatures=(CHIEF, DIRECTOR)))
        yield house


@pytest.fixture
def played(house: OpenHouse) -> OpenHouse:
    """Four coups have fallen and are paid, each as a SlingShot 2 reader has seen it."""
    fed = FedDriver(numbers=38)
    fed.now, before = house.now, " 4"
    for game, win in enumerate(WINS, start=11):
        house.do(c.AnnounceBetsOpen())
        for bet in BETS:
            house.do(c.PlaceBet(player="P1", bet=bet, amount=STAKE))
        for observation in fed.good_game(game, before, win):
            heard = observe(house.casino_id, house.reader, observation, fed.now)
            assert heard.not_taken is None, observation
        house.now, before = fed.now, win
        house.do(c.ConfirmPayments())
    return house


@pytest.fixture
def boss(as_role: AsRole) -> Client:
    return as_role(Role.PIT_BOSS)


@pytest.fixture
def system(played: OpenHouse) -> Caller:
    casino = Casino.objects.get(id=played.casino_id)
    return Caller(create_client(name="reports", casino=casino, scopes=(TABLES_READ, REPORTS_READ)))


def page(client: Client, path: str) -> Element:
    response = client.get(path)
    assert response.status_code == 200, path
    return read_page(response.content)


def answer(system: Caller, path: str) -> Any:
    response = system.get(path)
    assert response.status_code == 200, response.content
    return json.loads(response.content)


def test_every_number_that_the_reader_saw_is_settled(played: OpenHouse) -> None:
    assert played.state.numbers == FELL[::-1]
    assert {past.source for past in played.state.past} == {"reader"}
    paid = {
        coup: {line.bet: line.prize for group in found.groups for line in group.lines}
        for coup in range(1, 5)
        if (found := sheet(played.casino_id, "T1", played.day, coup))
    }
    on_00 = {"plein:00": 35_000, "cheval:0-00": 17_000, "cinq-premiers": 6_000}
    assert paid[1] == {}
    assert paid[2] == paid[4] == on_00
    assert paid[3] == {"plein:0": 35_000, "cheval:0-00": 17_000, "cinq-premiers": 6_000}


@pytest.mark.parametrize(
    "path",
    [
        "/floor/",
        "/floor/T1/",
        "/floor/T1/record/",
        "/floor/T1/sheet/2/",
        "/display/T1/",
        "/floor/sheets/",
        "/compliance/report/",
    ],
)
def test_no_screen_says_37(played: OpenHouse, boss: Client, path: str) -> None:
    said = re.sub(VERSION_AND_TIME, "", page(boss, path).get_text(" ", strip=True))
    assert not re.search(r"\b37\b", said), said


def test_the_screens_say_00(played: OpenHouse, boss: Client) -> None:
    table = page(boss, "/floor/T1/")
    assert find(table, ".n.big").get_text(strip=True) == "00"
    assert [each.get_text(strip=True) for each in table.select(".head .last .n")][:4] == [
        "00",
        "0",
        "00",
        "17",
    ]
    assert find(table, "#pad-00")["value"] == "00"
    assert len(table.select(".pad input")) == 38
    printed = page(boss, "/floor/T1/sheet/2/")
    assert find(printed, ".result .n").get_text(strip=True) == "00"
    assert "double zero" in find(printed, ".result").get_text(" ", strip=True).lower()


def test_the_permanence_says_00(played: OpenHouse, system: Caller) -> None:
    report = answer(system, f"reports/permanence?day={played.day}")
    assert [row["number"] for row in report["rows"]] == [17, "00", 0, "00"]
    assert [row["announcement"] for row in report["rows"]][1::2] == ["Double zero", "Double zero"]
    kinds = {column["key"]: column["kind"] for column in report["columns"]}
    assert kinds["number"] == kinds["first_said"] == "pocket"
    csv = system.get(f"reports/permanence?day={played.day}&format=csv").content.decode()
    assert [line.split(",")[4] for line in csv.splitlines()[1:]] == ["17", "00", "0", "00"]
    book = load_workbook(BytesIO(system.get(f"reports/permanence?day={played.day}&format=xlsx").content))
    assert [row[4].value for row in list(book.worksheets[0].rows)[1:]] == [17, "00", 0, "00"]


def test_programs_read_00_as_a_text_and_the_others_as_whole_numbers(
    played: OpenHouse, system: Caller
) -> None:
    table = answer(system, "tables/T1")
    assert (table["number"], table["numbers"]) == ("00", ["00", 0, "00", 17])
    coup = answer(system, f"tables/T1/days/{played.day}/coups/2")
    assert (coup["number"], coup["colour"]) == ("00", None)
    bets = {bet["code"]: bet for bet in answer(system, "rulebooks/double-zero/bets")["bets"]}
    assert bets["plein:00"]["numbers"] == ["00"]
    assert bets["cinq-premiers"]["numbers"] == [0, "00", 1, 2, 3]


def test_a_reader_of_ones_own_says_00(house: OpenHouse) -> None:
    WheelReader.objects.filter(casino_id=house.casino_id, code=house.reader).update(table="")
    casino = Casino.objects.get(id=house.casino_id)
    client = Caller(create_client(name="camera", casino=casino, scopes=(READERS_WRITE, ADMINISTRATION)))
    asked = client.post("wheel-readers", {"code": "cam-1", "table": "T1"}, "reader")
    confirm_now(asked, officer_of(house.casino_id))
    house.do(c.AnnounceBetsOpen())
    house.do(c.LaunchBall())
    house.do(c.CloseBets())
    for sequence, (number, taken) in enumerate(((37, False), ("00", True)), start=1):
        seen = {"kind": "result", "game": 1, "number": number, "sequence": sequence}
        told = done(client.post("wheel-readers/cam-1/observations", seen, f"seen-{sequence}"))
        assert (told["observations"][0]["not_taken"] == "") == taken
    assert house.state.number == DOUBLE_ZERO
    refused = told_of(client, 37)
    assert refused == "37 is not on this wheel; its numbers are 00 and 0 to 36"


def told_of(client: Caller, number: int) -> str:
    """Why the table does not take this number."""
    seen = {"kind": "result", "game": 2, "number": number}
    told = done(client.post("wheel-readers/cam-1/observations", seen, f"told-{number}"))
    said: str = told["observations"][0]["not_taken"]
    return said


def test_a_wheel_with_38_pockets_is_registered_on_the_screen_and_by_programs(
    house: OpenHouse, as_role: AsRole
) -> None:
    order = [as_data(pocket) for pocket in house.rulebook.wheels["american"].order]
    casino = Casino.objects.get(id=house.casino_id)
    client = Caller(
        create_client(name="store", casino=casino, scopes=(TABLES_READ, TABLES_WRITE, ADMINISTRATION))
    )
    boss = engage(Role.PIT_BOSS, casino_id=house.casino_id, pin="4711")
    signed = [{"sign_in": boss.username, "pin": "4711"}]
    sent = {
        "signatures": signed,
        "serial": "W-1",
        "pockets": order,
        "rulebook": "double-zero",
        "numbering": "american",
    }
    done(client.post("equipment/register-wheel", sent, "one"))
    inspector = as_role(Role.GAMES_INSPECTOR)
    typed = {"serial": "W-2", "diameter": "800", "pockets": " ".join(map(str, order))}
    assert inspector.post("/house/equipment/do/register-wheel", typed).status_code == 302
    wheels = answer(client, "equipment")["wheels"]
    assert [wheel["pockets"] for wheel in wheels] == [order, order]
    shown = page(inspector, "/house/equipment/wheel/W-2/")
    pockets = [each.get_text(strip=True) for each in shown.select(".pockets li")]
    assert pockets == list(map(str, order))


def test_the_number_pad_and_a_null_coup_name_00(house: OpenHouse, boss: Client) -> None:
    house.do(c.AnnounceBetsOpen())
    house.do(c.LaunchBall())
    null = {"reason": next(iter(house.rulebook.null_coup.reasons)), "number": "00"}
    assert boss.post("/floor/T1/do/null-coup", null).status_code == 302
    house.do(c.LaunchBall())
    house.do(c.CloseBets())
    assert boss.post("/floor/T1/do/number", {"number": "37"}).status_code == 422
    assert boss.post("/floor/T1/do/number", {"number": "00"}).status_code == 302
    assert house.state.number == DOUBLE_ZERO
    annulled = next(event for event in house.events() if event.type == "coup_annulled")
    assert annulled.data["number_fell"] == DOUBLE_ZERO
