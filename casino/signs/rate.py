"""Limit of requests a minute for one address, or one registered sign, on the public pages; beyond it the answer is
429.

Each web process counts for itself, as for clients of the API. Guests behind one address share its limit.
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
from limits.strategies import SlidingWindowCounterRateLimiter

from casino.kit.rate_storage import ThreadSafeMemoryStorage
from tables.handling.entry_secrets import entry_with_token, hashed

POLICY = "public"
_limiter = SlidingWindowCounterRateLimiter(ThreadSafeMemoryStorage())

View = Callable[..., HttpResponse]


def address_of(request: HttpRequest, **kwargs: object) -> str:
    """Return the client's address, as far as it is known."""
    return str(request.META["REMOTE_ADDR"])


def token_or_address(request: HttpRequest, *, token: str) -> str:
    """Return the hash of a registered sign's token, which has a limit of its own; the address for another token."""
    return hashed(token) if entry_with_token("sign", token) else address_of(request)


def limited(*, by: Callable[..., str]) -> Callable[[View], View]:
    """Let each source named by `by` through `PUBLIC_REQUESTS_PER_MINUTE` times in a minute.

    Beyond it the page has the time to come again, in each language, because nobody knows the guest's.
    """

    def with_limit(view: View) -> View:
        @wraps(view)
        def counted(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            of, who = RateLimitItemPerMinute(settings.PUBLIC_REQUESTS_PER_MINUTE), by(request, **kwargs)
            if _limiter.hit(of, POLICY, who):
                return view(request, *args, **kwargs)
            stats = _limiter.get_window_stats(of, POLICY, who)
            wait_s = max(1, math.ceil(stats.reset_time - time()))
            answer = render(
                request, "signs/too_many.html", {"sentences": _in_each_language(wait_s)}, status=429
            )
            answer["Retry-After"] = str(wait_s)
            return answer

        return counted

    return with_limit


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
