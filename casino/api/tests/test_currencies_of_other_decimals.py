"""A casino with a table in yen and one in dinars: amounts have no decimal, or three, on every way in and out."""

import csv
import json
from collections.abc import Callable, Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from casino.api.access.scopes import REPORTS_READ, TABLES_READ, TABLES_WRITE
from casino.people.models import Role
from tables.play import commands as c
from testkit.api import Caller
from testkit.house import OpenHouse
from testkit.pages import find, read_page
from testkit.papers import pages_of_pdf, words_of_pdf
from testkit.people import AsRole
from testkit.rulebooks import SIXTH, known_folder

pytestmark = pytest.mark.django_db
DAY = "2026-11-20"
CURRENCIES = {"yen": "JPY", "dinar": "TND"}
STAKE = 1_250
"""Minor units of either currency: 1,250 JPY and 1.250 TND."""
SHOWN = {"T1": "1,250", "T2": "1.250"}
IN_A_FILE = {"T1": "1250", "T2": "1.250"}


@pytest.fixture
def tables(casino_id: int, casino: Any, tmp_path: Path) -> Iterator[tuple[OpenHouse, OpenHouse]]:
    """T1 in yen and T2 in dinars, by the sixth house's rules; a stake lost at each, and one on each cloth."""
    for name, currency in CURRENCIES.items():
        rules = SIXTH.read_text(encoding="utf-8").replace("sixth", name)
        text = rules.replace('currency = "GBP"', f'currency = "{currency}"')
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    with known_folder(tmp_path):
        opened = tuple(
            OpenHouse(casino_id, name, table=table) for table, name in zip(SHOWN, CURRENCIES, strict=True)
        )
        for table in opened:
            table.coup(17, c.PlaceBet(player="P1", bet="rouge", amount=STAKE))
            table.do(c.AnnounceBetsOpen())
            table.do(c.PlaceBet(player="P1", bet="noir", amount=STAKE))
        yield opened[0], opened[1]


@pytest.fixture
def boss(tables: tuple[OpenHouse, OpenHouse], as_role: AsRole) -> Client:
    return as_role(Role.PIT_BOSS)


def words_on(browser: Client, path: str) -> str:
    response = browser.get(path)
    assert response.status_code == 200, (path, response.content[-300:])
    return " ".join(read_page(response.content).get_text(" ").split())


def place(boss: Client, table: str, amount: str) -> Any:
    form = {"player": "P2", "bet": "noir", "other": amount}
    return boss.post(f"/floor/{table}/do/place-bet", form)


@pytest.mark.parametrize(("table", "typed", "minor"), [("T1", "1500", 1_500), ("T2", "1.25", 1_250)])
def test_amount_is_typed_in_units_of_the_tables_currency(
    tables: tuple[OpenHouse, OpenHouse], boss: Client, table: str, typed: str, minor: int
) -> None:
    assert place(boss, table, typed).status_code < 400
    house = next(each for each in tables if each.table == table)
    assert house.state.bets[-1].amount == minor


@pytest.mark.parametrize(
    ("table", "typed", "fault"),
    [
        ("T1", "1.5", "“1.5” has too many decimals, JPY has 0: write a number such as 12"),
        ("T1", "1500.0", "“1500.0” has too many decimals, JPY has 0: write a number such as 12"),
        ("T2", "1.2345", "“1.2345” has too many decimals, TND has 3: write a number such as 12.500"),
        ("T2", "one", "“one” is not an amount in TND: write a number such as 12.500"),
    ],
)
def test_amount_with_more_decimals_than_the_currency_is_refused_with_the_remedy(
    tables: tuple[OpenHouse, OpenHouse], boss: Client, table: str, typed: str, fault: str
) -> None:
    response = place(boss, table, typed)
    assert response.status_code == 422
    assert find(read_page(response.content), "#answer-cloth b").get_text() == fault


@pytest.mark.parametrize(("table", "keys", "zero"), [("T1", "numeric", "0"), ("T2", "decimal", "0.000")])
def test_table_page_shows_and_asks_for_the_currencys_decimals(
    boss: Client, table: str, keys: str, zero: str
) -> None:
    page = read_page(boss.get(f"/floor/{table}/").content)
    assert find(page, "#other")["inputmode"] == keys
    assert f"{SHOWN[table]} on the cloth" in page.get_text(" ")
    assert find(page, "[data-notes-total]").get_text() == zero
    assert find(page, "[data-notes]")["data-decimals"] == ("0" if table == "T1" else "3")


@pytest.mark.parametrize("table", SHOWN)
def test_payout_sheet_has_the_currencys_decimals_on_screen_and_as_pdf(boss: Client, table: str) -> None:
    for words in (
        words_on(boss, f"/floor/{table}/sheet/1/"),
        words_of_pdf(boss, f"/floor/{table}/sheet/1.pdf"),
    ):
        assert SHOWN[table] in words
        assert "12.50" not in words and "1,250.00" not in words


def test_ledger_keeps_currencies_of_different_decimals_apart(boss: Client) -> None:
    page = words_on(boss, f"/cash/ledger/?day={DAY}")
    assert "JPY" in page and "TND" in page
    assert "1,250.00" not in page and "12.50" not in page
    for table, shown in SHOWN.items():
        assert shown in words_on(boss, f"/cash/ledger/{table}/?day={DAY}")


def ledger(caller: Callable[..., Caller], form: str) -> bytes:
    answer = caller(REPORTS_READ).get(f"reports/ledger?day={DAY}&format={form}")
    assert answer.status_code == 200, answer.content
    content: bytes = answer.content
    return content


@pytest.mark.usefixtures("tables")
def test_csv_has_the_decimals_of_each_rows_currency(caller: Callable[..., Caller]) -> None:
    rows = list(csv.DictReader(StringIO(ledger(caller, "csv").decode())))
    assert {row["table"]: (row["currency"], row["turnover"]) for row in rows} == {
        "T1": ("JPY", IN_A_FILE["T1"]),
        "T2": ("TND", IN_A_FILE["T2"]),
    }


@pytest.mark.usefixtures("tables")
def test_workbook_has_numbers_with_the_decimals_of_each_rows_currency(caller: Callable[..., Caller]) -> None:
    head, *rows = load_workbook(BytesIO(ledger(caller, "xlsx"))).worksheets[0].iter_rows()
    names = [cell.value for cell in head]
    at, table = names.index("Turnover"), names.index("Table")
    assert {row[table].value: (row[at].value, row[at].number_format) for row in rows} == {
        "T1": (1250, "#,##0"),
        "T2": (1.25, "#,##0.000"),
    }


@pytest.mark.usefixtures("tables")
def test_json_has_minor_units_with_their_currency(caller: Callable[..., Caller]) -> None:
    rows = json.loads(ledger(caller, "json"))["rows"]
    assert {row["table"]: row["turnover"] for row in rows} == {
        "T1": {"amount": STAKE, "currency": "JPY"},
        "T2": {"amount": STAKE, "currency": "TND"},
    }


@pytest.mark.usefixtures("tables")
def test_report_as_pdf_has_the_decimals_of_each_rows_currency(caller: Callable[..., Caller]) -> None:
    words = " ".join(pages_of_pdf(ledger(caller, "pdf")))
    assert all(shown in words.split() for shown in SHOWN.values())
    assert "12.50" not in words.split()


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize(("table", "minimum"), [("T1", "200 JPY"), ("T2", "0.200 TND")])
def test_api_takes_minor_units_and_refuses_in_the_currencys_units(
    caller: Callable[..., Caller], table: str, minimum: str
) -> None:
    system = caller(TABLES_READ, TABLES_WRITE)
    broken = system.command("place-bet", {"player": "P3", "bet": "noir", "amount": 1.5}, table=table)
    assert broken.status_code in (400, 422)
    small = system.command("place-bet", {"player": "P3", "bet": "noir", "amount": 150}, table=table)
    assert small.status_code == 422
    assert minimum in small.json()["detail"]
    assert system.get(f"tables/{table}").json()["currency"] == minimum.split()[1]
