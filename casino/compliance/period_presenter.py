"""A period as its pages show it: its name, and the links to other periods."""

from datetime import date
from urllib.parse import urlencode

import msgspec
from django.utils.translation import gettext

from casino.compliance.period import Period
from casino.kit.dates import long_day, short_day
from tables.handling.gaming_day import shifts_of


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A way to another period, as the address chooses it; `is_here` for this one."""

    label: str
    query: str
    is_here: bool = False


class ShownPeriod(msgspec.Struct, frozen=True, kw_only=True):
    """A period in words; `query` is how an address chooses it, and `day` its one gaming day, empty of several."""

    words: str
    days: str
    query: str
    days_query: str
    """Query of the period's whole days."""
    day: str
    is_day: bool
    shift: str
    before: str
    after: str
    ways: tuple[Way, ...]


def shown_period(casino_id: int, period: Period) -> ShownPeriod:
    """Return the period with links to the day, the day's shifts and the week."""
    day = Period(since=period.since, until=period.since)
    names = [shift.name for shift in shifts_of(casino_id, period.since)]
    periods = [
        (short_day(period.since), day),
        *((name, Period(since=period.since, until=period.since, shift=name)) for name in names),
        (gettext("The week"), Period(since=period.since, until=period.until).week),
    ]
    return ShownPeriod(
        words=period_words(period),
        days=days_words(period.since, period.until),
        query=period_query(period),
        days_query=period_query(Period(since=period.since, until=period.until)),
        day=period.days[0] if period.since == period.until else "",
        is_day=period.is_day,
        shift=period.shift,
        before=period_query(period.before),
        after=period_query(period.after),
        ways=tuple(
            Way(label=label, query=period_query(other), is_here=other == period) for label, other in periods
        ),
    )


def period_words(period: Period) -> str:
    """Return the days of the period, with its shift."""
    days = days_words(period.since, period.until)
    return gettext("{days}, {shift}").format(days=days, shift=period.shift) if period.shift else days


def days_words(since: date, until: date) -> str:
    """Return the period in words: `20 Nov 2026`, or `16 Nov 2026 to 22 Nov 2026`."""
    if since == until:
        return long_day(since)
    return gettext("{since} to {until}").format(since=long_day(since), until=long_day(until))


def period_query(period: Period) -> str:
    """Return the query string that chooses this period in an address."""
    until = period.until.isoformat() if period.until != period.since else ""
    chosen = {"day": period.since.isoformat(), "until": until, "shift": period.shift}
    return urlencode({name: value for name, value in chosen.items() if value})
