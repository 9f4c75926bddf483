"""Celery: one app; tasks live beside what they do, in a package's `tasks.py`."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init

from casino.embedded.broker import use_own_transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

# `migrate` runs Django's checks; here they would load every page of the house.
os.environ.setdefault("CELERY_SKIP_CHECKS", "true")

use_own_transport()
app = Celery("permanence")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def _begin_as_service(**_: Any) -> None:
    """Give statements deadlines and have a dangerous role logged, before the worker's processes part."""
    from tables.postgresql.deadlines import limit_statements
    from tables.stream.privileges import check_at_first_connection

    limit_statements()
    check_at_first_connection()
