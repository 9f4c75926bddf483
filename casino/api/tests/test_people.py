"""The register of people over the network: who works here, and requests that an officer confirms."""

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from casino.api.access.scopes import ADMINISTRATION, PEOPLE_READ, PEOPLE_WRITE, TABLES_READ, TABLES_WRITE
from casino.api.models import FirstAnswer
from casino.people.models import Person, Role
from casino.people.register.aggregate import life_of
from tables.handling.models import Casino
from tables.refusal import Refused
from testkit.api import Caller
from testkit.officers import confirm_now, confirmed, requested, result_of

pytestmark = pytest.mark.django_db
PIN = "4711"
ANNA: dict[str, Any] = {"name": "Anna M.", "sign_in": "anna", "role": "pit_boss"}
keys = count(1)
Officers = dict[Role, Person]


@pytest.fixture
def officers(casino: Casino, colleague: Callable[..., Person]) -> Officers:
    """An administrator, somebody of the management and a pit boss, each with a PIN."""
    roles = (Role.ADMINISTRATOR, Role.DIRECTION, Role.PIT_BOSS)
    return {role: colleague(role, casino_id=casino.pk, pin=PIN) for role in roles}


@pytest.fixture
def system(casino: Casino, caller: Callable[..., Caller]) -> Caller:
    return caller(PEOPLE_READ, PEOPLE_WRITE, ADMINISTRATION)


def ask(system: Caller, command: str, key: str | None = None, **body: Any) -> Any:
    return system.post(f"people/{command}", body, key or f"key-{next(keys)}")


def test_a_personnel_system_engages_somebody_whom_an_officer_confirms(
    system: Caller, officers: Officers
) -> None:
    answer = ask(system, "engage-person", **ANNA, language="it")
    assert requested(answer)["state"] == "pending"
    assert not Person.objects.filter(username="anna").exists()
    carried = confirm_now(answer, officers[Role.ADMINISTRATOR])
    made = result_of(answer)
    assert [event["type"] for event in made["events"]] == ["person_engaged"]
    assert carried.person == made["person"]
    listed = {each["sign_in"]: each for each in json.loads(system.get("people").content)["people"]}
    assert listed["anna"] == {
        "person": made["person"],
        "name": "Anna M.",
        "sign_in": "anna",
        "role": "pit_boss",
        "language": "it",
        "standing": "active",
        "must_set_password": True,
        "signed_in_at": None,
    }
    record, _ = life_of(Person.objects.get(pk=made["person"]))[0]
    by = record.metadata["by"]
    assert by["name"] == officers[Role.ADMINISTRATOR].display_name
    assert by["client"] == f"{system.client.name} ({system.client.pk})"
    assert [each["role"] for each in record.metadata["signed"]] == ["administrator"]


def test_a_request_sent_again_waits_once(system: Caller, officers: Officers) -> None:
    first, again = (requested(ask(system, "engage-person", "one-key", **ANNA)) for _ in range(2))
    assert first == again


def test_no_answer_and_no_stored_answer_has_a_setup_link(system: Caller, officers: Officers) -> None:
    answer = ask(system, "engage-person", **ANNA)
    confirm_now(answer, officers[Role.ADMINISTRATOR])
    state = system.get(requested(answer)["address"].removeprefix("/api/v1/")).content.decode()
    stored = [bytes(each.body).decode() for each in FirstAnswer.objects.all()]
    assert not [
        each
        for each in (answer.content.decode(), state, *stored)
        if "welcome/" in each or "setup_link" in each
    ]


def test_changes_are_made_when_an_officer_confirms_them(system: Caller, officers: Officers) -> None:
    boss, administrator = officers[Role.PIT_BOSS], officers[Role.ADMINISTRATOR]
    for command, body in (
        ("change-role", {"role": "cash_desk"}),
        ("change-language", {"language": "fr"}),
        ("suspend-person", {"reason": "an inquiry"}),
    ):
        confirmed(ask(system, command, person=boss.pk, **body), administrator)
    boss.refresh_from_db()
    assert (boss.role, boss.language, boss.standing, boss.is_active) == (
        "cash_desk",
        "fr",
        "suspended",
        False,
    )
    confirmed(ask(system, "restore-person", person=boss.pk), administrator)
    made = confirmed(ask(system, "end-engagement", person=boss.pk), administrator)
    assert [event["type"] for event in made["events"]] == ["person_left"]
    assert set(made) == {"person", "events"}


@pytest.mark.parametrize(
    ("command", "body"), [("engage-person", ANNA), ("issue-setup-link", {}), ("reset-password", {})]
)
def test_a_pin_engages_nobody_and_obtains_no_link(
    *,
    system: Caller,
    officers: Officers,
    problem: Callable[..., Any],
    caller: Callable[..., Caller],
    command: str,
    body: dict[str, Any],
) -> None:
    new = Person(username="new", casino_id=system.client.casino_id, role=Role.PIT_BOSS, display_name="New")
    new.set_unusable_password()
    new.save()
    whom = {} if command == "engage-person" else {"person": new.pk}
    signed = [
        {"sign_in": officers[role].username, "pin": PIN} for role in (Role.ADMINISTRATOR, Role.DIRECTION)
    ]
    before = list(Person.objects.values("pk", "password", "username"))
    answer = requested(ask(system, command, **body, **whom, signatures=signed))
    assert (answer["state"], answer["result"]) == ("pending", None)
    without_scope = caller(PEOPLE_READ, PEOPLE_WRITE)
    assert problem(ask(without_scope, command, **body, **whom, signatures=signed))["status"] == 403
    assert list(Person.objects.values("pk", "password", "username")) == before


def test_two_officers_take_a_password_away(system: Caller, officers: Officers) -> None:
    boss = officers[Role.PIT_BOSS]
    answer = ask(system, "reset-password", person=boss.pk)
    with pytest.raises(Refused) as alone:
        confirm_now(answer, officers[Role.ADMINISTRATOR])
    assert alone.value.refusal.code == "account-signed-by-one"
    confirm_now(answer, officers[Role.ADMINISTRATOR], officers[Role.DIRECTION])
    boss.refresh_from_db()
    assert not boss.has_usable_password()


@pytest.mark.parametrize("number", [0, -1, 2**53 - 1, 999_999_999_999])
def test_nobody_of_that_number_is_404(
    system: Caller, officers: Officers, problem: Callable[..., Any], number: int
) -> None:
    said = problem(ask(system, "suspend-person", person=number, reason="x"))
    assert (said["status"], said["code"]) == (404, "person-unknown")


def test_people_of_another_casino_are_nobody(
    system: Caller,
    officers: Officers,
    casino: Casino,
    colleague: Callable[..., Person],
    problem: Callable[..., Any],
) -> None:
    other = colleague(Role.PIT_BOSS, casino_id=casino.pk + 1, pin=PIN)
    said = problem(ask(system, "suspend-person", person=other.pk, reason="x"))
    assert (said["status"], said["code"]) == (404, "person-unknown")
    listed = [each["person"] for each in json.loads(system.get("people").content)["people"]]
    assert sorted(listed) == sorted(each.pk for each in officers.values())


def test_other_scopes_neither_read_nor_request_people(
    caller: Callable[..., Caller], officers: Officers
) -> None:
    assert caller(TABLES_READ, TABLES_WRITE).get("people").status_code == 403
    assert ask(caller(PEOPLE_READ), "engage-person", **ANNA).status_code == 403
    assert ask(caller(PEOPLE_READ, ADMINISTRATION), "engage-person", **ANNA).status_code == 403
