"""The state cache: states that this process has just evolved or read, so that a command need not read them again.

The key of a state is the hash of its last event. That hash covers every event of the stream up to it, and a state
follows from these events and the names of people. An event of another process has another hash, and a rolled-back event
has a hash that no board has. An erasure changes a name in the board's row: the row's version tells. The caches are
bounded by memory: a table with many open bets takes a hundred times as much as a quiet one.
"""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeVar

from tables.bounded_cache import BoundedCache, bytes_of_plain
from tables.play.state import State

MOST_BYTES = 64_000_000
"""The memory of states: of eighty tables with a thousand open bets each, or of thousands of quiet ones."""
MOST_BYTES_FOLLOWING = 32_000_000
"""The memory of values that follow from states. While a coup is to be paid each event has a sheet of its own."""

T = TypeVar("T")


class Cached(NamedTuple):
    """A state with the hash of its last event, and the version of the row (`xmin`) that holds the state.

    The erasure of a person changes a name in the row, and adds no event to the table's stream.
    """

    hash: bytes
    state: State
    row: str = ""


_newest: BoundedCache[tuple[int, str], Cached] = BoundedCache(
    MOST_BYTES, lambda cached: bytes_of_plain(cached.state)
)
_following: BoundedCache[tuple[bytes, Hashable], Any] = BoundedCache(MOST_BYTES_FOLLOWING, bytes_of_plain)


def keep(casino_id: int, table: str, hash: bytes, state: State, row: str = "") -> None:
    """Keep the state of the table after the event with this hash; without a `row` it is read again."""
    if not hash:
        # A board that was moved before boards knew their event.
        return
    _newest.put((casino_id, table), Cached(hash, state, row))


def newest(casino_id: int, table: str) -> Cached | None:
    """Return the table's most recently kept state: right for its own hash, even if the table has moved on."""
    return _newest.find((casino_id, table))


def kept(casino_id: int, table: str, hash: bytes) -> State | None:
    """Return the table's state at the event of this hash, where it is the one that was kept last."""
    last = newest(casino_id, table)
    return last.state if last is not None and last.hash == hash else None


def forget_all() -> None:
    """Forget every state and every value that follows from one, as a new process has none."""
    _newest.clear()
    _following.clear()


def following(hash: bytes, what: Hashable, make: Callable[[], T | None]) -> T | None:
    """Return the value called `what` at the event of this hash, or build it with `make` and keep it.

    `make` depends only on the events up to that one, and nobody changes its value. Without a hash, and if `make`
    returns None, nothing is kept.
    """
    key = (hash, what)
    found: T | None = _following.find(key)
    if found is not None:
        return found
    made = make()
    if hash and made is not None:
        _following.put(key, made)
    return made
