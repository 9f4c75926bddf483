"""Readers of the feed that wait for new events: a call that is answered once, and a stream of server-sent events.

They hold no database connection meanwhile, and a stream not even a thread. Both end with the token of their client.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from time import monotonic
from typing import Any

import msgspec
from django.db import Error
from django.utils import timezone

from casino.api.access.authentication import BearerToken, tokens_in_force
from casino.api.feed.cloud_events import cloud_events
from casino.api.feed.pages import MOST, Page, Wanted, page
from casino.api.http.response import utf8_json
from casino.web.background import in_thread
from casino.web.capacity import event_streams
from casino.web.revocation import subjects
from casino.web.revocation.permits import Terms, permits
from casino.web.streams.feed_listener import Mailbox, feed_listener
from tables.stream import StoredEvent

log = logging.getLogger(__name__)

PULSE_S = 15.0
"""A stream without events sends a pulse after this long, so that a dead line is noticed."""
REST_S = 0.001
"""For each open stream: how long a stream rests after it has sent something, so that streams leave time for pages."""


def _terms(token: BearerToken) -> Terms:
    """Return the terms of a stream: it ends with its token, and with the client's right to read the feed."""
    return Terms(tokens_in_force, token.pk, frozenset({subjects.client(token.application_id)}))


async def waited(wanted: Wanted, token: BearerToken) -> Page | None:
    """Return the page once it has an event, or as it is at the end of the time; None once the token is revoked."""
    until = monotonic() + wanted.wait_s
    listener, held = feed_listener(), permits()
    async with listener.page(wanted.casino_id) as pokes, held.hold(_terms(token), pokes.wake) as permit:
        while not permit.has_ended:
            # Read after the listening began, so that nothing falls between the two.
            found: Page = await in_thread(page, wanted)
            left = until - monotonic()
            if found.events or left <= 0:
                # Asked after the events were read: none was recorded after a revocation that is not found.
                return found if await held.confirm(permit) else None
            await pokes.take(left)
    return None


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the feed as a stream sends it."""

    messages: bytes
    last: int | None
    """The position of the last event in it; None if there is none."""
    next: int
    head: int


def _piece(wanted: Wanted) -> Piece:
    found = page(wanted)
    last = found.events[-1].position if found.events else None
    return Piece(messages=_as_messages(wanted, found.events), last=last, next=found.next, head=found.head)


class SharedPieces:
    """Reads a piece once for all streams that want the same at the same time, after the same position."""

    def __init__(self) -> None:
        self._under_way: dict[tuple[Any, ...], asyncio.Task[Piece]] = {}

    async def read(self, wanted: Wanted, heard: int) -> Piece:
        """Return the events after `wanted.after`, read once the feed has reached the position `heard`."""
        key = (wanted.casino_id, wanted.after, wanted.types, wanted.table, wanted.limit, wanted.sight, heard)
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(in_thread(_piece, wanted))
            task.add_done_callback(lambda done: self._under_way.pop(key, None))
        # One of the streams may go while the others still want it.
        return await asyncio.shield(task)


_shared = SharedPieces()


async def messages(wanted: Wanted, token: BearerToken) -> AsyncIterator[bytes]:
    """Yield the feed as server-sent events, each under its position, until the token expires or is revoked."""
    listener, held = feed_listener(), permits()
    after, pulsed = wanted.after, monotonic()
    until = pulsed + (token.expires - timezone.now()).total_seconds()
    async with listener.page(wanted.casino_id) as pokes, held.hold(_terms(token), pokes.wake) as permit:
        while (left := until - monotonic()) > 0:
            now = msgspec.structs.replace(wanted, after=after, limit=MOST)
            try:
                piece = await _shared.read(now, listener.position(wanted.casino_id))
                # Asked after the events were read: none was recorded after a revocation that is not found.
                if not await held.confirm(permit):
                    return
            except Error as error:
                # The client keeps the messages sent so far, and gets the rest when the database is back.
                log.warning("a stream of the feed could not read on (%s)", error)
                await _rest_and_hear(pokes, min(left, PULSE_S))
                continue
            if piece.messages:
                yield piece.messages
            last = piece.last or after
            after = piece.next
            if piece.messages and after < piece.head:
                continue
            if after != last or monotonic() - pulsed >= PULSE_S:
                # A line without data is not a message, but it saves a returning client from reading other events again.
                yield f": {timezone.now().isoformat()}\nid: {after}\n\n".encode()
                pulsed = monotonic()
            await _rest_and_hear(pokes, min(left, PULSE_S))


async def _rest_and_hear(pokes: Mailbox, seconds: float) -> None:
    """Rest a little, then wait for a poke, at most so long."""
    await asyncio.sleep(min(event_streams.taken * REST_S, seconds))
    await pokes.take(seconds)


def _as_messages(wanted: Wanted, events: Sequence[StoredEvent]) -> bytes:
    """Return a message for each event, all in one piece.

    Sending a piece takes longer than writing the message in it.
    """
    return b"".join(
        b"id: %d\ndata: %b\n\n" % (each.position or 0, utf8_json(each))
        for each in cloud_events(wanted.casino_id, wanted.sight, events)
    )
