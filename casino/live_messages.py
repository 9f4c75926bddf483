"""The messages of a live page's stream: a pulse by the clock, and a poke when something concerns the page.

They carry no content: a page that is poked fetches itself again. Every message has the feed's position as its id, so
that a browser that comes back sends how far it had got (Last-Event-ID) and is poked once for what it missed. A stream
outlives the request that opened it, so it asks again from time to time whether it may go on. It holds neither a thread
nor a database connection.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from time import monotonic

from django.db import Error
from django.utils import timezone
from django.utils.translation import gettext, override

from casino.feed_listener import feed_listener
from casino.health.alarms import DISK_FULL, disk_seen
from casino.languages.language import current_language
from casino.web.background import in_thread
from casino.web.turns import turns

log = logging.getLogger(__name__)

PULSE_S = 5.0
"""A page that hears nothing for three of these says that it is stale."""


def live_messages(
    casino_id: int,
    *,
    table: str | None,
    may_go_on: Callable[[], bool],
    ask_every_s: float,
    heard_until: int | None = None,
) -> AsyncIterator[bytes]:
    """Messages for a page of the whole casino, or of one table, without end, in the language now in force.

    `heard_until`: the position that the page has. `may_go_on` may read the database; when it says no, a last poke has
    the page fetch itself and learn why, and the stream ends.
    """
    return _messages(
        casino_id,
        table=table,
        may_go_on=may_go_on,
        ask_every_s=ask_every_s,
        heard_until=heard_until,
        language=current_language(),
    )


async def _messages(
    casino_id: int,
    *,
    table: str | None,
    may_go_on: Callable[[], bool],
    ask_every_s: float,
    heard_until: int | None,
    language: str,
) -> AsyncIterator[bytes]:
    listener = feed_listener()
    async with listener.page(casino_id) as pokes:
        position = listener.position(casino_id)
        yield _pulse(position, language)
        if heard_until is None or heard_until < position:
            # Between the page's making, or its last message, and this stream something may have happened. One poke
            # too many costs a page that comes out the same.
            yield _poke(position)
        checked = pulsed = monotonic()
        full = bool(disk_seen())
        turn: asyncio.Future[None] | None = None
        try:
            while True:
                if monotonic() - checked >= ask_every_s:
                    if not await _answer(may_go_on):
                        yield _poke(position)
                        return
                    checked = monotonic()
                if monotonic() - pulsed >= PULSE_S:
                    # By the clock and not by silence: a floor where something always happens elsewhere is never silent.
                    yield _pulse(position, language)
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


async def _answer(may_go_on: Callable[[], bool]) -> bool:
    try:
        return await in_thread(may_go_on)
    except Error as error:
        # Nobody was shut out by a database that is away; the listener waits for it too.
        log.warning("a stream could not ask whether it may go on (%s)", error)
        return True


def _concerns(table: str | None, touched: frozenset[str] | None) -> bool:
    if touched is None:
        return True
    return bool(touched) if table is None else table in touched


def _poke(position: int) -> bytes:
    return b"event: poke\nid: %d\ndata: %d\n\n" % (position, position)


def _pulse(position: int, language: str) -> bytes:
    """The time, and behind it what every page says of the house: a page may not be made anew while the disk is full."""
    with override(language):
        alarm = [gettext(DISK_FULL)] if disk_seen() else []
    data = " ".join((timezone.now().isoformat(), *alarm))
    return f"event: pulse\nid: {position}\ndata: {data}\n\n".encode()
