"""The day's ledger of a casino: its tables one by one, what is held at any of them, and the sums of the house.

It reads the record, the ledger's entries and what is derived beside them, and writes nothing. How many queries it takes
does not hang on how many tables and coups there are.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

import msgspec
from django.db.models import Sum

from settlement.day_moves import moved_on
from settlement.day_played import NOTHING, played_on
from settlement.day_record import DayInRecord, days_in_record
from settlement.figures.figures import Figure, counted
from settlement.figures.interval import Interval, interval, lies_outside
from settlement.figures.periods import DayFigure, totals
from settlement.figures.table_result import hold
from settlement.figures.theoretical import Played, share_in_prison, together
from settlement.ledger.accounts import Account
from settlement.models import GamingDay, LedgerEntry, Slip, StakeOnCloth
from settlement.settled_coup import LYING, LyingStake, rules_of
from settlement.table_ledger import FIGURES, InPrison, TableLedger, table_ledger
from tables.house.held import HeldAtTable
from tables.house.models import Board, GamingTable
from tables.play.events import CarriedStake
from tables.play.state import from_kept


class HouseTotal(msgspec.Struct, frozen=True, kw_only=True):
    """The sums of all tables in one currency: `figures` by their names, each with the weakest label of its parts.

    `against` is what the results of the tables are held against together; None where one has no recorded bets.
    """

    currency: str
    figures: Mapping[str, Figure]
    against: Played | None

    @property
    def hold(self) -> Fraction | None:
        """Win over drop; None where there is none."""
        return hold(self.figures["win"], self.figures["drop"])

    @property
    def within(self) -> Interval | None:
        """Where 95 % of results lie."""
        return None if self.against is None else interval(self.against)

    @property
    def outside(self) -> bool | None:
        """Whether the house's result lies outside: the win, or what the bets brought while it is not known."""
        won = self.figures["win"]
        result = self.figures["by_bets"] if won.amount is None else won
        return None if self.within is None else lies_outside(result, self.within)


class DayLedger(msgspec.Struct, frozen=True, kw_only=True):
    """A casino's gaming day: the tables that were opened for it, all that is held anywhere, and the sums."""

    day: str
    tables: tuple[TableLedger, ...]
    held: tuple[HeldAtTable, ...]
    totals: tuple[HouseTotal, ...]


def day_ledger(casino_id: int, day: str) -> DayLedger:
    """The ledger of a gaming day (ISO date), as far as the record has come."""
    held = _held(casino_id, day)
    tables = _tables(casino_id, day, _opened(casino_id, day), held)
    return DayLedger(day=day, tables=tables, held=held, totals=_totals(tables, held, day))


def ledger_of_table(casino_id: int, table: str, day: str) -> TableLedger | None:
    """The ledger of one table's gaming day; None where it was not opened for it."""
    opened = {code: row for code, row in _opened(casino_id, day).items() if code == table}
    return next(iter(_tables(casino_id, day, opened, _held(casino_id, day))), None)


def _opened(casino_id: int, day: str) -> dict[str, GamingDay]:
    return {
        row.table: row for row in GamingDay.objects.filter(casino_id=casino_id, day=day).order_by("table")
    }


def _held(casino_id: int, day: str) -> tuple[HeldAtTable, ...]:
    """What nobody had claimed at each table at the end of that day, or has by now, also where it was not opened."""
    last = Board.objects.filter(casino_id=casino_id, day__lte=day).order_by("table", "-day").distinct("table")
    return tuple(
        HeldAtTable(table=board.table, currency=state.currency, held=held)
        for board in last
        if (state := from_kept(board.state)).held.items
        for held in state.held.items
    )


def _tables(
    casino_id: int, day: str, opened: Mapping[str, GamingDay], held: Sequence[HeldAtTable]
) -> tuple[TableLedger, ...]:
    if not opened:
        return ()
    days = days_in_record(casino_id, opened, day)
    moves = moved_on(casino_id, days)
    played = played_on(casino_id, opened, day)
    registered = {
        table.code: table for table in GamingTable.objects.filter(casino_id=casino_id, code__in=opened)
    }
    closing_slips = frozenset(
        Slip.objects.filter(casino_id=casino_id, table__in=opened, day=day, closing=True).values_list(
            "number", flat=True
        )
    )
    colours = _colours_before(casino_id, opened, day)
    prison = _in_prison(casino_id, opened, days, day)
    return tuple(
        table_ledger(
            days[table],
            moves[table],
            played.get(table, NOTHING),
            name=registered[table].name if table in registered else table,
            par=_par(registered.get(table)),
            closing_slips=closing_slips,
            colours_before=colours.get(table, 0),
            in_prison=prison[table],
            held=tuple(each.held for each in held if each.table == table),
        )
        for table in opened
    )


def _par(table: GamingTable | None) -> int:
    return sum(int(value) * count for value, count in table.par.items()) if table else 0


def _colours_before(casino_id: int, opened: Mapping[str, GamingDay], day: str) -> dict[str, int]:
    """What the ledger had for the colours of the tables that play with such chips, before the day."""
    with_colours = [table for table, row in opened.items() if rules_of(row).colour_chips is not None]
    if not with_colours:
        return {}
    before = LedgerEntry.objects.filter(
        casino_id=casino_id, table__in=with_colours, day__lt=day, account=Account.COLOURS
    )
    return dict(before.order_by().values_list("table").annotate(amount=Sum("amount")))


def _in_prison(
    casino_id: int, opened: Mapping[str, GamingDay], days: Mapping[str, DayInRecord], day: str
) -> dict[str, InPrison]:
    """What the house is to keep of what lay in prison at both ends of each table's day; of a day that goes on, now."""
    lying: dict[str, list[LyingStake]] = {}
    for row in StakeOnCloth.objects.filter(
        casino_id=casino_id, table__in=opened, day=day, level__gt=0
    ).values("table", *LYING):
        lying.setdefault(row.pop("table"), []).append(LyingStake(**row))
    found = {}
    for table, row in opened.items():
        closed = days[table].closed
        at_closing = lying.get(table, []) if closed is None else _as_lying(closed.bound)
        found[table] = InPrison(_share(row, _as_lying(days[table].opened.bound)), _share(row, at_closing))
    return found


def _as_lying(bound: Sequence[CarriedStake]) -> list[LyingStake]:
    return [
        LyingStake(
            place=place,
            ref=each.ref,
            player=each.player,
            bet=each.bet,
            amount=each.amount,
            level=each.level,
            layout=each.layout,
        )
        for place, each in enumerate(bound)
    ]


def _share(day: GamingDay, lying: Sequence[LyingStake]) -> Fraction:
    if not lying:
        return Fraction(0)
    rulebook = rules_of(day)
    return share_in_prison(rulebook, [stake.for_engine(rulebook, day.wheel, ()) for stake in lying])


def _totals(tables: Sequence[TableLedger], held: Sequence[HeldAtTable], day: str) -> tuple[HouseTotal, ...]:
    """The sums by currency; what is held at a table that was not opened is in the house's sum of what is held."""
    sums = {name: totals(_of_day(each, getattr(each, name)) for each in tables) for name in FIGURES}
    there = {each.table for each in tables}
    for item in held:
        if item.table not in there and item.held.until_coup is None:
            before = sums["held"].get(item.currency, counted(0))
            sums["held"][item.currency] = before + counted(item.held.amount)
    return tuple(
        HouseTotal(
            currency=currency,
            figures={name: sums[name][currency] for name in FIGURES},
            against=_against([each for each in tables if each.currency == currency]),
        )
        for currency in sums["win"]
    )


def _of_day(of: TableLedger, figure: Figure) -> DayFigure:
    return DayFigure(day=date.fromisoformat(of.day), table=of.table, currency=of.currency, figure=figure)


def _against(tables: Sequence[TableLedger]) -> Played | None:
    against: list[Any] = [each.against for each in tables]
    return None if None in against else together(against)
