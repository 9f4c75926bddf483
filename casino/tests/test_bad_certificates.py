"""A server with a bad certificate gets no message, no password and no statement: webhooks, mail, broker, database."""

import socket
import ssl
import struct
import threading
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import pytest
from celery import Celery
from django.db.utils import ConnectionHandler
from psycopg import OperationalError

from casino import environment
from casino.api.webhooks.addresses import target_of
from casino.api.webhooks.posting import Line, NoResponse
from casino.notices.mail import TimedBackend
from tables.postgresql.base import BoundedConnection
from tables.public_addresses import Allowed
from testkit.odd_servers import Answer, certificate, serving

BAD = {
    "unknown-authority": ("127.0.0.1", 1, False),
    "expired": ("127.0.0.1", -1, True),
    "other-name": ("other.example", 1, True),
}
"""By fault: the name of the certificate, the days until it expires, and whether its authority is trusted."""
TLS_REQUEST = struct.pack("!II", 8, 80877103)


class Server:
    """A partner's server with a certificate, and all that it was given once TLS was agreed."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.got: list[bytes] = []

    def keep(self, client: socket.socket, stopping: threading.Event) -> None:
        self.got.append(client.recv(4096))
        self.answer(client, stopping)


def closing(client: socket.socket, stopping: threading.Event) -> None:
    """Say nothing."""


class Partner(NamedTuple):
    """The certificate of a server, and the file with the authority that its client trusts."""

    context: ssl.SSLContext
    authority: Path


@pytest.fixture(params=BAD)
def bad(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Partner:
    name, days, is_trusted = BAD[request.param]
    made, trusted = certificate(tmp_path, name, days=days), tmp_path
    if not is_trusted:
        trusted = tmp_path / "other"
        trusted.mkdir()
        certificate(trusted, name)
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted / "certificate.pem"))
    return Partner(made, trusted / "certificate.pem")


@pytest.fixture
def good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Partner:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    return Partner(certificate(tmp_path, "127.0.0.1"), tmp_path / "certificate.pem")


Client = Callable[[int], None]


def post(port: int) -> None:
    """Post a webhook; notices use the same line."""
    allowed = Allowed(frozenset(), (ip_network("127.0.0.1/32"),))
    with Line(target_of(f"https://127.0.0.1:{port}/"), allowed) as line:
        line.post(b"{}", {})


def mail(port: int) -> None:
    backend = TimedBackend(
        host="127.0.0.1", port=port, username="house", password="the password", use_ssl=True, use_tls=False
    )
    backend.open()


def publish(port: int) -> None:
    url = f"amqps://house:password@127.0.0.1:{port}//"
    broker = Celery(broker=url)
    broker.conf.broker_use_ssl = environment.broker_tls(url)
    with broker.connection() as connection:
        connection.connect()


CLIENTS: dict[str, Client] = {"webhook": post, "mail": mail, "broker": publish}


@pytest.mark.parametrize("client", CLIENTS.values(), ids=CLIENTS)
def test_server_with_a_bad_certificate_gets_nothing(client: Client, bad: Partner) -> None:
    server = Server(closing)
    with serving(server.keep, bad.context) as port, pytest.raises((OSError, NoResponse), match="certificate"):
        client(port)
    assert server.got == []


@pytest.mark.parametrize("client", [post, publish], ids=["webhook", "broker"])
def test_server_with_a_good_certificate_gets_the_request(client: Client, good: Partner) -> None:
    """The same call reaches a server that is the one it should be."""
    server = Server(closing)
    with serving(server.keep, good.context) as port, pytest.raises((OSError, NoResponse)):
        client(port)
    assert server.got


def test_broker_without_tls_has_no_settings_of_tls() -> None:
    assert environment.broker_tls("amqp://house:password@broker:5672//") is None
    assert environment.broker_tls("filesystem://localhost//") is None


# ---------------------------------------------------------------- the database


class Database:
    """A false PostgreSQL that asks for the password."""

    def __init__(self, context: ssl.SSLContext) -> None:
        self.context = context
        self.passwords: list[bytes] = []

    def answer(self, client: socket.socket, stopping: threading.Event) -> None:
        while (asked := client.recv(8)) and asked != TLS_REQUEST:
            client.sendall(b"N")
        client.sendall(b"S")
        with self.context.wrap_socket(client, server_side=True) as secure:
            secure.recv(4096)
            secure.sendall(b"R" + struct.pack("!II", 8, 3))
            self.passwords += filter(None, [secure.recv(4096)])


def connect(port: int, options: str) -> None:
    url = f"postgres://house:the-password@127.0.0.1:{port}/permanence?{options}"
    settings = environment.postgresql("DATABASE_URL", url)
    parameters = ConnectionHandler({"default": settings})["default"].get_connection_params()
    BoundedConnection.connect(**parameters)


def test_database_with_a_bad_certificate_gets_no_password(bad: Partner) -> None:
    database = Database(bad.context)
    options = f"sslmode=verify-full&sslrootcert={quote(str(bad.authority))}"
    with serving(database.answer) as port, pytest.raises(OperationalError, match="certificate"):
        connect(port, options)
    assert database.passwords == []


def test_database_with_a_good_certificate_gets_the_password(good: Partner) -> None:
    database = Database(good.context)
    options = f"sslmode=verify-full&sslrootcert={quote(str(good.authority))}"
    with serving(database.answer) as port, pytest.raises(OperationalError):
        connect(port, options)
    assert b"the-password" in database.passwords[0]


def test_database_that_is_not_verified_gets_the_password(bad: Partner) -> None:
    """`sslmode=require` hides the password from listeners alone: docs/running.md asks for `verify-full`."""
    database = Database(bad.context)
    with serving(database.answer) as port, pytest.raises(OperationalError):
        connect(port, "sslmode=require")
    assert b"the-password" in database.passwords[0]
