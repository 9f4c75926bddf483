#!/usr/bin/env python3
"""A witness of a casino's record: runs on a machine of whoever watches the house, and believes the house nothing.

    python3 witness.py init --name control.example/w1 --key-file witness.key
    python3 witness.py run --url https://casino.example --client ID --secret-file secret \\
        --house-key 'casino.example/permanence/casino/1+…+…' --key-file witness.key --state kept/

`init` makes the witness's key and prints the public one, which the casino registers (register of witnesses) and which
those who check the record are given. `run` asks for the newest signed checkpoint, proves that it goes on from the last
that this witness has cosigned (RFC 9162, section 2.1.4.2), keeps it in the folder `--state`, cosigns it
(c2sp.org/tlog-cosignature, cosignature/v1) and brings the cosignature to the house: once, or with `--every` so many
seconds for ever. The client needs the scope checkpoints:cosign alone.

What does not go on from what was seen is not cosigned. It is kept as alarm-….note beside the last good one: the two
together prove that the house has signed two histories. `--alarm-url` is posted the alarm as JSON, `--alarm-mail` gets
it by `--smtp`. Each exchange ends after `--timeout` seconds and 1 MiB, follows no redirect, and checks the certificate
of https. Ends with 0 if the house keeps to what it signed, with 1 at an alarm, and with 2 in all other cases: the house
cannot be reached, its answer cannot be read, or something is not set up. It needs Python 3.11 and the package
`cryptography`.
"""

import argparse
import http.client
import io
import json
import os
import smtplib
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from base64 import b64decode, b64encode
from datetime import UTC, datetime
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

NOTE, COSIGNATURE = b"\x01", b"\x04"  # the algorithm in a key's identity
TIMEOUT_S = 60  # for a whole exchange: connect, send, and read to the end of the answer
LARGEST_ANSWER, LARGEST_FILE = 1 << 20, 1 << 16  # bytes
MOST_ADDRESSES = 4  # of a name that are tried


class Alarm(Exception):
    """The house has not kept to what it signed; the message says how."""

    def __init__(self, text: str, note: str = "") -> None:
        super().__init__(text)
        self.note = note


class CannotTell(Exception):
    """Nothing can be said of the house just now, in words."""


def text_of(path: Path) -> str:
    """The text of one of the witness's own small files. Raises OSError, and ValueError for another kind of file."""
    if not path.is_file():
        raise FileNotFoundError(2, "it is not a plain file", str(path))
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise ValueError(f"{path} has more than {LARGEST_FILE:,} bytes")
    return content.decode()


def key_id(name: str, algorithm: bytes, public: bytes) -> bytes:
    return sha256(name.encode() + b"\n" + algorithm + public).digest()[:4]


# --- checkpoints ------------------------------------------------------------------------------------------


class Checkpoint(NamedTuple):
    """A checkpoint that the house has signed."""

    origin: str
    size: int
    root: bytes
    text: str
    house_line: str

    @property
    def note(self) -> str:
        return f"{self.text}\n{self.house_line}\n"


class House(NamedTuple):
    """Whose record is watched: the name of its log, and the public key that its people have handed over."""

    name: str
    id: bytes
    public: bytes

    @classmethod
    def parse(cls, vkey: str) -> "House":
        name, _, rest = vkey.strip().partition("+")
        id_, _, encoded = rest.partition("+")
        try:
            key = b64decode(encoded, validate=True)
        except ValueError:
            key = b""
        if len(key) != 33 or key[:1] != NOTE or key_id(name, NOTE, key[1:]).hex() != id_:
            raise CannotTell(f"'{vkey}' is no public key of a house")
        return cls(name, bytes.fromhex(id_), key[1:])

    def checkpoint(self, note: str) -> Checkpoint:
        """The checkpoint of a note. Raises Alarm where the house has not signed it."""
        text, _, lines = note.rpartition("\n\n")
        text += "\n"
        for line in lines.splitlines():
            try:
                _, name, encoded = line.split(" ")
                data = b64decode(encoded, validate=True)
                if (name, data[:4]) != (self.name, self.id):
                    continue
                Ed25519PublicKey.from_public_bytes(self.public).verify(data[4:], text.encode())
                origin, size, root = text.split("\n")[:3]
                if origin == self.name:
                    return Checkpoint(origin, int(size), b64decode(root, validate=True), text, line)
            except (ValueError, InvalidSignature):
                break
        raise Alarm(f"what the house gave is no checkpoint that {self.name} has signed with its key", note)


def goes_on(older: Checkpoint, newer: Checkpoint, path: list[bytes]) -> bool:
    """Whether the newer tree begins with all of the older: RFC 9162, section 2.1.4.2."""
    if older.size == newer.size:
        return not path and older.root == newer.root
    steps = [older.root, *path] if older.size & (older.size - 1) == 0 else path
    if not 0 < older.size < newer.size or not steps:
        return False
    fn, sn = older.size - 1, newer.size - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = steps[0]
    for step in steps[1:]:
        if not sn:
            return False
        if fn & 1 or fn == sn:
            fr, sr = sha256(b"\x01" + step + fr).digest(), sha256(b"\x01" + step + sr).digest()
            while fn and not fn & 1:
                fn, sn = fn >> 1, sn >> 1
        else:
            sr = sha256(b"\x01" + sr + step).digest()
        fn, sn = fn >> 1, sn >> 1
    return not sn and (fr, sr) == (older.root, newer.root)


# --- the witness's own key and what it keeps --------------------------------------------------------------


class Signer(NamedTuple):
    """The witness's name and its private key."""

    name: str
    private: Ed25519PrivateKey

    @classmethod
    def read(cls, path: Path) -> "Signer":
        try:
            name, encoded = text_of(path).split()
            return cls(name, Ed25519PrivateKey.from_private_bytes(b64decode(encoded, validate=True)))
        except (OSError, ValueError) as error:
            raise CannotTell(f"{path} holds no key of a witness ({error}): init makes one") from None

    @property
    def public(self) -> bytes:
        return self.private.public_key().public_bytes_raw()

    @property
    def vkey(self) -> str:
        known_as = key_id(self.name, COSIGNATURE, self.public).hex()
        return f"{self.name}+{known_as}+{b64encode(COSIGNATURE + self.public).decode()}"

    def cosign(self, checkpoint: Checkpoint) -> str:
        """The signature line: when this witness has seen it, and the signature of that and of the checkpoint."""
        now = int(time.time())
        made = self.private.sign(f"cosignature/v1\ntime {now}\n{checkpoint.text}".encode())
        data = key_id(self.name, COSIGNATURE, self.public) + now.to_bytes(8, "big") + made
        return f"— {self.name} {b64encode(data).decode()}"


class Kept:
    """The folder of all checkpoints that this witness has cosigned: `000000131845.note` and so on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def last(self, house: House) -> Checkpoint | None:
        found = sorted(self.folder.glob("[0-9]*.note"))
        if not found:
            return None
        try:
            return house.checkpoint(text_of(found[-1]))
        except Alarm:
            raise CannotTell(f"{found[-1]} was not signed with the key that was given") from None

    def line_of(self, size: int) -> str:
        """The cosignature of a checkpoint as it was made: the house may have missed it when it was sent."""
        return text_of(self._path(size)).splitlines()[-1]

    def keep(self, checkpoint: Checkpoint, line: str) -> None:
        """Written through to the disk before the house has the cosignature: what was signed is never forgotten."""
        self._write(self._path(checkpoint.size).name, f"{checkpoint.note}{line}\n")

    def keep_alarm(self, note: str) -> Path:
        return self._write(f"alarm-{datetime.now(UTC):%Y%m%dT%H%M%S.%f}.note", note)

    def _path(self, size: int) -> Path:
        return self.folder / f"{size:012}.note"

    def _write(self, name: str, text: str) -> Path:
        path, draft = self.folder / name, self.folder / f"{name}.new"
        with draft.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        return path


# --- one exchange over the network ------------------------------------------------------------------------


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        """Follow no redirect: another server would get the credentials. The answer is the redirect itself."""


class _Timed(io.RawIOBase):
    """The bytes of an answer. Each read may take the time that is left of the exchange."""

    def __init__(self, raw: Any, sock: socket.socket, end: float) -> None:
        self.raw, self.sock, self.end = raw, sock, end

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self.sock.settimeout(left_until(self.end))
        found: int | None = self.raw.readinto(buffer)
        return found

    def close(self) -> None:
        self.raw.close()
        super().close()


def left_until(end: float) -> float:
    """Seconds until `end` on the monotonic clock. Raises TimeoutError if there are none."""
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError("the answer took too long")
    return left


def opener_until(end: float) -> urllib.request.OpenerDirector:
    """An opener whose exchange, from the connection on, ends at `end` on the monotonic clock."""

    class Answer(http.client.HTTPResponse):
        def __init__(self, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
            super().__init__(sock, *args, **kwargs)
            self.fp: IO[bytes] = io.BufferedReader(_Timed(self.fp.detach(), sock, end))  # type: ignore[attr-defined]

    def connect(address: tuple[str, int], *args: Any) -> socket.socket:
        failed: OSError = OSError("the name has no address")
        for family, kind, protocol, _, place in socket.getaddrinfo(*address, type=socket.SOCK_STREAM)[
            :MOST_ADDRESSES
        ]:
            connection = socket.socket(family, kind, protocol)
            try:
                connection.settimeout(left_until(end))
                connection.connect(place)
            except OSError as error:
                connection.close()
                failed = error
            else:
                connection.settimeout(
                    left_until(end)
                )  # for the handshake of TLS and for sending, each as a whole
                return connection
        raise failed

    class Plain(http.client.HTTPConnection):
        response_class = Answer

        def connect(self) -> None:
            self._create_connection = connect
            super().connect()

    class Tls(http.client.HTTPSConnection):
        response_class = Answer

        def connect(self) -> None:
            self._create_connection = connect
            super().connect()

    class OpenPlain(urllib.request.HTTPHandler):
        def http_open(self, request: urllib.request.Request) -> Any:
            return self.do_open(Plain, request)

    class OpenTls(urllib.request.HTTPSHandler):
        def https_open(self, request: urllib.request.Request) -> Any:
            return self.do_open(Tls, request)  # checks certificate and name: http.client's own context does

    return urllib.request.build_opener(_NoRedirect, OpenPlain, OpenTls)


def exchange(request: urllib.request.Request, seconds: float) -> tuple[int, bytes]:
    """Send a request; the status and the content of the answer. Raises CannotTell at the deadline, for an answer of
    more than LARGEST_ANSWER bytes, and for one that is not HTTP."""
    try:
        try:
            answer: Any = opener_until(time.monotonic() + seconds).open(request)
        except urllib.error.HTTPError as problem:
            answer = problem
        with answer:
            content: bytes = answer.read(LARGEST_ANSWER + 1)
            status: int = answer.status
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise CannotTell(f"{request.host} gave no answer: {error!r}"[:400]) from None
    if len(content) > LARGEST_ANSWER:
        raise CannotTell(f"{request.host} gave an answer of more than {LARGEST_ANSWER:,} bytes")
    return status, content


# --- the house over the network ---------------------------------------------------------------------------


class Api:
    """The house's API, as the witness's own client."""

    def __init__(self, url: str, client: str, secret: str, seconds: float) -> None:
        self.url, self.client, self.secret, self.seconds = url.rstrip("/"), client, secret, seconds
        self.token = ""

    def get(self, path: str) -> tuple[int, dict[str, Any]]:
        return self._signed_in("GET", path, None, {})

    def post(self, path: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
        return self._signed_in("POST", path, json.dumps(body).encode(), headers)

    def _signed_in(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, dict[str, Any]]:
        for is_again in (False, True):
            if not self.token or is_again:
                self.token = self._new_token()
            signed = {**headers, "Authorization": f"Bearer {self.token}"}
            status, answer = self._send(method, f"/api/v1/{path}", body, signed)
            if status != 401:
                break
        return status, answer

    def _new_token(self) -> str:
        pair = b64encode(f"{self.client}:{self.secret}".encode()).decode()
        form = urlencode({"grant_type": "client_credentials"}).encode()
        status, answer = self._send("POST", "/oauth/token/", form, {"Authorization": f"Basic {pair}"})
        if status != 200:
            raise CannotTell(f"the house does not let this client in ({status}: {answer.get('error')})")
        return str(answer.get("access_token"))

    def _send(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, dict[str, Any]]:
        request = urllib.request.Request(self.url + path, body, headers, method=method)
        status, content = exchange(request, self.seconds)
        try:
            answer = json.loads(content)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise CannotTell(
                f"{self.url} gave an answer of status {status} that is not of the documented form"
            )
        return status, answer


# --- one round --------------------------------------------------------------------------------------------


def watch(api: Api, house: House, signer: Signer, kept: Kept) -> str:
    """Look once; what was done, in words. Raises Alarm and CannotTell."""
    last = kept.last(house)
    status, answer = api.get("checkpoints/latest")
    if status == 404 and last is not None:
        raise Alarm(f"the house has no checkpoint any more, and had signed one of {last.size} events")
    if status != 200:
        raise CannotTell(f"the house gave no checkpoint ({status}: {answer.get('detail')})")
    if not isinstance(answer.get("note"), str):
        raise CannotTell("the house gave a checkpoint that is not of the documented form")
    newest = house.checkpoint(answer["note"])
    if last is not None:
        check_growth(api, house, last, newest)
    if last is not None and last.size == newest.size:
        line = kept.line_of(newest.size)
    else:
        line = signer.cosign(newest)
        kept.keep(newest, line)
    status, answer = api.post("checkpoints/cosignatures", {"size": newest.size, "signature": line})
    if status != 201:
        raise CannotTell(f"the house did not take the cosignature ({status}: {answer.get('detail')})")
    if last is not None and last.size == newest.size:
        return f"nothing new: {newest.size} events"
    before = f"goes on from the {last.size} of before" if last else "the first that this witness sees"
    return f"cosigned {newest.size} events: {before}"


def check_growth(api: Api, house: House, last: Checkpoint, newest: Checkpoint) -> None:
    """Raises Alarm unless the newest checkpoint goes on from the last one that was cosigned here."""
    if newest.size < last.size:
        raise Alarm(f"the record has shrunk: it had {last.size} events, and has {newest.size}", newest.note)
    if newest.size == last.size:
        if newest.root != last.root:
            raise Alarm(f"the house has signed two records of {last.size} events", newest.note)
        return
    status, answer = api.get(f"checkpoints/proof?from={last.size}&to={newest.size}")
    if status == 404:
        raise Alarm(f"the house does not know its checkpoint of {last.size} events any more", newest.note)
    if status != 200:
        raise CannotTell(f"the house gave no proof ({status}: {answer.get('detail')})")
    try:
        path = [b64decode(each, validate=True) for each in answer["path"]]
    except (KeyError, TypeError, ValueError):
        raise CannotTell("the house gave a proof that is not of the documented form") from None
    if not goes_on(last, newest, path):
        text = f"the record of {newest.size} events does not go on from the {last.size} that the house had signed"
        raise Alarm(text, newest.note)


def raise_alarm(alarm: Alarm, kept: Kept, options: argparse.Namespace) -> None:
    """On the screen, in the folder, and to whoever is to be told; what fails of that is said too."""
    say(f"ALARM: {alarm}")
    message = {"alarm": str(alarm), "house": options.house_key, "note": alarm.note}
    if alarm.note:
        say(f"what the house signed is kept in {kept.keep_alarm(alarm.note)}")
    for send in (post_alarm, mail_alarm):
        try:
            send(message, options)
        except (OSError, ValueError, smtplib.SMTPException, CannotTell) as error:
            say(f"the alarm could not be sent on: {error}")


def post_alarm(message: dict[str, str], options: argparse.Namespace) -> None:
    """Post an alarm as JSON. Raises CannotTell."""
    if options.alarm_url:
        headers = {"Content-Type": "application/json"}
        post = urllib.request.Request(options.alarm_url, json.dumps(message).encode(), headers)
        status, _ = exchange(post, options.timeout)
        if not 200 <= status < 300:
            raise CannotTell(f"{post.host} answered with status {status}")


def mail_alarm(message: dict[str, str], options: argparse.Namespace) -> None:
    """Send an alarm by mail within the time of an exchange. Raises OSError, ValueError and SMTPException."""
    if not options.alarm_mail:
        return
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = message["alarm"], options.alarm_mail, options.alarm_mail
    mail.set_content(json.dumps(message, ensure_ascii=False, indent=1))
    host, _, port = options.smtp.partition(":")
    failed: list[Exception] = []

    def send() -> None:
        try:
            with smtplib.SMTP(host, int(port or 25), timeout=options.timeout) as server:
                server.send_message(mail)
        except (OSError, ValueError, smtplib.SMTPException) as error:
            failed.append(error)

    # smtplib has a limit for each read only. The thread ends with the program, which ends after an alarm.
    sending = threading.Thread(target=send, daemon=True)
    sending.start()
    sending.join(options.timeout)
    if sending.is_alive():
        raise TimeoutError(f"{options.smtp} took too long")
    if failed:
        raise failed[0]


def say(text: str) -> None:
    print(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {text}", flush=True)


def init(options: argparse.Namespace) -> int:
    """Make the key; there is no second one in its place."""
    if not options.name or any(sign.isspace() or sign == "+" for sign in options.name):
        raise CannotTell("a witness's name has no spaces and no +, such as control.example/w1")
    private = Ed25519PrivateKey.generate()
    try:
        handle = os.open(options.key_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise CannotTell(f"{options.key_file} cannot be made: {error.strerror}") from None
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(f"{options.name} {b64encode(private.private_bytes_raw()).decode()}\n")
    print(Signer(options.name, private).vkey)
    return 0


def run(options: argparse.Namespace) -> int:
    house, signer, kept = House.parse(options.house_key), Signer.read(options.key_file), Kept(options.state)
    try:
        api = Api(options.url, options.client, text_of(options.secret_file).strip(), options.timeout)
    except (OSError, ValueError) as error:
        raise CannotTell(f"{options.secret_file} cannot be read: {error}") from None
    while True:
        try:
            say(watch(api, house, signer, kept))
        except Alarm as alarm:
            raise_alarm(alarm, kept, options)
            return 1
        except CannotTell as why:
            if not options.every:
                raise
            say(f"nothing can be said: {why}")
        if not options.every:
            return 0
        time.sleep(options.every)


def main() -> int:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = arguments.add_subparsers(required=True)
    making = commands.add_parser("init", help="make the witness's key")
    making.add_argument("--name", required=True)
    making.set_defaults(does=init)
    running = commands.add_parser("run", help="watch the house")
    for name in ("--url", "--client", "--house-key"):
        running.add_argument(name, required=True)
    running.add_argument("--secret-file", required=True, type=Path)
    running.add_argument("--state", required=True, type=Path, help="the folder of all that was cosigned")
    running.add_argument("--every", type=float, default=0, metavar="SECONDS", help="look again and again")
    running.add_argument(
        "--timeout", type=float, default=TIMEOUT_S, metavar="SECONDS", help="the longest time of one exchange"
    )
    running.add_argument("--alarm-url", default="", help="where an alarm is posted as JSON")
    running.add_argument("--alarm-mail", default="", help="who gets an alarm by mail")
    running.add_argument("--smtp", default="localhost:25", metavar="HOST:PORT")
    running.set_defaults(does=run)
    for each in (making, running):
        each.add_argument("--key-file", required=True, type=Path)
    options = arguments.parse_args()
    try:
        done: int = options.does(options)
    except CannotTell as why:
        print(f"nothing can be said: {why}", file=sys.stderr)
        return 2
    except Exception as error:  # 1 is for an alarm alone
        print(f"nothing can be said: {type(error).__name__}: {error}"[:400], file=sys.stderr)
        return 2
    return done


if __name__ == "__main__":
    sys.exit(main())
