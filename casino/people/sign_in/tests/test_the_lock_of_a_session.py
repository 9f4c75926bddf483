"""A session in which nobody acts locks, answers with the lock page alone, and opens by its person's PIN."""

from datetime import timedelta

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from casino.floor.views.live import live
from casino.people.access_events import WrongPinGiven
from casino.people.acting import named
from casino.people.models import AttemptCounter, Person, Role
from casino.people.sign_in import events as e
from casino.people.sign_in.session import ACTIVE_AT, LOCKED_AT
from casino.people.sign_in.standing import is_activity
from casino.people.sign_in.tests.conftest import Engaged, Recorded, change_session, rules_are, stored
from tables.handling.models import Casino
from testkit.house import OpenHouse
from testkit.pages import find, read_page
from testkit.people import PASSWORD, browser_of

pytestmark = pytest.mark.django_db
PIN = "4711"
BY_SCRIPT = {"HX-Request": "true", "HX-Current-URL": "http://testserver/rules/?of=now"}


@pytest.fixture
def boss(engaged: Engaged) -> Person:
    return engaged(Role.PIT_BOSS, pin=PIN)


def left_alone(client: Client, minutes: float = 15) -> None:
    """Nobody has acted in this browser for so long."""
    change_session(client, **{ACTIVE_AT: (timezone.now() - timedelta(minutes=minutes)).timestamp()})


@pytest.fixture
def idle(boss: Person) -> Client:
    """The boss's browser, in which nobody has acted for 15 minutes."""
    client = browser_of(boss)
    left_alone(client)
    return client


def test_after_fifteen_minutes_a_page_answers_with_the_lock_page(
    idle: Client, boss: Person, recorded: Recorded
) -> None:
    answer = idle.get("/rules/?of=now")
    assert (answer.status_code, answer["Location"]) == (302, "/locked/?next=%2Frules%2F%3Fof%3Dnow")
    page = read_page(idle.get(answer["Location"]).content)
    assert find(page, "h1").get_text() == boss.display_name
    assert not page.select("nav") and not page.select("#menu-person")
    assert [type(each) for each in recorded()] == [e.SessionLocked]
    idle.get("/rules/")
    assert len(recorded()) == 1, "it is locked once"


@pytest.mark.parametrize("minutes", [0.4, 14.8])
def test_before_that_it_stays_open(boss: Person, minutes: float) -> None:
    client = browser_of(boss)
    left_alone(client, minutes)
    assert client.get("/rules/").status_code == 200


def test_a_fragment_is_refused_and_its_page_stays_as_it_is(idle: Client) -> None:
    for answer in (idle.get("/rules/", headers=BY_SCRIPT), idle.post("/your-pin/", headers=BY_SCRIPT)):
        assert (answer.status_code, answer.content) == (403, b"")
        assert answer["Session-Locked"] == "/locked/?next=%2Frules%2F%3Fof%3Dnow"
        assert "HX-Redirect" not in answer


def test_a_form_does_nothing_and_one_comes_back_to_the_page_that_it_stood_on(
    idle: Client, boss: Person
) -> None:
    form = {"old": PIN, "new": "86420", "again": "86420"}
    answer = idle.post("/your-pin/", form, headers={"Referer": "http://testserver/your-pin/"})
    assert answer["Location"] == "/locked/?next=%2Fyour-pin%2F"
    before = boss.pin
    boss.refresh_from_db()
    assert boss.pin == before


def test_the_pin_opens_it_and_leads_back(idle: Client, recorded: Recorded) -> None:
    idle.get("/rules/")
    answer = idle.post("/locked/", {"secret": PIN, "next": "/rules/"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/")
    assert idle.get("/rules/").status_code == 200
    assert [type(each) for each in recorded()] == [e.SessionLocked, e.SessionUnlocked]


def test_opened_in_its_place_it_needs_no_address(idle: Client) -> None:
    script = {"Opened-In-Place": "yes"}
    assert idle.get("/locked/", headers=script).status_code == 200
    assert idle.post("/locked/", {"secret": "0000"}, headers=script).status_code == 422
    assert idle.post("/locked/", {"secret": PIN}, headers=script).status_code == 204
    assert idle.get("/locked/", headers=script).status_code == 204


def test_wrong_pins_are_counted_recorded_and_lock_the_pin_here(
    idle: Client, boss: Person, recorded: Recorded, settings: Settings
) -> None:
    for _ in range(settings.AXES_FAILURE_LIMIT):
        refused = idle.post("/locked/", {"secret": "0000"})
        assert refused.status_code == 422
        assert find(read_page(refused.content), "[role=alert]").get_text() == "That is not your PIN"
    assert AttemptCounter.objects.get(kind="pin", whose=str(boss.pk)).locked_until is not None
    assert "mistyped too often" in idle.post("/locked/", {"secret": PIN}).content.decode()
    assert idle.get("/rules/").status_code == 302
    wrong = [each for each in recorded() if isinstance(each, WrongPinGiven)]
    assert [each.locked for each in wrong] == [""] * 4 + ["pair"]


def test_person_without_a_pin_unlocks_with_the_password(engaged: Engaged) -> None:
    client = browser_of(engaged(Role.CASH_DESK))
    left_alone(client)
    assert "Your password" in client.get("/locked/").content.decode()
    assert client.post("/locked/", {"secret": "4711"}).status_code == 422
    assert client.post("/locked/", {"secret": PASSWORD}).status_code == 302
    assert client.get("/rules/").status_code == 200


def test_a_colleague_signs_in_instead(idle: Client, engaged: Engaged) -> None:
    colleague = engaged(Role.CHEF_DE_TABLE)
    page = read_page(idle.get("/locked/").content)
    assert find(page, "form[action='/sign-out/'] button").get_text() == "Sign in as somebody else"
    idle.post("/sign-out/")
    idle.post("/sign-in/", {"username": colleague.username, "password": PASSWORD})
    assert idle.get("/rules/").status_code == 200


def test_live_pages_and_their_streams_are_no_activity(house: Casino, boss: Person) -> None:
    table = OpenHouse(house.pk, "pt-francesa", now=timezone.now())
    client = browser_of(boss)
    left_alone(client, 14)
    before = stored(client)[ACTIVE_AT]
    assert client.get(f"/floor/{table.table}/", headers={"HX-Request": "true"}).status_code == 200
    assert stored(client)[ACTIVE_AT] == before
    assert not is_activity(RequestFactory().get("/floor/live"), live)
    assert client.post("/still-here/").status_code == 204
    assert float(str(stored(client)[ACTIVE_AT])) > float(str(before)) + 800


def test_the_big_screens_at_a_table_stay_and_are_no_activity(house: Casino, idle: Client) -> None:
    table = OpenHouse(house.pk, "pt-francesa", now=timezone.now())
    assert idle.get("/rules/").status_code == 302
    for path in (f"/sign/{table.table}/", f"/display/{table.table}/"):
        assert idle.get(path).status_code == 200
    assert idle.get(f"/floor/{table.table}/").status_code == 302


def test_pages_and_forms_are_activity(boss: Person) -> None:
    client = browser_of(boss)
    for method in ("GET", "POST"):
        left_alone(client, 14)
        client.generic(method, "/your-pin/")
        assert timezone.now().timestamp() - float(str(stored(client)[ACTIVE_AT])) < 60


def test_the_button_locks_it_at_once(boss: Person, recorded: Recorded) -> None:
    client = browser_of(boss)
    answer = client.post("/lock/", headers={"Referer": "http://testserver/rules/"})
    assert answer["Location"] == "/locked/?next=%2Frules%2F"
    assert client.get("/rules/").status_code == 302
    assert recorded() == [e.SessionLocked(person=named(boss), why="pressed")]


def test_with_no_minutes_it_locks_by_the_button_alone(idle: Client, house: Casino) -> None:
    rules_are(house, idle_minutes=0)
    assert idle.get("/rules/").status_code == 200
    idle.post("/lock/")
    assert idle.get("/rules/").status_code == 302


def test_a_lock_is_not_undone_by_what_another_window_does_at_the_same_moment(boss: Person) -> None:
    client = browser_of(boss)
    left_alone(client, 5)
    older = client.session
    client.post("/lock/")
    from casino.people.sign_in.session import note_activity

    note_activity(older, timezone.now())
    assert LOCKED_AT in stored(client) and LOCKED_AT in older


@pytest.mark.parametrize(
    "to", ["https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example", "x"]
)
def test_unlocking_redirects_to_no_other_site(idle: Client, to: str) -> None:
    assert idle.post("/locked/", {"secret": PIN, "next": to})["Location"] == "/"


def test_person_without_a_session_is_sent_to_sign_in(client: Client) -> None:
    assert client.get("/locked/")["Location"] == "/"
    assert client.post("/locked/", {"secret": PIN})["Location"] == "/"
    assert client.post("/lock/")["Location"] == "/sign-in/"
