"""Order and pace in which pages are poked to fetch themselves again.

A thousand pages that all fetch themselves at once keep all other requests waiting. So a page waits for its turn. A few
turns come at once. More turns come as fast as the process answers the resulting requests.
"""

import asyncio
from collections import deque
from time import monotonic

from casino.web.capacity import RequestSlots, page_slots, wide_slots

AT_ONCE = 40
"""Turns that are given out without any wait: a pit has twenty screens."""
A_SECOND = 160.0
LINE_THAT_IS_LONG = 8
"""Requests in line from which on the process does not keep up, and no new turn comes."""
TICK_S = 0.05


class Turns:
    """Gives out turns on one event loop, first come, first served."""

    def __init__(self, slots: RequestSlots = page_slots, at_once: int = AT_ONCE) -> None:
        self._slots = slots
        self._at_once = at_once
        self._ready = float(at_once)
        self._counted = monotonic()
        self._line: deque[asyncio.Future[None]] = deque()
        self._ticking = False

    def ask(self) -> "asyncio.Future[None]":
        """Return a future that is done when the turn has come. A page that waits no more cancels it."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        self._give_out()
        return turn

    def _give_out(self) -> None:
        now = monotonic()
        if self._slots.waiting < LINE_THAT_IS_LONG:
            self._ready = min(self._ready + (now - self._counted) * A_SECOND, self._at_once)
        self._counted = now
        while self._line and self._ready >= 1:
            turn = self._line.popleft()
            if not turn.cancelled():
                turn.set_result(None)
                self._ready -= 1
        if self._line and not self._ticking:
            self._ticking = True
            asyncio.get_running_loop().call_later(TICK_S, self._tick)

    def _tick(self) -> None:
        self._ticking = False
        self._give_out()


turns = Turns()
"""Turns of pages of a table or two."""
wide_turns = Turns(wide_slots, at_once=LINE_THAT_IS_LONG)
"""Turns of pages of the whole floor: no other page waits behind them."""
