"""People of a registered casino, and what its record has of their sign-in."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from casino.people.access_events import ACCESS_EVENTS, AccessEvent, access_stream
from casino.people.models import Person, Role
from casino.people.sign_in.second_factors import add_app, recovery_codes_once, secret_to_set_up
from tables.handling import Actor
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Casino
from tables.handling.registers import register_casino
from tables.stream import read_stream
from testkit.pages import Response
from testkit.people import PASSWORD, engage

Engaged = Callable[..., Person]
Recorded = Callable[[], list[AccessEvent]]
OPERATOR = Actor(id="operator", name="Operator")
LONG_AGO = timedelta(minutes=10)


class App:
    """An authenticator app: what it shows at a time, worked out by another library than the house's."""

    def __init__(self, secret: str) -> None:
        from base64 import b32decode

        self._totp = TOTP(b32decode(secret), 6, SHA1(), 30, enforce_key_length=False)

    def code(self, at: datetime | None = None) -> str:
        return self._totp.generate(int((at or timezone.now()).timestamp())).decode()


@pytest.fixture
def house(casino_id: int, db: None) -> Casino:
    """A registered casino, with the rules that a casino begins with."""
    return register_casino(
        {"name": "Casino", "time_zone": "Europe/Lisbon"}, by=OPERATOR, now=timezone.now(), casino_id=casino_id
    )


@pytest.fixture
def engaged(house: Casino) -> Engaged:
    """`engaged(Role.PIT_BOSS, pin="4711")`: somebody of that casino."""
    return lambda role, **more: engage(role, casino_id=house.pk, **more)


@pytest.fixture
def recorded(house: Casino) -> Recorded:
    """All of the casino's record of access, today's and yesterday's, in its order."""

    def read() -> list[AccessEvent]:
        now = timezone.now()
        days = sorted({gaming_day(house.pk, now - timedelta(hours=1)), gaming_day(house.pk, now)})
        streams = (read_stream(house.pk, access_stream(day.isoformat())) for day in days)
        return [ACCESS_EVENTS.read(record) for stream in streams for record in stream]

    return read


def rules_are(house: Casino, **values: object) -> None:
    """The register says so from now on, and what it said is no longer believed."""
    Casino.objects.filter(pk=house.pk).update(**values)
    cache.clear()


def app_of(person: Person) -> App:
    """The person sets up an app, a while ago: what it shows now has not been used."""
    session, at = SessionStore(), timezone.now() - LONG_AGO
    app = App(secret_to_set_up(session))
    add_app(person, session, app.code(at), at)
    return app


def recovery_codes_of(person: Person) -> list[str]:
    codes, _ = recovery_codes_once(person)
    return codes


def give_password(person: Person, client: Client | None = None, **more: str) -> tuple[Client, Response]:
    """A browser in which the person has given their password, and its answer."""
    client = client or Client()
    form = {"username": person.username, "password": PASSWORD, **more}
    return client, client.post("/sign-in/", form)


def give_code(client: Client, code: str) -> Response:
    return client.post("/sign-in/second-step/", {"one_time_code": code})


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def change_session(client: Client, **marks: object) -> None:
    """Write into the session as it is stored."""
    session = client.session
    session.update(marks)
    session.save()


def stored(client: Client) -> dict[str, object]:
    row = Session.objects.get(session_key=client.session.session_key)
    found: dict[str, object] = SessionStore().decode(row.session_data)
    return found


def factors_of(person: Person) -> list[str]:
    return sorted(Authenticator.objects.filter(user=person).values_list("type", flat=True))


__all__ = ["Role"]
