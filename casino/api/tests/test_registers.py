"""The registers over the API: read, declared, withdrawn, each change signed by an administrator."""

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from casino.api.access.clients import create_client
from casino.api.access.scopes import REGISTERS_READ, REGISTERS_WRITE, TABLES_WRITE
from casino.api.models import ApiClient
from casino.api.webhooks.models import Webhook
from casino.people.models import Role
from tables.handling.models import Casino, GamingTable
from tables.handling.registers import history
from testkit.api import Caller

pytestmark = pytest.mark.django_db
PIN = "4711"
TABLE = {"name": "Roulette 1", "rulebook": "pt-francesa"}
keys = count(1)


@pytest.fixture
def signed(casino: Casino, colleague: Callable[..., Any]) -> dict[str, Any]:
    person = colleague(Role.ADMINISTRATOR, casino_id=casino.pk, pin=PIN)
    return {"signatures": [{"sign_in": person.username, "pin": PIN}]}


@pytest.fixture
def system(caller: Callable[..., Caller]) -> Caller:
    return caller(REGISTERS_READ, REGISTERS_WRITE)


def key() -> str:
    return f"key-{next(keys)}"


def body_of(response: Any) -> Any:
    assert response.status_code == 200, response.content
    return json.loads(response.content)


def test_an_entry_is_declared_read_changed_withdrawn_and_its_history_says_by_whom(
    system: Caller, casino: Casino, signed: dict[str, Any]
) -> None:
    made = body_of(system.put("registers/table/RF1", {"values": TABLE, **signed}, key()))
    assert (made["changed"], made["takes_force"], made["entry"]["version"]) == (True, "now", 1)
    again = body_of(system.put("registers/table/RF1", {"values": TABLE, **signed}, key()))
    assert (again["changed"], again["entry"]["version"]) == (False, 1)
    changed = {**TABLE, "pace_target": 38}
    body_of(system.put("registers/table/RF1", {"values": changed, **signed}, key(), **{"If-Match": '"1"'}))
    late = system.put("registers/table/RF1", {"values": TABLE, **signed}, key(), **{"If-Match": '"1"'})
    assert (late.status_code, json.loads(late.content)["version"]) == (412, 2)
    read = system.get("registers/table/RF1")
    assert (read.headers["ETag"], body_of(read)["values"]["pace_target"]) == ('"2"', 38)
    assert system.get("registers/table/RF1", **{"If-None-Match": '"2"'}).status_code == 304
    register = body_of(system.get("registers/table"))
    assert [each["code"] for each in register["entries"]] == ["RF1"]
    assert {"name", "rulebook", "par"} <= {each["name"] for each in register["fields"]}
    out = body_of(system.post("registers/table/RF1/withdraw", {"reason": "sold", **signed}, key()))
    assert out["entry"]["withdrawn"]
    assert not GamingTable.objects.filter(casino=casino).exists()
    steps = body_of(system.get("registers/table/RF1/history"))["steps"]
    assert [step["type"] for step in steps] == ["entry_withdrawn", "entry_changed", "entry_registered"]
    assert (steps[1]["before"], steps[1]["after"]) == ({"pace_target": None}, {"pace_target": 38})
    assert {step["signed"][0]["role"] for step in steps} == {"administrator"}
    listed = body_of(system.get("registers"))["registers"]
    assert {each["kind"]: each["entries"] for each in listed}["table"] == 0


def test_nobody_but_an_administrator_signs_a_change(
    *,
    system: Caller,
    casino: Casino,
    colleague: Callable[..., Any],
    problem: Callable[..., Any],
    caller: Callable[..., Caller],
    signed: dict[str, Any],
) -> None:
    boss = colleague(Role.PIT_BOSS, casino_id=casino.pk, pin=PIN)
    for signatures in ([], [{"sign_in": boss.username, "pin": PIN}]):
        found = problem(
            system.put("registers/pit/P1", {"values": {"name": "Pit"}, "signatures": signatures}, key())
        )
        assert (found["status"], found["code"]) == (422, "register-unsigned")
    reader = caller(REGISTERS_READ)
    assert problem(reader.put("registers/pit/P1", {"values": {"name": "Pit"}, **signed}))["status"] == 403
    assert problem(caller(TABLES_WRITE).get("registers/pit"))["status"] == 403
    assert problem(system.get("registers/pit/P1"))["status"] == 404
    assert problem(system.get("registers/boat"))["code"] == "register-unknown"
    assert (
        problem(system.put("registers/pit/P1", {"values": {"name": "Pit"}, **signed}, None))["status"] == 400
    )


def test_all_that_is_wrong_is_said_with_its_field(
    system: Caller, problem: Callable[..., Any], signed: dict[str, Any]
) -> None:
    values = {**TABLE, "pit": "P9", "theory_of_drop": 10_001, "colour": "red"}
    found = problem(system.put("registers/table/RF1", {"values": values, **signed}, key()))
    assert (found["status"], found["code"]) == (422, "entry-field-unknown")
    del values["colour"]
    found = problem(system.put("registers/table/RF1", {"values": values, **signed}, key()))
    assert [(each["field"], each["code"]) for each in found["faults"]] == [
        ("pit", "entry-unregistered"),
        ("theory_of_drop", "theory-of-drop-out-of-range"),
    ]
    assert found["detail"].startswith("pit: P9")


def test_a_clients_secret_is_shown_once_and_kept_out_of_the_record(
    system: Caller, casino: Casino, signed: dict[str, Any], problem: Callable[..., Any]
) -> None:
    values = {"name": "Cash system", "scopes": ["cash:read"]}
    body_of(system.put("registers/client/cash", {"values": values, **signed}, key()))
    first = key()
    made = body_of(system.post("registers/client/cash/secret", signed, first))
    assert body_of(system.post("registers/client/cash/secret", signed, first)) == made
    client = ApiClient.objects.get(casino=casino, code="cash")
    assert made["sign_in"] == client.client_id
    token = _token(system, client.client_id, made["secret"])
    assert token.status_code == 200
    recorded = json.dumps([step.after for step in history(casino.pk, "client", "cash")])
    assert made["secret"] not in recorded
    assert made["entry"]["fingerprint"] in recorded
    # What goes to its webhook stops with it, and it cannot be withdrawn before.
    hook = {"client": "cash", "url": "https://cash.example/events", "types": ["table_opened"]}
    body_of(system.put("registers/webhook/w1", {"values": hook, **signed}, key()))
    assert Webhook.objects.get(casino_id=casino.pk, code="w1").disabled_at is None
    found = problem(system.post("registers/client/cash/withdraw", signed, key()))
    assert (found["code"], found["faults"][0]["parameters"]["users"]) == ("entry-in-use", ["w1"])
    body_of(system.post("registers/webhook/w1/withdraw", signed, key()))
    assert Webhook.objects.get(casino_id=casino.pk, code="w1").disabled_at is not None
    body_of(system.post("registers/client/cash/withdraw", signed, key()))
    assert _token(system, client.client_id, made["secret"]).status_code == 401
    # It comes back without the secret that was known.
    body_of(system.put("registers/client/cash", {"values": values, **signed}, key()))
    assert _token(system, client.client_id, made["secret"]).status_code == 401
    assert problem(system.post("registers/pit/P1/secret", signed, key()))["code"] == "entry-without-secret"


def _token(system: Caller, client_id: str, secret: str) -> Any:
    return system.http.post(
        "/oauth/token/",
        {"grant_type": "client_credentials", "client_id": client_id, "client_secret": secret},
    )


def test_a_client_sees_nothing_of_another_casino(
    system: Caller, signed: dict[str, Any], casino: Casino
) -> None:
    body_of(system.put("registers/pit/P1", {"values": {"name": "Pit"}, **signed}, key()))
    other = Casino.objects.create(name="Other")
    stranger = Caller(create_client(name="x", casino=other, scopes=[REGISTERS_READ, REGISTERS_WRITE]))
    for path in ("registers/pit/P1", "registers/pit/P1/history"):
        assert stranger.get(path).status_code == 404
    assert body_of(stranger.get("registers/pit"))["entries"] == []
    # The other casino's administrator is nobody here.
    answer = stranger.put("registers/pit/P1", {"values": {"name": "Mine"}, **signed}, key())
    assert answer.status_code == 422
    assert body_of(system.get("registers/pit/P1"))["values"]["name"] == "Pit"
