"""TCP and TLS servers with the answers of a test: slow, endless, or under an untrusted certificate."""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

Answer = Callable[[socket.socket, threading.Event], None]


def read_head(client: socket.socket) -> bytes:
    head = b""
    while b"\r\n\r\n" not in head and (more := client.recv(4096)):
        head += more
    return head


@contextmanager
def serving(answer: Answer, context: ssl.SSLContext | None = None) -> Iterator[int]:
    """A server that gives each connection to `answer`, with an event that is set at the end. Yields its port."""
    stopping = threading.Event()

    def serve(client: socket.socket) -> None:
        with suppress(OSError), client:
            if context is not None:
                with context.wrap_socket(client, server_side=True) as wrapped:
                    answer(wrapped, stopping)
            else:
                answer(client, stopping)

    def accept() -> None:
        with suppress(OSError):
            while True:
                client, _ = listening.accept()
                threading.Thread(target=serve, args=[client], daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=accept, daemon=True).start()
        try:
            yield listening.getsockname()[1]
        finally:
            stopping.set()
            listening.shutdown(socket.SHUT_RDWR)


def certificate(folder: Path, name: str, *, days: int = 1) -> ssl.SSLContext:
    """Return the context of a server with a certificate for this name or address, which is its own authority.

    The certificate is in `certificate.pem` of the folder, for clients that should trust the server. It expires in
    `days`, or expired so many days ago.
    """
    private = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    names: list[x509.GeneralName] = [x509.DNSName(name)]
    if name[0].isdigit():
        names = [x509.IPAddress(ip_address(name))]
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(private.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=9))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(private, hashes.SHA256())
    )
    public = made.public_bytes(serialization.Encoding.PEM)
    (folder / "certificate.pem").write_bytes(public)
    file = folder / "server.pem"
    key = private.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(key + public)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context
