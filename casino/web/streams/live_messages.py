"""The messages of a live page's stream: a pulse by the clock, and a poke when something concerns the page.

They carry no content: a poke says which tables were touched, and a page that shows one fetches itself again. Every
message has the feed's position as its id, so that a browser that comes back says how far it had got and is poked once
for what it missed. A stream outlives the request that opened it, so it has a permit (casino/web/revocation) and asks
before each poke whether it may go on. It holds neither a thread nor a database connection.

While the database does not answer, nobody here knows what happens on the floor: the stream then falls silent, and each
page says that it is stale.
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
"""A page that hears nothing for 8 s says that it is stale (static/js/live.js), so within ten seconds of any cut."""

ASKED_EVERY_S = 60.0
"""How often a stream that pokes nobody asks whether it may go on. Revocations are heard at once; this is for sessions,
screens and rules whose time is over."""

LONGEST_POSITION = 18
"""Digits; no stream sends an id that is longer."""


def heard_until(request: HttpRequest) -> int | None:
    """How far the pages have heard that this request opens a stream for; None where it does not say."""
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
    """Messages for pages of the whole casino, or of these tables alone, without end, in the language now in force.

    `heard_until`: the position that the pages have. Once the terms no longer hold, a last poke has the page fetch
    itself and learn why, and the stream ends. `to_staff`: whether the pulse says what is wrong with the house's
    machines.
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
                    # By the clock and not by silence: a floor where something always happens elsewhere is never silent.
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
    """The pokes of one stream, each when its turn has come; what comes meanwhile is added to it."""

    def __init__(self, pokes: Mailbox, turns: Turns) -> None:
        self._pokes = pokes
        self._turns = turns
        self._poke: Poke | None = None
        self._turn: asyncio.Future[None] | None = None

    @property
    def nothing_waits(self) -> bool:
        """True if the pages have heard of everything that has come."""
        return self._poke is None and self._pokes.is_empty

    async def come(self, seconds: float) -> Poke | None:
        """What is to be told, or that it is about no table; None where neither is known in that time."""
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
        """Nobody waits any more."""
        if self._turn is not None:
            self._turn.cancel()


async def _ask(permit: Permit) -> bool:
    try:
        return await permits().confirm(permit)
    except Error:
        # Nobody was shut out by a database that is away; the listener waits for it too.
        return True


def _poke(poke: Poke) -> bytes:
    """The tables that were touched, as a JSON list; null where it may have been any."""
    tables = None if poke.tables is None else sorted(poke.tables)
    data = msgspec.json.encode(tables).decode()
    return f"event: poke\nid: {poke.position}\ndata: {data}\n\n".encode()


def _pulse(position: int, language: str) -> bytes:
    """The time, and behind it what every page says of the house: a page may not be made anew while the disk is full."""
    alarm = []
    if language and disk_seen():
        with override(language):
            alarm = [gettext(DISK_FULL)]
    data = " ".join((timezone.now().isoformat(), *alarm))
    return f"event: pulse\nid: {position}\ndata: {data}\n\n".encode()
