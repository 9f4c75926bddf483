"""Days and moments as screens and documents write them: in the reader's language, by the casino's clock.

The one place that does so, as Babel has it. Every language here has a clock of 24 hours.
"""

from datetime import UTC, date, datetime, time, tzinfo
from functools import cache

from babel import Locale
from babel.dates import format_date
from django.utils import timezone

from casino.languages.language import current_language, locale_of
from tables.local_time import with_offset

SHORT, LONG = "d MMM", "d MMM y"
MONTH = "LLLL"
MONTH_AND_YEAR = "LLLL y"
FULL = {"pt": "d 'de' MMMM 'de' y"}
USUAL_FULL = "d MMMM y"
WEEKDAY = {"pt": "EEEE, d 'de' MMMM 'de' y"}
USUAL_WEEKDAY = "EEEE d MMMM y"


def short_day(day: date | str) -> str:
    """Return a gaming day (a date, or one in ISO form): `20 Nov`."""
    return _day(day, SHORT)


def long_day(day: date | str) -> str:
    """Return the day for documents, which are read years later: `20 Nov 2026`."""
    return _day(day, LONG)


def full_day(day: date | str) -> str:
    """Return a day with its month in full: `20 November 2026`."""
    return _day(day, FULL.get(current_language(), USUAL_FULL))


def weekday(day: date | str) -> str:
    """Return a day with all of its name: `Friday 20 November 2026`."""
    return _day(day, WEEKDAY.get(current_language(), USUAL_WEEKDAY))


def short_weekday(day: date) -> str:
    """Return a day within its month: `Fri 20`."""
    return _day(day, "EEE d")


def month(day: date) -> str:
    """Return the name of its month: `November`."""
    return _day(day, MONTH)


def month_and_year(month: str) -> str:
    """Return a month in ISO form, `2026-11`: `November 2026`."""
    return _day(f"{month}-01", MONTH_AND_YEAR)


def clock(at: datetime | time) -> str:
    """Return the time of day to the minute: `14:03`, or `02:30 +01:00` where the clock shows it twice."""
    return _with_offset(f"{_of_day(at):%H:%M}", at)


def second(at: datetime | time) -> str:
    """Return the time of day to the second: `14:03:05`, or `02:30:05 +01:00` where the clock shows it twice."""
    return _with_offset(f"{_of_day(at):%H:%M:%S}", at)


def day_and_clock(at: datetime) -> str:
    """Return a moment of these days: `20 Nov, 14:03`."""
    return f"{short_day(at)}, {clock(at)}"


def day_and_second(at: datetime) -> str:
    """Return day and time to the second: `20 Nov, 14:03:05`."""
    return f"{short_day(at)}, {second(at)}"


def long_day_and_clock(at: datetime) -> str:
    """Return a moment as documents have it: `20 Nov 2026, 14:03`."""
    return f"{long_day(at)}, {clock(at)}"


def moment(at: datetime) -> str:
    """Return a moment to the second, as documents have it: `20 Nov 2026, 14:03:05`."""
    return f"{long_day(at)}, {second(at)}"


def moment_and_zone(at: datetime) -> str:
    """Return the moment with the clock's name: `20 Nov 2026, 14:03:05 WET`."""
    return f"{moment(at)} {timezone.localtime(at):%Z}"


def utc_second(at: datetime) -> str:
    """Return a moment to the second in UTC, for papers about several casinos' clocks: `20 Nov 2026, 13:03:05`."""
    utc = at.astimezone(UTC)
    return f"{_day(utc.date(), LONG)}, {utc:%H:%M:%S}"


def clock_time(at: datetime, zone: tzinfo) -> str:
    """Return the time by a casino's clock: `20:30`, or `01:30 +00:00` where the clock shows it twice."""
    return own_clock(at.astimezone(zone))


def own_clock(at: datetime) -> str:
    """Return the time by the clock of the moment's own time zone, as `clock_time`."""
    return with_offset(f"{at:%H:%M}", at)


def _day(day: date | str, pattern: str) -> str:
    found = date.fromisoformat(day) if isinstance(day, str) else day
    if isinstance(found, datetime):
        found = _local(found)
    return format_date(found, pattern, locale=_locale(current_language()))


def _with_offset(shown: str, at: datetime | time) -> str:
    return with_offset(shown, _local(at)) if isinstance(at, datetime) else shown


def _of_day(at: datetime | time) -> datetime | time:
    """Return the time of day by the casino's clock; one without a zone stays as it is."""
    return _local(at) if isinstance(at, datetime) else at


@cache
def _locale(language: str) -> Locale:
    return Locale.parse(locale_of(language))


def _local(at: datetime) -> datetime:
    """Return the moment by the casino's clock; one without a zone stays as it is."""
    return timezone.localtime(at) if timezone.is_aware(at) else at
