"""The permanence on the screen and as files: each number in its column; for customers without a name."""

import csv
from io import BytesIO, StringIO

import pytest
from django.test import Client
from pypdf import PdfReader

from casino.people.models import Role
from tables.play import commands as c
from tables.play.events import Person
from testkit.house import OpenHouse
from testkit.pages import read_page
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
DAY = "day=2026-11-20&table=T1"


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    """Three coups, one of each column, the last disputed."""
    house = OpenHouse(casino_id, "pt-francesa")
    house.do(c.ChangeSpinner(person=Person(id="ana", name="Ana Serra")))
    for number in (17, 0):
        house.coup(number)
    launch = c.LaunchBall(rotor_direction="clockwise")
    for command in (c.AnnounceBetsOpen(), launch, c.CloseBets(), c.DeclareNumber(number=36)):
        house.do(command)
    house.do(c.DeclareNumber(number=5, coup=3, source="reader"))
    return house


@pytest.fixture
def chef(house: OpenHouse, as_role: AsRole) -> Client:
    return as_role(Role.CHEF_DE_TABLE)


def lines(client: Client, query: str) -> list[list[str]]:
    answer = client.get(f"/numbers/?{query}")
    assert answer.status_code == 200
    rows = read_page(answer.content).select(".num-permanence tbody tr")
    return [[cell.text.strip() for cell in row.select("th, td")] for row in rows]


def test_each_number_stands_in_its_column_with_all_that_is_known(chef: Client) -> None:
    first, second, third = lines(chef, DAY)
    assert [first[0], *first[2:7]] == ["1", "17", "", "", "ímpar", "menor"]
    assert second[2:7] == ["", "0", "", "", ""]
    assert third[2:10] == ["", "", "36", "par", "maior", "clockwise", "anticlockwise", "A"]
    assert third[10] == "Ana Serra disputed"


def test_customers_are_given_no_name_and_no_number_that_is_disputed(chef: Client) -> None:
    answer = chef.get(f"/numbers/?{DAY}&for=customers")
    page = read_page(answer.content).select_one("main")
    assert page is not None
    assert "Ana Serra" not in page.text
    assert lines(chef, f"{DAY}&for=customers")[2][2:] == ["", "", "", "", ""]
    links = [each["href"] for each in page.select(".num-files a[download]")]
    assert len(links) == 5
    for link in links:
        content = chef.get(link).content
        assert b"Ana" not in content
        if link.startswith("/numbers/permanence-customers.csv"):
            separator = ";" if "csv-sheet" in link else ","
            told = list(csv.reader(StringIO(content.decode("utf-8-sig")), delimiter=separator))
            assert [row[4:7] for row in told[1:]] == [["17", "", ""], ["", "0", ""], ["", "", ""]]


def test_files_for_the_house_name_who_spun(chef: Client) -> None:
    paper = chef.get(f"/numbers/permanence-printed.pdf?{DAY}")
    assert paper["Content-Type"] == "application/pdf"
    words = " ".join(page.extract_text() for page in PdfReader(BytesIO(paper.content)).pages)
    assert "Ana Serra" in words
    assert paper["Content-Disposition"] == 'attachment; filename="permanence-printed-2026-11-20-T1.pdf"'


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/numbers/?day=yesterday", 422),
        ("/numbers/?table=T9", 422),
        ("/numbers/?day=2020-01-01", 200),
        ("/numbers/permanence-printed.csv?table=T9", 422),
        ("/numbers/permanence-printed.doc", 404),
        ("/numbers/ledger.csv", 404),
    ],
)
def test_unknown_permanence_is_answered_with_its_status(chef: Client, address: str, status: int) -> None:
    assert chef.get(address).status_code == status


def test_the_cash_desk_has_no_permanence(house: OpenHouse, as_role: AsRole) -> None:
    assert as_role(Role.CASH_DESK).get(f"/numbers/?{DAY}").status_code == 403
