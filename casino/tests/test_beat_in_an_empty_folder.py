"""Celery's beat in a data folder in which nothing is yet, on a broker that is not the embedded one."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from celery.signals import after_task_publish, before_task_publish
from django.conf import settings

from casino.beat_schedule import Schedule
from casino.celery import app
from testkit.one_machine import wait_until

NOBODY_LISTENS = "amqp://127.0.0.1:1//"


@pytest.mark.servers
def test_beat_makes_the_folder_of_its_schedule_and_runs_on(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "CELERY_BROKER_URL": os.environ.get("CELERY_BROKER_URL") or NOBODY_LISTENS,
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "PERMANENCE_DATA": str(tmp_path / "data"),
    }
    command = [sys.executable, "-m", "celery", "-A", "casino", "beat", "--loglevel", "INFO"]
    log, schedule = tmp_path / "beat.log", tmp_path / "data" / "celery"
    with log.open("w") as output:
        beat = subprocess.Popen(
            command, cwd=settings.BASE_DIR, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        wait_until(lambda: beat.poll() is not None or any(schedule.glob("beat-schedule*")), 60, "a schedule")
        assert beat.poll() is None, log.read_text()[:5_000]
    finally:
        beat.send_signal(signal.SIGTERM)
        beat.wait(60)
    assert "No such file or directory" not in log.read_text()


def test_schedule_makes_every_task_due_at_once_until_it_has_run(tmp_path: Path) -> None:
    schedule = Schedule(app=app, schedule_filename=str(tmp_path / "celery" / "beat-schedule"), lazy=True)
    schedule.setup_schedule()
    try:
        for name in settings.CELERY_BEAT_SCHEDULE:
            assert schedule.schedule[name].is_due()[0], name
            assert not next(schedule.schedule[name]).is_due()[0], name
    finally:
        schedule.close()


def test_beat_finishes_the_message_in_hand_before_it_stops(tmp_path: Path) -> None:
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    published: list[str] = []

    def stop(**_: object) -> None:
        signal.raise_signal(signal.SIGTERM)

    def note(sender: str, **_: object) -> None:
        published.append(sender)

    service = app.Beat().Service(
        app, scheduler_cls=Schedule, schedule_filename=str(tmp_path / "celery" / "beat-schedule")
    )
    before_task_publish.connect(stop)
    after_task_publish.connect(note)
    try:
        app.Beat().install_sync_handler(service)
        service.start()  # it returns once it was stopped
    finally:
        before_task_publish.disconnect(stop)
        after_task_publish.disconnect(note)
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert len(published) == 1
