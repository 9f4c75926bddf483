"""Celery: one app; tasks are in a package's `tasks.py`, next to their functions."""

import os
from typing import Any

from celery import Celery, Task
from celery.signals import task_postrun, worker_init, worker_ready
from celery.states import SUCCESS

from casino.installation.broker import use_own_transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

# `migrate` runs Django's checks; here they would load every page of the house.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")

use_own_transport()
app = Celery("permanence")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def _begin_as_service(**_: Any) -> None:
    """Give statements deadlines and the worker's own role, and have a wrong role logged, before its processes part."""
    from tables.postgresql.deadlines import limit_statements
    from tables.stream.database_rights import Duty
    from tables.stream.management.preconditions import connect_for_good
    from tables.stream.privileges import check_at_first_connection

    limit_statements()
    connect_for_good(Duty.WORKER)
    check_at_first_connection(Duty.WORKER)


@worker_ready.connect
def _send_heartbeats(sender: Any, **_: Any) -> None:
    """Send heartbeats from the loop that takes messages. It stops while a task runs in the main process itself.

    The embedded broker has another loop, and sends them at each look for a message (casino/installation/broker.py).
    """
    from tables.stream.heartbeat import beat

    if sender.hub is not None:
        sender.hub.on_tick.add(beat)


@task_postrun.connect
def _note_run(task: "Task[..., Any]", state: str | None, **_: Any) -> None:
    """Note the run of a scheduled task, so that /readyz reports a worker that is away, or a task that fails."""
    from casino.health.runs import note_run

    note_run(task.name, succeeded=state == SUCCESS)
