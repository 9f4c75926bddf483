"""deploy/proxy as it is: nginx with TLS in front of a real web process."""

import http.client
import select
import ssl
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone

from casino.people.models import Role
from casino.web.http_protocol import BODY_S
from casino.web.limits import ANYBODY_BYTES, CLIENT_BYTES, SIGNED_IN_BYTES, UPLOAD_BYTES
from casino.web.tests.test_what_clients_hold import PIECE_EVERY_S, SLACK_S, web_process
from testkit.api import NO_SETTINGS
from testkit.house import OpenHouse
from testkit.people import browser_of, engage
from testkit.proxy import HOST, PATIENCE_S, Proxy, proxied

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def proxy(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    with proxied(tmp_path_factory.mktemp("proxy"), {"PUBLIC_REQUESTS_PER_MINUTE": "2"}) as made:
        yield made


@pytest.fixture
def house(casino_id: int, transactional_db: None) -> OpenHouse:
    """Table T1, open."""
    return OpenHouse(casino_id, "pt-francesa", now=timezone.now())


@pytest.fixture
def signed_in(house: OpenHouse) -> dict[str, str]:
    """The cookie of a pit boss."""
    boss = engage(Role.PIT_BOSS, casino_id=house.casino_id)
    return {"Cookie": f"sessionid={browser_of(boss).cookies['sessionid'].value}"}


def test_pages_come_over_tls_and_the_plain_address_leads_there(
    proxy: Proxy, signed_in: dict[str, str]
) -> None:
    page, content = proxy.ask("GET", "/floor/T1/", headers=signed_in)
    assert page.status == 200
    assert b"T1" in content
    assert "max-age" in (page.headers["Strict-Transport-Security"] or ""), "the web process knows of TLS"
    plain = http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=PATIENCE_S)
    plain.request("GET", "/floor/?size=full", headers={"Host": HOST})
    answer = plain.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{HOST}/floor/?size=full")
    plain.close()


def test_static_files_come_from_the_proxy(proxy: Proxy) -> None:
    file = next((Path(settings.BASE_DIR) / "static/css").glob("*.css"))
    answer, content = proxy.ask("GET", f"/static/css/{file.name}")
    assert (answer.status, content) == (200, file.read_bytes())
    assert answer.headers["Content-Security-Policy"] is None, "the web process would have sent one"
    assert proxy.ask("GET", "/static/../manage.py")[0].status in (400, 404)


def test_an_event_stream_is_not_buffered(proxy: Proxy, signed_in: dict[str, str], house: OpenHouse) -> None:
    line = proxy.line()
    line.request("GET", "/floor/live", headers={"Host": HOST, "Accept": "text/event-stream", **signed_in})
    answer = line.getresponse()
    assert answer.headers["Content-Type"] == "text/event-stream"
    # The socket has a deadline: a proxy that waits for more would let it pass.
    assert answer.fp.readline()
    line.close()


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/sign-in/", ANYBODY_BYTES),
        ("/sign-in/second-step/", ANYBODY_BYTES),
        ("/oauth/token/", ANYBODY_BYTES),
        ("/floor/T1/", SIGNED_IN_BYTES),
        ("/people/load-staff", UPLOAD_BYTES),
        ("/registers/load", UPLOAD_BYTES),
        ("/numbers/wheels/import", UPLOAD_BYTES),
        ("/api/v1/rulebooks/it-venezia/settlements", CLIENT_BYTES),
    ],
)
def test_a_body_over_the_limit_of_the_web_process_ends_at_the_proxy(
    proxy: Proxy, signed_in: dict[str, str], path: str, most: int
) -> None:
    line = proxy.line()
    line.putrequest("POST", path, skip_host=True)
    for name, value in {"Host": HOST, "Content-Length": str(most + 1), **signed_in}.items():
        line.putheader(name, value)
    line.endheaders()
    answer = line.getresponse()
    assert (answer.status, b"nginx" in answer.read()) == (413, True)
    line.close()
    within, content = proxy.ask("POST", path, b"x" * most, {**signed_in, "Authorization": "Bearer forged"})
    assert within.status in (400, 401, 403), "the web process read the body and refused its content"
    assert b"nginx" not in content


def test_slow_bodies_end_behind_the_proxy_after_thirty_seconds(
    proxy: Proxy, signed_in: dict[str, str]
) -> None:
    begun = time.monotonic()
    heads = {"Host": HOST, "Content-Length": "10000", **signed_in}
    heard: dict[ssl.SSLSocket, bytes] = {}
    for path in ("/sign-in/", "/oauth/token/", "/floor/T1/", "/people/load-staff"):
        line = proxy.line()
        line.putrequest("POST", path, skip_host=True)
        for name, value in heads.items():
            line.putheader(name, value)
        line.endheaders()
        assert isinstance(line.sock, ssl.SSLSocket)
        line.sock.setblocking(False)
        heard[line.sock] = b""
    # The pause between two pieces is short, so only a deadline for the whole body ends it.
    while _elapsed(begun) < 2 * BODY_S and (waiting := [each for each in heard if not heard[each]]):
        for each in waiting:
            each.send(b"x")
        for each in select.select(waiting, [], [], PIECE_EVERY_S)[0]:
            with suppress(ssl.SSLWantReadError):
                heard[each] = each.recv(1000)
    assert BODY_S <= _elapsed(begun) < BODY_S + SLACK_S
    assert [answer.split()[1] for answer in heard.values()] == [b"408"] * 4
    for each in heard:
        each.close()


def _elapsed(begun: float) -> float:
    return time.monotonic() - begun


def test_the_web_process_knows_the_clients_address_and_believes_no_other(proxy: Proxy) -> None:
    def status(client: str, headers: Mapping[str, str] = NO_SETTINGS) -> int:
        return proxy.ask("GET", "/public/1/sign/none/key/", headers=headers, client=client)[0].status

    # Each address has two requests a minute.
    assert [status("127.0.0.2") for _ in "123"] == [404, 404, 429]
    assert status("127.0.0.3") == 404
    assert status("127.0.0.2", {"X-Forwarded-For": "203.0.113.9"}) == 429


def test_the_proxy_keeps_its_connections_to_the_web_process(proxy: Proxy) -> None:
    web = web_process(proxy.web)
    port = int(proxy.web.rpartition(":")[2])
    for _ in range(3):
        assert proxy.ask("GET", "/healthz")[0].status == 200
    kept = [
        each
        for each in web.net_connections("tcp")
        if each.laddr.port == port and each.raddr and each.status == "ESTABLISHED"
    ]
    assert kept
