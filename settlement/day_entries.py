"""The movements of a table's day, one by one: when, why, from where to where, how much, and about which coup."""

from datetime import datetime

import msgspec

from settlement.boxes.state import PREFIX as BOXES
from settlement.ledger.accounts import Account
from settlement.models import LedgerEntry


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """Value that went from one place to another; `amount` in minor units is above zero."""

    at: datetime
    version: int
    reason: str
    source: Account
    target: Account
    amount: int
    coup: int | None

    def to(self, place: Account) -> int:
        """What came to a place; below zero what left it."""
        return self.amount * ((self.target == place) - (self.source == place))


def movements_of(casino_id: int, table: str, day: str) -> tuple[Movement, ...]:
    """All movements that count to a table's day, as they came. One query."""
    entries = LedgerEntry.objects.filter(casino_id=casino_id, table=table, day=day)
    lines = list(entries.order_by("at", "stream_id", "version", "line"))
    # The two sides of a move are in lines that follow each other.
    return tuple(_movement(left, came) for left, came in zip(lines[::2], lines[1::2], strict=True))


def movements_since(casino_id: int, day: str, since: datetime) -> tuple[tuple[str, Movement], ...]:
    """Return all movements at tables that count to a gaming day and came after a time (UTC), each with its table.

    Movements of boxes' counts are left out, because their steps have more details. One query.
    """
    at_tables = LedgerEntry.objects.filter(casino_id=casino_id, day=day, at__gt=since).exclude(table="")
    entries = at_tables.exclude(stream_id__startswith=BOXES)
    lines = list(entries.order_by("at", "stream_id", "version", "line"))
    return tuple(
        (left.table, _movement(left, came)) for left, came in zip(lines[::2], lines[1::2], strict=True)
    )


def _movement(left: LedgerEntry, came: LedgerEntry) -> Movement:
    source, target = Account(left.account), Account(came.account)
    if came.amount < 0:
        source, target = target, source
    return Movement(
        at=came.at,
        version=came.version,
        reason=came.reason,
        source=source,
        target=target,
        amount=abs(came.amount),
        coup=came.coup,
    )
