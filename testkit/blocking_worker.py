"""Celery app with one more task, which blocks its worker: `celery -A testkit.blocking_worker worker`."""

import threading
from pathlib import Path

from casino.celery import app

BLOCK = "testkit.blocking_worker.block"


@app.task(name=BLOCK)
def block(until_gone: str) -> None:
    """Do not end before the file `until_gone` is deleted. A file `.began` beside it shows that this task is at work."""
    while Path(until_gone).exists():
        Path(f"{until_gone}.began").touch()
        threading.Event().wait(0.1)
