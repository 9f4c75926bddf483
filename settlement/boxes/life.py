"""How a drop box stands that has left its table."""

from typing import Literal

import msgspec

from settlement.boxes.naming import BoxName
from tables.play.events import Pieces

Status = Literal["waiting", "counted", "accepted"]
"""waiting: nobody has counted it; counted: two people have, and it may be counted again; accepted: no more."""


class BoxLife(msgspec.Struct, frozen=True, kw_only=True):
    """A box at a version of its stream, 0 before it was counted. Money in minor units of `currency`.

    `recorded` is what the table had of cash for it, `removed_by` who signed for its removal, by identifier; `pieces`
    and `total` are what was found in it, by those who signed `counted_by`.
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
        """What was found above what the table recorded; below zero what is missing. Of a box that was counted."""
        return self.total - self.recorded
