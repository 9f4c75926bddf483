"""What a ledger page is asked for: the gaming day, the period that ends with it or the shift of it, and the pit."""

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import get_args
from urllib.parse import urlencode

import msgspec
from django.http import QueryDict

from settlement.figures.periods import Period
from settlement.period_ledger import is_pit, pits_of
from tables.handling.shifts import Shift, shifts_of

SHOWN = 20
"""Characters of what was asked for in vain; no more of it is said."""


class NotThere(Exception):
    """There is no such ledger; in words for who asked, with what would be right."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A ledger that there is. `shift` is a place among the day's `shifts`; `pit` is None for all of the house."""

    day: date
    period: Period
    shifts: tuple[Shift, ...]
    shift: int | None
    pits: tuple[str, ...]
    pit: str | None

    def query(self, **other: str | None) -> str:
        """The address's query for this ledger, or for one that is other in what is given; None leaves a thing out."""
        words = {
            "day": self.day.isoformat(),
            "period": None if self.period == "day" else self.period,
            "shift": None if self.shift is None else self.shifts[self.shift].name,
            "pit": self.pit,
        }
        return "?" + urlencode({name: said for name, said in (words | other).items() if said is not None})

    @property
    def before(self) -> date | None:
        """The last day of the period before; None where there is none."""
        return _before(self.day, self.period)

    @property
    def after(self) -> date | None:
        """The last day of the period after; None where there is none."""
        try:
            return _last(self.day, self.period)
        except (OverflowError, ValueError):
            return None


def asked(casino_id: int, of: QueryDict, today: date) -> Asked:
    """What is asked for: of today, the whole day of the whole house, where nothing else is said. Raises NotThere."""
    day, period = _day(of.get("day"), today), _period(of.get("period"))
    shifts = shifts_of(casino_id, day) if day < date.max else ()
    pits = pits_of(casino_id, period, day)
    return Asked(
        day=day,
        period=period,
        shifts=shifts,
        shift=_shift(of.get("shift"), shifts, period),
        pits=pits,
        pit=_pit(casino_id, of.get("pit"), pits, period, day),
    )


def _day(said: str | None, today: date) -> date:
    if not said:
        return today
    try:
        return date.fromisoformat(said)
    except ValueError:
        raise NotThere(f"“{said[:SHOWN]}” is no gaming day; a date is, as {today}") from None


def _period(said: str | None) -> Period:
    periods: tuple[Period, ...] = get_args(Period)
    for period in periods:
        if (said or "day") == period:
            return period
    raise NotThere(f"“{(said or '')[:SHOWN]}” is no period; there are {_listed(periods)}")


def _shift(said: str | None, shifts: Sequence[Shift], period: Period) -> int | None:
    if not said:
        return None
    names = [shift.name for shift in shifts]
    if said not in names:
        raise NotThere(f"the house has no shift “{said[:SHOWN]}”; there are {_listed(names)}")
    if period != "day":
        raise NotThere(f"a shift is of one day; leave out the {period}, or the shift")
    return names.index(said)


def _pit(casino_id: int, said: str | None, pits: Collection[str], period: Period, day: date) -> str | None:
    if not said:
        return None
    if said not in pits and not is_pit(casino_id, period, day, said):
        raise NotThere(
            f"no table stands, or stood then, in a pit “{said[:SHOWN]}”; there are {_listed(pits)}"
        )
    return said


def _listed(names: Collection[str]) -> str:
    return ", ".join(names) or "none"


def _before(day: date, period: Period) -> date | None:
    first = {"day": day, "month": day.replace(day=1), "year": day.replace(month=1, day=1)}[period]
    return first - timedelta(days=1) if first > date.min else None


def _last(day: date, period: Period) -> date:
    """The last day of the next period. Raises OverflowError or ValueError beyond the calendar."""
    if period == "day":
        return day + timedelta(days=1)
    if period == "year":
        return date(day.year + 1, 12, 31)
    next_month = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
    return (next_month + timedelta(days=32)).replace(day=1) - timedelta(days=1)
