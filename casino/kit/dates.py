"""Days and moments as screens and documents write them: in the reader's language, by the casino's clock."""

from datetime import date, datetime, tzinfo

from django.utils import timezone
from django.utils.formats import date_format

from casino.kit.sentences import CODES


def short_day(day: date | str) -> str:
    """A gaming day (a date, or one in ISO form): `20 Nov`."""
    return date_format(_date(day), "j M")


def long_day(day: date | str) -> str:
    """The same as documents have it, which are read years later: `20 Nov 2026`."""
    return date_format(_date(day), "j M Y")


def clock(at: datetime) -> str:
    """The time of day to the minute: `14:03`."""
    return date_format(timezone.localtime(at), "H:i")


def second(at: datetime) -> str:
    """The time of day to the second: `14:03:05`."""
    return date_format(timezone.localtime(at), "H:i:s")


def day_and_clock(at: datetime) -> str:
    """A moment of these days: `20 Nov, 14:03`."""
    return date_format(timezone.localtime(at), "j M, H:i")


def moment(at: datetime) -> str:
    """A moment to the second, as documents have it: `20 Nov 2026, 14:03:05`."""
    return date_format(timezone.localtime(at), "j M Y, H:i:s")


def clock_time(at: datetime, zone: tzinfo) -> str:
    """A moment by a casino's clock: `20:30`, or `01:30 again` where the clock shows it for the second time."""
    return CODES.clock(at.astimezone(zone))


def _date(day: date | str) -> date:
    return date.fromisoformat(day) if isinstance(day, str) else day
