"""People for tests: one call makes a colleague of a role, another signs them in."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import VALID_KEY_CHARS
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from django.utils.crypto import get_random_string

from casino.people.models import Person, Role
from casino.people.sign_in.session import marks_at_sign_in

PASSWORD = "a long enough password"

AsRole = Callable[[Role], Client]


def engage(role: Role, *, casino_id: int = 1, sign_in: str | None = None, pin: str = "") -> Person:
    """Engage a person of this role at a casino: signs in with PASSWORD, countersigns with `pin` if there is one.

    They are numbered as they come into this database, so that a name does not depend on the tests before.
    """
    number = Person.objects.count() + 1
    person: Person = Person.objects.create_user(
        sign_in or f"{role}-{number}",
        PASSWORD,
        casino_id=casino_id,
        role=role,
        display_name=f"{role.label} {number}",
    )
    if pin:
        person.set_pin(pin)
        person.save(update_fields=["pin"])
    return person


def browser_of(person: Person) -> Client:
    """A browser in which this person is signed in.

    Its session is written as signing in with a second factor leaves it, in one statement: most tests of screens begin
    so.
    """
    signed_in = {
        SESSION_KEY: str(person.pk),
        BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend",
        HASH_SESSION_KEY: person.get_session_auth_hash(),
        **marks_at_sign_in(second_factor=True, now=timezone.now()),
    }
    store = SessionStore()
    session = Session.objects.create(
        session_key=get_random_string(32, VALID_KEY_CHARS),
        session_data=store.encode(signed_in),
        expire_date=store.get_expiry_date(),
    )
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


@pytest.fixture
def as_role(casino_id: int, db: None) -> AsRole:
    """`as_role(Role.PIT_BOSS)`: a browser in which somebody with this role is signed in."""
    return lambda role: browser_of(engage(role, casino_id=casino_id))


@pytest.fixture
def colleague(db: None) -> Callable[..., Person]:
    """Return a function that makes people: `colleague(Role.PIT_BOSS, casino_id=..., pin=...)`."""
    return engage
