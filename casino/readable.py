"""What comes in must be text: a NUL, which PostgreSQL cannot hold, and what is no UTF-8 are turned away here.

One place for every screen and every call, before a view, a session or a query meets it. An address with such a
character is one that there is not: 404. Fields of a form are refused by the form's own reader, at their place on the
screen (casino/kit/forms/validation.py); where a form has no such reader, what the database makes of it is 422 too. The
API reads its own queries and bodies, and names the place.
"""

import codecs
import re

from django.core.exceptions import BadRequest
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from casino.api.http.problem import is_for_machines, no_such_address

UNREADABLE = re.compile("[\0\ufffd\ud800-\udfff]")
"""NUL, half a character, and what stands where bytes were no UTF-8."""
NO_TEXT = "it has a character that is no text (a NUL, or bytes that are no UTF-8); send it as it was typed"


class ReadableRequests(MiddlewareMixin):
    """Turns away what is no text, and forgets cookies that are none."""

    def process_request(self, request: HttpRequest) -> HttpResponseBase | None:
        """The answer to a request that cannot be read; None for all others. Raises Http404, BadRequest."""
        _check_charset(request)
        # No cookie of the house has such a character: a session with one is nobody's.
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if _is_text(name + value)}
        if not _is_text(request.path_info):
            if is_for_machines(request):
                return no_such_address(request)
            raise Http404("an address has no such character")
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        """The refusal of a form whose field was no text, where its view asked the database for it all the same."""
        if not isinstance(error, DataError | ValueError) or is_for_machines(request):
            return None
        for name, values in (*request.GET.lists(), *request.POST.lists()):
            if not all(map(_is_text, (name, *values))):
                return _refused(request, name)
        return None


def _is_text(said: object) -> bool:
    return not UNREADABLE.search(str(said))


def _check_charset(request: HttpRequest) -> None:
    """Fields are UTF-8 whatever a request calls them. Raises BadRequest for a form that says otherwise."""
    said = request.encoding
    if said is None or codecs.lookup(said).name == "utf-8":
        return
    if request.content_type in ("application/x-www-form-urlencoded", "multipart/form-data"):
        raise BadRequest(f"a form in {said}: forms are sent in UTF-8")
    request.encoding = "utf-8"


def _refused(request: HttpRequest, name: str) -> HttpResponse:
    field = UNREADABLE.sub("?", name)[:60]
    return render(request, "422.html", {"field": field, "reason": NO_TEXT}, status=422)
