"""A refused sign-in gives nothing away by its time: each kind of name costs the same work (times: bench/sign_in.py)."""

from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client
from pytest_django import Settings

from casino.people.models import Person, Role
from tables.handling.models import Casino
from tables.stream.models import Event

Colleague = Callable[..., Person]
pytestmark = pytest.mark.django_db


class CountingHasher(MD5PasswordHasher):
    """A quick hasher that counts how often it works."""

    algorithm = "counting"
    worked = 0

    def encode(self, password: str, salt: str) -> str:
        type(self).worked += 1
        return super().encode(password, salt)


@pytest.fixture
def names(casino_id: int, colleague: Colleague, settings: Settings) -> dict[str, str]:
    """The kinds of names with a name of each, in a registered casino."""
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher", "testkit.hashing.QuickPinHasher"]
    Casino.objects.create(id=casino_id, name="Casino", time_zone="Europe/Lisbon")
    known, suspended, fresh, factored = (colleague(Role.PIT_BOSS, casino_id=casino_id) for _ in range(4))
    Person.objects.filter(pk=suspended.pk).update(is_active=False)
    fresh.set_password(None)
    fresh.save()
    Authenticator.objects.create(user=factored, type=Authenticator.Type.TOTP, data={"secret": ""})
    return {
        "known": known.username,
        "unknown": "nobody",
        "suspended": suspended.username,
        "without a password": fresh.username,
        "with a second factor": factored.username,
        "croupier": colleague(Role.CROUPIER, casino_id=casino_id).username,
    }


def events_begun() -> int:
    """The number that the next event would get: an event that was not kept has had one too."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence('event', 'id'))")
        [(number,)] = cursor.fetchall()
    return int(number)


def test_wrong_sign_in_costs_one_hash_and_one_event_whatever_the_name(names: dict[str, str]) -> None:
    cost = {}
    for place, (kind, name) in enumerate(names.items()):
        CountingHasher.worked, before = 0, events_begun()
        answer = Client().post(
            "/sign-in/", {"username": name, "password": "a wrong one"}, REMOTE_ADDR=f"10.0.0.{place + 1}"
        )
        assert answer.status_code == 200
        cost[kind] = CountingHasher.worked, events_begun() - before - 1
    assert cost == dict.fromkeys(names, (1, 1))


def test_event_of_a_name_that_is_nobodys_is_not_kept(names: dict[str, str], casino_id: int) -> None:
    for name in ("nobody", names["known"]):
        Client().post("/sign-in/", {"username": name, "password": "a wrong one"})
    [event] = Event.objects.filter(type="wrong_password_given", casino_id=casino_id)
    known = Person.objects.get(username=names["known"])
    assert event.data["person"]["id"] == f"person/{known.pk}"
