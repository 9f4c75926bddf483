"""The day's ledger of a casino: its tables one by one, what is held at any of them, and the sums of the casino.

It reads the record, the ledger's entries and what is derived beside them, and writes nothing. How many queries it takes
does not hang on how many tables and coups there are.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec
from django.db.models import Sum

from settlement.blind_count import BLIND, Sight, blind_days, hide_ledger
from settlement.box_rows import boxes_on
from settlement.day_moves import moved_on
from settlement.day_played import NOTHING, played_on
from settlement.day_prison import in_prison
from settlement.day_record import days_in_record
from settlement.figures.periods import Total, totals
from settlement.ledger.accounts import Account
from settlement.models import GamingDay, LedgerEntry, Slip
from settlement.settled_coup import rules_of
from settlement.table_ledger import TableLedger, table_ledger
from tables.handling.models import Board, GamingTable
from tables.handling.safekeeping import HeldAtTable
from tables.play.state import from_kept


class DayLedger(msgspec.Struct, frozen=True, kw_only=True):
    """A casino's gaming day: the tables that were opened for it, all that is held anywhere, and the sums."""

    day: str
    tables: tuple[TableLedger, ...]
    held: tuple[HeldAtTable, ...]
    totals: tuple[Total, ...]


def day_ledger(casino_id: int, day: str, sight: Sight = BLIND) -> DayLedger:
    """Return the ledger of a gaming day (ISO date), as far as the record has come and its reader may see it."""
    held = held_at(casino_id, day)
    tables = _tables(casino_id, day, _opened(casino_id, day), held, sight)
    return DayLedger(day=day, tables=tables, held=held, totals=_totals(tables, held))


def ledger_of_table(casino_id: int, table: str, day: str, sight: Sight = BLIND) -> TableLedger | None:
    """Return one table's gaming day as its reader may see it; None where it was not opened for it."""
    return next(iter(ledgers_of(casino_id, day, (table,), sight)), None)


def last_day_opened(casino_id: int, table: str) -> str | None:
    """The last gaming day (ISO date) for which a table was opened; None for one that never was. One query."""
    of_table = GamingDay.objects.filter(casino_id=casino_id, table=table).order_by("-day")
    day: str | None = of_table.values_list("day", flat=True).first()
    return day


def ledgers_of(
    casino_id: int, day: str, tables: Collection[str], sight: Sight = BLIND
) -> tuple[TableLedger, ...]:
    """Return the ledgers of the tables that were opened for that gaming day, as this reader may see them."""
    opened = {code: row for code, row in _opened(casino_id, day).items() if code in tables}
    return _tables(casino_id, day, opened, held_at(casino_id, day, opened), sight)


def _opened(casino_id: int, day: str) -> dict[str, GamingDay]:
    return {
        row.table: row for row in GamingDay.objects.filter(casino_id=casino_id, day=day).order_by("table")
    }


def held_at(casino_id: int, day: str, tables: Collection[str] | None = None) -> tuple[HeldAtTable, ...]:
    """Return the unclaimed amounts at each table at the end of that day, or now if the day goes on.

    A table that was not opened on that day is included with its last day.
    """
    last = Board.objects.filter(casino_id=casino_id, day__lte=day).order_by("table", "-day").distinct("table")
    if tables is not None:
        last = last.filter(table__in=tables)
    return tuple(
        HeldAtTable(table=board.table, currency=state.currency, held=held)
        for board in last
        if (state := from_kept(board.state)).held.items
        for held in state.held.items
    )


def _tables(
    casino_id: int, day: str, opened: Mapping[str, GamingDay], held: Sequence[HeldAtTable], sight: Sight
) -> tuple[TableLedger, ...]:
    if not opened:
        return ()
    blind = blind_days(casino_id, sight, day, day)
    days = days_in_record(casino_id, opened, day)
    moves = moved_on(casino_id, days)
    boxes = boxes_on(casino_id, day, opened)
    played = played_on(casino_id, opened, day)
    registered = {
        table.code: table for table in GamingTable.ever.filter(casino_id=casino_id, code__in=opened)
    }
    closing_slips = frozenset(
        Slip.objects.filter(casino_id=casino_id, table__in=opened, day=day, closing=True).values_list(
            "number", flat=True
        )
    )
    colours = _colours_before(casino_id, opened, day)
    prison = in_prison(casino_id, opened, days, day)
    ledgers = (
        table_ledger(
            days[table],
            moves[table],
            played.get(table, NOTHING),
            name=registered[table].name if table in registered else table,
            closing_slips=closing_slips,
            colours_before=colours.get(table, 0),
            in_prison=prison[table],
            boxes=boxes.get(table, ()),
            held=tuple(each.held for each in held if each.table == table),
        )
        for table in opened
    )
    return tuple(hide_ledger(each, blind) for each in ledgers)


def _colours_before(casino_id: int, opened: Mapping[str, GamingDay], day: str) -> dict[str, int]:
    """Return the ledger's earlier amounts for colours, by table. Only tables with such chips are included."""
    with_colours = [table for table, row in opened.items() if rules_of(row).colour_chips is not None]
    if not with_colours:
        return {}
    before = LedgerEntry.objects.filter(
        casino_id=casino_id, table__in=with_colours, day__lt=day, account=Account.COLOURS
    )
    return dict(before.order_by().values_list("table").annotate(amount=Sum("amount")))


def _totals(tables: Sequence[TableLedger], held: Sequence[HeldAtTable]) -> tuple[Total, ...]:
    """Return the sums by currency; safekeeping at a table that was not opened is in the casino's sum of safekeeping."""
    there = {each.table for each in tables}
    elsewhere = [each for each in held if each.table not in there and each.held.until_coup is None]
    return tuple(
        total.with_held(sum(each.held.amount for each in elsewhere if each.currency == total.currency))
        for total in totals(each.for_sums() for each in tables)
    )
