"""The casino's time in a plan: entered by the clock on the wall, kept and counted in UTC.

On the night when the clocks go back an hour comes twice; on the one when they go forward an hour does not come at all,
and cannot be meant.
"""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from tables.roulette.refusal import Refused

HOUR = timedelta(hours=1)
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")


def meant(
    entered: str, day: date, zone: tzinfo, *, begins_at: int, again: bool = False, ends: bool = False
) -> datetime:
    """Return the moment (UTC) of an entered time, `20:30`, on a gaming day that begins at the hour `begins_at`.

    A time before that hour is of the next morning, and so is the hour itself for an end. `again` means the second of
    two equal times, on the night when the clocks go back. Raises Refused.
    """
    found = _CLOCK.fullmatch(entered)
    if found is None:
        raise Refused("rota-time-malformed", entered=entered[:12])
    clock, first = time(int(found[1]), int(found[2])), time(begins_at)
    of_next = clock < first or (ends and clock == first)
    local = datetime.combine(day + timedelta(days=of_next), clock, zone).replace(fold=int(again))
    moment = local.astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise Refused("rota-time-skipped", entered=entered)
    return moment


def day_span(day: date, zone: tzinfo, begins_at: int) -> tuple[datetime, datetime]:
    """When a gaming day begins and ends (UTC): 23 hours or 25 where the clocks change."""
    first, last = (datetime.combine(each, time(begins_at), zone) for each in (day, day + timedelta(days=1)))
    return first.astimezone(UTC), last.astimezone(UTC)


def an_hour_comes_twice(day: date, zone: tzinfo, begins_at: int) -> bool:
    first, last = day_span(day, zone, begins_at)
    return last - first > 24 * HOUR
