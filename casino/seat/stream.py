"""/live/LV1/seat/3/live: pokes for one seat's screen, for as long as its token stands. It carries no content.

It ends soon after its screen is revoked: the last poke makes the page fetch itself, and learn that it is over.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from time import monotonic

from django.db import Error
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from casino.feed_listener import feed_listener, in_thread
from casino.seat.models import SeatScreen
from casino.seat.screen_gate import for_the_screen
from casino.seat.screens import still_stands

log = logging.getLogger(__name__)

PULSE_S = 5.0
"""A page that hears nothing for three of these says that it is stale. Each time the token is looked up anew."""


@require_GET
@for_the_screen
async def live(request: HttpRequest, screen: SeatScreen) -> StreamingHttpResponse:
    """The stream of one seat's screen."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(_messages(screen), content_type="text/event-stream", headers=headers)


async def _messages(screen: SeatScreen) -> AsyncIterator[bytes]:
    listener = feed_listener()
    async with listener.page(screen.casino_id) as pokes:
        # Between the page's making and this stream something may have happened: one poke too many costs little.
        yield _pulse(listener.position(screen.casino_id))
        yield _poke(listener.position(screen.casino_id))
        pulsed = monotonic()
        while True:
            left = PULSE_S - (monotonic() - pulsed)
            if left <= 0:
                if not await _stands(screen):
                    yield _poke(listener.position(screen.casino_id))
                    return
                yield _pulse(listener.position(screen.casino_id))
                pulsed = monotonic()
                continue
            try:
                poke = await asyncio.wait_for(pokes.get(), left)
            except TimeoutError:
                continue
            if poke.tables is None or screen.table in poke.tables:
                yield _poke(poke.position)


async def _stands(screen: SeatScreen) -> bool:
    try:
        return bool(await in_thread(still_stands, screen.pk, timezone.now()))
    except Error as error:
        # Nobody has revoked it by taking the database away; the listener waits for it too.
        log.warning("a seat's stream could not ask whether its screen still stands (%s)", error)
        return True


def _poke(position: int) -> bytes:
    return b"event: poke\nid: %d\ndata: %d\n\n" % (position, position)


def _pulse(position: int) -> bytes:
    return f"event: pulse\nid: {position}\ndata: {timezone.now().isoformat()}\n\n".encode()
