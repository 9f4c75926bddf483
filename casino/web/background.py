"""Database work for the event loop: in few threads, on connections that end with it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections, connections

from casino.web.capacity import slot_of_the_request

P = ParamSpec("P")
R = TypeVar("R")

_threads = ThreadPoolExecutor(settings.WEB_BACKGROUND_THREADS, "background")
"""Threads in the background. The connection pool has a connection for each, in addition to those of requests."""


async def in_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a function that reads the database in a thread, and return its result.

    The thread closes its connections afterwards.
    """

    def call() -> R:
        try:
            return function(*args, **kwargs)
        finally:
            connections.close_all()

    return await sync_to_async(call, thread_sensitive=False, executor=_threads)()


async def stand_aside() -> None:
    """Give back the request's connection and its slot. For a view on the event loop that is about to wait.

    From here on the view reads the database by `in_thread` alone.
    """
    await sync_to_async(close_old_connections)()
    if slot := slot_of_the_request.get():
        slot.release()
