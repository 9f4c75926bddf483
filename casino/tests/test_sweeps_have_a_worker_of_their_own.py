"""Celery: the sweeps of the shift rules wait for no other task, no task runs for ever, and a message is JSON."""

import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from kombu import Connection
from kombu.exceptions import ContentDisallowed

from casino.celery import app
from casino.installation.broker import Transport
from casino.installation.data_folder import broker_folders
from casino.one_machine.house_parts import HousePlan
from tables.handling.deadlines.sweep import last_sweep
from tables.handling.models import Casino
from testkit.blocking_worker import BLOCK
from testkit.databases import addresses_of
from testkit.one_machine import wait_until

UNITS = Path(settings.BASE_DIR) / "deploy" / "systemd"
STARTS_WITHIN = 120.0


class Worker:
    """A Celery worker of one queue, and the socket at which its heartbeats arrive."""

    def __init__(self, folder: Path, queue: str, application: str, environment: dict[str, str]) -> None:
        self.log = folder / f"{queue}.log"
        self._beats = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._beats.bind(str(folder / f"{queue}.notify"))
        self._beats.setblocking(False)
        command = [sys.executable, "-W", "ignore", "-m", "celery", "-A", application, "worker", "--pool=solo"]
        with self.log.open("wb") as output:
            self.process = subprocess.Popen(
                [*command, "--queues", queue, "--hostname", f"{queue}@%h", "--loglevel", "INFO"],
                cwd=settings.BASE_DIR,
                env={**environment, "NOTIFY_SOCKET": str(folder / f"{queue}.notify")},
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def is_ready(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()[-5_000:]
        return "ready." in self.log.read_text()

    def heartbeats(self) -> int:
        """Return the number of heartbeats since the last call."""
        found = 0
        while True:
            try:
                found += self._beats.recv(100) == b"WATCHDOG=1"
            except BlockingIOError:
                return found

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        self._beats.close()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Settings of processes that work on the tests' database, with the broker of the test run or one of their own."""
    return {
        **os.environ,
        **addresses_of(str(connection.settings_dict["NAME"])),
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "PERMANENCE_DATA": str(tmp_path / "data"),
    }


@pytest.fixture
def start(tmp_path: Path, environment: dict[str, str]) -> Iterator[Callable[..., Worker]]:
    with ExitStack() as started:

        def started_worker(queue: str, application: str = "casino") -> Worker:
            worker = Worker(tmp_path, queue, application, environment)
            started.callback(worker.stop)
            return worker

        yield started_worker


def send(task: str, environment: dict[str, str], **arguments: str) -> None:
    """Send a task as beat does, from a process of its own."""
    program = f"from casino.celery import app; app.send_task({task!r}, kwargs={arguments!r}, expires=300)"
    subprocess.run([sys.executable, "-c", program], cwd=settings.BASE_DIR, env=environment, check=True)


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_sweep_runs_although_a_task_blocks_the_general_worker(
    start: Callable[..., Worker], environment: dict[str, str], tmp_path: Path
) -> None:
    casino_id = Casino.objects.create(name="Casino", time_zone="Europe/Lisbon").pk
    general, sweeper = start("permanence", "testkit.blocking_worker"), start("sweeps")
    for worker in (general, sweeper):
        wait_until(worker.is_ready, STARTS_WITHIN, "a worker that is ready")
    blocks, begin = tmp_path / "blocks", timezone.now()
    blocks.touch()
    send(BLOCK, environment, until_gone=str(blocks))
    try:
        wait_until(Path(f"{blocks}.began").exists, STARTS_WITHIN, "a task that blocks its worker")
        general.heartbeats()
        send(settings.SWEEP, environment)
        wait_until(lambda: (last_sweep(casino_id) or begin) > begin, STARTS_WITHIN, "a sweep")
        sweeper.heartbeats()
        wait_until(lambda: sweeper.heartbeats() > 0, STARTS_WITHIN, "a heartbeat of the sweeper")
        assert general.heartbeats() == 0
    finally:
        blocks.unlink()
    wait_until(lambda: general.heartbeats() > 0, STARTS_WITHIN, "a heartbeat after the task")


@pytest.fixture
def tasks() -> dict[str, Any]:
    """Every task of ours that a worker knows, by name."""
    app.loader.import_default_modules()
    return {name: task for name, task in app.tasks.items() if name.startswith(("casino.", "tables."))}


def test_every_task_has_time_limits(tasks: dict[str, Any]) -> None:
    assert set(settings.CELERY_TASK_ANNOTATIONS) < set(tasks)
    assert {each["task"] for each in settings.CELERY_BEAT_SCHEDULE.values()} < set(tasks)
    for name, task in tasks.items():
        assert 0 < task.soft_time_limit < task.time_limit <= settings.CELERY_TASK_TIME_LIMIT, name
    assert (tasks[settings.SWEEP].soft_time_limit, tasks[settings.SWEEP].time_limit) == (60, 75)


def test_worker_that_hangs_is_killed_after_the_time_limits_of_its_tasks(tmp_path: Path) -> None:
    plan = HousePlan(data=tmp_path, host="127.0.0.1", port=8000, wheel_port=41300, own_database=True)
    parts = {part.name: part for stage in plan.stages() for part in stage}
    silence = {name: parts[name].heartbeat_seconds or 0.0 for name in ("worker", "sweeper")}
    assert silence["worker"] > settings.CELERY_TASK_TIME_LIMIT
    assert silence["sweeper"] > settings.CELERY_TASK_ANNOTATIONS[settings.SWEEP]["time_limit"]


def queue_of(task: str) -> str:
    name: str = app.amqp.router.route({}, task)["queue"].name
    return name


def test_every_task_goes_to_a_queue_that_one_unit_takes_from(tasks: dict[str, Any]) -> None:
    taken = {}
    for unit in UNITS.glob("*.service"):
        words = unit.read_text().split()
        if "--queues" in words:
            taken[words[words.index("--queues") + 1]] = unit.stem
    assert taken == {"permanence": "permanence-worker", "sweeps": "permanence-sweeper"}
    assert {name for name in tasks if queue_of(name) == "sweeps"} == {settings.SWEEP}
    assert {queue_of(name) for name in tasks} == set(taken)


class Bomb:
    """An object that touches a file when pickle reads it."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.mark,)


def test_message_in_pickle_is_refused_unread(tmp_path: Path) -> None:
    mark = tmp_path / "read"
    folders = broker_folders(tmp_path)
    with Connection("filesystem://", transport=Transport, transport_options=folders) as broker:
        broker.default_channel.state.clear()  # type: ignore[attr-defined]  # the stubs lack it
        with broker.SimpleQueue("permanence") as queue:
            queue.producer.publish(
                pickle.dumps(Bomb(mark)),
                content_type="application/x-python-serialize",
                content_encoding="binary",
                routing_key="permanence",
                exchange=queue.queue.exchange,
            )
        refused: list[Exception] = []
        taken: list[Any] = []
        consumer = app.amqp.TaskConsumer(
            broker.default_channel,
            queues=[queue.queue],
            callbacks=[lambda body, message: taken.append(body)],
            on_decode_error=lambda message, error: refused.append(error),
        )
        with consumer:
            broker.drain_events(timeout=20)
        broker.default_channel.state.clear()  # type: ignore[attr-defined]  # the stubs lack it
    assert [type(error) for error in refused] == [ContentDisallowed]
    assert (taken, mark.exists()) == ([], False)
