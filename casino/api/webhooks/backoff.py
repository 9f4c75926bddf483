"""When what was not taken is tried again, and when it is given up; pure, time and chance are told."""

from datetime import datetime, timedelta

FIRST_WAIT = timedelta(seconds=5)
LONGEST_WAIT = timedelta(hours=1)
"""A receiver that is back hears so within the hour, in whatever hour it comes back."""
GIVEN_UP_AFTER = timedelta(days=3)
SPREAD = 0.25
"""A wait is up to so much longer or shorter, so that not all come back at one moment."""
_DOUBLED_AT_MOST = 20


def wait_after(tries: int, chance: float, asked: timedelta = timedelta(0)) -> timedelta:
    """How long to wait after so many tries in vain, at least 1: twice as long each time, up to an hour.

    `chance` is from 0 to 1. `asked` is what the receiver asked for (Retry-After), heeded up to an hour.
    """
    usual = min(FIRST_WAIT * 2 ** min(tries - 1, _DOUBLED_AT_MOST), LONGEST_WAIT)
    spread = usual * (1 - SPREAD + 2 * SPREAD * chance)
    return max(spread, min(asked, LONGEST_WAIT))


def next_try(
    failing_since: datetime, tries: int, now: datetime, chance: float, asked: timedelta = timedelta(0)
) -> datetime | None:
    """When it is tried again; the last time three days after the first, and then no more: None."""
    end = failing_since + GIVEN_UP_AFTER
    return None if now >= end else min(now + wait_after(tries, chance, asked), end)
