"""How much one address may ask of the public pages in a minute; who asks for more is told so, with status 429.

Each web process counts for itself, as for clients of the API. Guests behind one address share what it may ask.
"""

import math
from collections.abc import Callable
from functools import wraps
from time import time

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext, override
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

POLICY = "public"
_limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

View = Callable[..., HttpResponse]


def limited_by_address(view: View) -> View:
    """Let an address through `PUBLIC_REQUESTS_PER_MINUTE` times in a minute; beyond it the page says when to come
    again, in each language, for nobody knows which one the guest reads."""

    @wraps(view)
    def limited(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        of = RateLimitItemPerMinute(settings.PUBLIC_REQUESTS_PER_MINUTE)
        address = request.META["REMOTE_ADDR"]
        if _limiter.hit(of, POLICY, address):
            return view(request, *args, **kwargs)
        stats = _limiter.get_window_stats(of, POLICY, address)
        wait_s = max(1, math.ceil(stats.reset_time - time()))
        answer = render(request, "public/too_many.html", {"sentences": _in_each_language(wait_s)}, status=429)
        answer["Retry-After"] = str(wait_s)
        return answer

    return limited


def _in_each_language(wait_s: int) -> dict[str, str]:
    sentences = {}
    for language, _ in settings.LANGUAGES:
        with override(language):
            text = ngettext(
                "Too many requests came from here. Please try again in {seconds} second.",
                "Too many requests came from here. Please try again in {seconds} seconds.",
                wait_s,
            )
            sentences[language] = text.format(seconds=wait_s)
    return sentences
