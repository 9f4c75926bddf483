"""The movements of a table's day, one by one: when, why, from where to where, how much, and about which coup."""

from datetime import datetime

import msgspec
from msgspec.structs import replace

from settlement.blind_count import BLIND, Sight, blind_days
from settlement.boxes.state import PREFIX as BOXES
from settlement.ledger.accounts import Account
from settlement.models import LedgerEntry

OF_NOTES = frozenset({Account.CASH, Account.OUTSIDE, Account.CHANGE})
COUNTED_AT_THE_FLOAT = frozenset({Account.TRANSIT, Account.BEFORE, Account.VARIANCE})
"""Other sides of the float's movements with slips and at the opening; with the rest, the drop follows from them."""


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """Value that went from one place to another; `amount` in minor units is above zero, None if it is hidden until the
    drop is counted.
    """

    at: datetime
    version: int
    reason: str
    source: Account
    target: Account
    amount: int | None
    coup: int | None

    def to(self, place: Account) -> int:
        """Return the amount that came to a place, below zero if it left. Raises ValueError for a hidden amount."""
        if self.amount is None:
            raise ValueError("the amount of this movement is hidden")
        return self.amount * ((self.target == place) - (self.source == place))


def movements_of(casino_id: int, table: str, day: str, sight: Sight = BLIND) -> tuple[Movement, ...]:
    """Return all movements that count to a table's day, as they came and as their reader may see them. Two queries."""
    is_blind = (table, day) in blind_days(casino_id, sight, day, day)
    entries = LedgerEntry.objects.filter(casino_id=casino_id, table=table, day=day)
    lines = list(entries.order_by("at", "stream_id", "version", "line"))
    # The two sides of a move are in lines that follow each other.
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return tuple(_movement(left, came, is_blind=is_blind) for left, came in pairs)


def movements_since(
    casino_id: int, day: str, since: datetime, sight: Sight = BLIND
) -> tuple[tuple[str, Movement], ...]:
    """Return all movements at tables that count to a gaming day and came after a time (UTC), each with its table.

    Movements of boxes' counts are left out, because their steps have more details. Two queries.
    """
    blind = {table for table, _ in blind_days(casino_id, sight, day, day)}
    at_tables = LedgerEntry.objects.filter(casino_id=casino_id, day=day, at__gt=since).exclude(table="")
    entries = at_tables.exclude(stream_id__startswith=BOXES)
    lines = list(entries.order_by("at", "stream_id", "version", "line"))
    return tuple(
        (left.table, _movement(left, came, is_blind=left.table in blind))
        for left, came in zip(lines[::2], lines[1::2], strict=True)
    )


def _movement(left: LedgerEntry, came: LedgerEntry, *, is_blind: bool) -> Movement:
    source, target = Account(left.account), Account(came.account)
    if came.amount < 0:
        source, target = target, source
    movement = Movement(
        at=came.at,
        version=came.version,
        reason=came.reason,
        source=source,
        target=target,
        amount=abs(came.amount),
        coup=came.coup,
    )
    return replace(movement, amount=None) if is_blind and _reveals_the_drop(movement) else movement


def _reveals_the_drop(of: Movement) -> bool:
    sides = {of.source, of.target}
    if sides & OF_NOTES:
        return True
    return Account.FLOAT in sides and not sides & COUNTED_AT_THE_FLOAT
