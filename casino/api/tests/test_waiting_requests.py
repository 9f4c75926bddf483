"""Acts of administration over the API wait for an officer: each act by a client without and with the scope, confirmed,
refused, expired and confirmed twice."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

import pytest
from allauth.mfa.models import Authenticator
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from casino.api.access.clients import create_client, revoke_client
from casino.api.access.scopes import ADMINISTRATION, SCOPES
from casino.api.models import ApiClient, WaitingRequest
from casino.api.waiting import asking
from casino.api.waiting.deciding import confirm, refuse
from casino.people.acting import acting
from casino.people.acts import ACTS, OverApi
from casino.people.models import Person, Role
from casino.people.register.aggregate import PersonAggregate
from casino.people.signing import own_signature
from tables.handling import Actor, handle
from tables.handling.models import Casino
from tables.handling.registers import declare, entries, entry
from tables.refusal import Refused
from tables.registers.people.commands import RenamePerson
from tables.stream.merkle.cosignature import WitnessKey
from tables.stream.merkle.note import SigningKey
from tables.stream.models import Event
from testkit.api import Caller, registration
from testkit.officers import confirm_now, requested, result_of
from testkit.people import engage

pytestmark = pytest.mark.django_db
keys = count(1)


def witness(number: int) -> dict[str, Any]:
    """A witness of this number, as its register takes it."""
    key = WitnessKey(f"control.example/w{number}", SigningKey("w", bytes([number] * 32)).verifier.public)
    return {"values": {"public_key": str(key)}}


Asks = Callable[[Caller], Any]
PIT = {"values": {"name": "Pit"}}
TABLE = {"values": {"name": "Roulette", "rulebook": "pt-francesa"}}


@pytest.fixture
def administrator(casino: Casino) -> Person:
    return engage(Role.ADMINISTRATOR, casino_id=casino.pk)


@pytest.fixture
def management(casino: Casino) -> Person:
    return engage(Role.DIRECTION, casino_id=casino.pk)


@pytest.fixture
def whom(casino: Casino) -> Person:
    """Somebody of the casino who has yet to set a password."""
    person = engage(Role.PIT_BOSS, casino_id=casino.pk, pin="4711")
    person.set_unusable_password()
    person.save()
    return person


@pytest.fixture
def system(caller: Callable[..., Caller], settings: Settings) -> Caller:
    settings.WEBHOOK_ALLOWED_ADDRESSES = ["127.0.0.1"]
    return caller(*SCOPES)


@pytest.fixture
def asks(whom: Person, system: Caller, administrator: Person) -> dict[str, Asks]:
    """How a client requests each act that is confirmed."""
    by = Actor(id="test", name="Test")
    declare(system.client.casino_id, "pit", "P1", {"name": "Pit"}, by=by, now=timezone.now())
    declare(system.client.casino_id, "witness", "w1", witness(1)["values"], by=by, now=timezone.now())
    hook = {"url": "http://127.0.0.1:9/feed"}
    made = result_of_confirmed(system.post("webhooks", hook, "hook"), administrator)

    def people(command: str, **body: Any) -> Asks:
        return lambda of: of.post(f"people/{command}", {"person": whom.pk, **body}, new_key())

    anna = {"name": "Anna M.", "sign_in": "anna", "role": "pit_boss"}
    granted = {"name": "HR", "scopes": ["people:write", ADMINISTRATION]}
    return {
        "people.engage-person": lambda of: of.post("people/engage-person", anna, new_key()),
        "people.rename-person": people("rename-person", name="Bruno B."),
        "people.change-role": people("change-role", role="chef_de_table"),
        "people.change-language": people("change-language", language="it"),
        "people.suspend-person": people("suspend-person", reason="an inquiry"),
        "people.restore-person": people("restore-person"),
        "people.end-engagement": people("end-engagement"),
        "people.issue-setup-link": people("issue-setup-link"),
        "people.reset-password": people("reset-password"),
        "people.reset-pin": people("reset-pin"),
        "people.reset-second-factor": people("reset-second-factor"),
        "registers.declare": lambda of: of.put("registers/pit/P2", PIT, new_key()),
        "registers.withdraw": lambda of: of.post("registers/pit/P1/withdraw", {}, new_key()),
        "registers.issue-secret": lambda of: of.post(f"webhooks/{made['id']}/secret", {}, new_key()),
        "registers.grant-administration": lambda of: of.put(
            "registers/client/hr", {"values": granted}, new_key()
        ),
        "registers.declare-by-two": lambda of: of.put("registers/witness/w2", witness(2), new_key()),
        "registers.declare-limits": lambda of: of.put("registers/table/RF9", TABLE, new_key()),
        "registers.withdraw-by-two": lambda of: of.post("registers/witness/w1/withdraw", {}, new_key()),
    }


def result_of_confirmed(response: Any, officer: Person) -> Any:
    confirm_now(response, officer)
    return result_of(response)


def new_key() -> str:
    return f"key-{next(keys)}"


CONFIRMED = sorted(name for name, act in ACTS.items() if act.over_api is OverApi.CONFIRMED)


@pytest.fixture(params=CONFIRMED)
def act(request: pytest.FixtureRequest, whom: Person, system: Caller) -> str:
    """Confirm each act of the table, with the second signature that the act needs."""
    name = str(request.param)
    if name == "people.restore-person":
        Person.objects.filter(pk=whom.pk).update(standing="suspended", is_active=False)
    if name == "people.reset-second-factor":
        Authenticator.objects.create(user=whom, type=Authenticator.Type.TOTP, data={"secret": "x"})
    return name


def number_of_events() -> int:
    """How many events there are."""
    return Event.objects.count()


def test_an_act_waits_until_an_officer_confirms_it_once(
    *,
    act: str,
    asks: dict[str, Asks],
    system: Caller,
    administrator: Person,
    management: Person,
) -> None:
    before = number_of_events()
    answer = asks[act](system)
    waiting = requested(answer)
    assert (waiting["act"], waiting["state"], waiting["result"]) == (act, "pending", None)
    assert number_of_events() == before, "nothing happens before it is confirmed"
    beside = (management,) if ACTS[act].second else ()
    confirm_now(answer, administrator, *beside)
    assert number_of_events() > before
    stored = state(system, answer)
    assert (stored["state"], stored["decided_by"]) == ("done", administrator.display_name)
    assert stored["result"] == result_of(answer)
    acted = [event.metadata["by"] for event in Event.objects.filter(casino_id=administrator.casino_id)]
    client = f"{system.client.name} ({system.client.pk})"
    assert [by["id"] for by in acted if by.get("client") == client][-1:] == [f"person/{administrator.pk}"]
    after = number_of_events()
    assert refusal_of(confirm_now, answer, administrator, *beside) == "request-decided"
    assert number_of_events() == after


def test_an_act_is_refused_without_the_scope_of_administration(
    act: str, asks: dict[str, Asks], caller: Callable[..., Caller], problem: Callable[..., Any]
) -> None:
    without = caller(*(scope for scope in SCOPES if scope != ADMINISTRATION))
    waiting = WaitingRequest.objects.count()
    said = problem(asks[act](without))
    assert said["status"] == 403
    assert ADMINISTRATION in said["detail"]
    assert WaitingRequest.objects.count() == waiting


def test_a_refused_act_never_happens(
    act: str, asks: dict[str, Asks], system: Caller, administrator: Person, management: Person
) -> None:
    answer, before = asks[act](system), number_of_events()
    refuse(UUID(requested(answer)["id"]), administrator, " not agreed ", now=timezone.now())
    stored = state(system, answer)
    assert (stored["state"], stored["reason"], stored["result"]) == ("refused", "not agreed", None)
    assert refusal_of(confirm_now, answer, administrator, management) == "request-decided"
    assert number_of_events() == before


def test_an_expired_act_never_happens(
    act: str, asks: dict[str, Asks], system: Caller, administrator: Person, management: Person
) -> None:
    answer, before = asks[act](system), number_of_events()
    expire(answer)
    assert state(system, answer)["state"] == "expired"
    assert refusal_of(confirm_now, answer, administrator, management) == "request-expired"
    number = UUID(requested(answer)["id"])
    assert refusal_of(refuse, number, administrator, "", now=timezone.now()) == "request-expired"
    assert number_of_events() == before


def test_a_request_expires_after_the_hours_of_the_setting(system: Caller, settings: Settings) -> None:
    settings.API_REQUESTS_WAIT_HOURS = 3
    answer = requested(system.put("registers/pit/P2", PIT, new_key()))
    asked, expires = (datetime.fromisoformat(answer[each]) for each in ("asked_at", "expires_at"))
    assert expires - asked == timedelta(hours=3)


# ---------------------------------------------------------------- wrong buttons, wrong moments


def test_a_request_of_a_withdrawn_client_is_not_carried_out(system: Caller, administrator: Person) -> None:
    answer = system.put("registers/pit/P2", PIT, new_key())
    revoke_client(system.client, timezone.now())
    assert refusal_of(confirm_now, answer, administrator) == "request-client-withdrawn"
    assert not entries(system.client.casino_id, "pit")
    refuse(UUID(requested(answer)["id"]), administrator, "", now=timezone.now())


def test_a_request_of_a_client_that_lost_the_scope_is_not_carried_out(
    system: Caller, administrator: Person
) -> None:
    answer = system.put("registers/pit/P2", PIT, new_key())
    left = [scope for scope in SCOPES if scope != ADMINISTRATION]
    ApiClient.objects.filter(pk=system.client.pk).update(scopes=left)
    assert refusal_of(confirm_now, answer, administrator) == "request-client-without-scope"
    assert not entries(system.client.casino_id, "pit")


def test_a_person_suspended_since_the_request_is_not_changed(
    asks: dict[str, Asks], system: Caller, administrator: Person, management: Person, whom: Person
) -> None:
    link = asks["people.issue-setup-link"](system)
    confirm_now(asks["people.suspend-person"](system), administrator)
    assert refusal_of(confirm_now, link, administrator, management) == "request-overtaken"
    assert state(system, link)["state"] == "pending"


@pytest.mark.parametrize("registered", [True, False], ids=["registered", "older than the register"])
def test_a_request_does_not_overwrite_a_person_changed_since(
    registered: bool, asks: dict[str, Asks], system: Caller, administrator: Person, whom: Person
) -> None:
    if registered:
        confirm_now(asks["people.change-language"](system), administrator)
    answer = asks["people.rename-person"](system)
    renamed = RenamePerson(person=whom.pk, name="Third Name", signatures=(own_signature(administrator),))
    handle(PersonAggregate(whom.casino_id), renamed, by=acting(administrator, "people"), now=timezone.now())
    assert refusal_of(confirm_now, answer, administrator) == "request-overtaken"
    whom.refresh_from_db()
    assert whom.display_name == "Third Name"


@pytest.mark.parametrize("code", ["P1", "P9"], ids=["changed", "registered"])
def test_a_request_does_not_overwrite_an_entry_changed_since(
    code: str, asks: dict[str, Asks], system: Caller, administrator: Person
) -> None:
    casino_id = system.client.casino_id
    answer = system.put(f"registers/pit/{code}", {"values": {"name": "Of a client"}}, new_key())
    by = Actor(id="test", name="Test")
    declare(casino_id, "pit", code, {"name": "Of a person"}, by=by, now=timezone.now())
    assert refusal_of(confirm_now, answer, administrator) == "request-overtaken"
    assert entry(casino_id, "pit", code).values["name"] == "Of a person"
    assert state(system, answer)["state"] == "pending"


@pytest.mark.django_db(transaction=True)
def test_simultaneous_confirmations_of_a_request_confirm_once(system: Caller, casino: Casino) -> None:
    answer = system.put("registers/pit/P2", PIT, new_key())
    officers = [engage(Role.ADMINISTRATOR, casino_id=casino.pk) for _ in range(4)]

    def press(officer: Person) -> str:
        try:
            return refusal_of(confirm_now, answer, officer)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(officers)) as together:
        outcomes = sorted(together.map(press, officers))
    assert outcomes == ["", *["request-decided"] * 3]
    assert Event.objects.filter(casino_id=casino.pk, type="entry_registered").count() == 1


def test_a_client_reads_its_own_requests_alone(
    system: Caller, caller: Callable[..., Caller], problem: Callable[..., Any]
) -> None:
    answer = system.put("registers/pit/P2", PIT, new_key())
    address = requested(answer)["address"].removeprefix("/api/v1/")
    other = Caller(create_client(name="other", casino=system.client.casino, scopes=tuple(SCOPES)))
    for path in (address, "requests/x", "requests/0b9d4c7e-6f0a-4b52-a1f5-2f8ad5c5b2f4"):
        assert problem(other.get(path))["code"] == "request-unknown"
    without = caller(*(scope for scope in SCOPES if scope != ADMINISTRATION))
    assert problem(without.get(address))["status"] == 403


def test_too_many_requests_of_a_client_do_not_wait(
    system: Caller, problem: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "MOST_PENDING", 2)
    for _ in range(2):
        requested(system.put("registers/pit/P2", PIT, new_key()))
    said = problem(system.put("registers/pit/P2", PIT, new_key()))
    assert "2 requests of this client wait" in said["detail"]


def test_no_stored_request_has_a_pin(system: Caller, whom: Person) -> None:
    signed = {"signatures": [{"sign_in": whom.username, "pin": "4711"}]}
    requested(system.put("registers/pit/P2", PIT | signed, new_key()))
    requested(system.post("people/suspend-person", {"person": whom.pk, "reason": "x", **signed}, new_key()))
    stored = json.dumps([each.asked for each in WaitingRequest.objects.all()])
    assert "4711" not in stored
    assert "signatures" not in stored


def test_a_table_is_registered_when_an_officer_confirms(system: Caller, administrator: Person) -> None:
    answer = system.post("tables", registration(), new_key())
    assert json.loads(system.get("tables").content)["tables"] == []
    assert result_of_confirmed(answer, administrator)["code"] == "T1"


def test_an_officer_without_the_permission_confirms_nothing(system: Caller, management: Person) -> None:
    answer = system.put("registers/pit/P2", PIT, new_key())
    with pytest.raises(PermissionDenied):
        confirm(
            UUID(requested(answer)["id"]),
            management,
            signatures=(own_signature(management),),
            now=timezone.now(),
        )
    assert state(system, answer)["state"] == "pending"


def state(system: Caller, answer: Any) -> Any:
    return json.loads(system.get(requested(answer)["address"].removeprefix("/api/v1/")).content)


def expire(answer: Any) -> None:
    past = timezone.now() - timedelta(seconds=1)
    WaitingRequest.objects.filter(pk=requested(answer)["id"]).update(expires_at=past)


def refusal_of(work: Callable[..., Any], *arguments: Any, **named: Any) -> str:
    """The code with which the work is refused; empty where it is not."""
    try:
        work(*arguments, **named)
    except Refused as refused:
        return refused.refusal.code
    return ""
