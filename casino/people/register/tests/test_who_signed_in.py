"""Who signs in and out, fails, is locked, gains or loses a role is in the record, and read on a page of its own."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.people.access_events import TYPES as ACCESS_TYPES
from casino.people.access_events import access_stream
from casino.people.models import AccessEntry, Person, Role
from casino.people.register.presenters import STEPS
from casino.people.register.tests.conftest import House
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from tables.registers.people.events import TYPES as PERSON_TYPES
from tables.stream import read_stream
from testkit.pages import read_page
from testkit.people import PASSWORD, browser_of, engage
from testkit.stream import ProjectionContract

pytestmark = pytest.mark.django_db


def sign_in(person: Person, password: str = PASSWORD) -> Client:
    browser = Client(REMOTE_ADDR="203.0.113.9")
    browser.post("/sign-in/", {"username": person.username, "password": password})
    return browser


def listed(house: House, query: str = "", browser: Client | None = None) -> list[str]:
    page = read_page((browser or house.browser).get(f"/people/access/{query}").content)
    return [" ".join(row.get_text().split()) for row in page.select("#steps tbody tr")]


def today(house: House) -> date:
    return gaming_day(house.casino_id, timezone.now())


def test_signing_in_and_out_are_events_of_the_day_with_the_address(house: House) -> None:
    sign_in(house.boss).post("/sign-out/")
    events = read_stream(house.casino_id, access_stream(today(house).isoformat()))
    assert [each.type for each in events] == ["signed_in", "signed_out"]
    assert events[0].data["address"] == "203.0.113.9"
    assert events[0].data["person"] == {"id": f"person/{house.boss.pk}", "name": house.boss.display_name}


def test_the_page_has_all_of_it_the_newest_first(house: House) -> None:
    sign_in(house.boss)
    for _ in range(5):
        sign_in(house.boss, "a wrong password")
    house.change(house.boss, "change-role", role="direction")
    inspector = engage(Role.GAMES_INSPECTOR, casino_id=house.casino_id)
    rows = listed(house, browser=browser_of(inspector))
    assert "Role changed from Pit boss to Management" in rows[0]
    assert house.administrator.display_name in rows[0]
    assert [("Wrong password" in row, "203.0.113.9" in row) for row in rows[2:7]] == [(True, True)] * 5
    assert "locked from there for this name until" in rows[2]
    assert "Signed in 203.0.113.9" in rows[7]


def test_the_page_is_of_a_day_of_a_person_or_of_a_kind(house: House) -> None:
    sign_in(house.boss)
    sign_in(house.direction)
    assert len(listed(house)) == 2
    (row,) = listed(house, f"?person={house.boss.pk}")
    assert house.boss.display_name in row
    assert listed(house, f"?day={today(house) - timedelta(days=1)}") == ["Nothing of this kind."]
    assert len(listed(house, f"?day={today(house)}&kind=signed_in")) == 2
    assert listed(house, "?kind=role_changed") == ["Nothing of this kind."]


@pytest.mark.parametrize("query", ["?day=yesterday", "?person=x", "?kind=x", f"?person={2**70}", "?day=%00"])
def test_malformed_query_of_sign_ins_is_explained(house: House, query: str) -> None:
    answer = house.browser.get(f"/people/access/{query}")
    assert answer.status_code == 200
    assert len(read_page(answer.content).select("[role=alert]")) == 1
    assert house.browser.get("/people/access/?page=99999999999").status_code == 200


def test_another_casinos_events_are_not_seen(house: House) -> None:
    Casino.objects.create(id=house.casino_id + 1, name="Another")
    sign_in(engage(Role.PIT_BOSS, casino_id=house.casino_id + 1))
    assert listed(house) == ["Nothing of this kind."]


def test_a_page_has_at_most_two_hundred(house: House) -> None:
    entry = {"casino_id": house.casino_id, "day": today(house).isoformat(), "at": timezone.now()}
    AccessEntry.objects.bulk_create(
        AccessEntry(
            **entry,
            stream_id="access/x",
            version=n,
            type="signed_out",
            person="person/1",
            person_name="A",
            data={},
        )
        for n in range(201)
    )
    assert len(listed(house)) == 200
    assert len(listed(house, "?page=2")) == 1


def test_every_event_of_access_and_of_people_has_its_name_on_the_page() -> None:
    assert set(STEPS) == ACCESS_TYPES | PERSON_TYPES


class TestAccessEntries(ProjectionContract):
    projection = "access"

    def write_history(self, casino_id: int) -> None:
        Casino.objects.create(id=casino_id, name="Casino Real")
        boss = engage(Role.PIT_BOSS, casino_id=casino_id)
        administrator = browser_of(engage(Role.ADMINISTRATOR, casino_id=casino_id))
        browser = sign_in(boss)
        sign_in(boss, "a wrong password")
        administrator.post(f"/people/{boss.pk}/change-role", {"role": "cash_desk"})
        administrator.post(f"/people/{boss.pk}/suspend-person", {"reason": "an inquiry"})
        browser.post("/sign-out/")
