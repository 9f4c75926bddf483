"""Real Celery workers at a long report, one of them killed with -9 in the midst of it: another goes on."""

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from celery import Celery
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from casino.installation.data_folder import broker_folders
from casino.reports.days import REPORTS
from casino.reports.jobs import PICKED_UP_AFTER, ask_for_job, result_of
from casino.reports.models import ReportJob, ReportJobDay
from casino.reports.rendering import FORMS
from tables.play import commands as c
from testkit.databases import addresses_of
from testkit.house import OpenHouse
from testkit.shift import connections_to_this_database, processes_at_a_lock
from testkit.stream import wait_until

HELD_AT = 3
"""The day of the job at which the first worker is killed."""
TICK_EVERY_S = 8.0


class Broker(NamedTuple):
    """One broker's queue of its own, for the workers of a house on the test's database."""

    environment: dict[str, str]
    ticker: Celery

    def tick(self) -> None:
        """What beat sends each minute."""
        self.ticker.send_task("casino.reports.tasks.pick_up")

    def tick_until(self, condition: Callable[[], bool], what: str) -> None:
        """Send it again and again, as beat does: a message that is lost delays a job and loses nothing."""
        last = float("-inf")

        def condition_or_tick() -> bool:
            nonlocal last
            if time.monotonic() - last > TICK_EVERY_S:
                last = time.monotonic()
                self.tick()
            return condition()

        try:
            wait_until(condition_or_tick, what)
        except AssertionError as late:
            folder = Path(self.environment["PERMANENCE_DATA"])
            files = "\n".join(map(str, sorted(folder.rglob("*"))))
            logs = "\n".join(log.read_text() for log in sorted(folder.glob("worker-*.log")))
            raise AssertionError(f"{late}; {processes_at_a_lock()} at a lock\n{files}\n{logs}") from None


@pytest.fixture(params=["filesystem", pytest.param("rabbitmq", marks=pytest.mark.servers)])
def broker(request: pytest.FixtureRequest, transactional_db: None, tmp_path: Path) -> Broker:
    """Either transport; RabbitMQ where CELERY_BROKER_URL names one."""
    found: Broker = request.getfixturevalue(f"broker_on_{request.param}")
    return found


@pytest.fixture
def environment(transactional_db: None, tmp_path: Path) -> dict[str, str]:
    """A process's own folder, and the test's database."""
    own = addresses_of(connection.settings_dict["NAME"]) | {
        "PERMANENCE_DATA": str(tmp_path),
        "SECRET_KEY": settings.SECRET_KEY,
    }
    # The settings of tests would put the name of the test's own worker behind the folder.
    inherited = {name: value for name, value in os.environ.items() if name != "PYTEST_XDIST_WORKER"}
    return inherited | own


@pytest.fixture
def broker_on_filesystem(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Broker]:
    # Celery asks the environment before it heeds what it was made with.
    monkeypatch.delenv("CELERY_BROKER_URL", raising=False)
    environment.pop("CELERY_BROKER_URL", None)
    folders = broker_folders(Path(environment["PERMANENCE_DATA"]))
    with Celery(broker="filesystem://", set_as_current=False) as ticker:
        ticker.conf.update(task_default_queue="report-test", broker_transport_options=folders)
        yield Broker(environment, ticker)


@pytest.fixture
def broker_on_rabbitmq(environment: dict[str, str]) -> Iterator[Broker]:
    if not environment.get("CELERY_BROKER_URL", "").startswith("amqp"):
        pytest.skip("RabbitMQ is not tried: CELERY_BROKER_URL names none (amqp://user:password@host:5672//)")
    queue = f"report-test-{secrets.token_hex(4)}"
    with Celery(set_as_current=False) as ticker:
        ticker.config_from_object("django.conf:settings", namespace="CELERY")
        ticker.conf.task_default_queue = queue
        yield Broker(environment, ticker)
        with ticker.connection_for_write() as held:
            # The stubs know only what all transports can do.
            held.default_channel.queue_delete(queue)  # type: ignore[attr-defined]
            held.default_channel.exchange_delete(queue)  # type: ignore[attr-defined]


@pytest.fixture
def start_worker(broker: Broker, tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """`start_worker()`: a worker as a house runs it, once it is ready."""
    running: list[subprocess.Popen[bytes]] = []

    def started() -> subprocess.Popen[bytes]:
        log = tmp_path / f"worker-{len(running)}.log"
        command = [sys.executable, "-m", "celery", "-A", "casino", "worker", "--pool=solo", "--loglevel=INFO"]
        command += ["--without-gossip", "--without-mingle"]
        command += [f"task.default_queue={broker.ticker.conf.task_default_queue}"]
        with log.open("wb") as output:
            running.append(
                subprocess.Popen(
                    command,
                    cwd=settings.BASE_DIR,
                    env=broker.environment,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                )
            )
        wait_until(lambda: b" ready." in log.read_bytes(), "the worker to be ready")
        return running[-1]

    yield started
    for worker in running:
        if worker.poll() is None:
            worker.terminate()
        worker.wait(timeout=30)


def test_a_report_goes_on_after_its_worker_was_killed_and_has_every_day_once(
    casino_id: int,
    broker: Broker,
    start_worker: Callable[[], subprocess.Popen[bytes]],
) -> None:
    house = OpenHouse(casino_id, "pt-francesa", day="2026-11-20")
    for day in ("2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24"):
        if house.day != day:
            house.do(c.CloseTable())
            house.now += timedelta(days=1)
            house.open(day)
        house.coup(17, c.PlaceBet(player="P1", bet="rouge", amount=1_000))
    job = ask_for_job(
        casino_id,
        REPORTS["permanence"],
        since="2026-11-20",
        until="2026-11-24",
        table=None,
        form=FORMS["json"],
        asked_by="a test",
        now=timezone.now() - PICKED_UP_AFTER,
    )
    before = connections_to_this_database()
    of_job = ReportJob.objects.filter(casino_id=casino_id, id=job.id)
    with transaction.atomic():
        # The worker gets no further than this day: another transaction has its place, and takes it back.
        ReportJobDay.objects.create(casino_id=casino_id, job=job.id, place=HELD_AT, rows=b"")
        worker = start_worker()
        broker.tick_until(
            lambda: of_job.get().done == HELD_AT and processes_at_a_lock() == 1, "the job at its day"
        )
        worker.kill()
        worker.wait()
        transaction.set_rollback(True)
    wait_until(lambda: connections_to_this_database() == before, "the killed worker's connection to end")
    left = of_job.get()
    assert (left.status, left.done) == ("running", HELD_AT)

    of_job.update(worked_at=timezone.now() - PICKED_UP_AFTER)
    start_worker()
    broker.tick_until(lambda: of_job.get().status == "done", "the job to be done")
    rows = json.loads(result_of(of_job.get()))["rows"]
    assert [(row["gaming_day"], row["number"]) for row in rows] == [
        (f"2026-11-2{day}", 17) for day in range(5)
    ]
