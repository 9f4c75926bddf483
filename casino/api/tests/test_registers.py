"""The registers over the API: read, and requests to declare and to withdraw, which an officer confirms."""

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from casino.api.access.clients import create_client
from casino.api.access.scopes import ADMINISTRATION, REGISTERS_READ, REGISTERS_WRITE, TABLES_WRITE
from casino.api.models import ApiClient, WaitingRequest
from casino.api.webhooks.models import Webhook
from casino.people.models import Person, Role
from tables.handling.models import Casino, GamingTable
from tables.handling.registers import entries, history
from tables.handling.streams import register_stream
from tables.refusal import Refused
from tables.stream import read_stream
from testkit.api import Caller
from testkit.officers import confirm_now, confirmed, requested, result_of

pytestmark = pytest.mark.django_db
PIN = "4711"
TABLE = {"name": "Roulette 1", "rulebook": "pt-francesa"}
keys = count(1)


@pytest.fixture
def officer(casino: Casino, colleague: Callable[..., Person]) -> Person:
    return colleague(Role.ADMINISTRATOR, casino_id=casino.pk)


@pytest.fixture
def system(caller: Callable[..., Caller]) -> Caller:
    return caller(REGISTERS_READ, REGISTERS_WRITE, ADMINISTRATION)


def key() -> str:
    return f"key-{next(keys)}"


def body_of(response: Any) -> Any:
    assert response.status_code == 200, response.content
    return json.loads(response.content)


def test_an_entry_is_declared_read_changed_withdrawn_and_its_history_says_by_whom(
    system: Caller, casino: Casino, officer: Person
) -> None:
    made = confirmed(system.put("registers/table/RF1", {"values": TABLE}, key()), officer)
    assert (made["changed"], made["takes_force"], made["entry"]["version"]) == (True, "now", 1)
    again = confirmed(system.put("registers/table/RF1", {"values": TABLE}, key()), officer)
    assert (again["changed"], again["entry"]["version"]) == (False, 1)
    changed = {**TABLE, "pace_target": 38}
    meant = system.put("registers/table/RF1", {"values": changed}, key(), **{"If-Match": '"1"'})
    confirmed(meant, officer)
    late = system.put("registers/table/RF1", {"values": TABLE}, key(), **{"If-Match": '"1"'})
    assert (late.status_code, json.loads(late.content)["version"]) == (412, 2)
    read = system.get("registers/table/RF1")
    assert (read.headers["ETag"], body_of(read)["values"]["pace_target"]) == ('"2"', 38)
    assert system.get("registers/table/RF1", **{"If-None-Match": '"2"'}).status_code == 304
    register = body_of(system.get("registers/table"))
    assert [each["code"] for each in register["entries"]] == ["RF1"]
    assert {"name", "rulebook", "par"} <= {each["name"] for each in register["fields"]}
    out = confirmed(system.post("registers/table/RF1/withdraw", {"reason": "sold"}, key()), officer)
    assert out["entry"]["withdrawn"]
    assert not GamingTable.objects.filter(casino=casino).exists()
    steps = body_of(system.get("registers/table/RF1/history"))["steps"]
    assert [step["type"] for step in steps] == ["entry_withdrawn", "entry_changed", "entry_registered"]
    assert (steps[1]["before"], steps[1]["after"]) == ({"pace_target": None}, {"pace_target": 38})
    assert {(step["by"], step["signed"][0]["role"]) for step in steps} == {
        (officer.display_name, "administrator")
    }
    listed = body_of(system.get("registers"))["registers"]
    assert {each["kind"]: each["entries"] for each in listed}["table"] == 0


def test_an_entry_that_moved_on_while_the_request_waited_is_left_alone(
    system: Caller, officer: Person, casino: Casino
) -> None:
    confirmed(system.put("registers/pit/P1", {"values": {"name": "Pit"}}, key()), officer)
    meant = system.put("registers/pit/P1", {"values": {"name": "Late"}}, key(), **{"If-Match": '"1"'})
    confirmed(system.put("registers/pit/P1", {"values": {"name": "Soon"}}, key()), officer)
    with pytest.raises(Refused) as moved_on:
        confirm_now(meant, officer)
    assert moved_on.value.refusal.code == "request-overtaken"
    assert body_of(system.get("registers/pit/P1"))["values"]["name"] == "Soon"
    assert body_of(system.get(requested(meant)["address"].removeprefix("/api/v1/")))["state"] == "pending"


def test_a_pin_changes_no_register(
    *,
    system: Caller,
    casino: Casino,
    colleague: Callable[..., Any],
    problem: Callable[..., Any],
    caller: Callable[..., Caller],
) -> None:
    person = colleague(Role.ADMINISTRATOR, casino_id=casino.pk, pin=PIN)
    signed = {"signatures": [{"sign_in": person.username, "pin": PIN}]}
    rules = {"name": casino.name, "time_zone": "UTC", "second_factor_roles": []}
    for answer in (
        system.put("registers/casino/casino", {"values": rules, **signed}, key()),
        system.put("registers/pit/P1", {"values": {"name": "Pit"}, **signed}, key()),
    ):
        assert requested(answer)["state"] == "pending"
    assert not entries(casino.pk, "pit")
    assert history_of(casino) == []
    for scopes in ((REGISTERS_READ,), (REGISTERS_READ, REGISTERS_WRITE), (REGISTERS_READ, ADMINISTRATION)):
        answer = caller(*scopes).put("registers/pit/P1", {"values": {"name": "Pit"}, **signed})
        assert problem(answer)["status"] == 403
    assert problem(caller(TABLES_WRITE).get("registers/pit"))["status"] == 403
    assert problem(system.get("registers/pit/P1"))["status"] == 404
    assert problem(system.get("registers/boat"))["code"] == "register-unknown"
    assert problem(system.put("registers/pit/P1", {"values": {"name": "Pit"}}, None))["status"] == 400


def history_of(casino: Casino) -> list[str]:
    """The events about the casino's own entry."""
    return [event.type for event in read_stream(casino.pk, register_stream("casino", "casino"))]


def test_all_that_is_wrong_is_said_with_its_field(
    system: Caller, problem: Callable[..., Any], casino: Casino
) -> None:
    values = {**TABLE, "pit": "P9", "theory_of_drop": 10_001, "colour": "red"}
    found = problem(system.put("registers/table/RF1", {"values": values}, key()))
    assert (found["status"], found["code"]) == (422, "entry-field-unknown")
    del values["colour"]
    found = problem(system.put("registers/table/RF1", {"values": values}, key()))
    assert [(each["field"], each["code"]) for each in found["faults"]] == [
        ("pit", "entry-unregistered"),
        ("theory_of_drop", "theory-of-drop-out-of-range"),
    ]
    assert found["detail"].startswith("pit: P9")
    assert not WaitingRequest.objects.exists()


def test_a_clients_secret_is_shown_to_the_officer_once(
    system: Caller, casino: Casino, officer: Person, problem: Callable[..., Any]
) -> None:
    values = {"name": "Cash system", "scopes": ["cash:read"]}
    first = confirm_now(system.put("registers/client/cash", {"values": values}, key()), officer)
    asked = system.post("registers/client/cash/secret", {}, key())
    made = confirm_now(asked, officer)
    client = ApiClient.objects.get(casino=casino, code="cash")
    assert first.client_id == made.client_id == client.client_id
    assert _token(system, client.client_id, first.secret).status_code == 401
    assert _token(system, client.client_id, made.secret).status_code == 200
    recorded = json.dumps([step.after for step in history(casino.pk, "client", "cash")])
    state = system.get(requested(asked)["address"].removeprefix("/api/v1/")).content.decode()
    assert made.secret not in recorded + state + str(WaitingRequest.objects.values())
    assert result_of(asked)["entry"]["fingerprint"] in recorded
    # What goes to its webhook stops with it, and it cannot be withdrawn before.
    hook = {"client": "cash", "url": "https://cash.example/events", "types": ["table_opened"]}
    confirmed(system.put("registers/webhook/w1", {"values": hook}, key()), officer)
    assert Webhook.objects.get(casino_id=casino.pk, code="w1").disabled_at is None
    found = problem(system.post("registers/client/cash/withdraw", {}, key()))
    assert (found["code"], found["faults"][0]["parameters"]["users"]) == ("entry-in-use", ["w1"])
    confirmed(system.post("registers/webhook/w1/withdraw", {}, key()), officer)
    assert Webhook.objects.get(casino_id=casino.pk, code="w1").disabled_at is not None
    confirmed(system.post("registers/client/cash/withdraw", {}, key()), officer)
    assert _token(system, client.client_id, made.secret).status_code == 401
    # It comes back without the secret that was known.
    confirmed(system.put("registers/client/cash", {"values": values}, key()), officer)
    assert _token(system, client.client_id, made.secret).status_code == 401
    assert problem(system.post("registers/pit/P1/secret", {}, key()))["code"] == "entry-without-secret"


def test_two_officers_grant_the_scope_of_administration(
    system: Caller, casino: Casino, officer: Person, colleague: Callable[..., Person]
) -> None:
    values = {"name": "Personnel", "scopes": ["people:read", "people:write"]}
    confirm_now(system.put("registers/client/hr", {"values": values}, key()), officer)
    wanted = {**values, "scopes": [*values["scopes"], ADMINISTRATION]}
    asked = system.put("registers/client/hr", {"values": wanted}, key())
    assert requested(asked)["act"] == "registers.grant-administration"
    boss = colleague(Role.PIT_BOSS, casino_id=casino.pk)
    for beside in ((), (officer,), (boss,)):
        with pytest.raises(Refused) as alone:
            confirm_now(asked, officer, *beside)
        assert alone.value.refusal.code == "administration-granted-by-two"
    assert ADMINISTRATION not in ApiClient.objects.get(casino=casino, code="hr").scopes
    confirm_now(asked, officer, colleague(Role.DIRECTION, casino_id=casino.pk))
    assert ADMINISTRATION in ApiClient.objects.get(casino=casino, code="hr").scopes
    # A change of a client that has it takes one officer; coming back takes two.
    again = system.put("registers/client/hr", {"values": {**wanted, "name": "HR"}}, key())
    assert requested(again)["act"] == "registers.declare"
    confirm_now(again, officer)
    confirm_now(system.post("registers/client/hr/withdraw", {}, key()), officer)
    back = system.put("registers/client/hr", {"values": wanted}, key())
    assert requested(back)["act"] == "registers.grant-administration"


def _token(system: Caller, client_id: str, secret: str) -> Any:
    return system.http.post(
        "/oauth/token/",
        {"grant_type": "client_credentials", "client_id": client_id, "client_secret": secret},
    )


def test_a_client_sees_nothing_of_another_casino(system: Caller, officer: Person, casino: Casino) -> None:
    confirmed(system.put("registers/pit/P1", {"values": {"name": "Pit"}}, key()), officer)
    other = Casino.objects.create(name="Other")
    scopes = [REGISTERS_READ, REGISTERS_WRITE, ADMINISTRATION]
    stranger = Caller(create_client(name="x", casino=other, scopes=scopes))
    for path in ("registers/pit/P1", "registers/pit/P1/history"):
        assert stranger.get(path).status_code == 404
    assert body_of(stranger.get("registers/pit"))["entries"] == []
    # The other casino's administrator has no such request.
    answer = stranger.put("registers/pit/P1", {"values": {"name": "Mine"}}, key())
    with pytest.raises(Refused) as unknown:
        confirm_now(answer, officer)
    assert unknown.value.refusal.code == "request-unknown"
    assert system.get(requested(answer)["address"].removeprefix("/api/v1/")).status_code == 404
    assert body_of(system.get("registers/pit/P1"))["values"]["name"] == "Pit"
