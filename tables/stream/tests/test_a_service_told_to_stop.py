"""A service told to stop hears it at whatever moment of its waiting, and ends."""

import os
import signal
import sys
from types import FrameType
from typing import Any

import pytest

from tables.stream.service import Stop, run_service


def stopped_at(line: int) -> int:
    """Wait a minute, and send SIGTERM just before the given line of the wait, 0 for none; the lines gone through."""
    stop = Stop()
    gone_through = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal gone_through
        if event == "line":
            gone_through += 1
            if gone_through == line:
                os.kill(os.getpid(), signal.SIGTERM)
        return count

    def too_late(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"not heard before line {line}")

    handlers = {
        number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM)
    }
    traced = sys.gettrace()
    stop.listen()
    signal.signal(signal.SIGALRM, too_late)
    signal.alarm(30)  # ends a wait for ever
    try:
        sys.settrace(count)
        stop.wait(60 if line else 0)
    finally:
        sys.settrace(traced)
        signal.alarm(0)
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert stop.is_set() == bool(line)
    return gone_through


def test_a_signal_is_heard_before_each_line_of_the_wait() -> None:
    lines = stopped_at(0)
    assert lines
    for line in range(1, lines + 1):
        stopped_at(line)


@pytest.mark.parametrize("steps", [1, 3])
def test_the_step_under_way_is_finished_and_no_other_begun(steps: int) -> None:
    stop = Stop()
    done: list[int] = []

    def step() -> None:
        if len(done) + 1 == steps:
            stop.set()
            stop.set()
        done.append(1)

    run_service(lambda: step, stop)
    assert len(done) == steps
