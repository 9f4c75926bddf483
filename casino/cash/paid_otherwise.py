"""Payments of a day that were made otherwise than worked out, as the ledger's pages list them."""

from typing import Any

import msgspec

from casino.kit.adjustments import DECIDED
from casino.kit.money import money
from casino.kit.seats import Seat, seat_of
from settlement.models import PayoutSheet
from settlement.sheets import SheetDifference


class ListedDifference(msgspec.Struct, frozen=True, kw_only=True):
    """One of them in words; `decided` is empty while it waits for the direction."""

    difference: str
    table: str
    coup: int
    seat: Seat
    worked_out: str
    paid: str
    over: int
    reason: str
    decided: str


def paid_otherwise(casino_id: int, day: str, table: str | None = None) -> tuple[ListedDifference, ...]:
    """Those of a gaming day, of one table or of all; those first that wait to be decided. One query."""
    of: dict[str, Any] = {"casino_id": casino_id, "day": day} | ({"table": table} if table else {})
    rows = PayoutSheet.objects.filter(**of).exclude(differences=[]).order_by("table", "coup")
    listed = [
        _listed(row.table, row.coup, each)
        for row in rows.only("table", "coup", "differences")
        for each in msgspec.convert(row.differences, list[SheetDifference])
    ]
    return tuple(sorted(listed, key=lambda each: bool(each.decided)))


def _listed(table: str, coup: int, of: SheetDifference) -> ListedDifference:
    return ListedDifference(
        difference=of.difference,
        table=table,
        coup=coup,
        seat=seat_of(of.player),
        worked_out=money(of.worked_out),
        paid=money(of.paid),
        over=of.paid - of.worked_out,
        reason=of.reason,
        decided=f"{DECIDED[of.outcome]}: {of.decision}" if of.outcome else "",
    )
