"""Headers that a request has once.

A proxy that sends a header twice, or folds two into one, makes `Idempotency-Key: k, k` of `k`. Django joins two headers
by a comma. Read as one value, `k,k` is another key, `41,41` another position of the feed, and `a,a` another token.
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext

from casino.web import problem_response as problem

SINGLE = ("Authorization", "Content-Type", "Idempotency-Key", "If-Match", "Last-Event-ID")
"""Headers whose value has no comma in any call. `If-None-Match` and `Accept` are lists."""


class SingleHeaders:
    """Refuses a call with a doubled header, before its token is looked up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response to the call, or 400 with the name of the doubled header."""
        if problem.is_for_machines(request):
            for name in SINGLE:
                if "," in request.headers.get(name, ""):
                    return _refused(name)
        return self._get_response(request)


def _refused(name: str) -> HttpResponseBase:
    words = gettext("'{header}' has more than one value, or a comma. Send the header once, with one value.")
    return problem.problem_response(problem.document(400, words.format(header=name)))
