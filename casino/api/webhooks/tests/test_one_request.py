"""One request to a receiver, on real sockets: where it goes, how long it is waited for, what is made of the answer."""

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from casino.kit.delivery.addresses import NotAllowed, target_of
from casino.kit.delivery.answer_head import MOST_HEAD
from casino.kit.delivery.posting import MOST_READ, Line, NoResponse
from casino.one_machine.ports import free_port
from tables.public_addresses import Allowed
from testkit.webhooks import Receiver, receiving

LOOPBACK = Allowed(frozenset(), (ip_network("127.0.0.1/32"),))
SHORT_S = 0.3


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


def line_to(url: str, *addresses: str, **options: Any) -> Line:
    """A line for which a name stands for these addresses, whatever it is."""
    answered = list(addresses) or ["127.0.0.1"]
    return Line(target_of(url), LOOPBACK, lookup=lambda *_: answered, **options)


def test_request_goes_to_the_checked_address_after_rebinding(receiver: Receiver) -> None:
    """Whoever has the name answers the second look-up otherwise; there is none."""
    looked: list[str] = []

    def rebinding(host: str, port: int) -> list[str]:
        looked.append(host)
        return ["127.0.0.1"] if len(looked) == 1 else ["127.0.0.2"]

    with receiving("127.0.0.2", receiver.port) as inside:
        target = target_of(f"http://cash.example:{receiver.port}/events?a=1")
        with Line(target, LOOPBACK, lookup=rebinding) as line:
            assert line.post(b"{}", {"a": "b"}).is_taken
            assert looked == ["cash.example"]
            assert receiver.got[0].headers["host"] == f"cash.example:{receiver.port}"
            line.close()
            with pytest.raises(NotAllowed, match=r"127\.0\.0\.2"):
                line.post(b"{}", {})
        assert (len(receiver.got), len(inside.got), inside.connections) == (1, 0, 0)


def test_nothing_is_sent_to_one_that_is_withdrawn_while_the_line_is_opened(receiver: Receiver) -> None:
    allowed = True

    def looked_up_slowly(host: str, port: int) -> list[str]:
        nonlocal allowed
        allowed = False
        return ["127.0.0.1"]

    target = target_of(f"http://cash.example:{receiver.port}/events")
    with (
        Line(target, LOOPBACK, lookup=looked_up_slowly, may_send=lambda: allowed) as line,
        pytest.raises(NotAllowed, match="withdrawn"),
    ):
        line.post(b"{}", {})
    assert receiver.got == []


def test_events_of_a_turn_go_over_one_line(receiver: Receiver) -> None:
    with line_to(receiver.url) as line:
        for number in range(3):
            assert line.post(str(number).encode(), {}).status == 204
    assert [delivery.body for delivery in receiver.got] == [b"0", b"1", b"2"]
    assert receiver.connections == 1


def test_a_line_that_the_receiver_hung_up_is_opened_again(receiver: Receiver) -> None:
    receiver.hangs_up_after_each = True
    with line_to(receiver.url) as line:
        for number in range(3):
            assert line.post(str(number).encode(), {}).is_taken
    assert [delivery.body for delivery in receiver.got] == [b"0", b"1", b"2"]
    assert receiver.connections == 3


@pytest.mark.parametrize("way", ["hangs", "drips"])
def test_slow_receiver_is_given_up_at_the_deadline(receiver: Receiver, way: str) -> None:
    """Nor is one that sends a byte now and then, so that no single wait is ever long."""
    setattr(receiver, way, True)
    with line_to(receiver.url, patience_s=SHORT_S) as line, pytest.raises(NoResponse, match=r"within 0\.3 s"):
        line.post(b"{}", {})
    assert receiver.asked.is_set()


@contextmanager
def answering(*pieces: bytes, over_and_over: bytes = b"", stays: bool = False) -> Iterator[str]:
    """The url of a receiver that answers these bytes to the first request, then others again and again, and hangs up
    unless it stays."""
    ended = Event()

    def answer() -> None:
        line, _ = server.accept()
        with line, suppress(OSError):
            heard = b""
            while not heard.endswith(b"{}"):
                heard += line.recv(65536)
            line.sendall(b"".join(pieces))
            while over_and_over:
                line.sendall(over_and_over)
            if stays:
                ended.wait(20)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=answer)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}/events"
        finally:
            ended.set()
            thread.join(20)


STATUS = b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize("beginning", [STATUS, STATUS + b"X-A: 1\r\n", STATUS + b"X-A: ", b"HTTP/1.1 200"])
@pytest.mark.parametrize("stays", [False, True])
def test_answer_whose_head_does_not_end_is_a_failure(beginning: bytes, stays: bool) -> None:
    """Neither the end of the connection nor the deadline ends a head."""
    with (
        answering(beginning, stays=stays) as url,
        line_to(url, patience_s=SHORT_S if stays else 20) as line,
        pytest.raises(NoResponse, match="within" if stays else "ended within the head"),
    ):
        line.post(b"{}", {})


@pytest.mark.parametrize(
    "over_and_over", [b"X-A: " + b"a" * 500 + b"\r\n", b"a" * 500, b"HTTP/1.1 100 Continue\r\n\r\n"]
)
def test_answer_with_an_endless_head_is_a_failure_after_a_bounded_size(over_and_over: bytes) -> None:
    beginning = b"" if over_and_over.startswith(b"HTTP") else STATUS + b"X-B: "
    with (
        answering(beginning, over_and_over=over_and_over) as url,
        line_to(url, patience_s=60) as line,
        pytest.raises(NoResponse, match=f"more than {MOST_HEAD} bytes|more than 100 headers"),
    ):
        line.post(b"{}", {})


def test_head_of_interim_and_final_answer_is_read(receiver: Receiver) -> None:
    interim = b"HTTP/1.1 100 Continue\r\nX-A: 1\r\n\r\n"
    with answering(interim, STATUS, b"Content-Length: 5\r\n\r\nhello") as url, line_to(url) as line:
        assert line.post(b"{}", {}).body == "hello"


def test_a_name_that_the_resolver_does_not_find_in_time_is_not_waited_for(receiver: Receiver) -> None:
    answered = Event()

    def slow(host: str, port: int) -> list[str]:
        answered.wait()
        return ["127.0.0.1"]

    target = target_of(receiver.url)
    try:
        line = Line(target, LOOPBACK, lookup=slow, patience_s=SHORT_S)
        with line, pytest.raises(NoResponse, match=r"within 0\.3 s"):
            line.post(b"{}", {})
    finally:
        answered.set()
    assert receiver.connections == 0


def test_a_redirect_is_an_answer_and_is_not_followed(receiver: Receiver) -> None:
    with receiving() as elsewhere, line_to(receiver.url) as line:
        receiver.headers = {"Location": elsewhere.url}
        for status in (301, 302, 303, 307, 308):
            receiver.statuses = [status]
            answer = line.post(b"{}", {})
            assert (answer.status, answer.is_taken) == (status, False)
        assert elsewhere.connections == 0


def test_of_an_answer_no_more_than_its_beginning_is_read(receiver: Receiver) -> None:
    receiver.says, receiver.statuses = b"x" * 1_000_000, [200, 200, 500]
    with line_to(receiver.url) as line:
        assert line.post(b"{}", {}).body == "x" * MOST_READ
        assert line.post(b"{}", {}).is_taken
    receiver.says = b"\xff\x00"
    with line_to(receiver.url) as line:
        assert line.post(b"{}", {}).body == "��"


def test_retry_after_of_a_busy_receiver_is_kept(receiver: Receiver) -> None:
    with line_to(receiver.url) as line:
        for said, heard in (("120", 120), ("soon", 0), ("9" * 30, 0), ("", 0)):
            receiver.headers, receiver.statuses = {"Retry-After": said}, [503]
            assert line.post(b"{}", {}).retry_after == timedelta(seconds=heard)


def test_unreachable_or_senseless_receiver_raises_no_response() -> None:
    with (
        line_to(f"http://127.0.0.1:{free_port()}/") as line,
        pytest.raises(NoResponse, match="Connection refused"),
    ):
        line.post(b"{}", {})


def test_the_second_address_is_tried_where_the_first_does_not_take_it(receiver: Receiver) -> None:
    allowed = Allowed(frozenset({"cash.example"}), ())
    target = target_of(f"http://cash.example:{receiver.port}/")
    with Line(target, allowed, lookup=lambda *_: ["127.0.0.3", "127.0.0.1"]) as line:
        assert line.post(b"{}", {}).is_taken


def test_no_proxy_of_the_environment_is_asked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as proxy:
        for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        with line_to(receiver.url) as line:
            assert line.post(b"{}", {}).is_taken
        assert proxy.connections == 0


# ---------------------------------------------------------------- TLS


@pytest.fixture
def tls_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ssl.SSLContext]:
    """`tls_for(name)`: what a server needs to be that name, by an authority that this machine trusts."""

    def made(name: str) -> ssl.SSLContext:
        key = ec.generate_private_key(ec.SECP256R1())
        of = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        now = datetime.now(UTC)
        certificate = (
            x509.CertificateBuilder(of, of, key.public_key(), x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(key, hashes.SHA256())
        )
        public, private = tmp_path / "certificate.pem", tmp_path / "key.pem"
        public.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        private.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        monkeypatch.setenv("SSL_CERT_FILE", str(public))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(public, private)
        return context

    return made


def test_tls_is_for_the_name_though_the_connection_is_to_an_address(
    tls_for: Callable[[str], ssl.SSLContext],
) -> None:
    context, asked_for = tls_for("cash.example"), []
    context.sni_callback = lambda _socket, name, _context: asked_for.append(name)
    with receiving(tls=context) as receiver:
        with line_to(f"https://cash.example:{receiver.port}/events") as line:
            assert line.post(b"{}", {}).is_taken
            assert line.post(b"{}", {}).is_taken
        assert (asked_for, receiver.connections) == (["cash.example"], 1)
        assert receiver.got[0].headers["host"] == f"cash.example:{receiver.port}"


def test_a_receiver_that_is_not_who_it_should_be_gets_nothing(
    tls_for: Callable[[str], ssl.SSLContext],
) -> None:
    with receiving(tls=tls_for("other.example")) as receiver:
        line = line_to(f"https://cash.example:{receiver.port}/events")
        with line, pytest.raises(NoResponse, match=r"cash\.example"):
            line.post(b"{}", {})
        assert receiver.got == []


def test_a_receiver_that_hangs_in_the_middle_of_tls_is_not_waited_for(
    tls_for: Callable[[str], ssl.SSLContext],
) -> None:
    with receiving(tls=tls_for("cash.example")) as receiver:
        receiver.hangs = True
        line = line_to(f"https://cash.example:{receiver.port}/events", patience_s=SHORT_S)
        with line, pytest.raises(NoResponse, match=r"within 0\.3 s"):
            line.post(b"{}", {})
    with receiving() as plain:
        line = line_to(f"https://cash.example:{plain.port}/events", patience_s=SHORT_S)
        with line, pytest.raises(NoResponse):
            line.post(b"{}", {})
