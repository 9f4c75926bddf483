"""The casino's time in a plan: entered by the clock on the wall, kept and counted in UTC."""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from tables.local_time import moment_of, offset_of
from tables.refusal import Refused

HOUR = timedelta(hours=1)
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")


def meant(
    entered: str, day: date, zone: tzinfo, *, begins_at: int, offset: str = "", ends: bool = False
) -> datetime:
    """Return the moment (UTC) of an entered time, `20:30`, on a gaming day that begins at the hour `begins_at`.

    A time before that hour is of the next morning, and so is the hour itself for an end. `offset` chooses
    between two equal times, on the night when the clocks go back. Raises Refused.
    """
    found = _CLOCK.fullmatch(entered)
    if found is None:
        raise Refused("rota-time-malformed", entered=entered[:12])
    clock, first = time(int(found[1]), int(found[2])), time(begins_at)
    of_next = clock < first or (ends and clock == first)
    return moment_of(datetime.combine(day + timedelta(days=of_next), clock), zone, offset)


def day_span(day: date, zone: tzinfo, begins_at: int) -> tuple[datetime, datetime]:
    """Return the begin and the end of a gaming day (UTC): 23 or 25 hours apart on a day of a clock change."""
    first, last = (datetime.combine(each, time(begins_at), zone) for each in (day, day + timedelta(days=1)))
    return first.astimezone(UTC), last.astimezone(UTC)


def offsets_of_night(day: date, zone: tzinfo, begins_at: int) -> tuple[str, ...]:
    """Return the offsets before and after the clocks go back on a gaming day; empty if no time of it occurs twice."""
    first, last = day_span(day, zone, begins_at)
    if last - first <= 24 * HOUR:
        return ()
    return offset_of(first.astimezone(zone)), offset_of(last.astimezone(zone))
