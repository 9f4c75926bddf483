"""Figures that a reader may not see while a drop box waits for its count.

A drop box is counted blind: nobody who may count it sees the amount that its table recorded. That amount is the drop,
and it follows from the win, from the result of the bets and from the float by the record, because the other parts of
the win are counted. So these are `HIDDEN` together, where they are made: each function of settlement that returns
figures takes the reader's `Sight`. Sums and shares of a hidden figure are hidden by themselves.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

import msgspec
from msgspec.structs import replace

from settlement.figures.figures import HIDDEN, Figure
from settlement.figures.hourly import IntervalFigures
from settlement.figures.periods import DayFigures
from settlement.models import Box
from settlement.table_ledger import FIGURES, TableLedger
from tables.play.state import State
from tables.stream.database import Statement, run

UNCOUNTED_BOXES, CASH_WITHOUT_BOX = (
    Statement(name, (Path(__file__).parent / "sql" / f"{name}.sql").read_text())
    for name in ("uncounted_boxes", "cash_without_box")
)
REVEALING = frozenset({"drop", "win", "by_bets", "float_by_record", "float_difference"})
"""Figures of a table's day from which the drop follows, with the counted ones."""
OF_THE_DROP = frozenset({"cash taken", "drop"})
"""Bases of an estimate that rests on the drop."""
Days = frozenset[tuple[str, str]]
"""Tables with a gaming day (ISO date) each."""


class Sight(msgspec.Struct, frozen=True):
    """The figures that a reader may see: all, or none that reveals an uncounted drop."""

    uncounted_drop: bool


BLIND, EVERYTHING = Sight(uncounted_drop=False), Sight(uncounted_drop=True)


def blind_days(
    casino_id: int,
    sight: Sight,
    since: date | str,
    until: date | str,
    *,
    newest: Iterable[State] | None = None,
) -> Days:
    """Return the tables' days from `since` to `until` with figures that this reader may not see.

    A box of such a day is to be counted, or cash waits for a box in a casino that has boxes. `newest` are the states of
    all tables, if the caller has them. Two queries; none if the reader may see everything.
    """
    if sight.uncounted_drop:
        return frozenset()
    asked = {"casino_id": casino_id, "since": str(since), "until": str(until)}
    found = {(table, day) for table, day in run(UNCOUNTED_BOXES, **asked)}
    if newest is None:
        return frozenset(found | {(table, day) for table, day in run(CASH_WITHOUT_BOX, **asked)})
    waiting = {(each.table, each.day) for each in newest if _cash_waits(each)}
    has_boxes = bool(waiting - found) and Box.objects.filter(casino_id=casino_id).exists()
    return frozenset(found | waiting if has_boxes else found)


def _cash_waits(state: State) -> bool:
    """Return True if cash that was entered at the table waits for a box."""
    cash = state.cash
    return cash.box is None and cash.recorded != 0 and bool(cash.taken or cash.removed)


def hide(figures: Mapping[str, Figure]) -> dict[str, Figure]:
    """Return the figures of a table's day, or of a shift, with the revealing ones hidden."""
    return {name: HIDDEN if _reveals(name, figure) else figure for name, figure in figures.items()}


def hide_ledger(of: TableLedger, blind: Days) -> TableLedger:
    """Return a table's day, with its revealing figures hidden if it is one of these."""
    if (of.table, of.day) not in blind:
        return of
    return replace(of, blind=True, **hide({name: of.figure(name) for name in FIGURES}))


def hide_day(of: DayFigures, blind: Days) -> DayFigures:
    """Return the part of a table's day in sums, with its revealing figures hidden if it is one of these."""
    if (of.table, of.day.isoformat()) not in blind:
        return of
    return replace(of, blind=True, figures=hide(of.figures))


def hide_interval(interval: IntervalFigures, *, is_first: bool) -> IntervalFigures:
    """Return an hour or a shift of a blind day: a float between two counts follows from the drop as well."""
    return replace(
        interval,
        win=HIDDEN,
        drop=HIDDEN,
        opening=interval.opening if is_first or interval.opening.label == "counted" else HIDDEN,
        float=interval.float if interval.float.label == "counted" else HIDDEN,
    )


def _reveals(name: str, figure: Figure) -> bool:
    return name in REVEALING or not OF_THE_DROP.isdisjoint(figure.bases)
