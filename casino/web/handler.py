"""Takes a request through Django, and sends the answer once the database is done with it.

A client decides how fast it sends and how fast it reads. So the body is read before the request gets a slot, the thread
and the database connection are given back before the first byte of the answer is sent, and the slot a moment later:
what a client can hold for as long as it likes is its own socket, and for a stream its place.
"""

import asyncio
import tempfile
from collections.abc import Coroutine
from typing import IO, Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http.response import HttpResponseBadRequest, HttpResponseBase
from django.urls import set_script_prefix

from casino.web.capacity import Full, Slot, slot_for, slot_of_the_request
from casino.web.liveness import Heartbeat
from casino.web.refusing import full, too_large
from tables.python_runtime import call_with_room

MOST_BODY_BYTES = 8 * 1024 * 1024
"""No form and no call comes near it. What Django itself allows is less (DATA_UPLOAD_MAX_MEMORY_SIZE)."""
SENDS_FIRST_S = 0.01
"""So long an answer may take to be handed to its socket before the next request gets the slot."""
NEVER_WAITS = frozenset({"/healthz"})
"""The probe does not wait in a line that may be the fault itself."""


class BodyTooLarge(Exception):
    """The client sends more than any request of ours may have."""


class WebHandler(ASGIHandler):
    """One request, one thread, one connection, for as long as the view works."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        # Django's own handler goes from the event loop to the thread and back for every middleware, which costs more
        # than most views. A view that is asynchronous runs on the loop all the same.
        self.load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
            return
        if scope["type"] != "http":
            raise ValueError(f"this server speaks HTTP alone, not {scope['type']}")
        try:
            body = await self._read_body_within_bounds(receive)
        except RequestAborted:
            return
        except BodyTooLarge:
            await self.send_response(too_large(scope), send)
            return
        leaving = asyncio.create_task(receive())
        try:
            answered = await _unless(leaving, self._answered(scope, body))
            if answered is None:
                return
            response, slot = answered
            # The next in line would begin to work at once, and this answer would wait for it with its first byte.
            sends_first = asyncio.get_running_loop().call_later(SENDS_FIRST_S, slot.release)
            try:
                await _unless(leaving, self.send_response(response, send))
            finally:
                sends_first.cancel()
                slot.release()
                response.close()
        finally:
            leaving.cancel()
            body.close()

    async def _read_body_within_bounds(self, receive: Any) -> IO[bytes]:
        """The whole body. Raises RequestAborted where the client leaves, BodyTooLarge for too much of it."""
        body = tempfile.SpooledTemporaryFile(max_size=MOST_BODY_BYTES, mode="w+b")  # noqa: SIM115  closed by the caller
        size = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                body.close()
                raise RequestAborted
            part = message.get("body", b"")
            size += len(part)
            if size > MOST_BODY_BYTES:
                body.close()
                raise BodyTooLarge
            body.write(part)
            if not message.get("more_body", False):
                body.seek(0)
                return body

    async def _answered(self, scope: Any, body: IO[bytes]) -> tuple[HttpResponseBase, Slot]:
        """What all middleware and the view make of the request, and its slot; its thread and connection are free
        again."""
        try:
            slot = await slot_for(scope) if scope["path"] not in NEVER_WAITS else Slot()
        except Full:
            return full(scope), Slot()
        slot_of_the_request.set(slot)
        try:
            async with ThreadSensitiveContext():
                response: HttpResponseBase = await sync_to_async(call_with_room)(self._work, scope, body)
                return response, slot
        except BaseException:
            slot.release()
            raise

    def create_request(
        self, scope: Any, body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """The request, or 400 where it names a charset that Django cannot even read its query by."""
        try:
            return super().create_request(scope, body_file)
        except LookupError:
            return None, HttpResponseBadRequest("The charset is not known here; right would be UTF-8.\n")

    def _work(self, scope: Any, body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refused = self.create_request(scope, body)
        if request is None:
            assert refused is not None
            return refused
        try:
            response: HttpResponseBase = self.get_response(request)
        finally:
            close_old_connections()
        response._handler_class = self.__class__  # type: ignore[attr-defined]  # as Django's own handler does
        return response


async def _unless(leaving: "asyncio.Task[Any]", work: "Coroutine[Any, Any, Any]") -> Any:
    """What the work returns; None where the client leaves before. The work is then cancelled, and has ended."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
    return None if task.cancelled() else task.result()


async def _live(receive: Any, send: Any) -> None:
    """The life of the process: from its start to its end it tells its supervisor that it works."""
    heartbeat = Heartbeat()
    await receive()
    heartbeat.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    heartbeat.stop()
    await send({"type": "lifespan.shutdown.complete"})
