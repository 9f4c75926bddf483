"""The ledger of a shift: the movements of tables' days between its bounds, and its play.

A float at the bound of a shift is an estimate, unless it was counted there. Issued chips without face value are owed
for, and are taken off it. So the drop, fills, credits, win and bets of a day's shifts add up. Each shift opens with the
closing of the one before it, and in each

    win = drop + closing + credits - opening - fills

where the closing slips are among the fills and credits of the shift in which they were made. Issued colours and
safekeeping are as they were at the end of the shift.
"""

from collections.abc import Sequence
from datetime import date, datetime
from fractions import Fraction

from settlement.blind_count import hide
from settlement.day_intervals import DayInterval, intervals_of
from settlement.day_ledger import DayLedger
from settlement.day_played import NOTHING, DayPlayed, played_on
from settlement.day_prison import in_prison, in_prison_at
from settlement.day_record import days_in_record
from settlement.figures.figures import absent, counted, estimated
from settlement.figures.periods import DayFigures, Total, totals
from settlement.figures.theoretical import Played, against_win, theoretical_result
from settlement.models import GamingDay
from settlement.table_ledger import UNCOUNTED_TIPS, TableLedger
from tables.handling.gaming_day import Shift


def shift_ledger(
    casino_id: int,
    day: str,
    tables: Sequence[TableLedger],
    shifts: Sequence[Shift],
    place: int,
    *,
    now: datetime,
) -> tuple[DayFigures, ...]:
    """The figures of the shift at `place` among the day's; of those of these tables' days that were open in it."""
    shift, is_last = shifts[place], place == len(shifts) - 1
    since = None if place == 0 else shift.begins
    until = None if is_last else shift.ends
    there = tuple(each for each in tables if _was_open(each, since, until, now))
    if not there:
        return ()
    codes = [each.table for each in there]
    opened = {
        row.table: row for row in GamingDay.objects.filter(casino_id=casino_id, table__in=codes, day=day)
    }
    played = played_on(casino_id, opened, day, since=since, until=until)
    ends = in_prison(casino_id, opened, days_in_record(casino_id, codes, day), day)
    first = in_prison_at(casino_id, opened, day, since, ends) if since else {}
    last = in_prison_at(casino_id, opened, day, until, ends) if until else {}
    intervals = intervals_of(casino_id, there, [each.begins for each in shifts])
    return tuple(
        _figures(
            each,
            intervals[each.table][place],
            played.get(each.table, NOTHING),
            name=shift.name,
            opened_with=first.get(each.table, ends[each.table].at_opening),
            closed_with=last.get(each.table, ends[each.table].at_closing),
        )
        for each in there
    )


def casino_in_shift(
    casino_id: int, day: DayLedger, figures: Sequence[DayFigures], shifts: Sequence[Shift], place: int
) -> tuple[Total, ...]:
    """Return the sums of the casino's shift, of the `figures` of its tables: with the safekeeping by its end at
    tables that were not open in it.
    """
    there = {each.table for each in figures}
    closed = [each for each in day.tables if each.table not in there]
    intervals = intervals_of(casino_id, closed, [each.begins for each in shifts])
    held = [(each.currency, intervals[each.table][place].held.amount or 0) for each in closed]
    opened = {each.table for each in day.tables}
    held += [
        (each.currency, each.held.amount)
        for each in day.held
        if each.table not in opened and each.held.until_coup is None
    ]
    return tuple(
        total.with_held(sum(amount for currency, amount in held if currency == total.currency))
        for total in totals(figures)
    )


def _was_open(table: TableLedger, since: datetime | None, until: datetime | None, now: datetime) -> bool:
    return (until is None or table.opened_at < until) and (since is None or since <= (table.closed_at or now))


def _figures(
    of: TableLedger,
    lies: DayInterval,
    played: DayPlayed,
    *,
    name: str,
    opened_with: Fraction,
    closed_with: Fraction,
) -> DayFigures:
    bets, interval = _bets(of, played), lies.figures
    figures = {
        "opening": interval.opening,
        "fills": interval.fills,
        "credits": interval.credits,
        "drop": interval.drop,
        "closing": interval.float,
        "colours_out": lies.colours_out,
        "held": lies.held,
        "win": interval.win,
        "by_bets": absent("bets") if bets is None else estimated(played.brought, "bets"),
        "turnover": absent("bets") if bets is None else counted(bets.turnover),
        "theoretical": theoretical_result(bets, interval.drop, of.theory_of_drop),
        "tips": counted(of.tips_by_shift[name]) if name in of.tips_by_shift else absent(UNCOUNTED_TIPS),
    }
    return DayFigures(
        table=of.table,
        day=date.fromisoformat(of.day),
        pit=of.pit,
        currency=of.currency,
        closed=of.closed_at is not None,
        coups=played.coups,
        figures=hide(figures) if of.blind else figures,
        played=bets,
        against=bets and against_win(bets, opened_with=opened_with, closed_with=closed_with),
        blind=of.blind,
    )


def _bets(of: TableLedger, played: DayPlayed) -> Played | None:
    """Return the shift's play: None if the day has no bets at all, zeros for a shift without any."""
    if of.played is None:
        return None
    return played.played or Played(turnover=0, result=Fraction(0), variance=Fraction(0))
