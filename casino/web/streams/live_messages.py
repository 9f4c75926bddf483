"""Messages of a live page's event stream: a pulse by the clock, and a poke when an event concerns the page.

They carry no content: a poke names the touched tables, and a page that shows one of them fetches itself again. Every
message has the feed's position as its id. A browser that reconnects sends the last id, and gets one poke for all events
that it missed. A stream outlives the request that opened it. So it has a permit (casino/web/revocation), and checks
before each poke that the permit is valid. It holds neither a thread nor a database connection.

While the database does not answer, the server cannot know the events on the floor. The stream then falls silent, and
each page marks itself as stale.
"""

import asyncio
from collections.abc import AsyncIterator
from time import monotonic

import msgspec
from django.db import Error
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, override

from casino.installation.alarms import DISK_FULL, disk_seen
from casino.languages.language import current_language
from casino.web.revocation.heard import heard
from casino.web.revocation.permits import Permit, Terms, permits
from casino.web.streams.feed_listener import NONE, Mailbox, Poke, feed_listener
from casino.web.streams.turns import Turns, turns, wide_turns

PULSE_S = 3.0
"""Seconds between pulses. A page without a message for 8 s marks itself as stale (static/js/live.js).

So a page shows any cut within ten seconds.
"""

ASKED_EVERY_S = 60.0
"""Seconds between the checks of a stream that pokes nobody. Revocations are heard at once.

The check finds sessions, screens and rules whose time is over.
"""

LONGEST_POSITION = 18
"""Digits; no stream sends an id that is longer."""


def heard_until(request: HttpRequest) -> int | None:
    """Return the feed position that the requesting pages have reached; None if the request names none."""
    last_id = request.headers.get("Last-Event-ID") or request.GET.get("after", "")
    return int(last_id) if last_id.isdecimal() and len(last_id) <= LONGEST_POSITION else None


def live_messages(
    casino_id: int,
    *,
    tables: frozenset[str] | None,
    terms: Terms,
    heard_until: int | None = None,
    to_staff: bool = True,
) -> AsyncIterator[bytes]:
    """Yield messages without end for pages of the whole casino, or of these tables alone, in the current language.

    `heard_until` is the position that the pages have. When the terms end, a last poke makes the page fetch itself and
    learn why, and the stream ends. `to_staff` adds the alarms of the casino's machines to the pulse.
    """
    return _messages(
        casino_id,
        tables=tables,
        terms=terms,
        heard_until=heard_until,
        language=current_language() if to_staff else "",
    )


async def _messages(
    casino_id: int,
    *,
    tables: frozenset[str] | None,
    terms: Terms,
    heard_until: int | None,
    language: str,
) -> AsyncIterator[bytes]:
    listener = feed_listener()
    async with listener.page(casino_id, tables) as pokes, permits().hold(terms, pokes.wake) as permit:
        position = listener.position(casino_id)
        yield _pulse(position, language)
        if heard_until is None or heard_until < position:
            # Between the page's making, or its last message, and this stream something may have happened. One poke
            # too many costs a page that comes out the same.
            yield _poke(Poke(position, None))
        # The request was let in before the permit began to hear of revocations.
        asked = float("-inf")
        pulsed = monotonic()
        full = bool(disk_seen())
        due = _Due(pokes, wide_turns if tables is None else turns)
        try:
            while True:
                if permit.is_doubted or monotonic() - asked >= ASKED_EVERY_S:
                    await _ask(permit)
                    asked = monotonic()
                if permit.has_ended:
                    yield _poke(Poke(position, None))
                    return
                if monotonic() - pulsed >= PULSE_S:
                    # The pulse follows the clock, not silence: a busy floor is never silent.
                    if due.nothing_waits:
                        position = max(position, pokes.passed)
                    if heard.is_listening:
                        yield _pulse(position, language)
                    pulsed = monotonic()
                    if full != bool(disk_seen()):
                        # Nothing is recorded on a full disk, so nothing else would poke.
                        full = not full
                        yield _poke(Poke(position, None))
                poke = await due.come(PULSE_S - (monotonic() - pulsed))
                if poke is None or permit.has_ended:
                    continue
                if poke.tables != NONE and not await _ask(permit):
                    continue
                # Not before: a browser that came back with this position would never hear of the poke.
                position = max(position, poke.position)
                if poke.tables != NONE:
                    yield _poke(poke)
        finally:
            due.cancel()


class _Due:
    """Pokes of one stream, each at its turn; later pokes are added to the waiting one."""

    def __init__(self, pokes: Mailbox, turns: Turns) -> None:
        self._pokes = pokes
        self._turns = turns
        self._poke: Poke | None = None
        self._turn: asyncio.Future[None] | None = None

    @property
    def nothing_waits(self) -> bool:
        """Return True if the pages have heard of all events so far."""
        return self._poke is None and self._pokes.is_empty

    async def come(self, seconds: float) -> Poke | None:
        """Return the poke whose turn has come, or a poke about no table.

        Returns None if neither comes in this many seconds, or if a new poke begins to wait for its turn.
        """
        if self._turn is None:
            poke = await self._pokes.take(seconds)
            if poke is None:
                return None
            if poke.tables == NONE:
                return poke
            self._poke = poke
            self._turn = self._turns.ask()
            return None
        if not (await asyncio.wait({self._turn}, timeout=seconds))[0]:
            return None
        last, poke = self._pokes.take_now(), self._poke
        self._turn = self._poke = None
        return last.after(poke) if last else poke

    def cancel(self) -> None:
        """Give up the turn of the waiting poke."""
        if self._turn is not None:
            self._turn.cancel()


async def _ask(permit: Permit) -> bool:
    try:
        return await permits().confirm(permit)
    except Error:
        # Nobody was shut out by a database that is away; the listener waits for it too.
        return True


def _poke(poke: Poke) -> bytes:
    """Return the tables that were touched, as a JSON list; null if it may have been any."""
    tables = None if poke.tables is None else sorted(poke.tables)
    data = msgspec.json.encode(tables).decode()
    return f"event: poke\nid: {poke.position}\ndata: {data}\n\n".encode()


def _pulse(position: int, language: str) -> bytes:
    """Return the pulse: the time, followed by the disk alarm if there is one.

    The pulse has the alarm because a page may not be rendered again while the disk is full.
    """
    alarm = []
    if language and disk_seen():
        with override(language):
            alarm = [gettext(DISK_FULL)]
    data = " ".join((timezone.now().isoformat(), *alarm))
    return f"event: pulse\nid: {position}\ndata: {data}\n\n".encode()
