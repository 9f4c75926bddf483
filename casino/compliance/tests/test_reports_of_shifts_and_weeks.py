"""The first page and the report of a shift, of a week and from one day to another."""

from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest
from django.test import Client

from casino.compliance.first_page import FirstPage, first_page
from casino.compliance.period import Period
from casino.compliance.report import day_report
from casino.people.models import Role
from tables.handling.gaming_day import shifts_of
from tables.handling.models import GamingTable
from tables.play import commands as c
from tables.roulette.rulebook import Limits
from testkit.house import OpenHouse
from testkit.pages import Element, read_page
from testkit.people import AsRole

FRIDAY, SATURDAY = "2026-11-20", "2026-11-21"
WEEK = "day=2026-11-16&until=2026-11-22"
NewTable = Callable[..., OpenHouse]


@pytest.fixture
def house(new_table: NewTable) -> OpenHouse:
    """On Friday two late balls in the afternoon and one at night, on Saturday, in pit A, one in the afternoon."""
    house = new_table("pt-francesa")
    late_ball(house, "B")
    house.now = night(house) + timedelta(minutes=5)
    house.do(c.ChangeBall(ball="A", announced=True))
    late_ball(house, "B")
    house.coup(7, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    house.do(c.CloseTable())
    house.now += timedelta(hours=14)
    GamingTable.objects.filter(casino_id=house.casino_id).update(pit="A")
    house.open(SATURDAY)
    late_ball(house, "B")
    return house


def night(house: OpenHouse) -> datetime:
    return shifts_of(house.casino_id, date.fromisoformat(house.day))[-1].begins


def late_ball(house: OpenHouse, ball: str) -> None:
    house.now += timedelta(minutes=62)
    house.do(c.ChangeBall(ball=ball, announced=True))


@pytest.fixture
def inspector(house: OpenHouse, as_role: AsRole) -> Client:
    return as_role(Role.GAMES_INSPECTOR)


def of(house: OpenHouse, since: str, until: str = "", shift: str = "") -> FirstPage:
    period = Period(since=date.fromisoformat(since), until=date.fromisoformat(until or since), shift=shift)
    made = first_page(house.casino_id, period, ["T1"])
    assert made is not None
    return made


def read(client: Client, path: str, query: str, status: int = 200) -> Element:
    answer = client.get(f"/compliance/{path}/?{query}")
    assert answer.status_code == status, answer.content[-2000:]
    return read_page(answer.content)


def text(found: Element, selector: str) -> str:
    element = found.select_one(selector)
    assert element is not None, selector
    return element.get_text(" ", strip=True)


def test_the_shifts_of_a_day_make_the_day(house: OpenHouse) -> None:
    day, afternoon, night = (of(house, FRIDAY, shift=shift) for shift in ("", "afternoon", "night"))
    assert (afternoon.violations, night.violations, day.violations) == (3, 1, 4)
    assert (afternoon.coups, night.coups, day.coups) == (0, 1, 1)
    assert len(afternoon.balls) + len(night.balls) == len(day.balls) == 4
    whole = day_report(house.casino_id, "T1", FRIDAY)
    assert whole is not None
    windows = [
        Period(since=date.fromisoformat(FRIDAY), until=date.fromisoformat(FRIDAY), shift=shift).windows(
            house.casino_id
        )[FRIDAY]
        for shift in ("afternoon", "night")
    ]
    parts = [day_report(house.casino_id, "T1", FRIDAY, window=window) for window in windows]
    lines = [(line.stream, line.version) for part in parts if part for line in part.lines]
    assert sorted(lines) == sorted((line.stream, line.version) for line in whole.lines)


def test_a_week_adds_up_its_days_by_table_pit_and_casino(house: OpenHouse) -> None:
    week = of(house, "2026-11-16", "2026-11-22")
    assert week.violations == of(house, FRIDAY).violations + of(house, SATURDAY).violations == 5
    (table,), (pit,) = week.by_table, week.by_pit
    for each, name in ((table, "T1"), (week.together, "")):
        assert (each.name, each.days, each.coups, each.violations, each.unanswered) == (name, 2, 1, 5, 5)
    assert (pit.name, pit.days, pit.coups, pit.violations, pit.tables) == ("A", 1, 0, 1, ("T1",))
    assert {each.day for each in week.balls} == {FRIDAY, SATURDAY}


def test_a_shift_that_the_casino_does_not_have_has_nothing(house: OpenHouse) -> None:
    on = date.fromisoformat(FRIDAY)
    assert first_page(house.casino_id, Period(since=on, until=on, shift="morning"), ["T1"]) is None


def test_the_pages_lead_from_the_day_to_its_shifts_and_its_week(house: OpenHouse, inspector: Client) -> None:
    for path in ("day", "report"):
        found = read(inspector, path, f"day={FRIDAY}")
        ways = {link.get_text(strip=True): str(link["href"]) for link in found.select(".periods a")}
        assert ways["The week"] == "?day=2026-11-16&until=2026-11-22"
        assert ways["Night"] == f"?day={FRIDAY}&shift=night"
        assert (ways["Earlier"], ways["Later"]) == ("?day=2026-11-19", f"?day={SATURDAY}")
        assert text(found, ".periods [aria-current]") == "20 Nov"
        for query in ways.values():
            read(inspector, path, query.removeprefix("?"))


def test_the_first_page_of_a_week_has_each_table_the_pits_the_casino_and_who_signed_each_day(
    house: OpenHouse, inspector: Client
) -> None:
    found = read(inspector, "day", WEEK)
    assert text(found, "h1") == "Gaming days 16 Nov 2026 to 22 Nov 2026"
    assert "T1 2 1 5 5" in text(found, "#tables tbody")
    assert "Pit A T1 0 1 1" in text(found, "#pits tbody") and "Casino T1 1 5 5" in text(found, "#pits tbody")
    assert len(found.select("#signed-days tbody tr")) == 7
    assert not found.select("#findings, #signatures")
    for link in found.select("#broken a, #balls a, #tables a, #pits a, #signed-days a, #standing a"):
        assert inspector.get(str(link["href"])).status_code == 200, link["href"]
    listed = read_page(inspector.get(str(found.select("#broken td a")[0]["href"])).content)
    assert len(listed.select(".of-violations tbody tr[id]")) == 4
    part = inspector.get(f"/compliance/day/record?{WEEK}")
    assert text(read_page(part.content), "b") == "0"


def test_the_report_of_a_week_has_a_part_for_each_day_and_keeps_its_filters(
    house: OpenHouse, inspector: Client
) -> None:
    found = read(inspector, "report", f"{WEEK}&rule=ball-change")
    assert [each["id"] for each in found.select("main > section[id^=report-T1]")] == [
        f"report-T1-{FRIDAY}",
        f"report-T1-{SATURDAY}",
    ]
    raised_and_met = found.select(".of-report > tbody > tr.is-violation")
    assert len(raised_and_met) == 2 * 4
    assert all(text(row, "cite") for row in found.select(".of-report > tbody > tr"))
    assert inspector.get(str(found.select(".of-report td a")[0]["href"])).status_code == 200
    at_night = read(inspector, "report", f"{WEEK}&rule=ball-change&shift=night")
    assert len(at_night.select(".of-report > tbody > tr.is-violation")) == 3
    csv = inspector.get(f"/compliance/report.csv?{WEEK}&shift=night&rule=ball-change")
    assert (
        csv["Content-Disposition"] == 'attachment; filename="compliance-2026-11-16-to-2026-11-22-night.csv"'
    )


@pytest.mark.parametrize(
    ("path", "query", "words"),
    [
        ("day", f"day={SATURDAY}&until={FRIDAY}", "before the first one"),
        ("day", "day=2026-01-01&until=2026-11-20", "at most 31 days"),
        ("report", "day=2026-11-01&until=2026-11-20", "at most 7 days"),
        ("report", f"day={FRIDAY}&shift=morning", "morning"),
        ("day", "day=9999-12-31", "no week around"),
    ],
)
def test_malformed_period_is_refused_at_its_field(
    house: OpenHouse, inspector: Client, path: str, query: str, words: str
) -> None:
    assert words in text(read(inspector, path, query, 422), ".filter [role=alert]")


def test_finding_without_a_table_is_shown_once_below_all_tables(house: OpenHouse, inspector: Client) -> None:
    inspector.post(f"/compliance/day/{FRIDAY}/raise", {"kind": "question", "words": "who counted the boxes?"})
    found = read(inspector, "report", f"day={FRIDAY}")
    assert "who counted the boxes?" in text(found, "#report-of-casino")
    assert "who counted" not in text(found, "#report-T1")


@pytest.mark.clause("it-campione/5")
def test_limits_say_when_their_sign_followed(new_table: NewTable) -> None:
    house = new_table("it-campione")
    limits = Limits(minimum=house.rulebook.default_limits.minimum * 2, maximums={})
    house.do(c.ChangeLimits(limits=limits, players_told=True, sign_changed=False))

    def words() -> dict[str, str]:
        report = day_report(house.casino_id, "T1", house.day)
        assert report is not None
        return {line.type: line.words for line in report.lines}

    assert words()["limits_announced"].endswith("; the sign did not follow")
    house.now += timedelta(minutes=4, seconds=10)
    house.do(c.ConfirmSign())
    assert words()["limits_announced"].endswith(", after 4 min 10 s")
    assert "the sign followed at" in words()["limits_announced"]
    assert words()["limits_changed"].endswith("the sign followed after 4 min 10 s")
