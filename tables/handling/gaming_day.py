"""The gaming day and its shifts: it begins in the morning by the casino's clock, so that a night belongs to the evening
before."""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django.apps.config import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.db import OperationalError, connections

from tables.handling.models import Casino

CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


def gaming_day(casino_id: int, now: datetime) -> date:
    """Return the gaming day that `now` (aware) belongs to at this casino. Raises Casino.DoesNotExist."""
    zone, hour = Casino.objects.values_list("time_zone", "gaming_day_begins_at").get(pk=casino_id)
    return (now.astimezone(ZoneInfo(zone)) - timedelta(hours=_hour(hour))).date()


def gaming_day_hour(casino_id: int) -> int:
    """Return the hour by the casino's clock at which its gaming days begin. Raises Casino.DoesNotExist."""
    return hour_of(Casino.objects.get(pk=casino_id))


def gaming_day_begins(casino_id: int, day: date) -> datetime:
    """Return the begin of a gaming day of the casino, by its own clock. Raises Casino.DoesNotExist."""
    casino = Casino.objects.get(pk=casino_id)
    return datetime.combine(day, time(hour_of(casino)), ZoneInfo(casino.time_zone))


def hour_of(casino: Casino) -> int:
    return _hour(casino.gaming_day_begins_at)


def _hour(registered: int | None) -> int:
    return settings.GAMING_DAY_BEGINS_AT if registered is None else registered


class Shift(msgspec.Struct, frozen=True, kw_only=True):
    """A shift of a gaming day: its name, and when it begins and ends (UTC)."""

    name: str
    begins: datetime
    ends: datetime


def shifts_of(casino_id: int, day: date) -> tuple[Shift, ...]:
    """Return the shifts of a gaming day, one after the other without a gap; empty if the casino has none.

    The first shift begins with the day, and the last one ends with it. Raises Casino.DoesNotExist, and ValueError if
    the casino's shifts cannot be read.
    """
    house = Casino.objects.get(pk=casino_id)
    hour = hour_of(house)
    clocks = read_shifts(house.shifts, hour)
    zone, first = ZoneInfo(house.time_zone), time(hour)
    bounds = [
        _at(day + timedelta(days=clock < first), clock, zone) if place else _at(day, first, zone)
        for place, (_, clock) in enumerate(clocks)
    ]
    bounds.append(_at(day + timedelta(days=1), first, zone))
    return tuple(
        Shift(name=name, begins=begins, ends=ends)
        for (name, _), begins, ends in zip(clocks, bounds, bounds[1:], strict=False)
    )


def read_shifts(shifts: Any, hour: int) -> list[tuple[str, time]]:
    """Names and times of day, in the order of the gaming day that begins at this hour. Raises ValueError, in words for
    their author.
    """
    right = 'right would be [{"name": "afternoon", "begins": "14:00"}, {"name": "night", "begins": "21:00"}]'
    try:
        entered = [(str(each["name"]), CLOCK.fullmatch(each["begins"])) for each in shifts]
    except (TypeError, KeyError):
        raise ValueError(f"its shifts are names with the times when they begin; {right}") from None
    clocks = [(name, time(int(at[1]), int(at[2]))) for name, at in entered if at]
    if len(clocks) < len(entered):
        unread = next(name for name, at in entered if at is None)
        raise ValueError(f"the shift {unread} begins at no time of day; {right}")
    if len({name for name, _ in clocks}) < len(clocks) or not all(name for name, _ in clocks):
        raise ValueError(f"each of its shifts has a name of its own; {right}")
    # Minutes since the gaming day began: an earlier time of day is on the next morning.
    turns = [(at.hour - hour) % 24 * 60 + at.minute for _, at in clocks]
    if turns != sorted(set(turns)):
        raise ValueError(
            f"its shifts begin one after the other in the gaming day, which begins at {hour:02}:00; {right}"
        )
    return clocks


def check_shifts(
    app_configs: Sequence[AppConfig] | None = None, databases: Iterable[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """Return an error for each casino whose shifts cannot be read; run as `check_registered_rulebooks` is."""
    found: list[CheckMessage] = []
    for database in databases or ():
        try:
            with connections[database].cursor() as cursor:
                columns = connections[database].introspection.get_table_description
                there = connections[database].introspection.table_names(cursor)
                table = Casino._meta.db_table
                known = {each.name for each in columns(cursor, table)} if table in there else set()
                if "shifts" not in known:
                    continue
        except OperationalError:
            continue  # the check of the rulebooks reports it
        # These columns alone: it is checked before `migrate`, which may have to add others.
        has_hours = "gaming_day_begins_at" in known
        wanted = ("pk", "shifts", "gaming_day_begins_at") if has_hours else ("pk", "shifts")
        for number, shifts, *hour in Casino.objects.using(database).order_by("pk").values_list(*wanted):
            try:
                read_shifts(shifts, _hour(hour[0] if hour else None))
            except ValueError as wrong:
                found.append(Error(f"Casino {number}: {wrong}", id="house.E004"))
    return found


def _at(day: date, clock: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, clock, zone).astimezone(UTC)
