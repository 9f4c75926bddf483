"""Celery: one app; tasks live beside what they do, in a package's `tasks.py`."""

import os

from celery import Celery

from casino.embedded.broker import use_own_transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")

use_own_transport()
app = Celery("permanence")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
