"""Gaming days of a report, or a shift of them: a day, a week, or from one day to another."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

import msgspec

from tables.handling.gaming_day import shifts_of

MOST_DAYS = 31
"""On a page: of more days a file is made."""
MOST_DAYS_OF_LINES = 7
"""Most days of a page that has every line of them."""


class Window(msgspec.Struct, frozen=True):
    """Beginning and end (UTC), None if it is not bounded."""

    since: datetime | None = None
    until: datetime | None = None

    def has(self, at: datetime) -> bool:
        """Return True if a moment is in the window; its end is outside."""
        return (self.since is None or self.since <= at) and (self.until is None or at < self.until)


ALWAYS = Window()


class Period(msgspec.Struct, frozen=True, kw_only=True):
    """The gaming days from `since` to `until`, both among them; of each the whole, or the shift of that name."""

    since: date
    until: date
    shift: str = ""

    @classmethod
    def of_day(cls, day: str) -> "Period":
        """Return a whole gaming day (ISO date)."""
        on = date.fromisoformat(day)
        return cls(since=on, until=on)

    @property
    def days(self) -> tuple[str, ...]:
        """Return the gaming days as ISO dates."""
        count = (self.until - self.since).days + 1
        return tuple((self.since + timedelta(days=place)).isoformat() for place in range(count))

    @property
    def is_day(self) -> bool:
        """Return True for one whole gaming day, the period that people sign."""
        return self.since == self.until and not self.shift

    @property
    def week(self) -> "Period":
        """Return the week of its first day, from Monday to Sunday; the same shift of it."""
        monday = self.since - timedelta(days=self.since.weekday())
        return Period(since=monday, until=monday + timedelta(days=6), shift=self.shift)

    @property
    def before(self) -> "Period":
        """Return as many days, up to the day before."""
        length = self.until - self.since + timedelta(days=1)
        return Period(since=self.since - length, until=self.until - length, shift=self.shift)

    @property
    def after(self) -> "Period":
        """Return as many days, from the day after on."""
        length = self.until - self.since + timedelta(days=1)
        return Period(since=self.since + length, until=self.until + length, shift=self.shift)

    def windows(self, casino_id: int) -> Mapping[str, Window]:
        """Return the window of each gaming day. The first shift includes the time before it, and the last the time
        after it.

        A day on which the casino has no shift of that name is left out.
        """
        if not self.shift:
            return dict.fromkeys(self.days, ALWAYS)
        found: dict[str, Window] = {}
        for day in self.days:
            shifts = shifts_of(casino_id, date.fromisoformat(day))
            for place, shift in enumerate(shifts):
                if shift.name == self.shift:
                    found[day] = Window(
                        None if place == 0 else shift.begins,
                        None if place == len(shifts) - 1 else shift.ends,
                    )
        return found


def span(since: str, until: str) -> str:
    """Return gaming days as the name of a file has them: one, or the first and the last."""
    return since if since == until else f"{since}-to-{until}"
