"""The ledger by shift, by pit, for the month and the year to date: rows, ways, and what is asked for in vain."""

from datetime import date, timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.cash.tests.test_the_days_ledger_on_the_screen import SEES, count, heard, page, said
from casino.people.models import Role
from tables.handling.models import Casino, GamingTable
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import AsRole

pytestmark = pytest.mark.django_db
FIRST, LAST = "2026-11-20", "2026-11-21"
MONTH = f"/cash/ledger/?period=month&day={LAST}"


@pytest.fixture
def desk(as_role: AsRole) -> Client:
    return as_role(Role.CASH_DESK)


@pytest.fixture
def two_days(casino_id: int) -> OpenHouse:
    """T1 in pit A and T2 in pit B, each with a day that is closed and one that is open; T2 is not counted."""
    cache.clear()
    one, two = OpenHouse(casino_id, "pt-francesa"), OpenHouse(casino_id, "pt-americana", table="T2")
    for house, pit in ((one, "A"), (two, "B")):
        GamingTable.objects.filter(casino_id=casino_id, code=house.table).update(pit=pit)
    for house in (one, two):
        house.do(c.CloseTable())
        house.now += timedelta(days=1)
        house.open(LAST)
    count(one, "opening", {10_000: 20})
    one.coup(1, c.PlaceBet(player="P1", bet="noir", amount=2_000))
    count(one, "closing", {10_000: 20, 1_000: 2})
    one.do(c.CloseTable())
    two.coup(1, c.PlaceBet(player="P1", bet="noir", amount=3_000))
    return one


def row(shown: Element, name: str, part: str = "#tables") -> list[str]:
    found = find(find(shown, part), f"#row-{name}-EUR")
    assert found is not None, name
    return [heard(cell) for cell in found.select("td")]


def test_the_month_has_a_row_for_each_table_each_pit_and_each_day(two_days: OpenHouse, desk: Client) -> None:
    shown = page(desk, MONTH)
    assert [each["id"] for each in shown.select("#tables tbody tr[id^=row-]")] == ["row-T1-EUR", "row-T2-EUR"]
    assert [said(find(each, "th")) for each in shown.select("#tables .of-pit")] == ["Pit A EUR", "Pit B EUR"]
    assert [said(find(each, "th")) for each in shown.select("#days tbody tr[id^=row-]")] == [
        "Fri 20 EUR",
        "Sat 21 EUR",
    ]
    assert row(shown, "T1")[7] == "≈ estimated 20.00 by the bets"
    total = [heard(each) for each in shown.select("#total-EUR td")]
    assert total[7] == "≈ estimated 50.00 by the bets"


def test_a_month_says_of_what_is_missing_where_and_when(two_days: OpenHouse, desk: Client) -> None:
    shown = page(desk, MONTH)
    assert row(shown, "T2")[4] == "– no closing count of T2 on 21 Nov"
    assert "1 table is not closed yet on 21 Nov 2026" in said(find(shown, ".still-open"))
    before = page(desk, "/cash/ledger/" + find(shown, ".still-open a")["href"])
    assert not before.select(".still-open")
    assert [said(find(each, "th")) for each in before.select("#days tbody tr[id^=row-]")] == ["Fri 20 EUR"]


def test_result_outside_its_interval_is_marked_at_every_level(two_days: OpenHouse, desk: Client) -> None:
    two_days.now += timedelta(days=1)
    two_days.open("2026-11-22")
    for number in range(1, 14):
        two_days.coup(number, c.PlaceBet(player="P1", bet=f"plein:{number}", amount=10_000))
    at = "?period=month&day=2026-11-22"
    of_month = page(desk, f"/cash/ledger/{at}")
    assert row(of_month, "Sun-22", "#days")[8].endswith("! , the result lies outside the 95 % interval")
    assert "what the bets brought: outside" in said(find(of_month, "#days tbody.more"))
    of_table = page(desk, "/cash/ledger/T1/?day=2026-11-22")
    assert "outside" in said(find(of_table, "#figures .theory"))
    year = page(desk, "/cash/ledger/T1/?period=year&day=2026-11-22")
    assert [said(find(each, "th")) for each in year.select("#days tbody tr[id^=row-]")] == ["November EUR"]


def test_every_way_leads_to_a_ledger_and_back(two_days: OpenHouse, desk: Client) -> None:
    seen: set[str] = set()
    to_see = ["/cash/ledger/", f"/cash/ledger/?day={LAST}", MONTH]
    while to_see and len(seen) < 60:
        path = to_see.pop(0)
        if path in seen:
            continue
        seen.add(path)
        for link in page(desk, path).select("#page a[href]"):
            base = path.partition("?")[0]
            way = link["href"] if link["href"].startswith("/") else base + link["href"]
            if f"day={LAST}" in way or f"day={FIRST}" in way:
                to_see.append(way)
    assert MONTH.replace(f"period=month&day={LAST}", f"day={LAST}&period=month") in seen
    assert f"/cash/ledger/T1/?day={LAST}&period=month" in seen
    assert f"/cash/ledger/?day={LAST}&pit=A" in seen
    assert any("shift=night" in each for each in seen)


def test_a_shift_has_its_tables_and_its_bounds(two_days: OpenHouse, desk: Client) -> None:
    shown = page(desk, f"/cash/ledger/?day={LAST}&shift=afternoon")
    assert "from 08:00 to 21:00" in said(find(shown, "#page > p"))
    cells = row(shown, "T1")
    assert len(cells) == 11
    assert cells[9:] == ["0.00 counted", "0.00 counted"], "colours out and held"
    assert cells[0] == "2,000.00 counted"
    assert cells[7] == "≈ estimated 20.00 by the bets"
    night = page(desk, f"/cash/ledger/?day={FIRST}&shift=night")
    assert "No table was open in this shift" in said(find(night, "#tables"))
    by_shift = page(desk, f"/cash/ledger/T1/?day={LAST}").select("#shifts tbody tr[id^=row-]")
    assert said(find(by_shift[0], "th")) == "afternoon EUR"


def test_a_pit_has_the_tables_that_stood_in_it_on_the_day(two_days: OpenHouse, desk: Client) -> None:
    casino_id = two_days.casino_id
    of_a = page(desk, f"/cash/ledger/?day={LAST}&pit=A")
    assert [each["id"] for each in of_a.select("#tables tbody tr[id^=row-]")] == ["row-T1-EUR"]
    assert said(find(of_a, "#tables tfoot th")) == "Pit A EUR"
    GamingTable.objects.filter(casino_id=casino_id, code="T1").update(pit="C")
    still = page(desk, f"/cash/ledger/?period=month&day={LAST}&pit=A")
    assert [each["id"] for each in still.select("#tables tbody tr[id^=row-]")] == ["row-T1-EUR"]
    assert "No table was opened for" in said(find(page(desk, f"/cash/ledger/?day={LAST}&pit=C"), "#tables"))


def test_the_house_has_its_hours(two_days: OpenHouse, desk: Client) -> None:
    shown = page(desk, f"/cash/ledger/?day={LAST}")
    hours = shown.select("#by-hour tbody tr")
    assert len(hours) == len(shown.select("#by-hour svg rect")) >= 1
    assert find(shown, "#by-hour svg title").get_text() == "Result of the casino by hour"
    assert heard(hours[0].select("td")[0]) == "≈ estimated 50.00 by the bets"


@pytest.mark.parametrize(
    ("asked_for", "says"),
    [
        ("day=x", "“x” is no gaming day; a date is, as 20"),
        ("period=week", "“week” is no period; there are day, month, year."),
        ("shift=noon", "the casino has no shift “noon”; there are afternoon, night."),
        ("shift=night&period=month", "A shift is of one day: leave out the period, or the shift."),
        ("pit=Z", "No table stands, or stood then, in a pit “Z”; there are A, B."),
        ("pit=" + "<b>" * 100, "in a pit “<b><b><b><b><b><b><b”; there are A, B."),
    ],
)
@pytest.mark.parametrize("path", ["", "T1/"])
def test_unknown_ledger_is_refused_with_the_known_ones(
    two_days: OpenHouse, desk: Client, path: str, asked_for: str, says: str
) -> None:
    answer = desk.get(f"/cash/ledger/{path}?{asked_for}")
    assert answer.status_code == 404
    (alert,) = read_page(answer.content).select("[role=alert]")
    assert says.lower() in said(alert).lower()


def test_the_ends_of_the_calendar_are_ledgers_too(two_days: OpenHouse, desk: Client) -> None:
    for day in (date.min, date.max):
        for period in ("day", "month", "year"):
            page(desk, f"/cash/ledger/?day={day}&period={period}")


@pytest.mark.parametrize("role", Role)
def test_each_role_sees_the_periods_that_sees_the_day(
    two_days: OpenHouse, as_role: AsRole, role: Role
) -> None:
    client = as_role(role)
    for path in (MONTH, f"/cash/ledger/T1/?period=year&day={LAST}", f"/cash/ledger/?day={LAST}&shift=night"):
        assert client.get(path).status_code == (200 if role in SEES else 403)


def test_casino_without_shifts_and_pits_has_no_filter_for_them(casino_id: int, desk: Client) -> None:
    OpenHouse(casino_id, "pt-francesa")
    Casino.objects.filter(id=casino_id).update(shifts=[])
    shown = page(desk, f"/cash/ledger/?day={FIRST}")
    assert [said(each) for each in shown.select(".ledger-periods a")] == [
        "Day",
        "Month to date",
        "Year to date",
    ]
    assert not shown.select("select[name=pit]")
    assert not page(desk, f"/cash/ledger/T1/?day={FIRST}").select("#shifts")


def test_more_days_cost_the_month_no_more_queries(two_days: OpenHouse, desk: Client) -> None:
    def queries() -> int:
        page(desk, "/cash/ledger/?period=month&day=2026-11-30")
        with CaptureQueriesContext(connection) as asked:
            page(desk, "/cash/ledger/?period=month&day=2026-11-30")
        return len(asked)

    few = queries()
    for day in range(22, 26):
        two_days.now += timedelta(days=1)
        two_days.open(f"2026-11-{day}")
        two_days.do(c.CloseTable())
    assert queries() == few
