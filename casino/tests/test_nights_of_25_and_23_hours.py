"""What people enter and read on the night when the clocks go back, and on the one when they go forward."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from casino.kit.forms.fields import Unclear, moment, offsets_of_entered
from casino.people.models import Role
from tables.handling.models import Casino
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import Element, find, read_page
from testkit.people import browser_of, engage
from testkit.refusals import expect_refusal

pytestmark = pytest.mark.django_db
NIGHTS = {
    "Europe/Rome": (datetime(2025, 10, 25, 22, 30, tzinfo=UTC), "02:", ("+02:00", "+01:00")),
    "Europe/Lisbon": (datetime(2025, 10, 25, 22, 30, tzinfo=UTC), "01:", ("+01:00", "+00:00")),
    "Australia/Sydney": (datetime(2026, 4, 4, 13, 30, tzinfo=UTC), "02:", ("+11:00", "+10:00")),
}
"""A time before the clocks go back, the time that occurs twice, and its two offsets, by zone."""


class Night:
    """A table that played two coups at the same minute by the clock, an hour apart."""

    def __init__(self, casino_id: int, zone: str) -> None:
        begins, self.hour, self.offsets = NIGHTS[zone]
        self.zone = ZoneInfo(zone)
        Casino.objects.create(id=casino_id, name="Casino", time_zone=zone, gaming_day_begins_at=8)
        self.house = OpenHouse(casino_id, "pt-francesa", now=begins, day=None)
        self.day = self.house.day
        for number in (17, 20):
            while not begins.astimezone(self.zone).strftime("%H:").startswith(self.hour):
                begins += timedelta(minutes=30)
            self.house.now = begins
            self.house.coup(number, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
            begins += timedelta(hours=1)

    def page(self, client: Client, path: str) -> Element:
        response = client.get(path)
        assert response.status_code == 200, path
        return read_page(response.content)


@pytest.fixture(params=NIGHTS)
def night(request: pytest.FixtureRequest, casino_id: int) -> Night:
    return Night(casino_id, request.param)


@pytest.fixture
def management(night: Night) -> Client:
    return browser_of(engage(Role.DIRECTION, casino_id=night.house.casino_id))


def times_with(offsets: Iterable[str], texts: Iterable[str]) -> list[bool]:
    found = list(texts)
    return [any(offset in text for text in found) for offset in offsets]


def test_hours_of_the_ledger_show_the_offset_of_the_hour_that_occurs_twice(
    night: Night, management: Client
) -> None:
    page = night.page(management, f"/cash/ledger/T1/?day={night.day}")
    hours = [each.get_text() for each in page.select("table tbody th, table tbody td")]
    expected = [f"{night.hour}00 {offset}" for offset in night.offsets]
    assert [each in hours for each in expected] == [True, True]
    movements = [each.get_text() for each in page.select("#movements time")]
    assert times_with(night.offsets, movements) == [True, True]


@pytest.mark.parametrize("path", ["/numbers/?table=T1&day=", "/compliance/report/?table=T1&day="])
def test_lists_of_times_show_the_offset_of_the_hour_that_occurs_twice(
    night: Night, management: Client, path: str
) -> None:
    page = night.page(management, f"{path}{night.day}")
    assert times_with((f" {each}" for each in night.offsets), [page.get_text(" ")]) == [True, True]


def test_printed_permanence_shows_the_offset_of_the_hour_that_occurs_twice(
    night: Night, management: Client
) -> None:
    path = f"/numbers/permanence-customers.csv?table=T1&day={night.day}"
    content = management.get(path).content.decode()
    assert times_with((f" {each}" for each in night.offsets), [content]) == [True, True]


def test_times_of_an_ordinary_night_have_no_offset(casino_id: int) -> None:
    Casino.objects.create(id=casino_id, name="Casino", time_zone="Europe/Rome")
    house = OpenHouse(casino_id, "pt-francesa", now=datetime(2026, 11, 20, 12, tzinfo=UTC))
    house.coup(17)
    client = browser_of(engage(Role.DIRECTION, casino_id=casino_id))
    for path in (f"/cash/ledger/T1/?day={house.day}", f"/numbers/?table=T1&day={house.day}"):
        assert "+01:00 " not in read_page(client.get(path).content).get_text(" ")


def test_sheet_form_asks_which_of_two_times_is_meant(night: Night) -> None:
    inspector = browser_of(engage(Role.GAMES_INSPECTOR, casino_id=night.house.casino_id))
    path = f"/compliance/inspections/closing/{night.day}/T1/"
    twice = datetime.fromisoformat(night.day) + timedelta(days=1, hours=int(night.hour[:2]), minutes=30)
    entered = {"counted_name": "Rosa", "done_at": f"{twice:%Y-%m-%dT%H:%M}", "pieces-500": "4"}
    assert not night.page(inspector, path).select("#done-at-twice")
    refused = inspector.post(f"{path}enter", entered)
    assert refused.status_code == 422
    page = read_page(refused.content)
    assert "occurs twice" in find(page, "#rejected").get_text()
    choices = [each.get_text(strip=True) for each in page.select("#done-at-twice label")]
    assert choices == [f"{twice:%H:%M} {offset}" for offset in night.offsets]
    chosen = inspector.post(f"{path}enter", {**entered, "done_at_offset": night.offsets[1]})
    rejected = find(read_page(chosen.content), "#rejected").get_text()
    assert "occurs twice" not in rejected
    kept = find(read_page(chosen.content), "#done-at-twice input[checked]")
    assert kept["value"] == night.offsets[1]


@pytest.mark.parametrize(
    ("zone", "entered"),
    [
        ("Europe/Rome", "2027-03-28T02:30"),
        ("Europe/Lisbon", "2027-03-28T01:30"),
        ("Australia/Sydney", "2026-10-04T02:30"),
    ],
)
def test_entered_time_that_does_not_occur_is_refused(zone: str, entered: str) -> None:
    with timezone.override(ZoneInfo(zone)), expect_refusal("time-skipped", kind=Unclear):
        moment({"at": entered}, "at")


def test_entered_time_with_its_own_offset_needs_no_choice() -> None:
    with timezone.override(ZoneInfo("Europe/Rome")):
        at = moment({"at": "2026-10-25T02:30+01:00"}, "at")
        assert at == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
        assert not offsets_of_entered("2026-10-25T02:30+01:00")
        assert offsets_of_entered("2026-10-25T02:30") == ("+02:00", "+01:00")
