"""/floor/live: the stream that pokes pages. It carries no content: a page that is poked fetches itself again.

Every message has the feed's position as its id, so that a browser that comes back says how far it had got
(Last-Event-ID) and is poked once for what it missed.
"""

import asyncio
from collections.abc import AsyncIterator

from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from casino.floor.feed_listener import feed_listener
from casino.people.gate import allowed

PULSE_S = 5.0
"""A page that hears nothing for three of these says that it is stale."""


@require_GET
@allowed("floor.see")
async def live(request: HttpRequest) -> StreamingHttpResponse:
    """Pokes for the whole floor, or with `?table=RF1` for that table alone."""
    person = await request.auser()
    told = request.headers.get("Last-Event-ID", "")
    stream = _messages(person.casino_id, request.GET.get("table"), int(told) if told.isdecimal() else None)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(stream, content_type="text/event-stream", headers=headers)


async def _messages(casino_id: int, table: str | None, told: int | None) -> AsyncIterator[str]:
    listener = feed_listener()
    async with listener.page(casino_id) as pokes:
        position = listener.position(casino_id)
        yield _pulse(position)
        if told is None or told < position:
            # Between the page's making, or its last message, and this stream something may have happened. One poke
            # too many costs a page that comes out the same.
            yield _poke(position)
        while True:
            try:
                poke = await asyncio.wait_for(pokes.get(), PULSE_S)
            except TimeoutError:
                yield _pulse(position)
                continue
            position = max(position, poke.position)
            if _concerns(table, poke.tables):
                yield _poke(position)


def _concerns(table: str | None, touched: frozenset[str] | None) -> bool:
    if touched is None:
        return True
    return bool(touched) if table is None else table in touched


def _poke(position: int) -> str:
    return f"event: poke\nid: {position}\ndata: {position}\n\n"


def _pulse(position: int) -> str:
    return f"event: pulse\nid: {position}\ndata: {timezone.now().isoformat()}\n\n"
