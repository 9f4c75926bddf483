"""A broker that is frozen is given up: a web process, beat and the workers would wait for minutes or for ever."""

import os
import shlex
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
from casino.one_machine.ports import free_port
from testkit.one_machine import wait_until

BUSY_S = 60.0
"""More than a start, a heartbeat and a new connection take on a busy machine."""


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

    wait_until(answers, BUSY_S, "the broker answers")
    with app.connection_for_write(address) as connection, app.amqp.Producer(connection) as producer:
        sent: dict[str, Any] = {"queue": queue, "connection": connection, "producer": producer}
        app.send_task("nothing", expires=1, **sent)
        process.send_signal(signal.SIGSTOP)
        with pytest.raises(OperationalError):
            app.send_task("nothing", expires=1, **sent)


@pytest.mark.servers
@pytest.mark.parametrize("unit", ["worker", "sweeper"])
def test_worker_gives_up_a_frozen_broker_and_comes_back(
    path: tuple[str, subprocess.Popen[bytes]], unit: str, tmp_path: Path
) -> None:
    address, process = path
    queue = Queue(f"test-{uuid.uuid4()}", durable=True, queue_arguments={"x-queue-type": "quorum"})
    text = (Path(settings.BASE_DIR) / f"deploy/systemd/permanence-{unit}.service").read_text()
    (start,) = (line.partition("=")[2] for line in text.splitlines() if line.startswith("ExecStart="))
    _python, *arguments = shlex.split(start.replace("%%", "%"))
    # The queue is the test's own: no task of another test is taken.
    arguments[arguments.index("--queues") + 1] = queue.name
    log = tmp_path / "worker.log"
    with log.open("wb") as output:
        worker = subprocess.Popen(
            [sys.executable, "-W", "ignore", *arguments],
            cwd=settings.BASE_DIR,
            env={**os.environ, "CELERY_BROKER_URL": address, "PERMANENCE_DATA": str(tmp_path / "data")},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until(lambda: "ready." in log.read_text(), BUSY_S, "a worker that is ready")
        process.send_signal(signal.SIGSTOP)
        wait_until(lambda: "broker lost" in log.read_text(), 2 * BUSY_S, "a broker given up")
        process.send_signal(signal.SIGCONT)
        wait_until(lambda: log.read_text().count("Connected to ") == 2, BUSY_S, "a connection again")
    finally:
        worker.kill()
        worker.wait()
        with Connection(settings.CELERY_BROKER_URL) as line:
            queue(line.default_channel).delete()
