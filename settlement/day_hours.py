"""A table's day hour by hour, of the ledger's entries: win, drop and float as they come about."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from settlement.day_entries import Movement
from settlement.day_moves import COUNTED, OUT_OF_BOXES
from settlement.day_record import Count
from settlement.figures.figures import counted
from settlement.figures.hourly import HourFigures, MoneyEvent, by_hour
from settlement.ledger.accounts import Account
from settlement.ledger.event_money import FIRST_COUNT
from settlement.table_ledger import TableLedger

LONGEST = timedelta(hours=36)
"""For so long hours are counted at a table that does not close; its events count longer."""
AT_THE_BANK = (Account.FLOAT, Account.COLOURS)
"""The table's chips: those with face value, and those without that it has given out, for which it owes."""


def hours_of(
    ledger: TableLedger, movements: Sequence[Movement], *, now: datetime, zone: ZoneInfo
) -> tuple[HourFigures, ...]:
    """Every hour of the table's day, the last one that in which it closed, or in which `now` is."""
    colours = -(ledger.colours_out.amount or 0) - sum(each.to(Account.COLOURS) for each in movements)
    return by_hour(
        _events(ledger.counts, movements, colours),
        opening=ledger.opening + counted(colours),
        opened_at=ledger.opened_at,
        until=ledger.closed_at or max(min(now, ledger.opened_at + LONGEST), ledger.opened_at),
        zone=zone,
        bets_recorded=ledger.played is not None,
        cash_recorded=True,
    )


def _events(counts: Sequence[Count], movements: Sequence[Movement], colours: int) -> Iterator[MoneyEvent]:
    """Counts, slips, cash, and what each other event did to the table's chips beyond what the cash accounts for."""
    by_event: defaultdict[tuple[datetime, int], list[Movement]] = defaultdict(list)
    for movement in movements:
        if movement.of_table:
            by_event[movement.at, movement.version].append(movement)
    found = {(count.at, count.version): count for count in counts}
    for key in sorted({*by_event, *found}):
        at, _ = key
        moved = by_event.get(key, [])
        slips = sum(each.to(Account.FLOAT) for each in moved if each.with_slip)
        if slips:
            yield MoneyEvent(at=at, kind="fill" if slips > 0 else "credit", amount=abs(slips))
        cash = sum(each.to(Account.CASH) for each in moved if not each.touches(OUT_OF_BOXES))
        if cash:
            yield MoneyEvent(at=at, kind="cash taken", amount=cash)
        chips = cash + sum(
            each.to(place)
            for each in moved
            for place in AT_THE_BANK
            if not (each.with_slip or each.reason == FIRST_COUNT or each.reason.startswith(COUNTED))
        )
        if chips:
            yield MoneyEvent(at=at, kind="stakes taken" if chips > 0 else "prizes paid", amount=abs(chips))
        colours += sum(each.to(Account.COLOURS) for each in moved)
        if key in found:
            yield MoneyEvent(at=at, kind="float counted", amount=found[key].total + colours)
