"""Streams of a real web server, the ways to open each kind, and what ends them."""

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from casino.api.access.clients import NewClient, create_client, revoke_client
from casino.api.access.scopes import FEED_READ, TABLES_READ
from casino.people.models import Person, Role, Standing
from casino.web.streams.live_messages import ASKED_EVERY_S
from tables.handling import registers
from tables.handling.models import Casino
from testkit.api import serving, token_from
from testkit.house import BOSS, OpenHouse
from testkit.people import browser_of, engage
from testkit.seats import terminal_of

PATIENCE_S = 30.0
assert PATIENCE_S < ASKED_EVERY_S


class Opened(NamedTuple):
    """A stream that has been answered, and its first message read."""

    response: http.client.HTTPResponse

    def rest(self) -> str:
        """Everything that still comes, once the server has ended the stream. Raises TimeoutError where it goes on."""
        return self.response.read().decode()

    def positions(self) -> list[int]:
        """The positions of the rest of its messages."""
        return [int(line[4:]) for line in self.rest().splitlines() if line.startswith("id: ")]


class Way(NamedTuple):
    """How one asks for a stream: its address and the headers of its request."""

    path: str
    headers: dict[str, str]


@pytest.fixture(scope="module")
def server(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the web server that has the streams."""
    with serving(tmp_path_factory.mktemp("streams"), {"SECRET_KEY": settings.SECRET_KEY}) as address:
        yield address


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    """A casino with T1, a table with seats."""
    Casino.objects.create(id=casino_id, name="Casino of a test")
    return OpenHouse(casino_id, "it-live", now=timezone.now())


@contextmanager
def asked(server: str, way: Way) -> Iterator[http.client.HTTPResponse]:
    line = http.client.HTTPConnection(urlsplit(server).netloc, timeout=PATIENCE_S)
    line.request("GET", way.path, headers=way.headers)
    try:
        yield line.getresponse()
    finally:
        line.close()


@contextmanager
def opened(server: str, way: Way) -> Iterator[Opened]:
    with asked(server, way) as response:
        assert response.status == 200
        assert response.headers["Content-Type"].startswith("text/event-stream")
        while response.readline().strip():
            pass
        yield Opened(response)


@pytest.fixture
def boss(house: OpenHouse) -> Person:
    return engage(Role.PIT_BOSS, casino_id=house.casino_id)


def page_of(person: Person) -> Way:
    return Way("/floor/live", {"Cookie": f"sessionid={browser_of(person).cookies['sessionid'].value}"})


def is_suspended(person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(standing=Standing.SUSPENDED, is_active=False)


def loses_the_session(person: Person) -> None:
    Session.objects.all().delete()


@pytest.fixture
def made(house: OpenHouse) -> NewClient:
    casino = Casino.objects.get(pk=house.casino_id)
    return create_client(name="feed", casino=casino, scopes=[FEED_READ, TABLES_READ])


def feed_of(server: str, made: NewClient, query: str = "") -> Way:
    token = token_from(server, made)
    return Way(f"/api/v1/events{query}", {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"})


def is_revoked(made: NewClient) -> None:
    revoke_client(made.client, timezone.now())


def screen_of(house: OpenHouse) -> Way:
    cookie = terminal_of(house, 1).cookies["seat_screen"].value
    return Way("/live/T1/seat/1/live", {"Cookie": f"seat_screen={cookie}"})


def sign_of(house: OpenHouse) -> Way:
    entry, now = (house.casino_id, "sign", "door"), timezone.now()
    registers.declare(*entry, {"table": "T1", "shows": ["limits"]}, by=BOSS, now=now)
    token = registers.issue_secret(*entry, by=BOSS, now=now).secret
    return Way(f"/signs/{token}/live", {})


def sign_is_withdrawn(house: OpenHouse) -> None:
    registers.withdraw(house.casino_id, "sign", "door", by=BOSS, now=timezone.now())
