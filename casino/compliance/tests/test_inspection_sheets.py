"""Inspection sheets on the screens: printed empty, keyed in by an inspector, held against the record, and corrected."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.compliance.models import InspectionSheet
from casino.compliance.report import day_report
from casino.kit.dates import long_day
from casino.people.models import Confirmation, Person, Role
from tables.compliance.inspections.state import SheetName, sheet_stream
from tables.play import commands as c
from tables.play.events import Person as Named
from tables.play.events import Signature
from tables.stream import read_stream
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.papers import hash_in_foot, pages_of_pdf, words_of_pdf
from testkit.people import PASSWORD, AsRole, browser_of, engage

NewTable = Callable[..., OpenHouse]
NOW = timezone.now()
DAY, BEFORE = ((NOW - timedelta(days=days)).date().isoformat() for days in (1, 2))
LIST = f"/compliance/inspections/?day={DAY}"
COUNTED_BY = tuple(
    Signature(person=Named(id=f"person/{role}", name=role), role=role) for role in ("pit_boss", "cash_desk")
)


@pytest.fixture
def house(new_table: NewTable) -> OpenHouse:
    """T1 closed on the day before with 40 chips of 5 and 12 of 100, and is open for a quarter of an hour."""
    house = new_table("pt-francesa", day=BEFORE, now=NOW - timedelta(days=1))
    house.do(c.CountFloat(moment="closing", pieces={500: 40, 10_000: 12}, signatures=COUNTED_BY))
    house.do(c.CloseTable())
    house.now += timedelta(hours=20)
    house.open(DAY)
    house.now += timedelta(minutes=15)
    return house


@pytest.fixture
def inspector(casino_id: int, db: None) -> Person:
    return engage(Role.GAMES_INSPECTOR, casino_id=casino_id, pin="2580")


@pytest.fixture
def screen(inspector: Person) -> Client:
    return browser_of(inspector)


@pytest.fixture
def counter(casino_id: int, db: None) -> Person:
    """A croupier, who has no sign-in."""
    return engage(Role.CROUPIER, casino_id=casino_id)


def when(house: OpenHouse) -> str:
    return f"{timezone.localtime(house.now):%Y-%m-%dT%H:%M}"


def page(client: Client, address: str, status: int = 200) -> Element:
    answer = client.get(address)
    assert answer.status_code == status, answer.content[-2000:]
    return read_page(answer.content)


def send(
    client: Client, kind: str, entered: dict[str, str], status: int = 302, path: str = "enter"
) -> Element:
    filled = {"pin": "2580", **entered}
    answer = client.post(f"/compliance/inspections/{kind}/{DAY}/T1/{path}", filled)
    assert answer.status_code == status, answer.content[-3000:]
    return read_page(answer.content or b"<p></p>")


def said(of: Element) -> str:
    return find(of, "#rejected").get_text()


def lines(client: Client, kind: str, number: int = 1) -> dict[str, list[str]]:
    """The figures of a sheet by their label: on the sheet, by the record, the difference."""
    rows = page(client, f"/compliance/inspections/{kind}/{DAY}/T1/{number}/").select(".compared tbody tr")
    return {
        find(row, "th").get_text(): [cell.get_text(strip=True) for cell in row.select("td")[:3]]
        for row in rows
    }


def recorded(house: OpenHouse) -> list[str]:
    """The events of the first opening sheet."""
    name = SheetName("opening", DAY, "T1", 1)
    return [each.type for each in read_stream(house.casino_id, sheet_stream(name))]


def opening(house: OpenHouse, counter: Person, **other: str) -> dict[str, str]:
    return {
        "counted_by": f"person/{counter.pk}",
        "done_at": when(house),
        "pieces-500": "41",
        "pieces-10000": "11",
        **other,
    }


def test_an_opening_count_is_held_against_the_last_closing_value_by_value(
    house: OpenHouse, screen: Client, inspector: Person, counter: Person
) -> None:
    send(screen, "opening", opening(house, counter, remark="one chip of 100 is missing"))
    assert lines(screen, "opening") == {
        "× 100": ["11", "12", "–1"],
        "× 5": ["41", "40", "+1"],
        "Total": ["1,305.00", "1,400.00", "– 95.00"],
    }
    shown = page(screen, f"/compliance/inspections/opening/{DAY}/T1/1/")
    words = find(shown, "#page").get_text(" ")
    assert f"closing of {long_day(BEFORE)}" in words and "one chip of 100 is missing" in words
    assert counter.display_name in words and inspector.display_name in words
    row = find(page(screen, LIST), "#entered tbody tr").get_text(" ")
    assert "– 95.00" in row and "Opening count 1" in row and "keyed in" in row
    assert recorded(house) == ["inspection_sheet_entered"]
    in_record = find(shown, "#in-record").get_text()
    assert f"inspection/opening/{DAY}/T1/1, event 1, hash " in in_record


def test_an_inspector_who_is_to_be_confirmed_enters_no_sheet(
    house: OpenHouse, screen: Client, inspector: Person, counter: Person
) -> None:
    Person.objects.filter(pk=inspector.pk).update(confirmation=Confirmation.NEEDED)
    refused = send(screen, "opening", opening(house, counter), 422)
    assert "has not been confirmed" in said(refused)
    assert recorded(house) == []
    Person.objects.filter(pk=inspector.pk).update(confirmation=Confirmation.CONFIRMED)
    send(screen, "opening", opening(house, counter))
    assert recorded(house) == ["inspection_sheet_entered"]


def test_slips_since_the_closing_are_counted_in(house: OpenHouse, screen: Client, counter: Person) -> None:
    croupier = Signature(person=next(iter(house.state.staff.values())), role="croupier")
    chef = Signature(person=Named(id="person/chef", name="Chef"), role="chef_de_table")
    for command in (c.RequestFill, c.ReceiveFill):
        house.do(command(slip="F-000001", pieces={500: 10}, signatures=(croupier, chef)))
    house.now += timedelta(minutes=5)
    counted = opening(house, counter) | {"pieces-500": "50", "pieces-10000": "12"}
    send(screen, "opening", counted)
    assert lines(screen, "opening")["× 5"] == ["50", "50", "0"]
    shown = page(screen, f"/compliance/inspections/opening/{DAY}/T1/1/")
    assert "no difference" in find(shown, "#result").get_text()
    assert "Slips moved + 50.00" in find(shown, "#page").get_text(" ")


def test_a_closing_count_is_held_against_the_tables_own_closing_count(
    house: OpenHouse, screen: Client, counter: Person
) -> None:
    send(screen, "closing", opening(house, counter))
    shown = page(screen, f"/compliance/inspections/closing/{DAY}/T1/1/")
    assert find(shown, "#result").get_text() == "nothing to compare with"
    house.do(c.CountFloat(moment="closing", pieces={500: 41, 10_000: 11}, signatures=COUNTED_BY))
    shown = page(screen, f"/compliance/inspections/closing/{DAY}/T1/1/")
    assert find(shown, "#result").get_text() == "no difference"


def test_the_minimum_that_was_seen_is_held_against_the_sign_in_force_then(
    house: OpenHouse, screen: Client
) -> None:
    seen = {"counted_name": "Dora, of the authority", "done_at": when(house), "seats": "4", "seen": "open"}
    assert house.state.limits is not None
    minimum = house.state.limits.minimum
    send(screen, "minimums", {**seen, "minimum": str(minimum // 100), "proposed_at": when(house)})
    first = lines(screen, "minimums")
    assert first["The table"] == ["open", "open", ""]
    assert first["Minimum"][2] == "met"
    assert first["Highest maximum"][0] == "–" and first["Highest maximum"][1] != "–"
    assert first["Proposed and done"][2] == "0 min"
    send(screen, "minimums", {**seen, "minimum": str(minimum // 100 + 1)})
    assert lines(screen, "minimums", 2)["Minimum"][2] == "not met"
    closed = {**seen, "seen": "unexplained"}
    send(screen, "minimums", closed)
    results = [row.get_text() for row in page(screen, LIST).select("#entered td:last-child")]
    assert results == ["met", "not met", "not met"]


def test_a_table_that_closed_since_is_held_against_how_it_stood_then(
    house: OpenHouse, screen: Client
) -> None:
    before = {"counted_name": "Dora", "done_at": when(house), "seen": "closed"}
    house.now += timedelta(minutes=10)
    house.do(c.CloseTable())
    house.now += timedelta(minutes=10)
    send(screen, "minimums", before)
    send(screen, "minimums", {**before, "done_at": when(house)})
    results = [row.get_text() for row in page(screen, LIST).select("#entered td:last-child")]
    assert results == ["not met", "met"]


def test_counter_cannot_enter_the_own_inspection_sheet(
    house: OpenHouse, screen: Client, inspector: Person, counter: Person
) -> None:
    own = opening(house, counter) | {"counted_by": f"person/{inspector.pk}"}
    refused = send(screen, "opening", own, 422)
    assert "somebody else must have counted" in said(refused)
    by_name = opening(house, counter) | {"counted_by": "", "counted_name": inspector.display_name}
    assert "somebody else must have counted" in said(send(screen, "opening", by_name, 422))
    assert not InspectionSheet.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"pin": "0000"}, "PIN"),
        ({"pieces-700": "3"}, "There are no chips of 7 EUR here"),
        ({"pieces-500": "many"}, "number of pieces"),
        ({"pieces-500": "", "pieces-10000": ""}, "how many chips"),
        ({"done_at": ""}, "when it was done"),
        ({"done_at": "2999-01-01T10:00"}, "still to come"),
        ({"counted_by": ""}, "say who counted"),
        ({"counted_by": "person/0"}, "say who counted"),
        ({"counted_name": "Dora"}, "not both"),
    ],
    ids=str,
)
def test_refused_inspection_sheet_keeps_entered_values(
    house: OpenHouse, screen: Client, counter: Person, wrong: dict[str, str], sentence: str
) -> None:
    entered = opening(house, counter, remark="by daylight") | wrong
    refused = send(screen, "opening", entered, 422)
    assert sentence.lower() in said(refused).lower()
    assert find(refused, "#remark")["value"] == "by daylight"
    assert find(refused, "#pieces-500").get("value", "") == entered["pieces-500"]
    assert not find(refused, "#pin").get("value")
    assert recorded(house) == []


def test_a_correction_stands_beside_what_the_sheet_said(
    house: OpenHouse, screen: Client, counter: Person
) -> None:
    send(screen, "opening", opening(house, counter))
    right = opening(house, counter) | {"pieces-10000": "12", "seen_version": "1"}
    refused = send(screen, "opening", right, 422, "1/correct")
    assert "reason" in said(refused) and find(refused, "#correct").has_attr("open")
    send(screen, "opening", {**right, "reason": "a pile was left out"}, 302, "1/correct")
    shown = page(screen, f"/compliance/inspections/opening/{DAY}/T1/1/")
    told = find(shown, "#corrections").get_text(" ")
    assert "a pile was left out" in told and "× 100: 11 before, 12 after" in told
    assert lines(screen, "opening")["× 100"] == ["12", "12", "0"]
    assert "corrected once" in find(page(screen, LIST), "#entered tbody tr").get_text(" ")
    assert recorded(house) == ["inspection_sheet_entered", "inspection_sheet_corrected"]
    late = send(screen, "opening", {**right, "pieces-500": "40", "reason": "again"}, 422, "1/correct")
    assert "corrected meanwhile" in said(late)


def test_a_form_that_is_sent_twice_makes_one_sheet(house: OpenHouse, screen: Client, counter: Person) -> None:
    for _ in range(2):
        send(screen, "opening", opening(house, counter, key="abc123"))
    assert InspectionSheet.objects.count() == 1
    send(screen, "opening", opening(house, counter, key="def456"))
    assert [row.number for row in InspectionSheet.objects.order_by("number")] == [1, 2]


def test_a_list_of_many_sheets_takes_no_more_queries_than_one(house: OpenHouse, screen: Client) -> None:
    seen = {"counted_name": "Dora", "done_at": when(house), "seen": "open", "minimum": "5"}

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert len(page(screen, LIST).select("#entered tbody tr"))
        return len(asked)

    send(screen, "minimums", seen)
    of_one = queries()
    for _ in range(3):
        send(screen, "minimums", seen)
    assert queries() == of_one


READS = (Role.PIT_BOSS, Role.DIRECTION, Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER)
ENTERS = (Role.GAMES_INSPECTOR, Role.PUBLIC_CONTROLLER)


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.CROUPIER])
def test_inspectors_key_in_and_who_reads_compliance_reads(
    house: OpenHouse, screen: Client, counter: Person, as_role: AsRole, role: Role
) -> None:
    send(screen, "opening", opening(house, counter))
    client, base = as_role(role), f"/compliance/inspections/opening/{DAY}/T1/"
    read = 200 if role in READS else 403
    for address in (LIST, f"{base}1/", f"/compliance/inspections/opening/{DAY}/paper?table=T1"):
        assert client.get(address).status_code == read
    assert client.get(base).status_code == (200 if role in ENTERS else 403)
    entered = opening(house, counter, pin=PASSWORD)
    assert client.post(f"{base}enter", entered).status_code == (302 if role in ENTERS else 403)
    corrected = client.post(f"{base}1/correct", entered | {"pieces-500": "40", "reason": "x"})
    assert corrected.status_code == (302 if role in ENTERS else 403)
    if role in READS and role not in ENTERS:
        assert not page(client, LIST).select("#key-in") and not page(client, f"{base}1/").select("#correct")


def test_another_casino_sees_nothing_of_it(house: OpenHouse, screen: Client, counter: Person) -> None:
    send(screen, "opening", opening(house, counter))
    elsewhere = house.casino_id + 1_000_000
    OpenHouse(elsewhere, "pt-francesa", day=DAY)
    stranger = browser_of(engage(Role.GAMES_INSPECTOR, casino_id=elsewhere, pin="2580"))
    assert not page(stranger, LIST).select("#entered tbody tr")
    base = f"/compliance/inspections/opening/{DAY}/T1/"
    assert stranger.get(f"{base}1/").status_code == 404
    assert stranger.post(f"{base}1/correct", opening(house, counter, pin="2580")).status_code == 404
    # Their table of that name is another one, and nobody of this casino has counted there.
    refused = stranger.post(f"{base}enter", opening(house, counter, pin="2580"))
    assert "Say who counted" in said(read_page(refused.content))


@pytest.mark.parametrize("kind", ["opening", "closing", "minimums", "audit", "video"])
def test_an_empty_sheet_has_cells_to_write_in(house: OpenHouse, screen: Client, kind: str) -> None:
    paper = page(screen, f"/compliance/inspections/{kind}/{DAY}/paper")
    assert paper.select(".to-write .blank") and paper.select(".sign-lines span")
    assert len(paper.select(".empty-sheet")) == 1
    if kind in ("opening", "closing"):
        assert "1,400" not in find(paper, "#page").get_text(), "a count is blind"


@pytest.mark.parametrize(
    "address",
    [f"none/{DAY}/T1/", "opening/20-11-2026/T1/", f"opening/{DAY}/T9/", f"opening/{DAY}/T1/7/"],
)
def test_unknown_inspection_sheet_is_not_found(house: OpenHouse, screen: Client, address: str) -> None:
    assert screen.get(f"/compliance/inspections/{address}").status_code == 404


def test_the_report_of_the_table_tells_of_its_sheets(
    house: OpenHouse, screen: Client, counter: Person
) -> None:
    for _ in range(14):
        seen = {"counted_name": "Dora", "done_at": when(house), "seen": "open", "minimum": "5"}
        send(screen, "minimums", seen)
    report = day_report(house.casino_id, "T1", DAY)
    assert report is not None
    told = [line for line in report.lines if line.type == "inspection_sheet_entered"]
    assert len(told) == 14
    assert "found open, minimum 5 EUR" in told[0].words and "Dora" in told[0].words


def test_the_first_page_of_the_day_leads_to_its_sheets(house: OpenHouse, screen: Client) -> None:
    link = find(page(screen, f"/compliance/day/?day={DAY}"), "#inspections a")
    assert screen.get(link["href"]).status_code == 200


@pytest.mark.parametrize("kind", ["opening", "closing", "minimums", "audit", "video"])
def test_an_empty_sheet_is_a_paper_with_a_page_for_each_table(
    house: OpenHouse, screen: Client, kind: str
) -> None:
    OpenHouse(house.casino_id, "it-venezia", table="T2", day=DAY, now=house.now)
    address = f"/compliance/inspections/{kind}/{DAY}/paper"
    shown = page(screen, address)
    assert find(shown, "header .sheet-ways a")["href"] == f"{address}.pdf"
    pages = pages_of_pdf(screen.get(f"{address}.pdf").content)
    assert len(pages) == len(shown.select(".empty-sheet")) == (1 if kind in ("minimums", "video") else 2)
    assert hash_in_foot(screen, f"{address}.pdf")
    words = " ".join(" ".join(pages).split())
    headings = [cell.get_text(strip=True) for cell in shown.select(".to-write th, .sign-lines span")]
    for said in headings:
        assert said in words, said
    assert "T2" not in words_of_pdf(screen, f"{address}.pdf?table=T1")


def test_a_sheet_is_a_paper_with_its_corrections_made_from_the_record(
    house: OpenHouse, screen: Client, counter: Person
) -> None:
    send(screen, "opening", opening(house, counter, remark="one chip of 100 is missing"))
    base = f"/compliance/inspections/opening/{DAY}/T1/1"
    assert find(page(screen, f"{base}/"), "header .sheet-ways a")["href"] == f"{base}.pdf"
    paper = words_of_pdf(screen, f"{base}.pdf")
    for said in (
        "Opening count, T1",
        "Sheet 1",
        "× 100 11 12 –1",
        "Total 1,305.00 1,400.00 – 95.00",
        "keyed in",
    ):
        assert said in paper, said
    assert "one chip of 100 is missing" in paper and counter.display_name in paper
    before = hash_in_foot(screen, f"{base}.pdf")
    seen = find(page(screen, f"{base}/"), "[name=seen_version]")["value"]
    right = opening(house, counter, reason="read it wrong", seen_version=str(seen), **{"pieces-10000": "12"})
    send(screen, "opening", right, path="1/correct")
    corrected = words_of_pdf(screen, f"{base}.pdf")
    assert "corrected once" in corrected and "read it wrong" in corrected
    assert "× 100: 11 before, 12 after" in corrected
    assert hash_in_foot(screen, f"{base}.pdf") != before


def test_inspection_paper_is_hidden_from_roles_without_the_sheet(
    house: OpenHouse, as_role: AsRole, screen: Client, counter: Person
) -> None:
    send(screen, "opening", opening(house, counter))
    desk = as_role(Role.CASH_DESK)
    assert desk.get(f"/compliance/inspections/opening/{DAY}/T1/1.pdf").status_code == 403
    assert desk.get(f"/compliance/inspections/opening/{DAY}/paper.pdf").status_code == 403
    assert screen.get(f"/compliance/inspections/opening/{DAY}/T1/7.pdf").status_code == 404
    assert screen.get(f"/compliance/inspections/none/{DAY}/paper.pdf").status_code == 404
