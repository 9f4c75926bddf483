"""Comparing a projection's live rows with what the record gives, row by row, and changing nothing."""

from collections.abc import Sequence

import msgspec

from tables.stream.projections import Projection
from tables.stream.rebuilding import derived_beside, live_version
from tables.stream.shadow import Difference


class Compared(msgspec.Struct, frozen=True):
    """What a comparison found."""

    name: str
    casino_id: int
    events: int
    """Of how many events the rows were derived."""
    differences: Sequence[Difference]
    other_version: int | None
    """The version that made the live rows, where that is not the version of this code: then they may differ rightly."""


def compare(projection: Projection, casino_id: int) -> Compared:
    """Derive a projection's rows anew beside the live ones, and name each that is not the same.

    Appends to the casino wait for the comparison, as they do for the swap of a rebuild. Raises ValueError for a
    projection without tables, and django.db.utils.OperationalError if appends under way kept it waiting too long.
    """
    version = live_version(projection.name, casino_id)
    with derived_beside(projection, casino_id) as beside:
        differences = [found for table in beside.tables for found in table.differences(casino_id)]
    other = version if version not in (None, projection.version) else None
    return Compared(projection.name, casino_id, beside.events, differences, other)
