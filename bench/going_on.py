"""Work at the tables during a measurement, in a thread with a connection of its own."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def going_on(work: Callable[[threading.Event], None]) -> Iterator[None]:
    """Run `work` at the same time, until the event that it is given is set at the end."""
    from django.db import connection

    done = threading.Event()

    def in_thread() -> None:
        try:
            work(done)
        finally:
            connection.close()

    thread = threading.Thread(target=in_thread)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
