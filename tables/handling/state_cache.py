"""The state cache: the states that this process has evolved or read a moment ago, so that a command need not read them.

Each is kept under the hash of the event at which it stands. That hash covers every event of the stream up to it, and a
state is nothing but what they come to: under one hash there is one state, in every process. So nothing kept here can be
stale. What another process has appended has another hash, and what was rolled back has one that the board never had.
"""

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from tables.play.state import State

MOST = 500
"""Tables whose last state is kept; the one that was kept longest makes room."""
MOST_FOLLOWING = 500
"""Things that follow from states and are kept with them; the one that was kept longest makes room."""

T = TypeVar("T")


class Cached(NamedTuple):
    hash: bytes
    state: State


_newest: dict[tuple[int, str], Cached] = {}
_following: dict[tuple[bytes, Hashable], Any] = {}
_making_room = Lock()


def keep(casino_id: int, table: str, hash: bytes, state: State) -> None:
    if not hash:
        # A board that was moved before boards knew their event.
        return
    with _making_room:
        _newest.pop((casino_id, table), None)
        _newest[casino_id, table] = Cached(hash, state)
        if len(_newest) > MOST:
            del _newest[next(iter(_newest))]


def newest(casino_id: int, table: str) -> Cached | None:
    """What was kept last of the table: right for its own hash, whatever the table stands at by now."""
    return _newest.get((casino_id, table))


def kept(casino_id: int, table: str, hash: bytes) -> State | None:
    last = newest(casino_id, table)
    return last.state if last is not None and last.hash == hash else None


def following(hash: bytes, what: Hashable, make: Callable[[], T | None]) -> T | None:
    """What `make` makes of nothing but the events up to the one of this hash: made once, and then kept for whoever asks
    for `what` again. Nobody changes it. Made each time without a hash, and where it is nothing."""
    key = (hash, what)
    kept: T | None = _following.get(key)
    if kept is not None:
        return kept
    made = make()
    if hash and made is not None:
        with _making_room:
            _following[key] = made
            if len(_following) > MOST_FOLLOWING:
                del _following[next(iter(_following))]
    return made
