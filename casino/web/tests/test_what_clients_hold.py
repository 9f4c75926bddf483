"""A client holds its own socket for as long as it likes, and nothing that others need. On a real web server."""

import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from casino.api.access.clients import create_client
from casino.api.access.scopes import FEED_READ
from casino.people.models import Person, Role
from casino.web.handler import MOST_BODY_BYTES
from casino.web.http_protocol import REQUEST_S
from tables.handling.models import Casino
from testkit.api import serving, token_from
from testkit.house import OpenHouse
from testkit.people import browser_of, engage
from testkit.stream import wait_until
from testkit.web_clients import StreamClients, half_a_request

pytestmark = pytest.mark.django_db(transaction=True)

FEW = {
    "WEB_REQUESTS_AT_ONCE": "2",
    "WEB_OPENINGS_AT_ONCE": "1",
    "WEB_BACKGROUND_THREADS": "1",
    "WEB_LIVE_PAGES": "30",
    "WEB_EVENT_STREAMS": "20",
}
"""A small process: four connections to the database, and more streams than that."""


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    """A table T1 that is open."""
    return OpenHouse(casino_id, "pt-francesa", now=timezone.now())


@pytest.fixture
def boss(house: OpenHouse) -> Person:
    """Who looks at the floor."""
    return engage(Role.PIT_BOSS, casino_id=house.casino_id)


@pytest.fixture
def web(house: OpenHouse, tmp_path: Path) -> Iterator[str]:
    """The address of a small web server."""
    with serving(tmp_path, {**FEW, "SECRET_KEY": settings.SECRET_KEY}) as address:
        yield address


@pytest.fixture(scope="module")
def shared_web(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a small web server for all tests that take no place of a stream there."""
    with serving(tmp_path_factory.mktemp("web"), {**FEW, "SECRET_KEY": settings.SECRET_KEY}) as address:
        yield address


@pytest.fixture
def clients(web: str) -> Iterator[StreamClients]:
    """Streams at it."""
    opened = StreamClients(web)
    yield opened
    opened.close()


def cookie_of(person: Person) -> dict[str, str]:
    return {"Cookie": f"sessionid={browser_of(person).cookies['sessionid'].value}"}


def status_of(address: str, headers: dict[str, str]) -> int:
    """How a page is answered, by a client that waits longer than the pool of connections would."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_more_open_pages_than_the_database_has_connections_keep_nobody_waiting(
    web: str, clients: StreamClients, boss: Person
) -> None:
    signed_in = cookie_of(boss)
    clients.open("/floor/live", signed_in, 30)
    assert clients.answers == {200: 30}
    assert status_of(f"{web}/floor/", signed_in) == 200
    assert status_of(f"{web}/readyz", {}) in (200, 503)  # no sealer runs here, but it is answered
    wait_until(lambda: connections_of_the_web() <= 5, "no stream keeps a connection")


def connections_of_the_web() -> int:
    """Connections to the test's database but this test's own one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


def test_streams_beyond_the_places_are_refused_and_places_come_back(
    web: str, clients: StreamClients, boss: Person
) -> None:
    signed_in = cookie_of(boss)
    clients.open("/floor/live", signed_in, 33)
    assert clients.answers == {200: 30, 503: 3}
    assert {h.get("Retry-After", h.get("retry-after")) for h in clients.headers} == {None, "5"}
    clients.close()
    again = StreamClients(web)
    try:
        wait_until(lambda: opened_well(again, signed_in), "the places are free again")
    finally:
        again.close()


def opened_well(clients: StreamClients, headers: dict[str, str]) -> bool:
    clients.answers.clear()
    clients.open("/floor/live", headers, 1)
    return clients.answers == {200: 1}


@pytest.fixture
def feed_client(house: OpenHouse) -> Callable[[str], dict[str, str]]:
    """`feed_client(address)`: the header of a client that reads the feed, with a token of its own."""

    def signed(address: str) -> dict[str, str]:
        casino = Casino.objects.get(pk=house.casino_id)
        made = create_client(name="feed", casino=casino, scopes=[FEED_READ])
        return {"Authorization": f"Bearer {token_from(address, made)}"}

    return signed


def test_event_streams_of_many_clients_opened_at_once_leave_the_house_alive(
    web: str,
    clients: StreamClients,
    boss: Person,
    feed_client: Callable[[str], dict[str, str]],
) -> None:
    for headers in [feed_client(web) for _ in range(4)]:
        clients.open("/api/v1/events", headers, 5)
    assert clients.answers == {200: 20}
    clients.open("/floor/live", cookie_of(boss), 1)
    assert clients.answers == {200: 21}, "the feed's streams take no place of a page"
    assert status_of(f"{web}/floor/", cookie_of(boss)) == 200
    clients.close()
    assert status_of(f"{web}/floor/", cookie_of(boss)) == 200


# ---------------------------------------------------------------- without streams: one server for all


def test_a_page_that_is_not_read_keeps_no_connection(shared_web: str, house: OpenHouse, boss: Person) -> None:
    cookie = cookie_of(boss)["Cookie"]
    request = f"GET /rules/pt-francesa/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n".encode()
    lines = []
    for _ in range(6):
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        line.connect(("127.0.0.1", int(shared_web.rpartition(":")[2])))
        line.sendall(request * 3)
        lines.append(line)
    assert status_of(f"{shared_web}/floor/", {"Cookie": cookie}) == 200
    for line in lines:
        line.close()


WHOLE = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HALF_A_BODY = b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nusername="


def test_half_a_request_is_cut_after_ten_seconds(shared_web: str) -> None:
    heads = (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", WHOLE + b"GET / HTTP/1.1\r\n")
    begun = time.monotonic()
    lines = [half_a_request(shared_web, part) for part in (*heads, HALF_A_BODY)]
    answers = [everything_on(line) for line in lines]
    assert time.monotonic() - begun >= REQUEST_S
    assert [b"HTTP/1.1 408 " in answer for answer in answers[:3]] == [True] * 3
    assert answers[3].startswith(b"HTTP/1.1 200 ")
    assert answers[3].endswith(b"ok\n"), "what began behind a whole request ends with the idle connection"
    assert answers[4] == b"", "a request that has no end has no answer either"


def everything_on(line: socket.socket) -> bytes:
    """What comes until the server ends the connection."""
    heard = b""
    with line:
        while part := line.recv(1000):
            heard += part
    return heard


def test_a_body_without_an_end_is_refused(shared_web: str) -> None:
    head = b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    piece = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    with half_a_request(shared_web, head) as line, pytest.raises((BrokenPipeError, ConnectionResetError)):
        for _ in range(40):
            line.sendall(piece)


@pytest.mark.parametrize(
    ("path", "type_"), [("/sign-in/", b"text/plain"), ("/api/v1/tables", b"application/problem+json")]
)
def test_a_body_over_the_limit_is_answered_in_its_clients_language(
    shared_web: str, path: str, type_: bytes
) -> None:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: fr\r\n"
        f"Content-Length: {MOST_BODY_BYTES + 1}\r\n\r\n"
    ).encode()
    line = half_a_request(shared_web, head)
    line.sendall(b"x" * (MOST_BODY_BYTES + 1))
    answer = everything_on(line).lower()
    assert answer.startswith(b"http/1.1 413 ")
    assert b"content-type: " + type_ in answer
    assert b"content-language: fr" in answer
