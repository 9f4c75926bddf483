"""`python -m bench.feed [--rounds N]`: what a page takes, and whether the goal was met."""

import argparse
import http.client
import os
import tempfile
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bench.database import bench_database

if TYPE_CHECKING:
    from casino.api.access.clients import NewClient

GOAL_MS = 50
EVENTS = 1000
CASINO, DAY, COUPS = 1, date(2026, 11, 1), 60
SETTINGS = {"DJANGO_SETTINGS_MODULE": "bench.feed.settings", "LOG_LEVEL": "WARNING"}
PAGE_PATH = f"/api/v1/events?after={EVENTS}&limit={EVENTS}"
BARE_PATH = "/api/bare/page"
FIRST = 10
"""Rounds that do not count: the server's threads and their connections are made."""


def main() -> int:
    """Measure and print; return 1 if the goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.feed")
    parser.add_argument("--rounds", type=int, default=60, help="pages that count")
    rounds = parser.parse_args().rounds
    os.environ |= SETTINGS
    with bench_database("feed"):
        return 0 if measure(rounds) else 1


def measure(rounds: int) -> bool:
    """Asks for the page, plain and compressed, and for the bare view's in turn; True if the goal was met."""
    from bench.feed.bare_view import PAGE
    from testkit.api import serving, token_from

    client = _house_with_a_feed()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), SETTINGS) as address:
        asking = _Asking(address, token_from(address, client))
        body = asking.answer(PAGE_PATH)
        (Path(folder) / PAGE).write_bytes(body)
        turns = {"page": (PAGE_PATH, ""), "gzip": (PAGE_PATH, "gzip"), "bare": (BARE_PATH, "")}
        took: dict[str, list[float]] = {turn: [] for turn in turns}
        for _ in range(FIRST + rounds):
            for turn, (path, encoding) in turns.items():
                took[turn].append(asking.took_ms(path, encoding))
    page, packed, bare = (median(times[FIRST:]) for times in took.values())
    quickest = min(took["page"])
    size = f"{len(body) // 1024} KiB"
    met = page < GOAL_MS
    verdict = "met" if met else "MISSED"
    _say(f"a page of {EVENTS:,} events, {size}, goal under {GOAL_MS} ms", f"{page:9.1f} ms {verdict}")
    _say("the quickest of them", f"{quickest:9.1f} ms")
    _say("the same page compressed", f"{packed:9.1f} ms")
    _say(
        "for comparison: a bare view that returns the same bytes",
        f"{bare:9.1f} ms, {page / bare:.1f} of them",
    )
    return met


class _Asking:
    """A client on one connection."""

    def __init__(self, address: str, token: str) -> None:
        self._line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
        self._signed = {"Authorization": f"Bearer {token}"}

    def answer(self, path: str, encoding: str = "") -> bytes:
        """The body of the answer. Raises RuntimeError for one that is not 200, or not in the encoding asked for."""
        self._line.request("GET", path, headers=self._signed | {"Accept-Encoding": encoding or "identity"})
        answer = self._line.getresponse()
        body = answer.read()
        if answer.status != 200 or answer.headers.get("Content-Encoding", "") != encoding:
            raise RuntimeError(f"{path} answered {answer.status} {answer.headers['Content-Encoding']}")
        return body

    def took_ms(self, path: str, encoding: str) -> float:
        """Milliseconds until the answer was there to its last byte."""
        begun = time.perf_counter()
        self.answer(path, encoding)
        return (time.perf_counter() - begun) * 1000


def _house_with_a_feed() -> "NewClient":
    """Record a day of each rulebook and sequence it; return a client that may read the feed."""
    from casino.api.access.clients import create_client
    from casino.api.access.scopes import FEED_READ
    from settlement.simulation.recording import simulate_and_record
    from tables.handling.models import Casino, GamingTable
    from tables.roulette.loader import rulebooks
    from tables.simulation.openings import simulated_opening
    from testkit.stream import sequence_all

    casino, _ = Casino.objects.get_or_create(id=CASINO, defaults={"name": "Bench"})
    begins = datetime(DAY.year, DAY.month, DAY.day, 15, tzinfo=UTC)
    for place, rules in enumerate(rulebooks().values()):
        table = GamingTable.objects.create(
            casino_id=CASINO, code=f"T{place}", name=rules.id, rulebook=rules.id, limits={}, balls=[], pit="A"
        )
        opening = simulated_opening(rules, table=table.code, day=DAY.isoformat())
        after = begins + timedelta(days=1)
        simulate_and_record(table, opening, opens_at=begins, now=after, coups=COUPS, seed=place)
    sequence_all(CASINO)
    return create_client(name="Feed bench", casino=casino, scopes=[FEED_READ])


def _say(what: str, figure: str) -> None:
    print(f"{what:<64} {figure}", flush=True)  # noqa: T201


if __name__ == "__main__":
    raise SystemExit(main())
