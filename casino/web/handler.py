"""Handler that takes a request through Django, and sends the answer once the database is done with it.

A client decides how fast it sends and how fast it reads. So the body is read before the request gets a slot. The thread
and the database connection are given back before the first byte of the answer is sent, and the slot a moment later. A
client can only hold its own socket for as long as it likes, and its place for a stream.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from io import BytesIO
from typing import IO, Any, TypeVar

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http.response import HttpResponseBadRequest, HttpResponseBase
from django.urls import set_script_prefix

from casino.web.bodies import (
    OF_CLIENTS,
    Body,
    BodyTooLarge,
    SenderUnknown,
    UnreadBody,
    announced_bytes,
    most_bytes,
    sender_is_known,
)
from casino.web.capacity import Full, Slot, slot_for, slot_of_the_request
from casino.web.limits import ANYBODY_BYTES
from casino.web.liveness import Heartbeat
from casino.web.refusing import database_away, full, too_large
from casino.web.streams.feed_listener import feed_listener
from tables.python_runtime import call_with_room
from tables.stream.service import DATABASE_AWAY

SENDS_FIRST_S = 0.01
"""Time for an answer to be handed to its socket before the next request gets the slot."""
NEVER_WAITS = frozenset({"/healthz"})
"""The probe does not wait in a line that may be the fault itself."""
LINGER_S = 2.0
"""Seconds in which the rest of a refused body is discarded. A client that is reset while it sends never reads the
answer.
"""
LINGER_BYTES = 8 * 1024 * 1024
T = TypeVar("T")


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
            body = await self._body_or_refusal(scope, receive)
        except RequestAborted:
            return
        if isinstance(body, HttpResponseBase):
            await self._refuse(body, receive, send)
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

    async def _body_or_refusal(self, scope: Any, receive: Any) -> Body | HttpResponseBase:
        """Return the whole body, or the answer to a request whose body is not read. Raises RequestAborted."""
        try:
            return await self._read_body(scope, receive)
        except BodyTooLarge:
            return too_large(scope)
        except SenderUnknown:
            response, slot = await self._answered(scope, UnreadBody())
            slot.release()
            return response
        except Full:
            return full(scope)
        except DATABASE_AWAY as error:
            return database_away(scope, error)

    async def _read_body(self, scope: Any, receive: Any) -> Body:
        """Return the whole body.

        The limit of unknown senders holds until a larger body is announced or arrives; the sender is looked up then.
        Raises RequestAborted where the client leaves, BodyTooLarge, SenderUnknown for a large call of the API without a
        valid token, Full, and DATABASE_AWAY.
        """
        body, most = Body(), ANYBODY_BYTES
        size, more = announced_bytes(scope), True
        try:
            while more or size > most:
                if size > most:
                    most = most_bytes(scope)
                    if size > most:
                        raise BodyTooLarge
                    if not await self._sender_is_known(scope):
                        raise SenderUnknown if scope["path"].startswith(OF_CLIENTS) else BodyTooLarge
                    continue
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise RequestAborted
                body.write(message.get("body", b""))
                size = max(size, body.tell())
                more = message.get("more_body", False)
        except BaseException:
            body.close()
            raise
        body.seek(0)
        return body

    async def _sender_is_known(self, scope: Any) -> bool:
        """Look the sender up in a slot, a thread and a connection that are free again when the body is read."""

        def look_up() -> bool:
            try:
                return sender_is_known(scope)
            finally:
                close_old_connections()

        slot = await slot_for(scope)
        try:
            return await _in_own_thread(look_up)
        finally:
            slot.release()

    async def _refuse(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """Answer a request whose body is not read, and end the connection."""
        response["Connection"] = "close"

        async def send_and_linger(message: Any) -> None:
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                await send({**message, "more_body": True})
                await _discard_body(receive)
                message = {"type": "http.response.body"}
            await send(message)

        try:
            await self.send_response(response, send_and_linger)
        finally:
            response.close()

    async def _answered(self, scope: Any, body: BytesIO) -> tuple[HttpResponseBase, Slot]:
        """Return the response of all middleware and the view, and the request's slot.

        The thread and its connection are free again by then.
        """
        try:
            slot = await slot_for(scope) if scope["path"] not in NEVER_WAITS else Slot()
        except Full:
            return full(scope), Slot()
        slot_of_the_request.set(slot)
        try:
            return await _in_own_thread(self._work, scope, body), slot
        except BaseException:
            slot.release()
            raise

    def create_request(
        self, scope: Any, body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        """Return the request, or 400 where it names a charset that Django cannot even read its query by."""
        try:
            return super().create_request(scope, body_file)
        except LookupError:
            return None, HttpResponseBadRequest("The charset is not known here; right would be UTF-8.\n")

    def _work(self, scope: Any, body: BytesIO) -> HttpResponseBase:
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


async def _in_own_thread(work: Callable[..., T], *arguments: Any) -> T:
    """Return the result of the work, done in a thread that no other request uses meanwhile."""
    async with ThreadSensitiveContext():
        done: T = await sync_to_async(call_with_room)(work, *arguments)
        return done


async def _discard_body(receive: Any) -> None:
    """Read the rest of a body and forget it, up to LINGER_BYTES and LINGER_S."""
    discarded = 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LINGER_S):
            while discarded < LINGER_BYTES:
                message = await receive()
                if message["type"] == "http.disconnect" or not message.get("more_body", False):
                    return
                discarded += len(message.get("body", b""))


async def _unless(leaving: "asyncio.Task[Any]", work: "Coroutine[Any, Any, Any]") -> Any:
    """Return the result of the work; None if the client leaves first.

    In that case the work is cancelled, and ends before the return.
    """
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait({task, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
    return None if task.cancelled() else task.result()


async def _live(receive: Any, send: Any) -> None:
    """Run the life of the process: from its start to its end it sends heartbeats to its supervisor."""
    heartbeat = Heartbeat()
    await receive()
    heartbeat.start()
    # Tokens that are kept for a moment need it too, where nobody has a stream open.
    feed_listener().start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    heartbeat.stop()
    await send({"type": "lifespan.shutdown.complete"})
