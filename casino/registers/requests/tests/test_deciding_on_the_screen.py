"""An officer reads what API clients requested, and confirms or refuses it on the screen."""

from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from casino.api.access.clients import create_client, revoke_client
from casino.api.access.scopes import ADMINISTRATION, SCOPES
from casino.api.models import ApiClient, WaitingRequest
from casino.people.models import Person, Role
from casino.people.sign_in.session import PROVEN_AT
from tables.handling import Actor
from tables.handling.models import Casino
from tables.handling.registers import declare, entries, history, register_casino
from tables.stream.merkle.cosignature import WitnessKey
from tables.stream.merkle.note import SigningKey
from testkit.api import Caller
from testkit.forms import sent_by
from testkit.house import OpenHouse
from testkit.officers import requested
from testkit.pages import Element, Response, find, read_page
from testkit.people import browser_of, engage

pytestmark = pytest.mark.django_db
BY = Actor(id="test", name="Test")
PIN = "4711"
WITNESS = str(WitnessKey("control.example/w1", SigningKey("w", bytes(32)).verifier.public))
ANNA = {"name": "Anna <M.>", "sign_in": "anna", "role": "pit_boss"}
keys = count(1)


@pytest.fixture
def casino(casino_id: int, db: None) -> Casino:
    values = {"name": f"Casino {casino_id}", "time_zone": "Europe/Lisbon"}
    return register_casino(values, by=BY, now=timezone.now(), casino_id=casino_id)


@pytest.fixture
def administrator(casino: Casino) -> Person:
    return engage(Role.ADMINISTRATOR, casino_id=casino.pk)


@pytest.fixture
def management(casino: Casino) -> Person:
    return engage(Role.DIRECTION, casino_id=casino.pk, pin=PIN)


@pytest.fixture
def screen(administrator: Person) -> Client:
    return browser_of(administrator)


@pytest.fixture
def system(casino: Casino) -> Caller:
    return Caller(create_client(name="Personnel", casino=casino, scopes=tuple(SCOPES)))


def put(system: Caller, entry: str, **values: Any) -> Any:
    return requested(system.put(f"registers/{entry}", {"values": values}, f"key-{next(keys)}"))


def engage_anna(system: Caller) -> Any:
    return requested(system.post("people/engage-person", ANNA, f"key-{next(keys)}"))


def page(answer: Response, status: int = 200) -> Element:
    assert answer.status_code == status, answer.content
    return read_page(answer.content)


def press(screen: Client, asked: Any, form: str = "confirm", **entered: str) -> Response:
    """Open the request and send one of its forms."""
    shown = page(screen.get(f"/requests/{asked['id']}/"))
    return screen.post(f"/requests/{asked['id']}/{form}", sent_by(shown, f"#{form}", **entered))


def state_of(asked: Any) -> str:
    return WaitingRequest.objects.get(pk=asked["id"]).state


def test_the_pages_list_what_waits_and_what_was_decided(system: Caller, screen: Client) -> None:
    assert "No requests waiting." in find(page(screen.get("/requests/")), "#waiting").text
    anna, pit = engage_anna(system), put(system, "pit/P1", name="Pit")
    task = find(page(screen.get("/registers/")), "#to-do .tasks").text
    assert "2 requests of API clients wait for an officer." in task
    waiting = find(page(screen.get("/requests/")), "#waiting")
    assert [each.text for each in waiting.select("tbody th")] == [
        "Engage a person",
        "Register or change an entry",
    ]
    assert "Anna <M.>" in waiting.text
    assert "Personnel" in waiting.text
    press(screen, pit, "refuse", reason="not agreed")
    shown = page(screen.get("/requests/"))
    assert [each.text for each in find(shown, "#waiting").select("tbody th")] == ["Engage a person"]
    assert "not agreed" in find(shown, "#decided").text
    assert state_of(anna) == "pending"


def test_a_confirmed_person_gets_a_link_on_the_screen_alone(system: Caller, screen: Client) -> None:
    asked = engage_anna(system)
    values = find(page(screen.get(f"/requests/{asked['id']}/")), "#values")
    assert [each.text for each in values.select("dd")] == ["Anna <M.>", "anna", "Pit boss"]
    answer = press(screen, asked)
    anna = Person.objects.get(username="anna")
    assert (answer.status_code, answer["Location"]) == (302, f"/people/{anna.pk}/")
    assert "/welcome/" in screen.get(answer["Location"]).content.decode()
    state = system.get(asked["address"].removeprefix("/api/v1/")).content.decode()
    assert "/welcome/" not in state
    life = find(page(screen.get(f"/people/{anna.pk}/")), "#life tbody").text
    assert "Personnel" in life


def test_a_secret_is_shown_on_the_answer_to_the_officer_once(system: Caller, screen: Client) -> None:
    asked = put(system, "client/cash", name="Cash system", scopes=["cash:read"])
    shown = page(press(screen, asked))
    secret = find(shown, "#secret").text
    client = ApiClient.objects.get(code="cash")
    assert client.client_id in find(shown, ".secret").text
    granted = {"grant_type": "client_credentials", "client_id": client.client_id, "client_secret": secret}
    assert system.http.post("/oauth/token/", granted).status_code == 200
    for path in (f"/requests/{asked['id']}/", "/requests/", "/registers/client/cash/"):
        assert secret not in screen.get(path).content.decode()


def test_confirmed_request_is_recorded_under_officer_and_client(
    system: Caller, screen: Client, administrator: Person, casino: Casino
) -> None:
    press(screen, put(system, "pit/P1", name="Pit"))
    (step,) = history(casino.pk, "pit", "P1")
    assert (step.by, step.client.partition(" ")[0]) == (administrator.display_name, "Personnel")
    line = find(page(screen.get("/registers/pit/P1/")), "#history tbody").text
    assert administrator.display_name in line
    assert "Personnel" in line


def test_a_changed_entry_shows_its_values_before_and_after(
    system: Caller, screen: Client, casino: Casino
) -> None:
    declare(casino.pk, "pit", "P1", {"name": "Old"}, by=BY, now=timezone.now())
    values = find(page(screen.get(f"/requests/{put(system, 'pit/P1', name='New')['id']}/")), "#values")
    assert [each.text for each in values.select("dd")] == ["Old → New"]


def test_the_second_of_two_presses_changes_nothing(system: Caller, screen: Client, casino: Casino) -> None:
    asked = put(system, "pit/P1", name="Pit")
    other = browser_of(engage(Role.ADMINISTRATOR, casino_id=casino.pk))
    form = sent_by(page(other.get(f"/requests/{asked['id']}/")), "#confirm")
    assert press(screen, asked).status_code == 302
    late = page(other.post(f"/requests/{asked['id']}/confirm", form), 422)
    assert "decided this request" in find(late, ".said").text
    assert not late.select("#confirm")
    assert len(history(casino.pk, "pit", "P1")) == 1
    refused = page(other.post(f"/requests/{asked['id']}/refuse", form), 422)
    assert "decided this request" in find(refused, ".said").text


def test_an_expired_request_has_no_buttons(system: Caller, screen: Client) -> None:
    asked = put(system, "pit/P1", name="Pit")
    form = sent_by(page(screen.get(f"/requests/{asked['id']}/")), "#confirm")
    WaitingRequest.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert not page(screen.get(f"/requests/{asked['id']}/")).select("#confirm")
    late = page(screen.post(f"/requests/{asked['id']}/confirm", form), 422)
    assert "expired" in find(late, ".said").text
    assert "Expired" in find(page(screen.get("/requests/")), "#decided").text


def test_a_request_of_a_withdrawn_client_can_only_be_refused(system: Caller, screen: Client) -> None:
    asked = put(system, "pit/P1", name="Pit")
    revoke_client(system.client, timezone.now())
    assert "was withdrawn" in find(page(press(screen, asked), 422), ".said").text
    assert press(screen, asked, "refuse").status_code == 302
    assert state_of(asked) == "refused"


def test_a_suspended_officer_confirms_nothing(system: Caller, screen: Client, administrator: Person) -> None:
    asked = put(system, "pit/P1", name="Pit")
    form = sent_by(page(screen.get(f"/requests/{asked['id']}/")), "#confirm")
    Person.objects.filter(pk=administrator.pk).update(is_active=False, standing="suspended")
    answer = screen.post(f"/requests/{asked['id']}/confirm", form)
    assert answer["Location"].startswith("/sign-in/")
    assert state_of(asked) == "pending"


def test_two_officers_grant_administration_with_the_pin_of_the_second(
    *, system: Caller, screen: Client, management: Person, casino: Casino
) -> None:
    granted = {"name": "HR", "scopes": ["people:write", ADMINISTRATION]}
    asked = put(system, "client/hr", **granted)
    assert "granted by two officers" in find(page(press(screen, asked), 422), ".said").text
    wrong = press(screen, asked, signer=management.username, pin="8080")
    assert "PIN" in find(page(wrong, 422), ".said").text
    assert not ApiClient.objects.filter(code="hr").exists()
    page(press(screen, asked, signer=management.username, pin=PIN))
    assert ADMINISTRATION in ApiClient.objects.get(code="hr").scopes
    (step, *_) = [each for each in history(casino.pk, "client", "hr") if each.type == "entry_registered"]
    assert [each["role"] for each in step.signed] == ["administrator", "direction"]


@pytest.mark.parametrize(
    ("entry", "values", "act"),
    [
        ("table/RF1", {"name": "Roulette", "rulebook": "pt-francesa"}, "registers.declare-limits"),
        ("witness/w1", {"public_key": WITNESS}, "registers.declare-by-two"),
        (
            "casino/casino",
            {"name": "Casino", "time_zone": "Europe/Lisbon", "idle_minutes": 0},
            "registers.declare-by-two",
        ),
    ],
)
def test_a_request_that_takes_two_waits_for_the_pin_of_the_second_officer(
    *, system: Caller, screen: Client, management: Person, entry: str, values: dict[str, Any], act: str
) -> None:
    OpenHouse(management.casino_id, "pt-francesa", now=timezone.now())
    asked = put(system, entry, **values)
    assert asked["act"] == act
    for entered in ({}, {"signer": management.username, "pin": "8080"}):
        press(screen, asked, **entered)
        assert state_of(asked) == "pending"
    press(screen, asked, signer=management.username, pin=PIN)
    assert state_of(asked) == "done"
    kind, _, code = entry.partition("/")
    [first, *_] = history(management.casino_id, kind, code)
    assert len(first.signed) == 2


def test_a_register_form_grants_administration_to_two_officers_alone(
    screen: Client, management: Person, casino: Casino
) -> None:
    def register(**more: str) -> Response:
        form = sent_by(
            page(screen.get("/registers/new/client/")),
            "form.entries-form",
            code="hr",
            name="HR",
            scopes=["people:write", ADMINISTRATION],
            **more,
        )
        return screen.post("/registers/do/register/client", form)

    assert "granted by two officers" in page(register(), 422).text
    assert not entries(casino.pk, "client")
    page(register(signer=management.username, pin=PIN))
    assert ADMINISTRATION in ApiClient.objects.get(code="hr").scopes


def test_role_without_decisions_reads_requests_alone(system: Caller, management: Person) -> None:
    asked = put(system, "pit/P1", name="Pit")
    reader = browser_of(management)
    shown = page(reader.get("/requests/"))
    assert not find(shown, "#waiting").select("a")
    assert "confirmed or refused by an administrator" in shown.text
    for form in ("confirm", "refuse"):
        assert reader.post(f"/requests/{asked['id']}/{form}").status_code == 403
    assert reader.get(f"/requests/{asked['id']}/").status_code == 403
    assert (
        browser_of(engage(Role.PIT_BOSS, casino_id=management.casino_id)).get("/requests/").status_code == 403
    )
    assert state_of(asked) == "pending"


def test_a_request_of_another_casino_is_not_found(system: Caller, casino: Casino) -> None:
    asked = put(system, "pit/P1", name="Pit")
    stranger = browser_of(engage(Role.ADMINISTRATOR, casino_id=casino.pk + 1))
    assert stranger.get(f"/requests/{asked['id']}/").status_code == 404
    for form in ("confirm", "refuse"):
        assert stranger.post(f"/requests/{asked['id']}/{form}").status_code == 404
    assert state_of(asked) == "pending"


def test_a_stale_session_proves_itself_before_it_confirms(system: Caller, screen: Client) -> None:
    asked = put(system, "pit/P1", name="Pit")
    form = sent_by(page(screen.get(f"/requests/{asked['id']}/")), "#confirm")
    session = Session.objects.get(session_key=screen.cookies[settings.SESSION_COOKIE_NAME].value)
    stale = (timezone.now() - timedelta(minutes=6)).timestamp()
    session.session_data = screen.session.encode({**session.get_decoded(), PROVEN_AT: stale})
    session.save()
    assert "again-title" in screen.post(f"/requests/{asked['id']}/confirm", form).content.decode()
    assert screen.get(f"/requests/{asked['id']}/").status_code == 302
    assert state_of(asked) == "pending"
