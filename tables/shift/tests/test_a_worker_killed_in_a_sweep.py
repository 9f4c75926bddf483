"""Real Celery workers, killed with -9 in the middle of a sweep: what stands afterwards is as if nothing had been."""

import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from celery import Celery
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tables.house.models import Board
from tables.shift.testing import connections_to_this_database, processes_at_a_lock
from tables.stream.testing import wait_until


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


@pytest.fixture(params=["filesystem", "rabbitmq"])
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
    ticker = Celery(broker="filesystem://")
    ticker.conf.update(
        task_default_queue="shift-test", broker_transport_options=broker_folders(child_environment)
    )
    workers = Workers(child_environment, tmp_path, ticker)
    yield workers
    workers.stop()


def broker_folders(environment: dict[str, str]) -> dict[str, str]:
    """Where a house with this environment keeps its messages, asked of the house itself."""
    asked = "from django.conf import settings; import json; print(json.dumps(settings.CELERY_BROKER_TRANSPORT_OPTIONS))"
    answer = subprocess.check_output([sys.executable, "-c", asked], env=environment, cwd=settings.BASE_DIR)
    folders: dict[str, str] = json.loads(answer)
    return folders


@pytest.fixture
def workers_on_rabbitmq(child_environment: dict[str, str], tmp_path: Path) -> Iterator[Workers]:
    url = os.environ.get("CELERY_BROKER_URL", "")
    if not url.startswith("amqp"):
        pytest.skip("RabbitMQ is not tried: CELERY_BROKER_URL names none (amqp://user:password@host:5672//)")
    queue = f"shift-test-{secrets.token_hex(4)}"
    ticker = Celery()
    ticker.config_from_object("django.conf:settings", namespace="CELERY")
    ticker.conf.task_default_queue = queue
    workers = Workers(child_environment, tmp_path, ticker)
    yield workers
    workers.stop()
    with ticker.connection_for_write() as broker:
        broker.default_channel.queue_delete(queue)
        broker.default_channel.exchange_delete(queue)


@pytest.mark.clause("pt-francesa/9")
def test_a_worker_killed_in_the_middle_of_a_sweep_leaves_one_violation_for_each_table(new_house, workers):
    house = new_house(opened_at=timezone.now() - timedelta(hours=2))
    house.open_table("FIRST", minute=0)
    house.open_table("SECOND", minute=1)
    first = [("deadline_warned", 55), ("violation_raised", 60)]
    second = [("deadline_warned", 56), ("violation_raised", 61)]
    before = connections_to_this_database()

    with transaction.atomic():
        # The sweep has done the first table and stands in the middle of recording the second when it is killed.
        Board.objects.select_for_update().get(casino_id=house.casino_id, table="SECOND")
        worker = workers.start()
        workers.tick()
        wait_until(
            lambda: house.noted("FIRST") == first and processes_at_a_lock() == 1,
            "the sweep at the second table",
        )
        worker.kill()
        worker.wait()
    wait_until(lambda: connections_to_this_database() == before, "the killed worker's connection to end")
    assert (house.noted("FIRST"), house.noted("SECOND")) == (first, [])

    workers.start()
    workers.tick()
    workers.tick()
    wait_until(lambda: house.noted("SECOND") == second, "the next sweep")
    workers.stop()
    assert (house.noted("FIRST"), house.noted("SECOND")) == (first, second)
