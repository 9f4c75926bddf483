"""Two threads that count in the same moment are both counted, and neither ends in an error."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from limits import RateLimitItemPerDay
from limits.strategies import FixedWindowRateLimiter, RateLimiter, SlidingWindowCounterRateLimiter

from casino.kit.rate_storage import ThreadSafeMemoryStorage

WAITS_S = 0.2
MOST = RateLimitItemPerDay(2)


class Watched(ThreadSafeMemoryStorage):
    """A thread that has made the timer anew waits for another one to do so too, as long as it may take."""

    def __init__(self) -> None:
        self._both_made_one = threading.Barrier(2)
        self._timer = threading.Timer(0, lambda: None)
        super().__init__()
        self.timer.join()

    @property
    def timer(self) -> threading.Timer:
        return self._timer

    @timer.setter
    def timer(self, made: threading.Timer) -> None:
        self._timer = made
        if threading.current_thread() is not threading.main_thread():
            try:
                self._both_made_one.wait(WAITS_S)
            except threading.BrokenBarrierError:
                self._both_made_one.reset()


@pytest.mark.parametrize("strategy", [FixedWindowRateLimiter, SlidingWindowCounterRateLimiter])
def test_two_that_count_in_the_same_moment_are_both_counted(strategy: type[RateLimiter]) -> None:
    limiter = strategy(Watched())
    with ThreadPoolExecutor(2) as threads:
        let_in = [each.result() for each in [threads.submit(limiter.hit, MOST, "client") for _ in range(2)]]
    assert let_in == [True, True]
    assert not limiter.hit(MOST, "client")
