"""Real Celery workers, killed with -9 at each step of a sweep: what stands afterwards is as if nothing had been."""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from celery import Celery
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tables.handling.deadlines.due import step_key
from tables.handling.deadlines.models import SweepCheckpoint
from tables.handling.deadlines.sweep import last_sweep
from tables.handling.streams import table_stream
from tables.play.state import Stage
from tables.stream import IdempotencyKey, append
from testkit.shift import House, connections_to_this_database, processes_at_a_lock
from testkit.stream import wait_until


class Workers:
    """One broker's queue of its own: workers started on it, and the ticks that beat would send."""

    def __init__(self, environment: dict[str, str], folder: Path, ticker: Celery) -> None:
        self.environment = environment
        self.folder = folder
        self.ticker = ticker
        self.queue = ticker.conf.task_default_queue
        self.running: list[subprocess.Popen[bytes]] = []

    def tick(self) -> None:
        self.ticker.send_task("tables.shift.tasks.sweep")

    def start(self) -> subprocess.Popen[bytes]:
        log = self.folder / f"worker-{len(self.running)}.log"
        command = [sys.executable, "-m", "celery", "-A", "casino", "worker", "--pool=solo", "--loglevel=INFO"]
        command += ["--without-gossip", "--without-mingle", f"task.default_queue={self.queue}"]
        with log.open("wb") as output:
            worker = subprocess.Popen(
                command, cwd=settings.BASE_DIR, env=self.environment, stdout=output, stderr=subprocess.STDOUT
            )
        self.running.append(worker)
        wait_until(
            lambda: b" ready." in log.read_bytes() or worker.poll() is not None, "the worker to be ready"
        )
        assert worker.poll() is None, log.read_text()
        return worker

    def stop(self) -> None:
        for worker in self.running:
            if worker.poll() is None:
                worker.terminate()
            worker.wait(timeout=30)
        self.ticker.close()


@pytest.fixture(params=["filesystem", pytest.param("rabbitmq", marks=pytest.mark.servers)])
def workers(request: pytest.FixtureRequest) -> Workers:
    """Workers on either transport; RabbitMQ where CELERY_BROKER_URL names one."""
    chosen: Workers = request.getfixturevalue(f"workers_on_{request.param}")
    return chosen


@pytest.fixture
def workers_on_filesystem(
    child_environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Workers]:
    monkeypatch.delenv("CELERY_BROKER_URL", raising=False)
    child_environment.pop("CELERY_BROKER_URL", None)
    ticker = Celery(broker="filesystem://", set_as_current=False)
    ticker.conf.update(
        task_default_queue="shift-test", broker_transport_options=broker_folders(child_environment)
    )
    workers = Workers(child_environment, tmp_path, ticker)
    yield workers
    workers.stop()


def broker_folders(environment: dict[str, str]) -> dict[str, str]:
    """Where a house with this environment keeps its messages, by its own settings."""
    options = "settings.CELERY_BROKER_TRANSPORT_OPTIONS"
    program = f"from django.conf import settings; import json; print(json.dumps({options}))"
    answer = subprocess.check_output([sys.executable, "-c", program], env=environment, cwd=settings.BASE_DIR)
    folders: dict[str, str] = json.loads(answer)
    return folders


@pytest.fixture
def workers_on_rabbitmq(child_environment: dict[str, str], tmp_path: Path) -> Iterator[Workers]:
    url = os.environ.get("CELERY_BROKER_URL", "")
    if not url.startswith("amqp"):
        pytest.skip("RabbitMQ is not tried: CELERY_BROKER_URL names none (amqp://user:password@host:5672//)")
    queue = f"shift-test-{secrets.token_hex(4)}"
    ticker = Celery(set_as_current=False)
    ticker.config_from_object("django.conf:settings", namespace="CELERY")
    # The settings send sweeps to a queue that all tests share.
    ticker.conf.update(task_default_queue=queue, task_routes={})
    workers = Workers(child_environment, tmp_path, ticker)
    yield workers
    workers.stop()
    with ticker.connection_for_write() as broker:
        # The stubs know only what all transports can do.
        broker.default_channel.queue_delete(queue)  # type: ignore[attr-defined]
        broker.default_channel.exchange_delete(queue)  # type: ignore[attr-defined]


class Table(NamedTuple):
    """A table of the test, and what a sweep has to note of it."""

    code: str
    opened: int
    notes: list[tuple[str, float]]


FIRST = Table("FIRST", 0, [("deadline_warned", 55), ("violation_raised", 60)])
SECOND = Table("SECOND", 1, [("deadline_warned", 56), ("violation_raised", 61)])
STEPS: list[tuple[Table, Stage] | str] = [
    (FIRST, "warned"),
    (FIRST, "overdue"),
    (SECOND, "warned"),
    (SECOND, "overdue"),
    "checkpoint",
]
"""What a sweep records one after the other, each in a transaction of its own."""


@contextmanager
def held_at(house: House, step: tuple[Table, Stage] | str) -> Iterator[None]:
    """No sweep gets past this step: another transaction holds what the step has to write, and takes it back."""
    with transaction.atomic():
        if isinstance(step, str):
            SweepCheckpoint.objects.create(casino_id=house.casino_id, swept_at=house.at(0))
        else:
            table, stage = step
            (case,) = house.cases(table.code)
            at = case.warn_at if stage == "warned" else case.due_at
            key = step_key(table_stream(table.code, house.day), case.name, stage, at)
            append(
                house.casino_id,
                table_stream(table.code, house.day),
                [],
                expected_version=1,
                now=house.at(0),
                idempotency=IdempotencyKey(key, b"held"),
            )
        yield
        transaction.set_rollback(True)


@pytest.mark.clause("pt-francesa/9")
def test_workers_killed_at_each_step_of_a_sweep_leave_one_violation_for_each_table(
    new_house: Callable[..., House], workers: Workers
) -> None:
    """Each worker is killed at the step after the one at which the worker before it was, and the last one is not."""
    house = new_house(opened_at=timezone.now() - timedelta(hours=2), rulebook="pt-francesa")
    for table in (FIRST, SECOND):
        house.open_table(table.code, minute=table.opened)
    before = connections_to_this_database()

    def noted() -> list[tuple[str, float]]:
        return [*house.noted(FIRST.code), *house.noted(SECOND.code)]

    everything = [*FIRST.notes, *SECOND.notes]
    for place, step in enumerate(STEPS):
        done = everything[:place]
        with held_at(house, step):
            worker = workers.start()
            workers.tick()
            wait_until(partial(is_held, noted, done), f"the sweep at step {place}")
            worker.kill()
            worker.wait()
        wait_until(lambda: connections_to_this_database() == before, "the killed worker's connection to end")
        assert noted() == done
    last = last_sweep(house.casino_id)

    workers.start()
    workers.tick()
    workers.tick()
    wait_until(lambda: last_sweep(house.casino_id) != last, "the next sweep")
    workers.stop()
    assert noted() == everything


def is_held(noted: Callable[[], list[tuple[str, float]]], done: list[tuple[str, float]]) -> bool:
    """Whether a sweep has recorded so much and waits for what is held."""
    return noted() == done and processes_at_a_lock() == 1
