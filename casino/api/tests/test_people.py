"""The register of people over the network: who works here, and what an administrator signs."""

import json
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from django.test import Client

from casino.api.access.scopes import PEOPLE_READ, PEOPLE_WRITE, TABLES_READ, TABLES_WRITE
from casino.api.models import FirstAnswer
from casino.people.models import Person, Role
from casino.people.register.aggregate import life_of
from tables.handling.models import Casino
from testkit.api import Caller

pytestmark = pytest.mark.django_db
PIN = "4711"
ANNA: dict[str, Any] = {"name": "Anna M.", "sign_in": "anna", "role": "pit_boss"}
keys = count(1)


class Signers:
    """People of the casino who sign with PIN."""

    def __init__(self, casino: Casino, colleague: Callable[..., Person]) -> None:
        self.people = {
            role: colleague(role, casino_id=casino.pk, pin=PIN)
            for role in (Role.ADMINISTRATOR, Role.DIRECTION, Role.PIT_BOSS)
        }

    def sign(self, *roles: Role) -> list[dict[str, str]]:
        return [{"sign_in": self.people[role].username, "pin": PIN} for role in roles]


@pytest.fixture
def signers(casino: Casino, colleague: Callable[..., Person]) -> Signers:
    return Signers(casino, colleague)


@pytest.fixture
def system(casino: Casino, caller: Callable[..., Caller]) -> Caller:
    return caller(PEOPLE_READ, PEOPLE_WRITE)


def ask(system: Caller, command: str, key: str | None = None, **body: Any) -> Any:
    return system.post(f"people/{command}", body, key or f"key-{next(keys)}")


def done(answer: Any) -> Any:
    assert answer.status_code == 201, answer.content
    return json.loads(answer.content)


def test_a_personnel_system_engages_somebody_who_sets_their_own_secrets(
    system: Caller, signers: Signers, casino: Casino
) -> None:
    signed = signers.sign(Role.ADMINISTRATOR)
    made = done(ask(system, "engage-person", **ANNA, language="it", signatures=signed))
    assert [event["type"] for event in made["events"]] == ["person_engaged"]
    path = made["setup_link"].removeprefix("http://testserver")
    secrets = {"password": "faites vos jeux", "password_again": "faites vos jeux"}
    assert Client().post(path, secrets).status_code == 200
    listed = {each["sign_in"]: each for each in json.loads(system.get("people").content)["people"]}
    assert listed["anna"] == {
        "person": made["person"],
        "name": "Anna M.",
        "sign_in": "anna",
        "role": "pit_boss",
        "language": "it",
        "standing": "active",
        "must_set_password": False,
        "signed_in_at": None,
    }
    record, _ = life_of(Person.objects.get(pk=made["person"]))[0]
    assert record.metadata["by"]["name"] == system.client.name
    assert [each["role"] for each in record.metadata["signed"]] == ["administrator"]


def test_sent_again_it_is_done_once_and_the_link_lies_nowhere_in_clear(
    system: Caller, signers: Signers
) -> None:
    body: dict[str, Any] = {**ANNA, "signatures": signers.sign(Role.ADMINISTRATOR)}
    first, again = (done(ask(system, "engage-person", "one-key", **body)) for _ in range(2))
    assert first == again
    token = first["setup_link"].strip("/").rpartition("/")[2]
    assert not [each for each in FirstAnswer.objects.all() if token.encode() in bytes(each.body)]
    assert token not in json.dumps(first["events"])


def test_changes_are_made_and_said_over_the_network(system: Caller, signers: Signers) -> None:
    boss, signed = signers.people[Role.PIT_BOSS], signers.sign(Role.ADMINISTRATOR)
    about: dict[str, Any] = {"person": boss.pk, "signatures": signed}
    done(ask(system, "change-role", role="cash_desk", **about))
    done(ask(system, "change-language", language="fr", **about))
    done(ask(system, "suspend-person", reason="an inquiry", **about))
    boss.refresh_from_db()
    assert (boss.role, boss.language, boss.standing, boss.is_active) == (
        "cash_desk",
        "fr",
        "suspended",
        False,
    )
    done(ask(system, "restore-person", **about))
    made = done(ask(system, "end-engagement", **about))
    assert [event["type"] for event in made["events"]] == ["person_left"]
    assert made["setup_link"] == ""


def test_an_administrator_signs_and_nobody_less(
    system: Caller, signers: Signers, problem: Callable[..., Any]
) -> None:
    for signatures in ([], signers.sign(Role.PIT_BOSS), signers.sign(Role.DIRECTION)):
        said = problem(ask(system, "engage-person", **ANNA, signatures=signatures))
        assert (said["status"], said["code"]) == (422, "people-unsigned")
    wrong = [{"sign_in": signers.people[Role.ADMINISTRATOR].username, "pin": "8888"}]
    assert problem(ask(system, "engage-person", **ANNA, signatures=wrong))["code"] == "pin-wrong"
    assert not Person.objects.filter(username="anna").exists()


def test_two_take_a_password_away_neither_of_whom_it_is(
    system: Caller, signers: Signers, problem: Callable[..., Any]
) -> None:
    boss = signers.people[Role.PIT_BOSS]
    one = signers.sign(Role.ADMINISTRATOR)
    assert (
        problem(ask(system, "reset-password", person=boss.pk, signatures=one))["code"]
        == "reset-signed-by-one"
    )
    own = signers.sign(Role.ADMINISTRATOR, Role.DIRECTION, Role.PIT_BOSS)
    said = problem(ask(system, "reset-password", person=boss.pk, signatures=own))
    assert said["code"] == "person-changes-themselves"
    two = signers.sign(Role.ADMINISTRATOR, Role.DIRECTION)
    assert done(ask(system, "reset-password", person=boss.pk, signatures=two))["setup_link"]
    boss.refresh_from_db()
    assert not boss.has_usable_password()


@pytest.mark.parametrize("number", [0, -1, 2**53 - 1, 999_999_999_999])
def test_nobody_of_that_number_is_404(
    system: Caller, signers: Signers, problem: Callable[..., Any], number: int
) -> None:
    signed = signers.sign(Role.ADMINISTRATOR)
    said = problem(ask(system, "suspend-person", person=number, reason="x", signatures=signed))
    assert (said["status"], said["code"]) == (404, "person-unknown")


def test_people_of_another_casino_are_nobody(
    system: Caller,
    signers: Signers,
    casino: Casino,
    colleague: Callable[..., Person],
    problem: Callable[..., Any],
) -> None:
    other = colleague(Role.PIT_BOSS, casino_id=casino.pk + 1, pin=PIN)
    signed = signers.sign(Role.ADMINISTRATOR)
    said = problem(ask(system, "suspend-person", person=other.pk, reason="x", signatures=signed))
    assert (said["status"], said["code"]) == (404, "person-unknown")
    listed = [each["person"] for each in json.loads(system.get("people").content)["people"]]
    assert sorted(listed) == sorted(each.pk for each in signers.people.values())


def test_other_scopes_neither_read_nor_write_people(caller: Callable[..., Caller], signers: Signers) -> None:
    assert caller(TABLES_READ, TABLES_WRITE).get("people").status_code == 403
    body: dict[str, Any] = {**ANNA, "signatures": signers.sign(Role.ADMINISTRATOR)}
    assert ask(caller(PEOPLE_READ), "engage-person", **body).status_code == 403
