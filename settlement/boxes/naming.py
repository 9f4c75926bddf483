"""How the stream of a drop box's use is named, and what its name says."""

import re
from typing import NamedTuple

PREFIX = "box/"
NAME = re.compile(r"box/([^/]+)/([^/]+)/([^/]+)(?:/([2-9]|[1-9]\d+))?", re.ASCII)


class BoxName(NamedTuple):
    """A box as it left a table on a gaming day; `use` counts the times that it did on that day, from 1."""

    table: str
    day: str
    serial: str
    use: int = 1


def box_stream(name: BoxName) -> str:
    """The stream of it: `box/RF1/2026-11-20/RF1-A`, of a second use that day with `/2` behind."""
    again = f"/{name.use}" if name.use > 1 else ""
    return f"{PREFIX}{name.table}/{name.day}/{name.serial}{again}"


def box_of(stream_id: str) -> BoxName:
    """What the stream of that name is of. Raises ValueError for what is no box's stream."""
    found = NAME.fullmatch(stream_id)
    if found is None:
        raise ValueError(f"{stream_id!r} is no box's stream: one reads box/RF1/2026-11-20/RF1-A")
    table, day, serial, use = found.groups()
    return BoxName(table, day, serial, int(use or 1))
