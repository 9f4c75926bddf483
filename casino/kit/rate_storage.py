"""Storage for the counts of one process's rate limits, shared by all of its threads."""

from threading import RLock
from typing import Any

from limits.storage import MemoryStorage


class ThreadSafeMemoryStorage(MemoryStorage):
    """The library's storage in memory, in which one thread counts at a time.

    As released (5.8.0) two threads that count in the same moment may start its timer twice, and the request of the
    second ends in a RuntimeError; the library has a lock for that since pull request 352, in no release yet.
    """

    STORAGE_SCHEME = ["thread-safe-memory"]

    def __init__(self) -> None:
        self._one_at_a_time = RLock()
        super().__init__()

    def incr(self, *args: Any, **kwargs: Any) -> int:
        with self._one_at_a_time:
            return super().incr(*args, **kwargs)

    def decr(self, *args: Any, **kwargs: Any) -> int:
        with self._one_at_a_time:
            return super().decr(*args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> int:
        with self._one_at_a_time:
            return super().get(*args, **kwargs)

    def acquire_sliding_window_entry(self, *args: Any, **kwargs: Any) -> bool:
        with self._one_at_a_time:
            return super().acquire_sliding_window_entry(*args, **kwargs)
