"""A client holds its own socket for as long as it likes, and nothing that others need. On a real web server."""

import contextlib
import os
import re
import select
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import psutil
import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from casino.api.access.clients import create_client
from casino.api.access.scopes import FEED_READ
from casino.people.models import Person, Role
from casino.web.http_protocol import BODY_S, HEAD_S
from casino.web.limits import ANYBODY_BYTES
from tables.handling.models import Casino
from testkit.api import NO_SETTINGS, serving, token_from
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
    "WEB_EVENT_STREAMS_PER_CLIENT": "5",
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


def test_head_of_a_stream_ends_with_its_headers_and_holds_no_place(web: str, boss: Person) -> None:
    head = f"HEAD /floor/live HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie_of(boss)['Cookie']}\r\n\r\n"
    page = head.replace("/floor/live", "/floor/").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")
    # On one connection: an answer with content would be taken for the next one's head.
    asked = 2 * int(FEW["WEB_LIVE_PAGES"])
    answers = everything_on(half_a_request(web, (head * asked + page).encode()))
    assert answers.count(b"HTTP/1.1 200 OK\r\n") == asked + 1
    heads = answers.split(b"\r\n\r\n")
    assert heads[-1] == b""
    assert all(each.startswith(b"HTTP/1.1 200 OK\r\n") for each in heads[:-1])


def test_streams_of_one_client_beyond_its_limit_are_refused_until_one_ends(
    web: str, clients: StreamClients, feed_client: Callable[[str], dict[str, str]]
) -> None:
    one, another = feed_client(web), feed_client(web)
    clients.open("/api/v1/events", one, 6)
    assert clients.answers == {200: 5, 429: 1}
    assert {h.get("Retry-After", h.get("retry-after")) for h in clients.headers} == {None, "5"}
    others = StreamClients(web)
    try:
        others.open("/api/v1/events", another, 5)
        assert others.answers == {200: 5}, "another client has places of its own"
        clients.close()

        def opened_again() -> bool:
            others.answers.clear()
            others.open("/api/v1/events", one, 1)
            return others.answers == {200: 1}

        wait_until(opened_again, "the places are free again")
    finally:
        others.close()


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
LARGE = 900_000
"""Bytes of a file that somebody who is signed in may upload."""
PIECE_EVERY_S = 0.4
SLACK_S = 8.0
PATIENCE_S = 10.0
"""How long a sender waits for an answer to a body that it has not ended."""
MB = 1024 * 1024
HALF_A_BODY = b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nusername="


def test_half_a_head_is_answered_408_after_ten_seconds(shared_web: str) -> None:
    heads = (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", WHOLE + b"GET / HTTP/1.1\r\n")
    begun = time.monotonic()
    lines = [half_a_request(shared_web, part) for part in heads]
    answers = [everything_on(line) for line in lines]
    assert time.monotonic() - begun >= HEAD_S
    assert [b"HTTP/1.1 408 " in answer for answer in answers[:3]] == [True] * 3
    assert answers[3].startswith(b"HTTP/1.1 200 ")
    assert b"\r\n\r\nok\n" in answers[3], "the head behind a whole request changes nothing of its answer"


def test_slow_bodies_are_answered_408_after_thirty_seconds(shared_web: str, boss: Person) -> None:
    begun = time.monotonic()
    upload = half_a_request(shared_web, head_of("/people/load-staff", LARGE, cookie_of(boss)))
    # The second one begins behind a whole request, in the same piece.
    halves = [half_a_request(shared_web, part) for part in (HALF_A_BODY, WHOLE + HALF_A_BODY)]
    assert time_until_answered(upload) >= BODY_S - (time.monotonic() - begun)
    assert time.monotonic() - begun < BODY_S + SLACK_S
    answers = [everything_on(line) for line in (upload, *halves)]
    assert [answer.count(b"HTTP/1.1 408 ") for answer in answers] == [1, 1, 1]
    assert time.monotonic() - begun < BODY_S + SLACK_S


def time_until_answered(line: socket.socket) -> float:
    """How many seconds a body can be sent piece by piece, quicker than 16 KiB a second, until an answer comes."""
    begun = time.monotonic()
    while time.monotonic() - begun < 2 * BODY_S:
        line.sendall(b"x" * 8192)
        if select.select([line], [], [], PIECE_EVERY_S)[0]:
            break
    return time.monotonic() - begun


def head_of(path: str, announced: int, headers: Mapping[str, str] = NO_SETTINGS) -> bytes:
    """The head of a request whose body has so many bytes."""
    fields = {"Host": "127.0.0.1", "Connection": "close", "Content-Length": str(announced), **headers}
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", ""]
    return "\r\n".join(lines).encode()


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
    head = head_of(path, ANYBODY_BYTES + 1, {"Accept-Language": "fr"})
    answer = answer_to(shared_web, head, b"x" * (ANYBODY_BYTES + 1)).lower()
    assert answer.startswith(b"http/1.1 413 ")
    assert b"content-type: " + type_ in answer
    assert b"content-language: fr" in answer


def answer_to(address: str, head: bytes, body: bytes) -> bytes:
    """The whole answer to a request that is sent to its end, or as far as the server takes it."""
    line = half_a_request(address, head)
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        line.sendall(body)
    return everything_on(line)


def in_chunks(head: bytes, body: bytes) -> tuple[bytes, bytes]:
    """The same request without a Content-Length, its body as one chunk."""
    chunked = re.sub(rb"Content-Length: \d+", b"Transfer-Encoding: chunked", head)
    return chunked, b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)


@pytest.mark.parametrize("chunked", [False, True])
def test_a_large_body_is_read_from_known_senders_alone(
    shared_web: str, boss: Person, feed_client: Callable[[str], dict[str, str]], chunked: bool
) -> None:
    def status(path: str, size: int, headers: Mapping[str, str]) -> int:
        request = head_of(path, size, headers), b"x" * size
        return int(answer_to(shared_web, *(in_chunks(*request) if chunked else request)).split()[1])

    token, session = feed_client(shared_web), cookie_of(boss)
    forged_token, forged_session = {"Authorization": "Bearer forged"}, {"Cookie": "sessionid=forged"}
    small, form, call = ANYBODY_BYTES, 60_000, 1_000_000
    settle = "/api/v1/rulebooks/it-venezia/settlements"
    # A body that is read meets the view's own refusals: 403 without the form's token, or without a scope.
    assert status("/sign-in/", small, {}) == 403
    assert status("/sign-in/", small + 1, {}) == 413
    assert status("/sign-in/", form, forged_session) == 413
    assert status("/floor/T1/", form, session) == 403
    assert status("/floor/T1/", LARGE, session) == 413, "only an upload may be as large"
    assert status("/people/load-staff", LARGE, {}) == 413
    assert status("/people/load-staff", LARGE, forged_session) == 413
    assert status("/people/load-staff", LARGE, session) == 403
    assert status(settle, call, token) == 403
    assert status(settle, 2 * call, token) == 413
    assert status(settle, call, forged_token) == 401, "a client with an expired token asks for another one"
    assert status(settle, call, {}) == 413
    assert status("/oauth/token/", form, token) == 413


# ---------------------------------------------------------------- the memory of bodies


CROWD = 150
MOST_GROWTH_MB = 120
BEFORE_ANSWERED_MB = 8
"""Bytes of a body of which the last one never comes."""


@pytest.mark.parametrize("chunked", [False, True])
def test_unfinished_bodies_of_a_crowd_leave_memory_and_others_alone(
    shared_web: str, boss: Person, chunked: bool
) -> None:
    web = web_process(shared_web)
    signed_in = cookie_of(boss)
    assert status_of(f"{shared_web}/floor/", signed_in) == 200
    before = web.memory_info().rss
    most = [before]
    body = b"x" * (BEFORE_ANSWERED_MB * MB)
    head = head_of("/sign-in/", len(body))
    if chunked:
        head, body = in_chunks(head, body)
    senders = [
        threading.Thread(target=send_all_but_the_end, args=(shared_web, head, body)) for _ in range(CROWD)
    ]
    for sender in senders:
        sender.start()
    answered = 0
    while any(sender.is_alive() for sender in senders):
        assert status_of(f"{shared_web}/floor/", signed_in) == 200
        answered += 1
        most.append(web.memory_info().rss)
    assert answered
    assert (max(most) - before) / MB < MOST_GROWTH_MB


def send_all_but_the_end(address: str, head: bytes, body: bytes) -> None:
    """Send a request without its last byte, as far as the server takes it, and wait for an answer."""
    with (
        contextlib.suppress(BrokenPipeError, ConnectionResetError, TimeoutError),
        half_a_request(address, head) as line,
    ):
        line.settimeout(PATIENCE_S)
        line.sendall(body[:-1])
        everything_on(line)


def web_process(address: str) -> psutil.Process:
    """The process of ours that listens there."""
    port = int(address.rpartition(":")[2])
    return next(
        child
        for child in psutil.Process(os.getpid()).children()
        if any(each.laddr.port == port for each in child.net_connections("tcp") if each.status == "LISTEN")
    )


def test_bodies_beyond_the_room_of_the_process_are_refused_until_there_is_room(
    house: OpenHouse, tmp_path: Path
) -> None:
    few = {**FEW, "SECRET_KEY": settings.SECRET_KEY, "WEB_BODIES_MB": "1"}
    with serving(tmp_path, few) as address:
        head = head_of("/sign-in/", ANYBODY_BYTES)
        lines = [
            half_a_request(address, head + b"x" * (ANYBODY_BYTES - 1)) for _ in range(MB // ANYBODY_BYTES)
        ]
        # Each holds one byte less than its share: 64 bytes are left.
        wait_until(
            lambda: answer_to(address, head, b"x" * ANYBODY_BYTES).startswith(b"HTTP/1.1 503 "), "full"
        )
        refused = answer_to(address, head, b"x" * ANYBODY_BYTES).lower()
        assert b"retry-after: 5" in refused
        assert status_of(f"{address}/healthz", {}) == 200
        for line in lines:
            line.close()
        wait_until(
            lambda: answer_to(address, head, b"x" * ANYBODY_BYTES).startswith(b"HTTP/1.1 403 "),
            "there is room",
        )
