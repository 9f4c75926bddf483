"""The gaming day: it begins in the morning by the house's clock, so that a night belongs to the evening before."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from tables.handling.models import Casino


def gaming_day(casino_id: int, now: datetime) -> date:
    """The gaming day that `now` (aware) belongs to at this casino. Raises Casino.DoesNotExist."""
    zone = Casino.objects.values_list("time_zone", flat=True).get(pk=casino_id)
    return (now.astimezone(ZoneInfo(zone)) - timedelta(hours=settings.GAMING_DAY_BEGINS_AT)).date()
