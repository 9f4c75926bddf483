"""A cache of one process with a bound on its memory."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

import msgspec

ENTRY_BYTES = 400
"""The memory of a key and its place in a cache; the mean of a hundred thousand is a little less."""
OBJECT_TIMES = 5
"""The memory of a tree of structs, tuples and texts is at most so many times its length as MessagePack."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """Values by their keys, in at most `most` bytes; the value that nobody asked for longest makes room.

    `weigh` returns the memory of a value in bytes. Threads may share a cache.
    """

    def __init__(self, most: int, weigh: Callable[[V], int]) -> None:
        self.most = most
        self.held = 0
        self._weigh = weigh
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def find(self, key: K) -> V | None:
        """Return the value of this key; None where it is not kept."""
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[0]

    def put(self, key: K, value: V) -> None:
        """Keep the value, in place of another one of this key. A value heavier than the whole cache is not kept."""
        weight = self._weigh(value) + ENTRY_BYTES
        with self._lock:
            _, before = self._values.pop(key, (None, 0))
            self._values[key] = (value, weight)
            self.held += weight - before
            while self.held > self.most:
                _, (_, gone) = self._values.popitem(last=False)
                self.held -= gone

    def clear(self) -> None:
        """Forget all values."""
        with self._lock:
            self._values.clear()
            self.held = 0


def bytes_of_plain(value: Any) -> int:
    """Return an upper bound of the memory of a value made of structs, collections, texts and numbers, in bytes."""
    return OBJECT_TIMES * len(_ENCODER.encode(value))


_ENCODER = msgspec.msgpack.Encoder(enc_hook=repr)
