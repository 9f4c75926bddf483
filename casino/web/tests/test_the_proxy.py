"""deploy/proxy as it is: nginx with TLS in front of a real web process."""

import http.client
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings
from django.utils import timezone

from casino.embedded.lifeline import dies_with_parent
from casino.embedded.ports import free_port
from casino.people.models import Role
from casino.web.bodies import ANYBODY_BYTES, CLIENT_BYTES, SIGNED_IN_BYTES, UPLOAD_BYTES
from casino.web.tests.test_what_clients_hold import web_process
from testkit.api import NO_SETTINGS, serving
from testkit.house import OpenHouse
from testkit.people import browser_of, engage
from testkit.stream import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

PROXY = Path(settings.BASE_DIR) / "deploy/proxy"
HOST = "permanence.example"
PATIENCE_S = 20.0
MAIN = """
daemon off;
{user}
worker_processes 1;
error_log stderr;
pid {folder}/nginx.pid;
events {{ worker_connections 512; }}
http {{
    include /etc/nginx/mime.types;
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/permanence.nginx.conf;
}}
"""


class Proxy(NamedTuple):
    """Ports of the proxy, for TLS and without, the address of the web process, and the certificate to trust."""

    tls: int
    plain: int
    web: str
    certificate: Path

    def ask(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        headers: Mapping[str, str] = NO_SETTINGS,
        *,
        client: str = "127.0.0.1",
    ) -> tuple[http.client.HTTPResponse, bytes]:
        """The answer over TLS to a client with this address, and its content."""
        line = self.line(client)
        line.request(method, path, body, {"Host": HOST, "Connection": "close", **headers})
        answer = line.getresponse()
        content = answer.read()
        line.close()
        return answer, content

    def line(self, client: str = "127.0.0.1") -> http.client.HTTPConnection:
        """A connection with the certificate checked for the proxy's name."""
        trusting = ssl.create_default_context(cafile=str(self.certificate))
        plain = socket.create_connection(
            ("127.0.0.1", self.tls), timeout=PATIENCE_S, source_address=(client, 0)
        )
        line = http.client.HTTPConnection("127.0.0.1", self.tls)
        line.sock = trusting.wrap_socket(plain, server_hostname=HOST)
        return line


@pytest.fixture(scope="module")
def proxy(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """nginx with the configuration of deploy/proxy, its names and ports replaced, and a web process behind it."""
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if nginx is None:
        pytest.skip("nginx is not installed: apt-get install nginx-light")
    folder = tmp_path_factory.mktemp("proxy")
    behind = {
        "SECRET_KEY": settings.SECRET_KEY,
        "BEHIND_HTTPS": "true",
        "TRUSTED_PROXIES": "127.0.0.1",
        "ALLOWED_HOSTS": f"127.0.0.1,{HOST}",
        "PUBLIC_REQUESTS_PER_MINUTE": "2",
    }
    with serving(tmp_path_factory.mktemp("web"), behind) as web:
        made = Proxy(free_port(), free_port(), web, folder / "fullchain.pem")
        configure(folder, made)
        with running(nginx, folder):
            wait_until(lambda: listens(made.tls), "nginx listens")
            yield made


def configure(folder: Path, proxy: Proxy) -> None:
    """Write the configuration, and a certificate of its own for the proxy's name."""
    subprocess.run(
        [
            *(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "1",
                "-subj",
                f"/CN={HOST}",
            ),
            *("-addext", f"subjectAltName=DNS:{HOST}", "-keyout", folder / "privkey.pem"),
            *("-out", folder / "fullchain.pem"),
        ],
        check=True,
        capture_output=True,
    )
    text = (PROXY / "permanence.nginx.conf").read_text()
    text = re.sub(r"\n *listen \[::\][^\n]*", "", text)
    for name, replaced in {
        "listen 80;": f"listen 127.0.0.1:{proxy.plain};",
        "listen 443 ": f"listen 127.0.0.1:{proxy.tls} ",
        "127.0.0.1:8000": proxy.web.removeprefix("http://"),
        "/etc/ssl/permanence": str(folder),
        "/etc/nginx/permanence-proxy.conf": str(PROXY / "permanence-proxy.conf"),
        "/opt/permanence": str(settings.BASE_DIR),
    }.items():
        assert name in text
        text = text.replace(name, replaced)
    (folder / "permanence.nginx.conf").write_text(text)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=user))


class running:  # noqa: N801  used as a function
    """nginx as a process of its own, for as long as the block lasts."""

    def __init__(self, nginx: str, folder: Path) -> None:
        self._command = [nginx, "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]

    def __enter__(self) -> None:
        self._process = subprocess.Popen(
            self._command,
            stderr=subprocess.DEVNULL,
            preexec_fn=dies_with_parent(signal.SIGTERM),  # noqa: PLW1509  one system call, no Python lock
        )

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE_S)


def listens(port: int) -> bool:
    """Whether somebody takes connections there."""
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


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
