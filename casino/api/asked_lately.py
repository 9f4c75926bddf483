"""How much each client asked lately: a sliding window of two counters for each, whatever it asks.

What was asked in the window before is taken to have come evenly, so of it counts as much as still lies within the
window's length from now. Pure: the time is told.
"""

from threading import Lock
from typing import NamedTuple


class Room(NamedTuple):
    """Whether one more was allowed, and counted; how many more would be; in how many seconds there may be more room."""

    allowed: bool
    left: int
    more_in_s: float


class _Counted(NamedTuple):
    window: int
    """Its number, since the time's beginning."""
    before: int
    """How much was asked in the window before."""
    asked: int


class AskedLately:
    """What was asked within `window_s` seconds. Threads may count at once."""

    def __init__(self, window_s: float) -> None:
        self._window_s = window_s
        self._counted: dict[object, _Counted] = {}
        self._counting = Lock()

    def count(self, who: object, most: int, now: float) -> Room:
        """Counts one more of `who`, where that is not more than `most`. `now` is in seconds."""
        window, gone = divmod(now / self._window_s, 1)
        with self._counting:
            _, before, asked = counted = self._at(who, int(window))
            # Of what came in the window before, this part has not left yet.
            lying = before * (1 - gone)
            allowed = int(lying + asked) < most
            if allowed:
                asked += 1
                self._counted[who] = counted._replace(asked=asked)
        return Room(allowed, max(0, most - int(lying + asked)), self._more_in(before, gone, asked, most))

    def forget(self) -> None:
        """Nobody has asked yet."""
        self._counted.clear()

    def _at(self, who: object, window: int) -> _Counted:
        last = self._counted.get(who)
        if last is None or last.window < window - 1:
            return _Counted(window, 0, 0)
        return last if last.window >= window else _Counted(window, last.asked, 0)

    def _more_in(self, before: int, gone: float, asked: int, most: int) -> float:
        """Seconds until the next one of the window before leaves; where that makes no room, until this window ends."""
        step = 1 / before if before and asked < most else 1
        return (1 - gone) % step * self._window_s
