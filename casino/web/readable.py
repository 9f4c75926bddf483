"""Requests must be text: a NUL, which PostgreSQL cannot hold, and bytes that are no UTF-8 are refused here.

One place for every screen and every call, before a view, a session or a query. An address with such a character does
not exist: 404. Fields of a form are refused by the form itself, at their place on the screen
(casino/kit/forms/validation.py); where a form does not check them, the database's error is 422 too. The API reads its
own queries and bodies, and names the place.
"""

import codecs
import re

from django.core.exceptions import BadRequest
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext

from casino.kit.sentences.marks import gettext_noop
from casino.web.problem_response import is_for_machines, no_such_address

UNREADABLE = re.compile("[\0\ufffd\ud800-\udfff]")
"""NUL, half a character, and the replacement for bytes outside of UTF-8."""
NO_TEXT = gettext_noop(
    "it has a character that is no text (a NUL, or bytes that are no UTF-8); send it as it was typed"
)


class ReadableRequests(MiddlewareMixin):
    def process_request(self, request: HttpRequest) -> HttpResponseBase | None:
        _check_charset(request)
        # No cookie of this site has such a character, so a session with one is invalid.
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if _is_text(name + value)}
        if not _is_text(request.path_info):
            if is_for_machines(request):
                return no_such_address(request)
            raise Http404("an address has no such character")
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        """Return the refusal of a form whose field was not text, if its view used it in a query all the same."""
        if not isinstance(error, DataError | ValueError) or is_for_machines(request):
            return None
        for name, values in (*request.GET.lists(), *request.POST.lists()):
            if not all(map(_is_text, (name, *values))):
                return _refused(request, name)
        return None


def _is_text(value: object) -> bool:
    return not UNREADABLE.search(str(value))


def _check_charset(request: HttpRequest) -> None:
    """Check that fields are UTF-8, even if a request declares another charset.

    Raises BadRequest for a form with another encoding.
    """
    encoding = request.encoding
    if encoding is None or codecs.lookup(encoding).name == "utf-8":
        return
    if request.content_type in ("application/x-www-form-urlencoded", "multipart/form-data"):
        raise BadRequest(f"a form in {encoding}: forms are sent in UTF-8")
    request.encoding = "utf-8"


def _refused(request: HttpRequest, name: str) -> HttpResponse:
    field = UNREADABLE.sub("?", name)[:60]
    return render(request, "422.html", {"field": field, "reason": gettext(NO_TEXT)}, status=422)
