"""A server with a bad certificate gets no message, no password and no statement: webhooks, mail, broker, database."""

import asyncio
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import psutil
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword
from celery import Celery
from django.db.utils import ConnectionHandler
from django.utils import timezone
from psycopg import OperationalError
from pytest_django import Settings

from casino.installation import environment
from casino.kit.delivery.addresses import target_of
from casino.kit.delivery.posting import Line, NoResponse
from casino.notices.mail import TimedBackend
from casino.notices.models import Notice
from casino.notices.sending import AGAIN_AFTER, send_due
from casino.one_machine.ports import free_port
from tables.play import commands as c
from tables.postgresql.base import BoundedConnection
from tables.public_addresses import Allowed
from tables.registers.entries.reader_addresses import read_address
from tables.stream.following import follow_all
from tables.wheels.mqtt import Broker, MqttSettings, Subscriber, subscribe
from testkit.house import OpenHouse
from testkit.mosquitto import HeldEar
from testkit.odd_servers import Answer, certificate, serving
from testkit.stream import sequence_all

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
    broker = Celery(set_as_current=False)
    broker.conf.broker_use_ssl = environment.broker_tls(url)
    # By its address: CELERY_BROKER_URL of the environment goes before what an app was made with.
    with broker.connection(url) as connection:
        connection.connect()


def subscribe_to_readers(port: int) -> None:
    """Sign in to the broker of the wheel readers."""
    own = Broker(host="127.0.0.1", port=port, tls=True, user="house", password="the password")
    address = read_address(f"mqtts://127.0.0.1:{port}/wheels/1")
    subscriber = Subscriber(settings=MqttSettings(brokers=(own,)))
    asyncio.run(subscribe(["127.0.0.1"], address, subscriber, HeldEar()))


CLIENTS: dict[str, Client] = {
    "webhook": post,
    "mail": mail,
    "broker": publish,
    "broker of readers": subscribe_to_readers,
}


@pytest.mark.parametrize("client", CLIENTS.values(), ids=CLIENTS)
def test_server_with_a_bad_certificate_gets_nothing(client: Client, bad: Partner) -> None:
    server = Server(closing)
    with serving(server.keep, bad.context) as port, pytest.raises((OSError, NoResponse), match="certificate"):
        client(port)
    assert server.got == []


@pytest.mark.parametrize(
    "client", [post, publish, subscribe_to_readers], ids=["webhook", "broker", "broker of readers"]
)
def test_server_with_a_good_certificate_gets_the_request(client: Client, good: Partner) -> None:
    """The same call reaches a server that is the one it should be."""
    server = Server(closing)
    with serving(server.keep, good.context) as port, pytest.raises((OSError, NoResponse)):
        client(port)
    assert server.got


def test_broker_without_tls_has_no_settings_of_tls() -> None:
    assert environment.broker_tls("amqp://house:password@broker:5672//") is None
    assert environment.broker_tls("filesystem://localhost//") is None


# ---------------------------------------------------------------- a notice by e-mail


class PostOffice:
    """A mail server that keeps each envelope and each password that it is given."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.letters: list[Envelope] = []
        self.senders: list[str] = []
        self.passwords: list[bytes] = []

    def connections(self) -> int:
        """Return how many connections to the server this process has open."""
        open_ones = psutil.Process().net_connections("tcp")
        return sum(bool(each.raddr) and each.raddr.port == self.port for each in open_ones)

    async def handle_MAIL(  # noqa: N802  aiosmtpd's name
        self, server: object, session: object, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.senders.append(address)
        envelope.mail_from = address
        return "250 OK"

    async def handle_DATA(self, server: object, session: object, envelope: Envelope) -> str:  # noqa: N802  aiosmtpd's name
        self.letters.append(envelope)
        return "250 OK"

    def authenticate(
        self, server: object, session: object, envelope: Envelope, mechanism: str, given: LoginPassword
    ) -> AuthResult:
        self.passwords.append(given.password)
        return AuthResult(success=True)


@contextmanager
def post_office(settings: Settings, scheme: str, context: ssl.SSLContext | None) -> Iterator[PostOffice]:
    """Run a mail server and set it as the installation's: with STARTTLS, with TLS from the first byte, or, without a
    context, with none."""
    port = free_port()
    office = PostOffice(port)
    tls = (
        {"ssl_context": context}
        if scheme == "smtp+ssl"
        else {"tls_context": context, "require_starttls": True}
    )
    server = Controller(
        office,
        hostname="127.0.0.1",
        port=port,
        authenticator=office.authenticate,
        # aiosmtpd does not take TLS from the first byte for TLS; and a server may ask for the password without any.
        auth_require_tls=False,
        **tls,
    )
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("EMAIL_URL", f"{scheme}://house:the-password@127.0.0.1:{port}")
        for name, value in environment.e_mail_server("EMAIL_URL").items():
            setattr(settings, name, value)
    settings.EMAIL_BACKEND = "casino.notices.mail.TimedBackend"
    settings.NOTICE_EMAILS = ["inspectors@control.invalid"]
    server.start()
    try:
        yield office
    finally:
        server.stop()


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    """A table with a violation that goes out as a notice."""
    house = OpenHouse(casino_id, "pt-americana", now=timezone.now())
    house.do(c.ChangeBall(announced=False))
    return house


def notice_of(house: OpenHouse) -> Notice:
    return Notice.objects.get(casino_id=house.casino_id)


def follow(house: OpenHouse) -> None:
    """Put the notice into the outbox."""
    sequence_all(house.casino_id)
    assert follow_all(house.casino_id)


TLS = pytest.mark.parametrize("scheme", ["smtp+tls", "smtp+ssl"])


@TLS
@pytest.mark.django_db(transaction=True)
def test_mail_server_with_a_bad_certificate_gets_no_notice_and_no_password(
    house: OpenHouse, settings: Settings, bad: Partner, scheme: str
) -> None:
    with post_office(settings, scheme, bad.context) as office:
        follow(house)
        now = timezone.now()
        assert send_due(now) == 0
        assert office.connections() == 0
        assert send_due(now) == 0, "not before its time"
        assert (office.passwords, office.senders, office.letters) == ([], [], [])
        notice = notice_of(house)
        assert (notice.attempts, notice.sent_at, notice.next_try_at) == (1, None, now + AGAIN_AFTER[0])
        assert "certificate verify failed" in notice.failure
        for wait in AGAIN_AFTER:
            now += wait
            assert send_due(now) == 0
        assert (office.passwords, office.senders, office.letters) == ([], [], [])
    given_up = notice_of(house)
    assert (given_up.attempts, given_up.next_try_at) == (len(AGAIN_AFTER) + 1, None)
    assert "certificate verify failed" in given_up.failure


@TLS
@pytest.mark.django_db(transaction=True)
def test_mail_server_with_a_good_certificate_gets_the_notice_and_the_password(
    house: OpenHouse, settings: Settings, good: Partner, scheme: str
) -> None:
    with post_office(settings, scheme, good.context) as office:
        follow(house)
        assert send_due(timezone.now()) == 1
    assert office.passwords == [b"the-password"]
    [letter] = office.letters
    assert letter.rcpt_tos == ["inspectors@control.invalid"]


@pytest.mark.django_db(transaction=True)
def test_mail_server_that_offers_no_starttls_gets_no_notice_and_no_password(
    house: OpenHouse, settings: Settings
) -> None:
    """A neighbour on the way takes the offer out of the server's answer."""
    with post_office(settings, "smtp+tls", None) as office:
        follow(house)
        assert send_due(timezone.now()) == 0
        assert office.connections() == 0
    assert (office.passwords, office.senders, office.letters) == ([], [], [])
    assert "STARTTLS" in notice_of(house).failure


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
