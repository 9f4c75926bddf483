"""Failed and abandoned notices are visible: on the page of their entry, and counted in /readyz."""

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from aiosmtpd.controller import Controller
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from casino.notices.outbox import put_in_outbox
from casino.notices.sending import AGAIN_AFTER, send_due
from casino.notices.wording import NoticeText
from casino.one_machine.ports import free_port
from casino.people.models import Role
from tables.handling.models import Casino
from tables.handling.registers import declare
from testkit.house import BOSS
from testkit.pages import find, read_page
from testkit.people import browser_of, engage

pytestmark = pytest.mark.django_db
ADDRESS = "duty@casino.invalid"
TEXT = NoticeText(subject="A breach", body="A breach was recorded.", payload={})


@pytest.fixture
def house(casino_id: int) -> int:
    """A casino whose notices go to one e-mail address."""
    Casino.objects.create(id=casino_id, name="Casino", time_zone="Europe/Lisbon")
    declare(casino_id, "notice", "duty", {"address": ADDRESS}, by=BOSS, now=timezone.now())
    return casino_id


@pytest.fixture
def port(settings: Settings) -> int:
    """The port of the mail server in the settings; nobody listens there yet."""
    settings.EMAIL_BACKEND = "casino.notices.mail.TimedBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    return int(settings.EMAIL_PORT)


@pytest.fixture
def mail_server(port: int) -> Iterator[None]:
    server = Controller(object(), hostname="127.0.0.1", port=port)
    server.start()
    yield
    server.stop()


def shown(casino_id: int) -> str:
    """The card of deliveries on the page of the entry."""
    browser = browser_of(engage(Role.ADMINISTRATOR, casino_id=casino_id))
    return find(read_page(browser.get("/registers/notice/duty/").content), "#deliveries").text


def notices_check(client: Client) -> dict[str, object]:
    answer: dict[str, object] = json.loads(client.get("/readyz").content)["checks"]["notices"]
    return answer


def test_entry_without_notices_has_sent_none(house: int) -> None:
    assert "No notice sent yet." in shown(house)


def test_failed_notice_has_its_reason_on_the_page_of_its_entry(house: int, port: int) -> None:
    now = timezone.now()
    put_in_outbox(house, TEXT, now)
    assert "1 notice waits." in shown(house)
    assert send_due(now) == 0
    card = shown(house)
    assert "1 notice waits." in card and "Next attempt" in card
    assert "Connection refused" in card


def test_notice_that_was_given_up_is_on_the_page_of_its_entry(house: int, port: int) -> None:
    now = timezone.now()
    put_in_outbox(house, TEXT, now)
    for wait in (timedelta(0), *AGAIN_AFTER):
        now += wait
        send_due(now)
    card = shown(house)
    assert "1 notice was given up after three days." in card
    assert "waits" not in card
    assert "Connection refused" in card


def test_sent_notice_is_on_the_page_of_its_entry(house: int, port: int, mail_server: None) -> None:
    now = timezone.now()
    put_in_outbox(house, TEXT, now)
    assert send_due(now) == 1
    card = shown(house)
    assert "Last sent" in card
    assert "waits" not in card and "Last failure" not in card


def test_notices_of_another_casino_are_not_on_the_page(house: int, port: int) -> None:
    now = timezone.now()
    other = Casino.objects.create(name="Other", time_zone="Europe/Lisbon").pk
    declare(other, "notice", "duty", {"address": ADDRESS}, by=BOSS, now=now)
    put_in_outbox(other, TEXT, now)
    send_due(now)
    assert "No notice sent yet." in shown(house)
    assert "Connection refused" not in shown(house)


def test_readyz_counts_the_notices_that_fail(house: int, port: int, client: Client) -> None:
    assert notices_check(client) == {"ok": True, "detail": "sent in time", "seconds": 0.0}
    now = timezone.now()
    put_in_outbox(house, TEXT, now)
    put_in_outbox(house, TEXT, now)
    send_due(now)
    check = notices_check(client)
    assert check["ok"] is True
    assert check["detail"] == "2 by email failed and are tried again; the worker's log has the reasons"
