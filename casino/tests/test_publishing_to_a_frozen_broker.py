"""A publisher gives up a broker that confirms nothing: a web process and beat would wait for ever."""

import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from kombu import Connection, Queue
from kombu.exceptions import OperationalError

import testkit
from casino.celery import app
from casino.embedded.ports import free_port
from testkit.stream import wait_until


@pytest.fixture
def path() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The address of the broker by a network path of its own, and the process of that path."""
    if settings.BROKER_IS_EMBEDDED:
        pytest.skip("RabbitMQ is not tried: CELERY_BROKER_URL names none (amqp://user:password@host:5672//)")
    broker, port = urlsplit(settings.CELERY_BROKER_URL), free_port()
    proxy = Path(testkit.__file__).with_name("tcp_proxy.py")
    process = subprocess.Popen([sys.executable, proxy, str(port), str(broker.port or 5672)])
    try:
        yield (
            broker._replace(netloc=f"{broker.username}:{broker.password}@127.0.0.1:{port}").geturl(),
            process,
        )
    finally:
        process.kill()
        process.wait()


@pytest.mark.servers
def test_publishing_to_a_frozen_broker_ends(path: tuple[str, subprocess.Popen[bytes]]) -> None:
    address, process = path
    queue = Queue(f"test-{uuid.uuid4()}", durable=False, expires=60)

    def answers() -> bool:
        with Connection(address) as trial:
            try:
                return bool(trial.ensure_connection(max_retries=0, timeout=5))
            except OperationalError:
                return False

    wait_until(answers, "the broker answers")
    with app.connection_for_write(address) as connection, app.amqp.Producer(connection) as producer:
        sent: dict[str, Any] = {"queue": queue, "connection": connection, "producer": producer}
        app.send_task("nothing", expires=1, **sent)
        process.send_signal(signal.SIGSTOP)
        with pytest.raises(OperationalError):
            app.send_task("nothing", expires=1, **sent)
