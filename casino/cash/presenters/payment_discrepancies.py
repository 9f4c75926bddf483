"""Payment discrepancies of a day, as the ledger's pages list them."""

from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _

from casino.kit.adjustments import DECIDED, discrepancy_decision, discrepancy_reason
from settlement.models import GamingDay, PayoutSheet
from settlement.sheets import SheetDifference


class ListedDiscrepancy(NamedTuple):
    """One discrepancy, with the excess payment of the bank (minor units).

    `decided` is empty while it waits for the management. `reason` is the reason of the different payment.
    """

    table: str
    coup: int
    currency: str
    payment: SheetDifference
    over: int
    reason: str
    decided: str


def payment_discrepancies(casino_id: int, day: str, table: str | None = None) -> list[ListedDiscrepancy]:
    """Return the discrepancies of a gaming day, of one table or of all; the undecided ones first. Two queries."""
    of: dict[str, Any] = {"casino_id": casino_id, "day": day} | ({"table": table} if table else {})
    currencies = dict(GamingDay.objects.filter(**of).values_list("table", "currency"))
    rows = PayoutSheet.objects.filter(**of).exclude(differences=[]).order_by("table", "coup")
    listed = [
        ListedDiscrepancy(
            table=row.table,
            coup=row.coup,
            currency=currencies[row.table],
            payment=each,
            over=each.paid - each.worked_out,
            reason=discrepancy_reason(each),
            decided=_decided(each),
        )
        for row in rows.only("table", "coup", "differences")
        for each in msgspec.convert(row.differences, list[SheetDifference])
    ]
    return sorted(listed, key=lambda each: bool(each.decided))


def _decided(of: SheetDifference) -> str:
    outcome = _(DECIDED[of.outcome]) if of.outcome else ""
    return f"{outcome}: {discrepancy_decision(of)}" if outcome else ""
