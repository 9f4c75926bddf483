"""Draw of the days of a month, and of the tables, to inspect on video: from a seed, and repeatable from it.

Each day and each table gets a lot: the SHA-256 of the seed with its name. The lowest lots are drawn. Anybody with the
event can repeat the draw with a hash function alone.
"""

from calendar import monthrange
from collections.abc import Iterable
from datetime import date, timedelta
from hashlib import sha256

DAYS_A_MONTH = 3


def drawn(month: str, seed: str, share: int, tables: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the tables seen on each drawn gaming day of the month (`2026-11`): `share` per cent, at least one."""
    known = sorted(tables)
    number = -(-len(known) * share // 100)
    return {
        day: tuple(sorted(_lowest(seed, [f"{day} {table}" for table in known], number)))
        for day in sorted(_lowest(seed, days_of(month), DAYS_A_MONTH))
    }


def days_of(month: str) -> list[str]:
    """Return the days of a month, as ISO dates."""
    first = date.fromisoformat(f"{month}-01")
    return [
        first.replace(day=day).isoformat() for day in range(1, monthrange(first.year, first.month)[1] + 1)
    ]


def month_before(month: str) -> str:
    """Return the month before another, both in ISO form: `2026-11`."""
    return (date.fromisoformat(f"{month}-01") - timedelta(days=1)).isoformat()[:7]


def lot(seed: str, name: str) -> str:
    """Return the lot of a day (`2026-11-20`), or of a table on one (`2026-11-20 RF1`)."""
    return sha256(f"{seed} {name}".encode()).hexdigest()


def _lowest(seed: str, names: Iterable[str], number: int) -> list[str]:
    """Return the names with the lowest lots, without the day before them."""
    lots = sorted(names, key=lambda name: lot(seed, name))
    return [name.rpartition(" ")[2] for name in lots[:number]]
