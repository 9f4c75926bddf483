"""A breach reaches those who look at no screen: by e-mail and by signed webhook, over real sockets, each once."""

import json
import select
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope
from django.db import connection
from django.utils import timezone
from pytest_django import Settings
from standardwebhooks.webhooks import Webhook

from casino.notices import mail, ways
from casino.notices.models import Notice
from casino.notices.recipients import recipients
from casino.notices.sending import AGAIN_AFTER, CLAIMED_FOR, claim_next, send_due
from casino.notices.ways import notice_id
from casino.one_machine.ports import free_port
from tables.handling.registers import declare, issue_secret, withdraw
from tables.play import commands as c
from tables.stream.following import follow_all
from testkit.alerts import silent_table
from testkit.house import BOSS, OpenHouse
from testkit.stream import sequence_all, wait_until
from testkit.webhooks import receiving

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


class Mailbox:
    """What arrived at a real mail server."""

    def __init__(self) -> None:
        self.letters: list[tuple[list[str], str]] = []

    async def handle_DATA(self, server: object, session: object, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's name
        assert isinstance(envelope.content, bytes)
        self.letters.append((envelope.rcpt_tos, envelope.content.decode()))
        return "250 taken"


@pytest.fixture
def mailbox(settings: Settings) -> Iterator[Mailbox]:
    box = Mailbox()
    port = free_port()
    server = Controller(box, hostname="127.0.0.1", port=port)
    server.start()
    settings.EMAIL_BACKEND = "casino.notices.mail.TimedBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.NOTICE_EMAILS = ["inspectors@control.invalid"]
    yield box
    server.stop()


class Listener:
    """A real web server that a webhook is posted to; it answers with `status`."""

    def __init__(self) -> None:
        self.status = 204
        self.posted: list[tuple[dict[str, str], bytes]] = []
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                listener.posted.append(({k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(listener.status)
                if listener.status >= 300:
                    self.send_header("Location", "http://127.0.0.1:1/elsewhere")
                self.end_headers()

            def log_message(self, *args: object) -> None: ...

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/notices"


@pytest.fixture
def listener(settings: Settings) -> Iterator[Listener]:
    found = Listener()
    thread = threading.Thread(target=found.server.serve_forever)
    thread.start()
    settings.NOTICE_WEBHOOK, settings.NOTICE_WEBHOOK_SECRET = found.url, SECRET
    yield found
    found.server.shutdown()
    found.server.server_close()
    thread.join()


@pytest.fixture
def house(casino_id: int) -> OpenHouse:
    return OpenHouse(casino_id, "pt-americana", now=timezone.now())


def followed(house: OpenHouse) -> list[Notice]:
    """What the outbox holds once the record is sealed and followed."""
    sequence_all(house.casino_id)
    assert follow_all(house.casino_id)
    return list(Notice.objects.filter(casino_id=house.casino_id).order_by("pk"))


@pytest.mark.clause("pt-americana/35")
def test_force_majeure_at_the_ball_is_told_to_the_inspectors_at_once(
    house: OpenHouse, mailbox: Mailbox
) -> None:
    house.do(c.ExcuseTimeAtBall(words="the replacement fell ill"))
    (notice,) = followed(house)
    assert send_due(timezone.now()) == 1
    ((recipients, letter),) = mailbox.letters
    assert recipients == ["inspectors@control.invalid"]
    assert "stays at the ball by force majeure" in letter
    assert house.rulebook.clauses["pt-americana/35"] in letter
    assert notice_id(notice) in letter


def test_a_violation_is_posted_signed_with_its_clause(house: OpenHouse, listener: Listener) -> None:
    house.do(c.ChangeBall(announced=False))
    followed(house)
    assert send_due(timezone.now()) == 1
    ((headers, body),) = listener.posted
    told = Webhook(SECRET).verify(body, headers)
    assert told["type"] == "permanence.violation_raised"
    assert (told["data"]["table"], told["data"]["clause"]) == ("T1", "pt-americana/17")
    assert told["data"]["detail"] == "the change was not announced"


def test_an_alert_is_told_to_who_wants_its_kind(casino_id: int, mailbox: Mailbox) -> None:
    for code, rules in (("all", []), ("readers", ["alert-device-offline"]), ("wheels", ["alert-bias"])):
        values = {"address": f"{code}@casino.invalid", "rules": rules}
        declare(casino_id, "notice", code, values, by=BOSS, now=timezone.now())
    house = silent_table(casino_id, table="T2")
    followed(house)
    send_due(timezone.now())
    assert sorted(address for told, _ in mailbox.letters for address in told) == [
        "all@casino.invalid",
        "readers@casino.invalid",
    ]
    assert "reader W-T2 has been silent for 5 minutes" in mailbox.letters[0][1]


def test_a_casinos_own_list_takes_the_place_of_the_settings(
    house: OpenHouse, mailbox: Mailbox, listener: Listener, settings: Settings
) -> None:
    now = timezone.now()
    settings.WEBHOOK_ALLOWED_ADDRESSES = ["127.0.0.1"]
    registered: dict[str, dict[str, Any]] = {
        "all": {"address": "all@casino.invalid"},
        "balls": {"address": "balls@casino.invalid", "rules": ["ball-change-unannounced"]},
        "seats": {"address": "seats@casino.invalid", "rules": ["staff-presence"]},
        "off": {"address": "off@casino.invalid", "enabled": False},
        "control": {"way": "webhook", "address": listener.url},
    }
    for code, values in registered.items():
        declare(house.casino_id, "notice", code, values, by=BOSS, now=now)
    secret = issue_secret(house.casino_id, "notice", "control", by=BOSS, now=now).secret
    house.do(c.ChangeBall(announced=False))
    (rule,) = {notice.payload["data"]["rule"] for notice in followed(house)}
    assert rule == "ball-change-unannounced"
    send_due(timezone.now())
    assert sorted(address for told, _ in mailbox.letters for address in told) == [
        "all@casino.invalid",
        "balls@casino.invalid",
    ]
    ((headers, body),) = listener.posted
    assert Webhook(secret).verify(body, headers)["type"] == "permanence.violation_raised"
    # Withdrawn, they leave the settings in force again.
    for code in ("all", "balls", "seats", "off", "control"):
        withdraw(house.casino_id, "notice", code, by=BOSS, now=now)
    assert dict(recipients(house.casino_id)) == {
        Notice.Way.EMAIL: "inspectors@control.invalid",
        Notice.Way.WEBHOOK: listener.url,
    }


def test_a_registered_address_inside_the_house_needs_leave(house: OpenHouse, listener: Listener) -> None:
    values = {"way": "webhook", "address": listener.url}
    declare(house.casino_id, "notice", "control", values, by=BOSS, now=timezone.now())
    house.do(c.ChangeBall(announced=False))
    followed(house)
    assert send_due(timezone.now()) == 0
    assert not listener.posted
    (notice,) = Notice.objects.filter(casino_id=house.casino_id)
    assert notice.failure


def test_sent_notice_is_not_sent_again(house: OpenHouse, listener: Listener) -> None:
    house.do(c.ChangeBall(announced=False))
    followed(house)
    send_due(timezone.now())
    followed(house)
    assert send_due(timezone.now() + timedelta(days=2)) == 0
    assert len(listener.posted) == 1


@pytest.mark.parametrize("status", [500, 404, 302])
def test_refused_notice_is_retried_under_the_same_name(
    house: OpenHouse, listener: Listener, status: int
) -> None:
    listener.status = status
    house.do(c.ChangeBall(announced=False))
    followed(house)
    now = timezone.now()
    assert send_due(now) == 0
    assert send_due(now) == 0, "not before its time"
    listener.status = 204
    assert send_due(now + AGAIN_AFTER[0]) == 1
    names = [headers["webhook-id"] for headers, _ in listener.posted]
    assert len(names) == 2 and len(set(names)) == 1


def test_after_three_days_a_notice_is_given_up_and_says_why(house: OpenHouse, listener: Listener) -> None:
    listener.status = 503
    house.do(c.ChangeBall(announced=False))
    followed(house)
    now = timezone.now()
    for wait in (timedelta(0), *AGAIN_AFTER):
        now += wait
        send_due(now)
    (notice,) = Notice.objects.filter(casino_id=house.casino_id)
    assert (notice.next_try_at, notice.sent_at) == (None, None)
    assert "503" in notice.failure
    assert sum(AGAIN_AFTER, timedelta()) >= timedelta(days=3)


def test_a_house_that_has_set_nobody_keeps_no_notices(house: OpenHouse) -> None:
    house.do(c.ChangeBall(announced=False))
    assert followed(house) == []


def test_failing_recipient_does_not_delay_the_other(
    house: OpenHouse, listener: Listener, mailbox: Mailbox
) -> None:
    listener.status = 500
    house.do(c.ChangeBall(announced=False))
    assert len(followed(house)) == 2
    assert send_due(timezone.now()) == 1
    assert len(mailbox.letters) == 1


def test_while_a_recipient_hangs_the_feed_goes_on_and_nobody_else_tries_the_same(
    house: OpenHouse, settings: Settings
) -> None:
    with receiving() as slow:
        slow.hangs = True
        settings.NOTICE_WEBHOOK, settings.NOTICE_WEBHOOK_SECRET = slow.url, SECRET
        house.do(c.ChangeBall(announced=False))
        followed(house)
        sent = []

        def send() -> None:
            sent.append(send_due(timezone.now()))
            connection.close()

        sender = threading.Thread(target=send)
        sender.start()
        wait_until(slow.asked.is_set, "the recipient is asked")
        house.do(c.AnnounceBetsOpen())
        sequence_all(house.casino_id)
        assert sender.is_alive(), "the feed went on while the recipient was waited for"
        assert send_due(timezone.now()) == 0
        slow.let_go.set()
        sender.join()
        assert (sent, len(slow.got)) == ([1], 1)


@contextmanager
def answering(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server on a real socket that answers each connection so; its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    line, _ = server.accept()
                    with line, suppress(OSError):
                        answer(line)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
    thread.join()


def drip(line: socket.socket) -> None:
    """Send one byte at a time and never an end, until the other side hangs up."""
    while not select.select([line], [], [], 0.01)[0] or line.recv(65536):
        line.sendall(b"2")


def test_receiver_that_drips_is_a_failed_attempt_when_the_time_of_the_exchange_is_over(
    house: OpenHouse, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ways, "PATIENCE_S", 0.5)
    monkeypatch.setattr(mail, "EXCHANGE_S", 0.5)
    with answering(drip) as port:
        settings.EMAIL_BACKEND = "casino.notices.mail.TimedBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.NOTICE_EMAILS = ["inspectors@control.invalid"]
        settings.NOTICE_WEBHOOK, settings.NOTICE_WEBHOOK_SECRET = f"http://127.0.0.1:{port}/", SECRET
        house.do(c.ChangeBall(announced=False))
        assert len(followed(house)) == 2
        assert send_due(timezone.now()) == 0
    assert {notice.way: notice.failure for notice in Notice.objects.filter(casino_id=house.casino_id)} == {
        Notice.Way.EMAIL: "the mail server did not finish within 0.5 s",
        Notice.Way.WEBHOOK: "no answer within 0.5 s",
    }


@pytest.mark.parametrize(
    "answer", [b"garbage garbage\r\n\r\n", b"HTTP/1.1 500 a\0b\r\n\r\n", b"HTTP/1.1 200\xff\r\n"]
)
def test_answer_that_cannot_be_parsed_or_stored_holds_up_no_other_notice(
    house: OpenHouse, mailbox: Mailbox, settings: Settings, answer: bytes
) -> None:
    def send(line: socket.socket) -> None:
        line.recv(65536)
        line.sendall(answer)

    with answering(send) as port:
        settings.NOTICE_WEBHOOK, settings.NOTICE_WEBHOOK_SECRET = f"http://127.0.0.1:{port}/", SECRET
        house.do(c.ChangeBall(announced=False))
        followed(house)
        now = timezone.now()
        for wait in (timedelta(0), *AGAIN_AFTER):
            now += wait
            send_due(now)
    assert len(mailbox.letters) == 1
    notice = Notice.objects.get(casino_id=house.casino_id, way=Notice.Way.WEBHOOK)
    assert (notice.next_try_at, notice.sent_at) == (None, None)
    assert notice.failure


def test_a_notice_whose_sender_died_is_tried_again(house: OpenHouse, listener: Listener) -> None:
    house.do(c.ChangeBall(announced=False))
    followed(house)
    now = timezone.now()
    assert claim_next(now, []) is not None, "and here its sender dies"
    assert send_due(now) == 0
    assert send_due(now + CLAIMED_FOR) == 1
    assert len(listener.posted) == 1


def test_old_events_are_no_news(casino_id: int, mailbox: Mailbox) -> None:
    house = OpenHouse(casino_id, "pt-americana", now=timezone.now() - timedelta(days=3))
    house.do(c.ChangeBall(announced=False), now=timezone.now() - timedelta(days=2))
    assert followed(house) == []


def test_the_payload_is_plain_json(house: OpenHouse, listener: Listener) -> None:
    house.do(c.ExcuseTimeAtBall(words="the replacement fell ill"))
    followed(house)
    send_due(timezone.now())
    ((_, body),) = listener.posted
    data = json.loads(body)["data"]
    assert (data["words"], data["clause"]) == ("the replacement fell ill", "pt-americana/35")
