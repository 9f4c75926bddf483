"""/floor/live: the stream that pokes pages. It carries no content: a page that is poked fetches itself again.

Every message has the feed's position as its id, so that a browser that comes back says how far it had got
(Last-Event-ID) and is poked once for what it missed.

A stream outlives the request that was let in, so it asks again from time to time and ends with the session. It holds
neither a thread nor a database connection.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from time import monotonic

from django.db import Error
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_GET

from casino.feed_listener import feed_listener
from casino.health.alarms import DISK_FULL, disk_seen
from casino.people.gate import allowed, still_allowed
from casino.web.background import in_thread
from casino.web.capacity import live_pages
from casino.web.streams import event_stream
from casino.web.turns import turns

log = logging.getLogger(__name__)

PULSE_S = 5.0
"""A page that hears nothing for three of these says that it is stale."""
SESSION_ASKED_EVERY_S = 60.0
"""How long a stream may outlive a sign-out, or a role that was taken away."""
LONGEST_POSITION = 18
"""Digits; what is longer no stream has told."""


@require_GET
@allowed("floor.see")
async def live(request: HttpRequest) -> HttpResponseBase:
    """Pokes for the whole floor, or with `?table=RF1` for that table alone; 503 where the process is full."""
    person = await request.auser()
    table, told = request.GET.get("table"), _position(request.headers.get("Last-Event-ID", ""))
    messages = _messages(person.casino_id, table, told, request.session.session_key)
    return event_stream(messages, live_pages)


def _position(told: str) -> int | None:
    return int(told) if told.isdecimal() and len(told) <= LONGEST_POSITION else None


async def _messages(
    casino_id: int, table: str | None, told: int | None, session_key: str | None
) -> AsyncIterator[bytes]:
    listener = feed_listener()
    async with listener.page(casino_id) as pokes:
        position = listener.position(casino_id)
        yield _pulse(position)
        if told is None or told < position:
            # Between the page's making, or its last message, and this stream something may have happened. One poke
            # too many costs a page that comes out the same.
            yield _poke(position)
        asked = pulsed = monotonic()
        full = bool(disk_seen())
        turn: asyncio.Future[None] | None = None
        try:
            while True:
                if monotonic() - asked >= SESSION_ASKED_EVERY_S:
                    if not await _may_go_on(session_key):
                        return
                    asked = monotonic()
                if monotonic() - pulsed >= PULSE_S:
                    # By the clock and not by silence: a floor where something always happens elsewhere is never silent.
                    yield _pulse(position)
                    pulsed = monotonic()
                    if full != bool(disk_seen()):
                        # Nothing is recorded on a full disk, so nothing else would poke.
                        full = not full
                        yield _poke(position)
                left = PULSE_S - (monotonic() - pulsed)
                if turn is None:
                    poke = await pokes.take(left)
                    if poke is None:
                        continue
                    position = max(position, poke.position)
                    if _concerns(table, poke.tables):
                        turn = turns.ask()
                elif (await asyncio.wait({turn}, timeout=left))[0]:
                    turn = None
                    position = max(position, listener.position(casino_id))
                    yield _poke(position)
        finally:
            if turn is not None:
                turn.cancel()


async def _may_go_on(session_key: str | None) -> bool:
    try:
        return bool(await in_thread(still_allowed, session_key, "floor.see"))
    except Error as error:
        # Nobody was signed out by a database that is away; the listener waits for it too.
        log.warning("a stream could not ask whether its session still stands (%s)", error)
        return True


def _concerns(table: str | None, touched: frozenset[str] | None) -> bool:
    if touched is None:
        return True
    return bool(touched) if table is None else table in touched


def _poke(position: int) -> bytes:
    return b"event: poke\nid: %d\ndata: %d\n\n" % (position, position)


def _pulse(position: int) -> bytes:
    """The time, and behind it what every page says of the house: a page may not be made anew while the disk is full."""
    alarm = f" {DISK_FULL}" if disk_seen() else ""
    return f"event: pulse\nid: {position}\ndata: {timezone.now().isoformat()}{alarm}\n\n".encode()
