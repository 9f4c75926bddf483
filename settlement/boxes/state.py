"""The state of a drop box that has left its table, and its stream's name."""

import re
from typing import Literal, NamedTuple

import msgspec

from tables.play.events import Pieces

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
    """Return the box of a stream. Raises ValueError for the name of another stream."""
    found = NAME.fullmatch(stream_id)
    if found is None:
        raise ValueError(f"{stream_id!r} is not a box's stream, which looks like box/RF1/2026-11-20/RF1-A")
    table, day, serial, use = found.groups()
    return BoxName(table, day, serial, int(use or 1))


Status = Literal["waiting", "counted", "accepted"]
"""waiting: nobody has counted it; counted: two people have, and it may be counted again; accepted: no more."""


class BoxState(msgspec.Struct, frozen=True, kw_only=True):
    """A box at a version of its stream, 0 before it was counted. Money in minor units of `currency`.

    `recorded` is the table's recorded cash for it; `removed_by` are the signers of its removal, by identifier. `pieces`
    and `total` are the counted notes, with the signers `counted_by`.
    """

    name: BoxName
    currency: str
    recorded: int
    removed_by: frozenset[str] = frozenset()
    version: int = 0
    status: Status = "waiting"
    pieces: Pieces = {}
    total: int = 0
    counts: int = 0
    counted_by: frozenset[str] = frozenset()

    @property
    def difference(self) -> int:
        """Counted amount above the table's recorded amount, below zero for a missing amount; only for a counted box."""
        return self.total - self.recorded
