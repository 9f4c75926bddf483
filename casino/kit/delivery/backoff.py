"""Waits between attempts at a delivery, and the end of the attempts. Pure: time and chance are arguments."""

from datetime import datetime, timedelta
from typing import Protocol

import msgspec

NO_WAIT = timedelta(0)
_DOUBLED_AT_MOST = 20


class Failures(msgspec.Struct, frozen=True):
    """Number of failed attempts at an item, the newest included, and the time of the first."""

    tries: int
    since: datetime


class Backoff(Protocol):
    """The waits of a kind of delivery."""

    def next_try(
        self, failures: Failures, now: datetime, chance: float, retry_after: timedelta = NO_WAIT
    ) -> datetime | None:
        """Return the time of the next attempt; None if the item is given up.

        `chance` is from 0 to 1, `retry_after` the least wait that the other side asks for.
        """


class Waits(msgspec.Struct, frozen=True):
    """One wait after each failure; when they are used up the item is given up."""

    waits: tuple[timedelta, ...]

    def next_try(
        self, failures: Failures, now: datetime, chance: float, retry_after: timedelta = NO_WAIT
    ) -> datetime | None:
        return now + self.waits[failures.tries - 1] if failures.tries <= len(self.waits) else None


class AtOnce(msgspec.Struct, frozen=True):
    """Tried again at once, at most so many times."""

    most: int

    def next_try(
        self, failures: Failures, now: datetime, chance: float, retry_after: timedelta = NO_WAIT
    ) -> datetime | None:
        return now if failures.tries < self.most else None


class Doubling(msgspec.Struct, frozen=True, kw_only=True):
    """Waits that double up to the longest; given up so long after the first failure.

    A wait is up to `spread` (a share of it) longer or shorter, so that not all come back at one moment.
    """

    first: timedelta
    longest: timedelta
    given_up_after: timedelta
    spread: float

    def wait_after(self, tries: int, chance: float, retry_after: timedelta = NO_WAIT) -> timedelta:
        """Return the wait after this many failed attempts (at least 1). The other side may ask for more, up to the
        longest.
        """
        times: int = 2 ** min(tries - 1, _DOUBLED_AT_MOST)
        usual = min(self.first * times, self.longest)
        spread = usual * (1 - self.spread + 2 * self.spread * chance)
        return max(spread, min(retry_after, self.longest))

    def next_try(
        self, failures: Failures, now: datetime, chance: float, retry_after: timedelta = NO_WAIT
    ) -> datetime | None:
        """Return the time of the next attempt. The last attempt is at the very end of the time."""
        end = failures.since + self.given_up_after
        return None if now >= end else min(now + self.wait_after(failures.tries, chance, retry_after), end)
