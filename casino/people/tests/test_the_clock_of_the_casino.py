"""Each reads the time by the clock of their own casino, whatever the server's is."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from casino.people.models import Role
from tables.handling.models import Casino
from tables.play import commands as c
from testkit.house import OpenHouse
from testkit.pages import find, read_page
from testkit.people import browser_of, engage

pytestmark = pytest.mark.django_db


def test_two_casinos_in_two_zones_read_two_times(casino_id: int) -> None:
    at = datetime(2026, 11, 20, 20, 30, tzinfo=UTC)
    shown = {}
    for number, zone in ((casino_id, "Pacific/Auckland"), (casino_id + 1, "America/New_York")):
        Casino.objects.create(id=number, name=zone, time_zone=zone)
        house = OpenHouse(number, "pt-francesa", now=at)
        house.do(c.AnnounceBetsOpen())
        client = browser_of(engage(Role.PIT_BOSS, casino_id=number))
        page = read_page(client.get(f"/floor/T1/record/?day={house.state.day}").content)
        shown[zone] = {time.get_text() for time in page.select("time")} & {"09:30:00", "15:30:00"}
        assert find(read_page(client.get("/floor/").content), ".bar time.clock")["data-clock"] == zone
    assert shown == {"Pacific/Auckland": {"09:30:00"}, "America/New_York": {"15:30:00"}}
    assert timezone.get_current_timezone_name() not in shown
