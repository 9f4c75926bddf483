"""`manage.py send_webhooks` as a process: killed at any moment it loses nothing, and told to stop it stops."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from testkit.house import OpenHouse
from testkit.stream import sequence_all, wait_until
from testkit.webhooks import Receiver, receiving

pytestmark = pytest.mark.django_db(transaction=True)

SEND = """
import json, sys, django
from django.conf import settings
settings.DATABASES["default"].update(json.loads(sys.argv[1]))
settings.WEBHOOK_ALLOWED_ADDRESSES = ["127.0.0.1"]
django.setup()
from django.core.management import call_command
call_command("send_webhooks")
"""

Senders = Callable[[], "subprocess.Popen[bytes]"]


@pytest.fixture
def start_sender() -> Iterator[Senders]:
    """Starts senders on the tests' database; those that still run at the end are killed."""
    database = {key: connection.settings_dict[key] for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT")}
    started = []

    def start() -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, "-c", SEND, json.dumps(database)],
            cwd=settings.BASE_DIR,
            stderr=subprocess.DEVNULL,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


def brought(last: int) -> list[int]:
    """The positions of the feed up to `last` that a webhook is brought: all but its own registration and secret."""
    return [1, *range(4, last + 1)]


def test_a_sender_killed_again_and_again_misses_nothing_and_keeps_the_order(
    house: OpenHouse, receiver: Receiver, subscribe: Callable[..., Any], start_sender: Senders
) -> None:
    """An event whose answer it did not live to write down comes again, under the same id and before the next."""
    webhook = subscribe()
    for _ in range(3):
        house.coup(17)
        sequence_all(house.casino_id)
        so_far = len(receiver.got)
        sender = start_sender()
        wait_until(partial(lambda before: len(receiver.got) > before + 1, so_far), "it sends")
        sender.kill()
        sender.wait()
    last = sequence_all(house.casino_id)
    start_sender()
    wait_until(lambda: webhook.position() == last, "the next one has brought all")
    assert sorted(set(receiver.positions)) == brought(last)
    assert receiver.positions == sorted(receiver.positions)
    assert len(receiver.got) <= len(brought(last)) + 3, "each death has cost one event twice at most"
    ids = {delivery.headers["webhook-id"] for delivery in receiver.got}
    assert len(ids) == len(brought(last))


def test_killed_while_a_receiver_thinks_it_sends_the_same_again(
    house: OpenHouse, receiver: Receiver, subscribe: Callable[..., Any], start_sender: Senders
) -> None:
    webhook = subscribe()
    sequence_all(house.casino_id)
    receiver.hangs = True
    first = start_sender()
    wait_until(receiver.asked.is_set, "the receiver is asked")
    first.kill()
    first.wait()
    receiver.hangs = False
    receiver.let_go.set()
    start_sender()
    wait_until(lambda: webhook.position() >= 1, "another has brought it")
    assert receiver.positions == [1, 1]
    (line,) = webhook.log()
    assert line["attempt"] == 1


def test_told_to_stop_it_waits_for_the_answer_and_writes_it_down(
    house: OpenHouse, receiver: Receiver, subscribe: Callable[..., Any], start_sender: Senders
) -> None:
    webhook = subscribe()
    house.coup(17)
    sequence_all(house.casino_id)
    receiver.hangs = True
    sender = start_sender()
    wait_until(receiver.asked.is_set, "the receiver is asked")
    sender.send_signal(signal.SIGTERM)
    receiver.let_go.set()
    assert sender.wait(30) == 0
    assert receiver.positions == brought(webhook.state()["position"])


@pytest.mark.servers
def test_running_sender_delivers_new_events(
    house: OpenHouse, subscribe: Callable[..., Any], start_sender: Senders
) -> None:
    with receiving() as other:
        webhook = subscribe(url=other.url)
        sequence_all(house.casino_id)
        start_sender()
        wait_until(other.asked.is_set, "the opening is brought")
        house.coup(17)
        last = sequence_all(house.casino_id)
        wait_until(lambda: other.positions == brought(last), "the coup is brought")
        wait_until(lambda: webhook.position() == last, "it is written down")
