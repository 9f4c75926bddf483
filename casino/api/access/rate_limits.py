"""Limit of a client's requests a minute, with the headers of draft-ietf-httpapi-ratelimit-headers and RFC 6585's
429.

Each web process counts for itself: the limit guards its time, and a shared count would cost more of it.
"""

import math
from time import time
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin
from limits import RateLimitItemPerMinute
from limits.strategies import SlidingWindowCounterRateLimiter
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from casino.api.access.authentication import token_of
from casino.kit.rate_storage import ThreadSafeMemoryStorage

if TYPE_CHECKING:
    # This import reads the settings, which name the class below.
    from rest_framework.views import APIView

WINDOW_S = 60
POLICY = "client"
COUNTED = "permanence.client_rate"
"""Key in a request for the remaining requests of its client. No header has such a name there."""
_limiter = SlidingWindowCounterRateLimiter(ThreadSafeMemoryStorage())


class ClientRate(BaseThrottle):
    """Throttle that counts each request of an authenticated client, and refuses requests over the limit."""

    def allow_request(self, request: Request, view: "APIView") -> bool:
        if request.auth is None:
            return True
        most: int = settings.API_REQUESTS_PER_MINUTE
        of, who = RateLimitItemPerMinute(most), str(token_of(request).application_id)
        allowed = _limiter.hit(of, POLICY, who)
        stats = _limiter.get_window_stats(of, POLICY, who)
        self._wait_s = max(1, math.ceil(stats.reset_time - time()))
        request.META[COUNTED] = (most, max(0, stats.remaining), self._wait_s)
        return allowed

    def wait(self) -> int:
        return self._wait_s


class RateHeaders(MiddlewareMixin):
    """Tells every client with every answer how much it may still ask."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        rate = request.META.get(COUNTED)
        if rate is not None:
            most, remaining, reset_s = rate
            response["RateLimit-Policy"] = f'"{POLICY}";q={most};w={WINDOW_S}'
            response["RateLimit"] = f'"{POLICY}";r={remaining};t={reset_s}'
        return response
