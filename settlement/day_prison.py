"""The house's mean share of the stakes in prison when a table's day, or a shift of it, ends."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction

import msgspec

from settlement.day_record import DayInRecord
from settlement.figures.theoretical import share_in_prison
from settlement.models import GamingDay, PayoutSheet
from settlement.settled_coup import rules_of
from settlement.table_ledger import InPrison
from tables.handling.projections.table_snapshots import stakes_on_tables
from tables.roulette.stake import Stake


def in_prison(
    casino_id: int, opened: Mapping[str, GamingDay], days: Mapping[str, DayInRecord], day: str
) -> dict[str, InPrison]:
    """Return the house's share of the stakes in prison at both ends of each table's day; for a running day, now."""
    lying = stakes_on_tables(casino_id, opened, day)
    found = {}
    for table, row in opened.items():
        closed = days[table].closed
        at_closing = _bound(lying.get(table, ())) if closed is None else closed.bound
        found[table] = InPrison(share_of(row, days[table].opened.bound), share_of(row, at_closing))
    return found


def _bound(lying: Iterable[Stake]) -> tuple[Stake, ...]:
    return tuple(stake for stake in lying if stake.level)


def share_of(day: GamingDay, lying: Sequence[Stake]) -> Fraction:
    """Return the house's share of the imprisoned ones among these stakes, in minor units."""
    if not lying:
        return Fraction(0)
    return share_in_prison(rules_of(day), lying)


def in_prison_at(
    casino_id: int, opened: Mapping[str, GamingDay], day: str, at: datetime, otherwise: Mapping[str, InPrison]
) -> Mapping[str, Fraction]:
    """Return the house's share at an instant of the day, by table: of the stakes that the next coup found in prison,
    or, without a further coup, of those at the end. One query.
    """
    next_coups = (
        PayoutSheet.objects.filter(casino_id=casino_id, table__in=opened, day=day, settled_at__gte=at)
        .order_by("table", "coup")
        .distinct("table")
        .values_list("table", "stakes")
    )
    found = {table: share.at_closing for table, share in otherwise.items()}
    for table, stakes in next_coups:
        found[table] = share_of(opened[table], msgspec.convert(stakes, tuple[Stake, ...]))
    return found
