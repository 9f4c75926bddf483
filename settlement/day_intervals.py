"""Tables' days hour by hour and shift by shift, of the ledger's entries: win, drop and float as they come about."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import chain, groupby
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import connection

from settlement.blind_count import hide_interval
from settlement.day_moves import COUNTED, OUT_OF_BOXES
from settlement.figures.figures import Figure, counted, summed
from settlement.figures.hourly import IntervalFigures, MoneyEvent, by_interval, hours_between
from settlement.ledger.accounts import Account
from settlement.ledger.reasons import Reason
from settlement.table_ledger import TableLedger
from tables.handling.streams import table_stream

MOVED = (Path(__file__).parent / "sql" / "moved_in_intervals.sql").read_text()
LONGEST = timedelta(hours=36)
"""For so long hours are counted at a table that does not close; its events count longer."""
AT_THE_BANK = (Account.FLOAT, Account.COLOURS)
"""The table's chips: those with face value, and those without that it has given out, for which it owes."""


class Moved(NamedTuple):
    """Amount that moved along a route in an interval.

    `counts` is the number of counts of the float before it; `at` is the time of the last movement.
    """

    interval: int
    counts: int
    at: datetime
    found_by_count: bool
    source: str
    target: str
    amount: int

    def to(self, place: Account) -> int:
        """Return the amount that came to a place; below zero if it left the place."""
        return self.amount * ((self.target == place) - (self.source == place))

    @property
    def with_slip(self) -> bool:
        """True if chips came to the float or left it with a slip."""
        return {self.source, self.target} == {Account.TRANSIT, Account.FLOAT}


class DayInterval(NamedTuple):
    """An interval of a table's day; with the redemption value of issued colours and the safekeeping at its end."""

    figures: IntervalFigures
    colours_out: Figure
    held: Figure


def hours_of(
    casino_id: int, ledgers: Sequence[TableLedger], *, now: datetime, zone: ZoneInfo
) -> Mapping[str, tuple[IntervalFigures, ...]]:
    """Every hour of each table's day, by its code; the last is that in which it closed, or in which `now` is. One
    query."""
    if not ledgers:
        return {}
    ends = {each.table: _until(each, now) for each in ledgers}
    first = min(each.opened_at for each in ledgers)
    begin = hours_between(first, max(*ends.values(), now), zone)
    moved = _moved(casino_id, ledgers, begin)
    found = {}
    for ledger in ledgers:
        moves = moved[ledger.table]
        opens, closes = (hours_between(at, at, zone)[0] for at in (ledger.opened_at, ends[ledger.table]))
        busy = [begin[max(move.interval - 1, 0)] for move in moves]
        first, last = min([opens, *busy]), max([closes, *busy])
        found[ledger.table] = _intervals(ledger, moves, [each for each in begin if first <= each <= last])
    return found


def intervals_of(
    casino_id: int, ledgers: Sequence[TableLedger], begin: Sequence[datetime]
) -> Mapping[str, tuple[DayInterval, ...]]:
    """Each table's day in intervals that begin at these instants, by its code. One query."""
    moved = _moved(casino_id, ledgers, begin) if ledgers else {}
    return {each.table: _with_what_lies(each, moved[each.table], begin) for each in ledgers}


def _with_what_lies(
    ledger: TableLedger, moves: Sequence[Moved], begin: Sequence[datetime]
) -> tuple[DayInterval, ...]:
    """Return the intervals with the stocks at the end of each: at the end of the day, less the movements after the
    interval.
    """

    def later(place: int, account: Account) -> Figure:
        return counted(sum(move.to(account) for move in moves if max(move.interval - 1, 0) > place))

    return tuple(
        DayInterval(
            figures=figures,
            colours_out=ledger.colours_out + later(place, Account.COLOURS),
            held=ledger.held - later(place, Account.HELD),
        )
        for place, figures in enumerate(_intervals(ledger, moves, begin))
    )


def hours_together(of_tables: Iterable[Sequence[IntervalFigures]]) -> tuple[IntervalFigures, ...]:
    """Return the hours of several tables of one currency as one's.

    An hour counts each table that was open in it. The float of one that has closed meanwhile remains in it.
    """
    tables = [hours for hours in of_tables if hours]
    together: dict[datetime, list[IntervalFigures]] = {}
    for hour in chain.from_iterable(tables):
        together.setdefault(hour.begins, []).append(hour)
    return tuple(
        _together(begins, hours, [each[-1].float for each in tables if each[-1].begins < begins])
        for begins, hours in sorted(together.items())
    )


def _together(
    begins: datetime, hours: Sequence[IntervalFigures], of_closed: Sequence[Figure]
) -> IntervalFigures:
    def all_of(name: str, *more: Figure) -> Figure:
        return summed(*(getattr(hour, name) for hour in hours), *more)

    flows = {name: all_of(name) for name in ("fills", "credits", "win", "drop")}
    lies = {name: all_of(name, *of_closed) for name in ("opening", "float")}
    return IntervalFigures(begins=begins, **flows, **lies)


def _until(ledger: TableLedger, now: datetime) -> datetime:
    return ledger.closed_at or max(min(now, ledger.opened_at + LONGEST), ledger.opened_at)


def _moved(
    casino_id: int, ledgers: Sequence[TableLedger], begin: Sequence[datetime]
) -> dict[str, list[Moved]]:
    found: dict[str, list[Moved]] = {each.table: [] for each in ledgers}
    with connection.cursor() as cursor:
        cursor.execute(
            MOVED,
            {
                "casino_id": casino_id,
                "begin": list(begin),
                "tables": list(found),
                "streams": [table_stream(each.table, each.day) for each in ledgers],
                "counts": [
                    f"{{{','.join(str(count.version) for count in each.counts)}}}" for each in ledgers
                ],
                "first_count": Reason.FIRST_COUNT,
                "counted": list(COUNTED),
            },
        )
        for table, *move in cursor.fetchall():
            found[table].append(Moved(*move))
    return found


def _intervals(
    ledger: TableLedger, moves: Sequence[Moved], begin: Sequence[datetime]
) -> tuple[IntervalFigures, ...]:
    colours = -(ledger.colours_out.amount or 0) - sum(each.to(Account.COLOURS) for each in moves)
    intervals = by_interval(
        _events(ledger, moves, colours),
        begin,
        opening=ledger.opening + counted(colours),
        bets_recorded=ledger.played is not None,
        cash_recorded=True,
    )
    if not ledger.blind:
        return intervals
    return tuple(hide_interval(each, is_first=not place) for place, each in enumerate(intervals))


def _events(ledger: TableLedger, moves: Sequence[Moved], colours: int) -> Iterator[MoneyEvent]:
    """Slips, cash, and what else there was at the table's chips beyond what the cash accounts for; the counts between
    them, and `colours` moved on up to each."""
    after: dict[int, list[Moved]] = {
        counts: list(of) for counts, of in groupby(moves, key=lambda move: move.counts)
    }
    for place in range(len(ledger.counts) + 1):
        for move in after.get(place, ()):
            yield from _money(move)
            colours += move.to(Account.COLOURS)
        if place < len(ledger.counts):
            count = ledger.counts[place]
            yield MoneyEvent(at=count.at, kind="float counted", amount=count.total + colours)


def _money(move: Moved) -> Iterator[MoneyEvent]:
    if move.with_slip:
        fill = move.target == Account.FLOAT
        yield MoneyEvent(at=move.at, kind="fill" if fill else "credit", amount=move.amount)
        return
    out_of_boxes = move.source in OUT_OF_BOXES or move.target in OUT_OF_BOXES
    cash = 0 if out_of_boxes else move.to(Account.CASH)
    chips = cash + (0 if move.found_by_count else sum(move.to(place) for place in AT_THE_BANK))
    if cash:
        yield MoneyEvent(at=move.at, kind="cash taken", amount=cash)
    if chips:
        yield MoneyEvent(at=move.at, kind="stakes taken" if chips > 0 else "prizes paid", amount=abs(chips))
