"""The movements of a table's day, one by one: when, why, from where to where, how much, and about which coup."""

from collections.abc import Collection
from datetime import datetime

import msgspec

from settlement.ledger.accounts import LABELS, Account
from settlement.models import LedgerEntry
from tables.house.streams import table_stream


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """Value that went from one place to another; `amount` in minor units is above zero. `of_table`: an event of the
    table moved it, and not the slip's own at the bank."""

    at: datetime
    version: int
    reason: str
    source: Account
    target: Account
    amount: int
    coup: int | None
    of_table: bool

    def to(self, place: Account) -> int:
        """What came to a place; below zero what left it."""
        return self.amount * ((self.target == place) - (self.source == place))

    def touches(self, places: Collection[Account]) -> bool:
        """Whether it came from one of these places or went there."""
        return self.source in places or self.target in places

    @property
    def with_slip(self) -> bool:
        """Whether chips came to the float or left it with a slip."""
        return {self.source, self.target} == {Account.TRANSIT, Account.FLOAT}

    @property
    def from_where(self) -> str:
        """The place that it left, as screens say it."""
        return LABELS[self.source]

    @property
    def to_where(self) -> str:
        """The place that it came to, as screens say it."""
        return LABELS[self.target]


def movements_of(casino_id: int, table: str, day: str) -> tuple[Movement, ...]:
    """All movements that count to a table's day, as they came. One query."""
    entries = LedgerEntry.objects.filter(casino_id=casino_id, table=table, day=day)
    lines = list(entries.order_by("at", "stream_id", "version", "line"))
    # The two sides of a move stand in lines that follow each other.
    return tuple(
        _movement(left, came, of_table=came.stream_id == table_stream(table, day))
        for left, came in zip(lines[::2], lines[1::2], strict=True)
    )


def _movement(left: LedgerEntry, came: LedgerEntry, *, of_table: bool) -> Movement:
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
        of_table=of_table,
    )
