"""Facts of a gaming day that were recorded after the casino had closed it.

A fact counts for its own day, whenever it is recorded, and is shown as later than the closing.
"""

from datetime import datetime
from operator import attrgetter

import msgspec

from settlement.blind_count import BLIND, Sight
from settlement.day_entries import movements_since
from settlement.ledger.accounts import Account
from settlement.models import BoxStep, GamingDay
from tables.money import Money


class MovedLater(msgspec.Struct, frozen=True, kw_only=True):
    """Value that moved at a table: when (UTC), why, how much (None if hidden), and between which places."""

    at: datetime
    table: str
    reason: str
    amount: Money | None
    source: Account
    target: Account


class CountedLater(msgspec.Struct, frozen=True, kw_only=True):
    """A drop box of a table that was `counted`, or whose count was `accepted`."""

    at: datetime
    table: str
    serial: str
    step: str
    amount: Money


AfterClosing = MovedLater | CountedLater


def after_closing(
    casino_id: int, day: str, closed_at: datetime, sight: Sight = BLIND
) -> tuple[AfterClosing, ...]:
    """Return all of it, the oldest first: counts of boxes and their acceptance, and every other movement.

    The amounts that its reader may not see are None. Four queries.
    """
    days = GamingDay.objects.filter(casino_id=casino_id, day=day)
    currency = dict(days.values_list("table", "currency"))
    moved = [
        MovedLater(
            at=each.at,
            table=table,
            reason=each.reason,
            amount=None if each.amount is None else Money(each.amount, currency[table]),
            source=each.source,
            target=each.target,
        )
        for table, each in movements_since(casino_id, day, closed_at, sight)
    ]
    steps = BoxStep.objects.filter(casino_id=casino_id, day=day, at__gt=closed_at)
    counted = [
        CountedLater(
            at=step.at,
            table=step.table,
            serial=step.serial,
            step=step.step,
            amount=Money(step.total, currency[step.table]),
        )
        for step in steps.order_by("serial", "use", "version")
    ]
    return tuple(sorted([*moved, *counted], key=attrgetter("at", "table")))
