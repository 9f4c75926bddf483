"""The drop boxes of tables' days for the ledger, and those of the house that keep a day from being reconciled."""

from collections.abc import Collection, Mapping

from settlement.figures.drop import BoxOfDay
from settlement.models import Box

IN_HAND = ("in_place", "waiting", "counted")
"""How a box stands while something is still to be done about it."""


def boxes_on(casino_id: int, day: str, tables: Collection[str]) -> Mapping[str, tuple[BoxOfDay, ...]]:
    """The boxes that these tables had on a gaming day, by the table's code; none for one without any. One query."""
    found: dict[str, tuple[BoxOfDay, ...]] = {}
    rows = Box.objects.filter(casino_id=casino_id, day=day, table__in=tables)
    for table, recorded, total in rows.values_list("table", "recorded", "total"):
        found[table] = (*found.get(table, ()), BoxOfDay(recorded=recorded, counted=total))
    return found


def not_reconciled(casino_id: int, day: str) -> tuple[Box, ...]:
    """The boxes for which a gaming day of the house is not reconciled: still at a table, not counted, or the count not
    accepted; by table and placing."""
    rows = Box.objects.filter(casino_id=casino_id, day=day, status__in=IN_HAND)
    return tuple(rows.order_by("table", "placed_at", "use"))
