"""Lines of readers as people see them: the status of each, and its raw lines while somebody looks at its page.

The gateway writes both on its turn, once a second. These functions are for the web.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import msgspec
from django.db.models.functions import Now

from tables.wheels.models import ReaderStatus, ReaderWatch
from tables.wheels.observed_forms import RawLine

__all__ = ["RawLine", "as_raw_lines", "raw_lines", "reader_status", "watch"]

WATCHED_S = 15.0
"""A page that asks again sooner than this is written without a gap."""
MOST_WATCHED_S = 60.0


def watch(casino_id: int, reader: str, seconds: float = WATCHED_S) -> None:
    """Let the gateway write the reader's raw lines for so many seconds from now, 60 at most."""
    until = Now() + timedelta(seconds=min(seconds, MOST_WATCHED_S))
    ReaderWatch.objects.update_or_create(
        casino_id=casino_id, reader=reader, defaults={"watched_until": until}
    )


def raw_lines(casino_id: int, reader: str) -> list[RawLine]:
    """Return the last lines that the gateway wrote, the newest last; empty if nobody watched the reader before."""
    watched = ReaderWatch.objects.filter(casino_id=casino_id, reader=reader).first()
    return [] if watched is None else as_raw_lines(watched.lines)


def as_raw_lines(stored: Iterable[Any]) -> list[RawLine]:
    """Return the lines of a watch or of a probe, as their rows have them."""
    return msgspec.convert(list(stored), list[RawLine])


def reader_status(casino_id: int, reader: str) -> ReaderStatus | None:
    """Return the gateway's last report on the reader's line; None without one."""
    return ReaderStatus.objects.filter(casino_id=casino_id, reader=reader).first()
