"""Choices in a ledger's address: the gaming day, the period that ends with it or a shift of it, and the pit."""

from collections.abc import Collection
from datetime import date, timedelta
from typing import Any, get_args
from urllib.parse import urlencode

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from casino.kit.forms.readable_form import ReadableForm, VerbatimField
from settlement.figures.periods import Period
from settlement.period_ledger import is_pit, pits_of
from tables.handling.gaming_day import Shift, shifts_of

QUOTED = 20
"""Characters of an unknown choice that a message quotes."""
PERIODS: tuple[Period, ...] = get_args(Period)


class LedgerChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A ledger that there is. `shift` is a place among the day's `shifts`; `pit` is None for all of the casino."""

    day: date
    period: Period
    shifts: tuple[Shift, ...]
    shift: int | None
    pits: tuple[str, ...]
    pit: str | None

    def query(self, **other: str | None) -> str:
        """Return the address's query for this ledger, or for one that differs in `other`; None leaves a thing out."""
        words = {
            "day": self.day.isoformat(),
            "period": None if self.period == "day" else self.period,
            "shift": None if self.shift is None else self.shifts[self.shift].name,
            "pit": self.pit,
        }
        return "?" + urlencode({name: word for name, word in (words | other).items() if word is not None})

    @property
    def before(self) -> date | None:
        """Return the last day of the period before; None if there is none."""
        day = self.day
        first = {"day": day, "month": day.replace(day=1), "year": day.replace(month=1, day=1)}[self.period]
        return first - timedelta(days=1) if first > date.min else None

    @property
    def after(self) -> date | None:
        """Return the last day of the period after; None if there is none."""
        try:
            return _last(self.day, self.period)
        except (OverflowError, ValueError):
            return None


class LedgerFilter(ReadableForm):
    """Form for the choice of a ledger; the default is today, the whole day of the whole casino."""

    day = VerbatimField()
    period = VerbatimField()
    shift = VerbatimField()
    pit = VerbatimField()

    def __init__(self, casino_id: int, today: date, chosen: QueryDict) -> None:
        super().__init__(chosen)
        self.casino_id, self.today = casino_id, today

    def clean_day(self) -> date:
        entered = self.cleaned_data["day"]
        try:
            return date.fromisoformat(entered) if entered else self.today
        except ValueError:
            raise _no_such(
                _("“{entered}” is no gaming day; a date is, as {today}"), entered, today=self.today
            ) from None

    def clean_period(self) -> Period:
        entered = self.cleaned_data["period"] or "day"
        for period in PERIODS:
            if entered == period:
                return period
        raise _no_such(_("“{entered}” is no period; there are {known}"), entered, PERIODS)

    def clean(self) -> dict[str, Any]:
        """Return the choice with the shifts of the day and the pits of the period."""
        chosen = self.cleaned_data
        if not self.errors:
            day, period = chosen["day"], chosen["period"]
            chosen["shifts"] = shifts_of(self.casino_id, day) if day < date.max else ()
            chosen["pits"] = pits_of(self.casino_id, period, day)
            chosen["shift"], chosen["pit"] = self._shift(), self._pit()
        return chosen

    @property
    def choice(self) -> LedgerChoice:
        """Return the ledger that was chosen, of a form that is valid."""
        return LedgerChoice(**self.cleaned_data)

    @property
    def mistake(self) -> str:
        """Return the reason why there is no such ledger, with the remedy, for an invalid form."""
        return next(str(messages[0]) for messages in self.errors.values())

    def _shift(self) -> int | None:
        entered, period = self.cleaned_data["shift"], self.cleaned_data["period"]
        names = [shift.name for shift in self.cleaned_data["shifts"]]
        if not entered:
            return None
        if entered not in names:
            raise _no_such(_("the casino has no shift “{entered}”; there are {known}"), entered, names)
        if period != "day":
            raise forms.ValidationError(_("a shift is of one day: leave out the period, or the shift"))
        return names.index(entered)

    def _pit(self) -> str | None:
        entered, pits = self.cleaned_data["pit"], self.cleaned_data["pits"]
        period, day = self.cleaned_data["period"], self.cleaned_data["day"]
        if entered and entered not in pits and not is_pit(self.casino_id, period, day, entered):
            words = _("no table stands, or stood then, in a pit “{entered}”; there are {known}")
            raise _no_such(words, entered, pits)
        return entered or None


def _no_such(words: str, entered: str, known: Collection[str] = (), **more: object) -> forms.ValidationError:
    known_ones = ", ".join(known) or _("none")
    return forms.ValidationError(words.format(entered=entered[:QUOTED], known=known_ones, **more))


def _last(day: date, period: Period) -> date:
    """Return the last day of the next period. Raises OverflowError or ValueError beyond the calendar."""
    if period == "day":
        return day + timedelta(days=1)
    if period == "year":
        return date(day.year + 1, 12, 31)
    next_month = (day.replace(day=1) + timedelta(days=32)).replace(day=1)
    return (next_month + timedelta(days=32)).replace(day=1) - timedelta(days=1)
