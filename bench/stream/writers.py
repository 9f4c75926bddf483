"""Writers in processes of their own, as web workers are, with orders for content and duration."""

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from statistics import median
from typing import TYPE_CHECKING

from bench.stream.contestants import CONTESTANTS, Write

if TYPE_CHECKING:
    from multiprocessing.context import ForkProcess

ROUND_S = 0.4
WARM_UP_S = 0.3


class Writers:
    """A crew of writing processes."""

    def __init__(self, pipes: Sequence[Connection]) -> None:
        self._pipes = pipes

    def rate(self, contestant: str, writers: int, hold_s: float, seconds: float) -> float:
        """Commits a second of so many writers together."""
        crew = self._pipes[:writers]
        begin = time.monotonic() + 0.02
        for pipe in crew:
            pipe.send((contestant, hold_s, begin, begin + seconds))
        rates: list[float] = [pipe.recv() for pipe in crew]
        return sum(rates)

    def compare(
        self, contestants: Sequence[str], writers: int, hold_s: float, rounds: int
    ) -> list[dict[str, float]]:
        """Rates by contestant, round by round; the order turns from round to round."""
        for contestant in contestants:
            self.rate(contestant, writers, hold_s, WARM_UP_S)
        measured = []
        for number in range(rounds):
            shift = number % len(contestants)
            turn = [*contestants[shift:], *contestants[:shift]]
            measured.append({each: self.rate(each, writers, hold_s, ROUND_S) for each in turn})
        return measured


def median_ratio(rounds: Sequence[dict[str, float]], one: str, other: str) -> float:
    """The median over the rounds of one contestant's rate to another's."""
    return median(each[one] / each[other] for each in rounds)


@contextmanager
def writers(number: int) -> Iterator[Writers]:
    """Start so many writers, and end them."""
    context = multiprocessing.get_context("fork")
    pipes: list[Connection] = []
    processes: list[ForkProcess] = []
    for _ in range(number):
        ours, theirs = context.Pipe()
        process = context.Process(target=_write, args=(theirs,), daemon=True)
        process.start()
        pipes.append(ours)
        processes.append(process)
    try:
        yield Writers(pipes)
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _write(orders: Connection) -> None:
    """Run a writer: take an order, write until its end, report the commits a second."""
    known: dict[str, Write] = {}
    while True:
        contestant, hold_s, begin, end = orders.recv()
        if contestant not in known:
            known[contestant] = CONTESTANTS[contestant]()
        write = known[contestant]
        time.sleep(max(0.0, begin - time.monotonic()))
        started = time.monotonic()
        commits = 0
        while (now := time.monotonic()) < end:
            write(hold_s)
            commits += 1
        orders.send(commits / (now - started) if commits else 0.0)
