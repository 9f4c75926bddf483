"""A drop box is counted blind: until its count is accepted nobody who may count it sees what its table recorded.

In the ledger that is the drop, while it is an estimate by the cash taken, and all that follows from it. What is
withheld is listed as missing, so sums, holds and drawings lack it as they lack anything that is not known.
"""

from collections.abc import Mapping, Set
from datetime import date

from msgspec.structs import replace

from settlement.figures.figures import Figure, absent
from settlement.figures.periods import DayFigures, Total
from settlement.models import Box
from settlement.table_ledger import FIGURES, TableLedger

NOT_COUNTED = ("in_place", "waiting")
CARRIED_ON = "left_in_place"
"""The content of such a box is counted with its next use."""
COUNT = "count of the boxes"
"""Missing part of a withheld figure."""
OF_THE_FLOAT = ("float_by_record", "float_difference")
"""Chips for notes leave the float: its record would reveal the notes."""
Days = frozenset[tuple[str, str]]
"""Tables with a gaming day (ISO date) each."""


def withheld_days(casino_id: int, sees: Set[str], since: date, until: date) -> Days:
    """The tables' days from `since` to `until` whose drop is withheld from somebody who `sees` these kinds of content,
    because a box is to be counted. At most one query."""
    if "uncounted-drop" in sees:
        return frozenset()
    boxes = Box.objects.filter(casino_id=casino_id, status__in=(*NOT_COUNTED, CARRIED_ON))
    found = list(boxes.values_list("table", "day", "status"))
    wait = {table for table, _, status in found if status != CARRIED_ON}
    first, last = since.isoformat(), until.isoformat()
    return frozenset(
        (table, day)
        for table, day, status in found
        if first <= day <= last and (status != CARRIED_ON or table in wait)
    )


def without_drop(of: TableLedger, withheld: Days) -> TableLedger:
    """A table's day without what is withheld of it."""
    if (of.table, of.day) not in withheld:
        return of
    return replace(of, **_without({name: getattr(of, name) for name in FIGURES}))


def figures_without_drop(of: DayFigures, withheld: Days) -> DayFigures:
    """What a table's day, or a shift of it, adds to sums, without what is withheld."""
    if (of.table, of.day.isoformat()) not in withheld:
        return of
    return replace(of, figures=_without(of.figures))


def total_without_drop(of: Total, *, withheld: bool) -> Total:
    """A sum without what is withheld, where something is withheld of a day that is in it."""
    return replace(of, figures=_without(of.figures)) if withheld else of


def _without(figures: Mapping[str, Figure]) -> dict[str, Figure]:
    estimate = "cash taken" in figures["drop"].bases
    return {
        name: absent(COUNT)
        if "cash taken" in figure.bases or (estimate and (name in OF_THE_FLOAT or "drop" in figure.bases))
        else figure
        for name, figure in figures.items()
    }
