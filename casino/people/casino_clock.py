"""The clock of the reader's casino is in force while a page is made: casinos of one database may be in two zones."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from casino.people.models import Person
from tables.handling.models import Casino


class CasinoClock:
    """Middleware that sets the casino's time zone for a signed-in person; it comes after the sign-in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        person = request.__dict__.get("_cached_user")
        if not isinstance(person, Person):
            return self._get_response(request)
        with timezone.override(zone_of_casino(person.casino_id)):
            return self._get_response(request)


def zone_of_casino(casino_id: int) -> ZoneInfo:
    """The casino's time zone, as it was read at most SIGN_IN_RULES_BELIEVED_SECONDS ago; the server's where no casino
    is registered."""
    key = f"people.time-zone.{casino_id}"
    name: str | None = cache.get(key)
    if name is None:
        row = Casino.objects.filter(pk=casino_id).values_list("time_zone", flat=True).first()
        name = row or settings.TIME_ZONE
        cache.set(key, name, settings.SIGN_IN_RULES_BELIEVED_SECONDS)
    return ZoneInfo(name)
