"""GET reports: the same rows in each form, read back as those who get them read them."""

import csv
import json
from collections.abc import Callable
from datetime import datetime
from io import BytesIO, StringIO
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet
from pypdf import PdfReader

from casino.api.access.clients import create_client
from casino.api.access.scopes import CASH_READ, REPORTS_READ, TABLES_READ
from casino.kit.dates import long_day
from casino.people.models import Role
from casino.reports.days import REPORTS
from settlement.box_aggregate import BoxAggregate
from settlement.slip_aggregate import NextSlipAggregate, SlipAggregate
from settlement.slips import commands as slips
from settlement.tests.test_boxes_at_the_door import BOX, COUNT, box_with_notes
from tables.handling import handle
from tables.handling.models import Casino
from tables.play import commands as c
from tables.play.events import Person, Signature
from testkit.api import Caller
from testkit.house import BOSS, OpenHouse
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
DAY = "2026-11-20"
PIT = Signature(person=Person(id="boss", name="Pit boss"), role="pit_boss")
CHIEF = Signature(person=Person(id="chief", name="Chief"), role="chef_de_table")
DESK = Signature(person=Person(id="person/2", name="Cash desk"), role="cash_desk")
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
NUMBERS = (17, 0, 36)


@pytest.fixture
def house(casino_id: int, casino: Any) -> OpenHouse:
    """Three coups, a ball put back, a fill asked for and issued, a box with notes; elsewhere an abandoned stake."""
    house = OpenHouse(casino_id, "pt-francesa")
    house.do(c.CountFloat(moment="opening", pieces={500: 100, 10_000: 50}, signatures=(CHIEF, PIT)))
    for number in NUMBERS:
        house.coup(number, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    house.do(c.ChangeBall(ball="A", announced=True))
    pieces = {500: 20, 10_000: 5}
    ask = slips.RequestSlip(kind="fill", table="T1", pieces=pieces, signatures=(PIT,))
    slip = handle(NextSlipAggregate(casino_id), ask, by=BOSS, now=house.now).state.number
    issue = slips.IssueSlip(pieces=pieces, carrier="=Carrier()", signatures=(DESK,))
    handle(SlipAggregate(casino_id, slip), issue, by=BOSS, now=house.now)
    box_with_notes(house)
    other = OpenHouse(casino_id, "it-campione", table="T2")
    other.do(c.AnnounceBetsOpen())
    other.do(c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    other.do(c.SeeAbandoned(ref="b1"))
    return house


@pytest.fixture
def system(house: OpenHouse, caller: Callable[..., Caller]) -> Caller:
    return caller(REPORTS_READ)


def read(system: Caller, query: str, **headers: str) -> Any:
    answer = system.get(f"reports/{query}", **headers)
    assert answer.status_code == 200, answer.content
    return answer


def rows(system: Caller, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(read(system, f"{name}?day={DAY}").content)["rows"]
    return found


def test_each_report_that_there_is_tells_its_columns_and_has_them(system: Caller) -> None:
    listed = json.loads(system.get("reports").content)["reports"]
    assert {each["name"] for each in listed} == set(REPORTS)
    for each in listed:
        assert each["formats"] == ["json", "csv", "xlsx", "pdf"]
        table = "T2" if each["name"] == "held" else "T1"
        made = json.loads(read(system, f"{each['name']}?day={DAY}&table={table}").content)
        assert (made["report"], made["from"], made["to"], made["table"]) == (each["name"], DAY, DAY, table)
        assert {row["table"] for row in made["rows"]} == {table}
        assert made["columns"] == each["columns"]
        assert made["rows"], each["name"]
        assert all(list(row) == [column["key"] for column in made["columns"]] for row in made["rows"])


def test_the_permanence_is_the_numbers_in_their_order(system: Caller) -> None:
    told = rows(system, "permanence")
    assert [(row["coup"], row["number"]) for row in told] == [(1, 17), (2, 0), (3, 36)]
    assert [row["colour"] for row in told] == ["noir", None, "rouge"]
    assert all(row["source"] == "staff" and row["fell_at"].endswith("Z") for row in told)


def test_the_printed_permanence_has_each_number_in_its_column(system: Caller) -> None:
    told = rows(system, "permanence-printed")
    assert [(row["noir"], row["zero"], row["rouge"]) for row in told] == [
        (17, None, None),
        (None, 0, None),
        (None, None, 36),
    ]
    assert [(row["parity"], row["half"]) for row in told] == [("ímpar", "menor"), ("", ""), ("par", "maior")]
    assert all(row["clock"] and row["ball"] == "A" and row["spinner"] for row in told)


def test_customers_get_the_numbers_and_no_name_and_none_that_is_disputed(
    system: Caller, house: OpenHouse
) -> None:
    for command in (c.AnnounceBetsOpen(), c.LaunchBall(), c.CloseBets(), c.DeclareNumber(number=20)):
        house.do(command)
    house.do(c.DeclareNumber(number=5, coup=4, source="reader"))
    told, inside = (rows(system, f"permanence-{name}") for name in ("customers", "printed"))
    assert [row["coup"] for row in told] == [1, 2, 3, 4]
    assert set(told[0]) == {
        *("gaming_day", "table", "coup", "clock", "noir", "zero", "rouge", "parity", "half")
    }
    assert (told[3]["noir"], told[3]["zero"], told[3]["rouge"]) == (None, None, None)
    assert (inside[3]["noir"], inside[3]["disputed"]) == (20, True)


def test_a_number_that_was_put_right_stands_beside_the_one_first_said(
    system: Caller, house: OpenHouse
) -> None:
    for command in (
        c.AnnounceBetsOpen(),
        c.LaunchBall(),
        c.CloseBets(),
        c.DeclareNumber(number=20),
        c.DeclareNumber(number=5, coup=4),
    ):
        house.do(command)
    disputed = rows(system, "permanence")[-1]
    assert (disputed["coup"], disputed["number"], disputed["withheld"]) == (4, 20, True)
    house.do(c.ResolveDiscrepancy(number=5, reason="read off the wheel"))
    stands = rows(system, "permanence")[-1]
    assert (stands["number"], stands["first_said"], stands["withheld"]) == (5, 20, False)
    assert stands["announcement"].startswith("Cinco")


def test_the_ledger_says_how_well_each_figure_is_known(system: Caller) -> None:
    row, other = rows(system, "ledger")
    assert (row["table"], other["table"]) == ("T1", "T2")
    assert row["opening"] == {"amount": 550_000, "currency": "EUR"}
    assert (row["opening_known"], row["opening_says"]) == ("counted", "")
    assert (row["closing"], row["closing_known"]) == (None, "absent")
    assert row["closing_says"].startswith("no ")


@pytest.mark.clause("pt-francesa/9")
def test_the_compliance_report_is_the_very_one_that_inspectors_read(
    system: Caller, house: OpenHouse, as_role: AsRole
) -> None:
    inspector: Client = as_role(Role.GAMES_INSPECTOR)
    page = inspector.get(f"/compliance/report.csv?day={DAY}&table=T1").content.decode()
    on_the_page = [
        (row["clause"], row["what"], row["stream"], row["version"]) for row in csv.DictReader(StringIO(page))
    ]
    told = [
        (row["clause"], row["what"], row["stream"], str(row["version"]))
        for row in rows(system, "compliance")
        if row["table"] == "T1"
    ]
    # Neither sees the cash of a box that is not counted yet.
    assert "box T1-A removed (full); its count is blind" in [what for _, what, *_ in on_the_page]
    assert told == on_the_page
    assert any(clause == "pt-francesa/9" for clause, *_ in told)


def test_lines_of_the_compliance_report_are_chosen(system: Caller, problem: Callable[..., Any]) -> None:
    def told(**chosen: str) -> list[dict[str, Any]]:
        query = "&".join(f"{name}={value}" for name, value in chosen.items())
        found: list[dict[str, Any]] = json.loads(read(system, f"compliance?day={DAY}&{query}").content)[
            "rows"
        ]
        return found

    every = told()
    course, reported = told(group="course"), told(group="reported")
    assert {row["group"] for row in every} == {"course", "reported"}
    assert len(course) + len(reported) == len(every) and course and reported
    assert {row["type"] for row in told(type="bet_placed")} == {"bet_placed"}
    assert {row["clause"] for row in told(clause="pt-francesa/9")} == {"pt-francesa/9"}
    assert {row["rule"] for row in told(rule="same-ball-again")} == {"same-ball-again"}
    assert {row["kind"] for row in told(kind="Ball change")} == {"Ball change"}
    assert all("Chief" in f"{row['who']}{row['signed_beside']}" for row in told(person="Chief"))
    refused = problem(system.get(f"reports/held?day={DAY}&rule=same-ball-again"))
    assert (refused["status"], refused["detail"]) == (
        422,
        "rule: the rows of the report held are not chosen by it",
    )


def test_paper_leaves_the_usual_course_out_unless_it_is_chosen(system: Caller) -> None:
    def words(query: str) -> str:
        answer = read(system, f"compliance?day={DAY}&table=T1&format=pdf{query}")
        return " ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)

    usual = "rien ne va plus"
    assert usual not in words("")
    assert usual in words("&group=course")


def test_csv_is_by_rfc_4180_and_nothing_in_it_is_a_formula(system: Caller) -> None:
    answer = read(system, f"fills?day={DAY}&format=csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8; header=present"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="fills-{DAY}.csv"'
    text = answer.content.decode("utf-8")
    assert text.count("\r\n") == 2
    (row,) = csv.DictReader(StringIO(text, newline=""))
    assert (row["total"], row["currency"], row["closing"]) == ("600.00", "EUR", "")
    assert row["carrier"] == "'=Carrier()"
    assert row["requested_at"] == "2026-11-20T12:00:00.000Z"


def test_a_workbook_has_numbers_dates_and_a_frozen_head(system: Caller) -> None:
    answer = read(system, f"fills?day={DAY}&format=xlsx&table=T1")
    assert answer.headers["Content-Type"] == XLSX
    assert answer.headers["Content-Disposition"] == f'attachment; filename="fills-{DAY}-T1.xlsx"'
    sheet = load_workbook(BytesIO(answer.content)).active
    assert isinstance(sheet, Worksheet)
    assert sheet.freeze_panes == "C2"
    head, row = sheet.iter_rows()
    said = dict(zip((cell.value for cell in head), row, strict=True))
    assert (said["Worth"].value, said["Worth"].number_format) == (600, "#,##0.00")
    assert said["Gaming day"].value == datetime.fromisoformat(DAY)
    assert said["Requested (UTC)"].value == datetime.fromisoformat(f"{DAY}T12:00:00")
    assert (said["Carrier"].value, said["Carrier"].data_type) == ("'=Carrier()", "s")
    assert said["Closing"].value is False


@pytest.mark.parametrize("name", list(REPORTS))
def test_a_pdf_says_what_the_rows_say(system: Caller, name: str) -> None:
    answer = read(system, f"{name}?day={DAY}", Accept="application/pdf")
    assert answer.headers["Content-Type"] == "application/pdf"
    pages = PdfReader(BytesIO(answer.content)).pages
    words = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert REPORTS[name].title in words
    assert f"Gaming day {long_day(DAY)}, all tables; times are UTC" in words
    assert ("T2" if name == "held" else "T1") in words
    expected = {"ledger": "5,500.00", "fills": "600.00", "held": "10.00", "permanence": "36", "drops": "T1-A"}
    expected |= dict.fromkeys(("permanence-printed", "permanence-customers"), "36")
    assert expected.get(name, "ball") in words


@pytest.mark.parametrize("form", ["json", "csv", "xlsx", "pdf"])
def test_the_same_record_makes_the_same_bytes(system: Caller, form: str) -> None:
    first = read(system, f"compliance?day={DAY}&format={form}")
    again = read(system, f"compliance?day={DAY}&format={form}")
    assert first.content == again.content
    tag = first.headers["ETag"]
    same = system.get(f"reports/compliance?day={DAY}&format={form}", **{"If-None-Match": tag})
    assert (same.status_code, same.content) == (304, b"")


def test_format_counts_before_accept(system: Caller) -> None:
    asked = {"Accept": "application/pdf"}
    assert read(system, f"held?day={DAY}", **asked).content.startswith(b"%PDF")
    assert read(system, f"held?day={DAY}&format=csv", **asked).headers["Content-Type"].startswith("text/csv")
    assert read(system, f"held?day={DAY}&format=csv", Accept="image/png").status_code == 200
    assert json.loads(read(system, f"held?day={DAY}", Accept="*/*").content)["report"] == "held"


def test_impossible_report_request_is_refused_with_the_possible_ones(
    system: Caller, problem: Callable[..., Any]
) -> None:
    def refused(query: str, **headers: str) -> tuple[int, str]:
        said = problem(system.get(f"reports/{query}", **headers))
        return said["status"], said["detail"]

    assert refused("takings?day=2026-11-20") == (
        404,
        f"there is no report takings; there are: {', '.join(REPORTS)}.",
    )
    assert refused("held") == (422, "day: a report is of a gaming day; say which, such as day=2031-05-17")
    assert refused(f"held?day={DAY}&format=xml") == (422, "format: 'xml' is none of json, csv, xlsx, pdf")
    assert refused(f"held?day={DAY}&table=T9")[0] == 404
    assert refused(f"held?day={DAY}&from={DAY}")[0] == 422
    status, words = refused(f"held?from={DAY}&to=2026-11-21")
    assert (status, "POST /api/v1/reports/held/jobs" in words) == (422, True)
    assert system.get(f"reports/held?from={DAY}&to={DAY}").status_code == 200
    assert refused(f"held?day={DAY}", Accept="image/png")[0] == 406


def test_a_day_on_which_nothing_was_opened_has_no_rows(system: Caller) -> None:
    for name in set(REPORTS) - {"held"}:
        for form in ("json", "csv", "xlsx", "pdf"):
            assert read(system, f"{name}?day=2020-01-01&format={form}").content
    assert json.loads(read(system, "compliance?day=2020-01-01").content)["rows"] == []


def test_the_count_stays_blind(system: Caller, house: OpenHouse) -> None:
    (waits,) = rows(system, "drops")
    assert (waits["status"], waits["recorded"], waits["total"], waits["difference"]) == (
        "waiting",
        *[None] * 3,
    )
    handle(BoxAggregate(house.casino_id, BOX), COUNT, by=BOSS, now=house.now)
    (counted,) = rows(system, "drops")
    assert counted["total"] == {"amount": 25_000, "currency": "EUR"}
    assert counted["recorded"] == counted["total"]


def test_reports_are_of_the_clients_own_house_and_scope(
    house: OpenHouse, caller: Callable[..., Caller], problem: Callable[..., Any]
) -> None:
    assert problem(caller(CASH_READ, TABLES_READ).get(f"reports/held?day={DAY}"))["status"] == 403
    other = Casino.objects.create(id=house.casino_id + 1, name="Another")
    elsewhere = Caller(create_client(name="elsewhere", casino=other, scopes=(REPORTS_READ,)))
    for name in REPORTS:
        assert rows(elsewhere, name) == []
    assert problem(elsewhere.get(f"reports/held?day={DAY}&table=T1"))["status"] == 404
