"""People of a casino are registered by commands that keep to its roles and to the rules of passwords and PINs."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from casino.people.models import Person, Role
from tables.handling.models import Casino
from testkit.people import engage as somebody

pytestmark = pytest.mark.django_db
PASSWORD = "faites vos jeux, messieurs"


@pytest.fixture
def house(casino_id: int) -> int:
    return Casino.objects.create(id=casino_id, name="Casino Real").pk


def engage(monkeypatch: pytest.MonkeyPatch, name: str = "anna", password: str = PASSWORD, **how: Any) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
    call_command("engage_user", name, **{"role": "pit_boss", "called": "Anna M."} | how)


def test_the_first_person_of_a_new_casino_signs_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("register_casino", "Casino Real", time_zone="Europe/Rome")
    engage(monkeypatch)
    assert "Anna M. signs in as anna, pit boss" in capsys.readouterr().out
    anna = Person.objects.get(username="anna")
    assert (anna.casino_id, anna.role, anna.pin) == (Casino.objects.get().pk, Role.PIT_BOSS, "")
    answer = Client().post("/sign-in/", {"username": "anna", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/floor/")


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"password": "too short"}, "at least 12 characters"),
        ({"password": "password1234"}, "too common"),
        ({"name": "annamagnani42", "password": "annamagnani42"}, "too similar to the username"),
        ({"password": ""}, "at least 12 characters"),
        ({"role": "croupier"}, "invalid choice: 'croupier'"),
        ({"role": "god"}, "invalid choice: 'god'"),
        ({"name": "an na"}, "no name to sign in with"),
        ({"name": "rosa"}, "somebody has that name already"),
        ({"called": "\n"}, "1 to 80 characters"),
        ({"role": "chef_de_table", "called": "ROSA B."}, "has an account already, rosa"),
        ({"casino": 0}, "there is no casino 0"),
    ],
)
def test_nobody_is_registered_against_the_rules(
    house: int, monkeypatch: pytest.MonkeyPatch, how: dict[str, Any], why: str
) -> None:
    engage(monkeypatch, "rosa", called="Rosa B.", role="chef_de_table")
    with pytest.raises(CommandError, match=why):
        call_engage = {"role": "pit_boss", "called": "Anna M."} | how
        name, password = call_engage.pop("name", "anna"), call_engage.pop("password", PASSWORD)
        engage(monkeypatch, name, password, **call_engage)
    assert [person.username for person in Person.objects.all()] == ["rosa"]


def test_without_a_casino_or_with_several_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CommandError, match="register_casino"):
        engage(monkeypatch)
    for name in ("Casino Real", "Casino Royal"):
        call_command("register_casino", name)
    with pytest.raises(CommandError, match="say which by --casino"):
        engage(monkeypatch)


@pytest.mark.parametrize(
    ("name", "zone", "why"),
    [
        ("", "UTC", "1 to 200 characters"),
        ("A" * 201, "UTC", "1 to 200 characters"),
        ("Casino Real", "UTC", "of that name already"),
        ("Another", "Europe/Lisboa", "no time zone is called so"),
    ],
)
def test_no_casino_is_registered_against_the_rules(house: int, name: str, zone: str, why: str) -> None:
    with pytest.raises(CommandError, match=why):
        call_command("register_casino", name, time_zone=zone)
    assert Casino.objects.count() == 1


def test_a_casino_is_not_registered_beside_the_demonstration() -> None:
    Casino.objects.create(name="Demonstration casino", demonstration=True)
    with pytest.raises(CommandError, match="a database of its own"):
        call_command("register_casino", "Casino Real")


def test_nobody_is_made_outside_the_roles(house: int) -> None:
    with pytest.raises(CommandError, match="engage_user"):
        call_command("createsuperuser")
    assert not Person.objects.exists()
    assert not {"is_superuser", "is_staff"} & {field.name for field in Person._meta.get_fields()}
    assert not somebody(Role.CROUPIER).has_perm("table.run")
