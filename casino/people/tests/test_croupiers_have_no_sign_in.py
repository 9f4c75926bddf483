"""Croupiers are people of the house with a PIN: they sign where they sit, and sign in nowhere."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from casino.people.acting import named
from casino.people.casino_staff import (
    as_registered,
    croupiers_who_sign,
    staff_of_casino,
    who_signs_and_sits,
)
from casino.people.models import Person, Role
from casino.people.permissions import RULES
from casino.people.signing import as_offered, colleagues_who_sign, signature_of
from tables.handling.models import Casino
from tables.play.events import Person as Named
from testkit.people import PASSWORD, engage

pytestmark = pytest.mark.django_db


def engage_croupier(monkeypatch: pytest.MonkeyPatch, *said: str, pin: str = "4711", **how: Any) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{pin}\n"))
    call_command("engage_croupier", *said, **how)


@pytest.fixture
def house(casino_id: int) -> int:
    Casino.objects.create(id=casino_id, name="Casino")
    return casino_id


def test_an_administrator_registers_a_croupier_who_signs_with_the_pin(
    house: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    engage_croupier(monkeypatch, "anna", called="Anna M.", casino=house)
    assert "Anna M. is registered" in capsys.readouterr().out
    anna = Person.objects.get(username="anna")
    assert (anna.role, anna.has_usable_password()) == (Role.CROUPIER, False)
    boss = engage(Role.PIT_BOSS, casino_id=house)
    assert signature_of("anna", "4711", beside=boss, now=timezone.now()).role == "croupier"


@pytest.mark.parametrize(
    ("said", "how", "why"),
    [
        (("anna",), {"called": "Anna", "pin": "47"}, "4 to 12 digits"),
        (("anna",), {"called": "Anna", "pin": "four"}, "4 to 12 digits"),
        (("anna",), {"called": "  "}, "1 to 80 characters"),
        (("anna",), {"called": "A" * 81}, "1 to 80 characters"),
        (("anna",), {"called": "ROSA B."}, "has an account already"),
        (("rosa",), {"called": "Anna"}, "somebody has that name already"),
        (("an na",), {"called": "Anna"}, "no name to sign in with"),
        (("anna",), {"called": "Anna", "casino": 0}, "there is no casino 0"),
    ],
)
def test_unregistrable_croupier_is_refused_with_the_reason(
    house: int, monkeypatch: pytest.MonkeyPatch, said: tuple[str, ...], how: dict[str, Any], why: str
) -> None:
    engage_croupier(monkeypatch, "rosa", called="Rosa B.", casino=house)
    with pytest.raises(CommandError, match=why):
        engage_croupier(monkeypatch, *said, **({"casino": house} | how))
    assert Person.objects.filter(casino_id=house).count() == 1


@pytest.mark.parametrize("password", [None, PASSWORD])
def test_a_croupier_signs_in_nowhere_whatever_password_there_is(house: int, password: str | None) -> None:
    rosa = engage(Role.CROUPIER, casino_id=house, sign_in="rosa")
    rosa.set_password(password)
    rosa.save()
    browser = Client()
    answer = browser.post("/sign-in/", {"username": "rosa", "password": PASSWORD})
    assert answer.status_code == 200 and "do not go together" in answer.content.decode()
    assert "_auth_user_id" not in browser.session


def test_a_croupier_has_no_permission_at_all(house: int) -> None:
    rosa = engage(Role.CROUPIER, casino_id=house)
    assert [name for name, rule in RULES.items() if rule(rosa)] == []


def test_croupiers_sign_at_their_seat_and_are_offered_nowhere_else(house: int) -> None:
    rosa, boss = (
        engage(Role.CROUPIER, casino_id=house, sign_in="rosa", pin="4711"),
        engage(Role.PIT_BOSS, casino_id=house),
    )
    assert rosa not in colleagues_who_sign(boss)
    assert colleagues_who_sign(boss, (named(rosa), Named(id="person/x", name="X"))) == [rosa]
    engage(Role.CHEF_DE_TABLE, casino_id=house, pin="1234")
    at_the_table = (named(rosa), Named(id="x", name="X"))
    for seated in ((), at_the_table):
        together = (as_offered(colleagues_who_sign(boss, seated)), staff_of_casino(house))
        assert who_signs_and_sits(boss, seated) == together
    assert croupiers_who_sign(house, (named(rosa), Named(id="rui", name="Rui"))) == {named(rosa).id: "rosa"}
    assert croupiers_who_sign(house + 1, (named(rosa),)) == {}
    assert croupiers_who_sign(house, ()) == {}


def test_registered_name_seats_that_person(house: int) -> None:
    rosa, chief = engage(Role.CROUPIER, casino_id=house), engage(Role.CHEF_DE_TABLE, casino_id=house)
    engage(Role.CASH_DESK, casino_id=house)
    assert set(staff_of_casino(house)) == {named(rosa), named(chief)}
    rui = Named(id="rui", name="Rui")
    seated = as_registered({"payer": Named(id="x", name=rosa.display_name.upper()), "chef": rui}, house)
    assert seated == {"payer": named(rosa), "chef": rui}
