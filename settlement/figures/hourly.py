"""A table's day hour by hour, or shift by shift: estimates of its win, its drop and its float while it plays.

The float is followed from the opening through everything that moves it. A count corrects it, and the discrepancy found
by the count belongs to the hour of the count. If the bets are recorded, the win of an hour is the lost stakes less the
prizes, with such discrepancies. The wins of all hours add up to the table's win, and each hour has its own:

    drop + float at the end + credits - opening - fills

Without recorded bets the float is unknown between two counts. An hour with a count has a known float. The win follows
from the formula above if the hour also begins with a known float.

Hours are those of the casino's clock. When it is put back, the hour that comes twice counts as two hours. When it is
put forward, the missing hour does not count. All times here are instants; an hour is named by its beginning.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from settlement.figures.figures import Basis, Figure, absent, counted, estimated, summed

Kind = Literal["float counted", "fill", "credit", "cash taken", "stakes taken", "prizes paid"]

MOVES: Mapping[Kind, int] = {"fill": 1, "credit": -1, "cash taken": -1, "stakes taken": 1, "prizes paid": -1}
"""Direction of the float's change; for cash taken, chips were given."""


class MoneyEvent(msgspec.Struct, frozen=True, kw_only=True):
    """Money that moved at the table, or a float that was counted, in minor units; a correction may be below zero.

    Issued chips without face value are owed for, so their worth is taken off the float, also at a count. The kind of a
    player's chips makes no difference here.
    """

    at: datetime
    kind: Kind
    amount: int


class IntervalFigures(msgspec.Struct, frozen=True, kw_only=True):
    """An hour or a shift of a table: when it begins (UTC), the float that it begins with, what came to it and left it
    with slips, its win and its drop, and the float at its end."""

    begins: datetime
    opening: Figure
    fills: Figure
    credits: Figure
    win: Figure
    drop: Figure
    float: Figure


class _Lying(NamedTuple):
    """The float, and its basis after the next movement."""

    figure: Figure
    bases: tuple[Basis, ...]


def by_hour(
    events: Iterable[MoneyEvent],
    *,
    opening: Figure,
    opened_at: datetime,
    until: datetime,
    zone: ZoneInfo,
    bets_recorded: bool,
    cash_recorded: bool,
) -> tuple[IntervalFigures, ...]:
    """Every hour from the one in which the table opened to the one of `until`, those without an event among them.

    `opening` is the float with which it opened. `bets_recorded` is true if every stake taken and prize paid is among
    the events, `cash_recorded` if all money taken for chips is.
    """
    all_events = tuple(events)
    times = [opened_at, until, *(event.at for event in all_events)]
    return by_interval(
        all_events,
        hours_between(min(times), max(times), zone),
        opening=opening,
        bets_recorded=bets_recorded,
        cash_recorded=cash_recorded,
    )


def by_interval(
    events: Iterable[MoneyEvent],
    begin: Sequence[datetime],
    *,
    opening: Figure,
    bets_recorded: bool,
    cash_recorded: bool,
) -> tuple[IntervalFigures, ...]:
    """Return the figures of intervals of the day that `begin` at these instants, one after the other.

    Events before the first belong to it, and the last has no end.
    """
    within: defaultdict[int, list[MoneyEvent]] = defaultdict(list)
    for event in sorted(events, key=lambda event: event.at):
        within[max(bisect_right(begin, event.at) - 1, 0)].append(event)
    lying = _Lying(opening, opening.bases or ("opening count",))
    found = []
    for place, begins in enumerate(begin):
        figures, lying = _interval_figures(
            begins, within[place], lying, bets=bets_recorded, cash=cash_recorded
        )
        found.append(figures)
    return tuple(found)


def hour_of(at: datetime, zone: ZoneInfo) -> datetime:
    """Return the beginning of the hour of the casino's clock that contains `at`, in UTC."""
    return at.astimezone(zone).replace(minute=0, second=0, microsecond=0).astimezone(UTC)


def hours_between(first: datetime, last: datetime, zone: ZoneInfo) -> tuple[datetime, ...]:
    """Return the beginnings of the casino's hours, from the hour of `first` to that of `last`, in UTC."""
    found = []
    begins = hour_of(first, zone)
    while begins <= last:
        found.append(begins)
        later = begins
        # Clocks are put forward and back by an hour, and on Lord Howe Island by half of one.
        while hour_of(later, zone) <= begins:
            later += timedelta(minutes=30)
        begins = hour_of(later, zone)
    return tuple(found)


def _interval_figures(
    begins: datetime, events: Sequence[MoneyEvent], before: _Lying, *, bets: bool, cash: bool
) -> tuple[IntervalFigures, _Lying]:
    lying, differences, was_counted = before, 0, False
    for event in events:
        if event.kind == "float counted":
            differences += event.amount - (
                event.amount if lying.figure.amount is None else lying.figure.amount
            )
            lying, was_counted = _Lying(counted(event.amount), ("last count",)), True
        else:
            lying = _moved(lying, MOVES[event.kind] * event.amount)
    all_recorded = bets and cash
    if not all_recorded:
        lying = _unseen(lying, was_counted=was_counted)
    drop = estimated(_sum(events, "cash taken"), "cash taken") if cash else absent("cash taken")
    fills, credits = counted(_sum(events, "fill")), counted(_sum(events, "credit"))
    if bets:
        brought = _sum(events, "stakes taken") - _sum(events, "prizes paid")
        win = estimated(brought + (differences if all_recorded else 0), "bets")
    else:
        win = summed(drop, lying.figure, credits, -fills, -before.figure)
    figures = IntervalFigures(
        begins=begins,
        opening=before.figure,
        fills=fills,
        credits=credits,
        win=win,
        drop=drop,
        float=lying.figure,
    )
    return figures, lying


def _moved(lying: _Lying, by: int) -> _Lying:
    if lying.figure.amount is None:
        return lying
    return _Lying(estimated(lying.figure.amount + by, *lying.bases), lying.bases)


def _unseen(lying: _Lying, *, was_counted: bool) -> _Lying:
    """The float at the end of an hour in which more may have moved than is recorded."""
    if not was_counted or lying.figure.amount is None:
        return _Lying(absent("float count"), lying.bases)
    return _Lying(estimated(lying.figure.amount, *lying.bases), lying.bases)


def _sum(events: Sequence[MoneyEvent], kind: Kind) -> int:
    return sum(event.amount for event in events if event.kind == kind)
