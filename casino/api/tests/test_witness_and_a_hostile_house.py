"""docs/examples/witness.py against servers that answer slowly, endlessly, oddly or elsewhere: 1 is for an alarm."""

import json
import socket
import subprocess
import sys
import threading
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from testkit.odd_servers import Answer, certificate, read_head, serving

WITNESS = Path(__file__).resolve().parents[3] / "docs/examples/witness.py"
NAME = "casino.example/permanence/casino/1"
KEY = b"\x01" + bytes(32)
KEY_ID = sha256(NAME.encode() + b"\n" + KEY).digest()[:4].hex()
HOUSE_KEY = f"{NAME}+{KEY_ID}+{b64encode(KEY).decode()}"
TIMEOUT_S = "2"
HANGS_S = 60
"""Seconds after which a run counts as one without an end."""
DRIP_S = 0.1


def dripping(start: bytes, drop: bytes = b"x") -> Answer:
    def answer(client: socket.socket, stopping: threading.Event) -> None:
        read_head(client)
        client.sendall(start)
        while not stopping.wait(DRIP_S):
            client.sendall(drop)

    return answer


def silent(client: socket.socket, stopping: threading.Event) -> None:
    stopping.wait()


def saying(*pieces: bytes) -> Answer:
    def answer(client: socket.socket, stopping: threading.Event) -> None:
        read_head(client)
        for piece in pieces:
            client.sendall(piece)

    return answer


def endless(client: socket.socket, stopping: threading.Event) -> None:
    read_head(client)
    client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while not stopping.is_set():
        client.sendall(b"x" * 65_536)


def document(body: bytes, status: bytes = b"200 OK") -> bytes:
    return b"HTTP/1.1 %b\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%b" % (status, len(body), body)


def house(checkpoint: bytes) -> Answer:
    """A house that lets every client in, and gives this for a checkpoint."""

    def answer(client: socket.socket, stopping: threading.Event) -> None:
        head = read_head(client)
        client.sendall(document(b'{"access_token":"t"}' if head.startswith(b"POST") else checkpoint))

    return answer


@pytest.fixture
def witness(tmp_path: Path) -> Callable[..., tuple[int, str]]:
    """Return `witness(url, *options)`, which runs one round and returns its exit code and its output."""
    (tmp_path / "secret").write_text("the secret")

    def do(*arguments: str) -> tuple[int, str]:
        ended = subprocess.run(
            [sys.executable, "-I", WITNESS, *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=HANGS_S,
        )
        return ended.returncode, ended.stdout + ended.stderr

    assert do("init", "--name", "control.example/w1", "--key-file", "key")[0] == 0

    def run(url: str, *options: str) -> tuple[int, str]:
        own = ("--house-key", HOUSE_KEY, "--key-file", "key", "--state", "kept", "--secret-file", "secret")
        return do("run", "--url", url, "--client", "c", "--timeout", TIMEOUT_S, *own, *options)

    return run


UNREADABLE: dict[str, Answer] = {
    "drips-head": dripping(b""),
    "drips-headers": dripping(b"HTTP/1.1 200 OK\r\n"),
    "drips-continues": dripping(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "drips-body": dripping(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"),
    "drips-chunks": dripping(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    "silent": silent,
    "endless": endless,
    "closes": saying(),
    "garbage": saying(b"garbage garbage\r\n\r\n"),
    "nul-in-status": saying(b"HTTP/1.1 200 \0\r\n\r\n"),
    "status-no-number": saying(b"HTTP/1.1 x OK\r\n\r\n"),
    "long-header": saying(b"HTTP/1.1 200 OK\r\nA: " + b"x" * 70_000 + b"\r\n\r\n"),
    "many-headers": saying(b"HTTP/1.1 200 OK\r\n" + b"A: x\r\n" * 200 + b"\r\n"),
    "length-no-number": saying(b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n{}"),
    "chunk-no-number": saying(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
    "cut-off": saying(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"),
    "html": saying(document(b"<html>")),
    "list": saying(document(b"[]")),
    "deep": saying(document(b"[" * 200_000)),
    "long-number": saying(document(b'{"access_token":%b}' % (b"9" * 5_000))),
    "not-utf-8": saying(document(b'{"access_token":"\xff"}')),
    "no-token": saying(document(b"{}")),
    "token-with-line-end": saying(document(b'{"access_token":"a\\r\\nb: c"}')),
    "no-note": house(b"{}"),
    "note-no-text": house(b'{"note":1}'),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_answer_that_cannot_be_read_ends_with_2(
    name: str, witness: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    with serving(UNREADABLE[name]) as port:
        code, printed = witness(f"http://127.0.0.1:{port}")
    assert (code, printed.startswith("nothing can be said: ")) == (2, True), printed
    assert "Traceback" not in printed
    assert len(printed) < 600
    assert list((tmp_path / "kept").iterdir()) == []


@pytest.mark.parametrize(
    "status", [b"301 Moved", b"302 Found", b"303 See Other", b"307 Temporary", b"308 Permanent"]
)
def test_redirect_is_not_followed_with_the_credentials(
    status: bytes, witness: Callable[..., tuple[int, str]]
) -> None:
    asked: list[bytes] = []

    def elsewhere(client: socket.socket, stopping: threading.Event) -> None:
        asked.append(read_head(client))

    with serving(elsewhere) as other:
        moved = b"HTTP/1.1 %b\r\nLocation: http://127.0.0.1:%d/\r\nContent-Length: 0\r\n\r\n" % (
            status,
            other,
        )
        with serving(saying(moved)) as port:
            code, printed = witness(f"http://127.0.0.1:{port}")
    assert (code, asked) == (2, []), printed


def test_checkpoint_without_a_signature_is_an_alarm_and_slow_receivers_do_not_hold_it(
    witness: Callable[..., tuple[int, str]],
) -> None:
    note = json.dumps({"note": "a checkpoint of nobody\n1\nAAAA\n\n— nobody AAAA\n"}).encode()
    with serving(house(note)) as port, serving(dripping(b"")) as slow, serving(dripping_mail) as mail:
        code, printed = witness(
            f"http://127.0.0.1:{port}",
            "--alarm-url",
            f"http://127.0.0.1:{slow}/",
            "--alarm-mail",
            "control@example.org",
            "--smtp",
            f"127.0.0.1:{mail}",
        )
    assert (code, "ALARM: " in printed) == (1, True), printed
    assert printed.count("the alarm could not be sent on: ") == 2


def dripping_mail(client: socket.socket, stopping: threading.Event) -> None:
    while not stopping.wait(DRIP_S):
        client.sendall(b"2")


# ---------------------------------------------------------------- certificates


def test_certificate_that_nobody_trusts_ends_with_2(
    witness: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    with serving(house(b"{}"), certificate(tmp_path, "127.0.0.1")) as port:
        code, printed = witness(f"https://127.0.0.1:{port}")
    assert (code, "CERTIFICATE_VERIFY_FAILED" in printed) == (2, True), printed


@pytest.mark.parametrize("answer", [silent, dripping(b"")], ids=["silent", "drips"])
def test_handshake_without_an_end_ends_with_2(
    answer: Answer, witness: Callable[..., tuple[int, str]]
) -> None:
    with serving(answer) as port:
        code, printed = witness(f"https://127.0.0.1:{port}")
    assert (code, printed.startswith("nothing can be said: ")) == (2, True), printed
