"""Reader's language, in force only while a request is answered: each layer restores the earlier language.

The outermost layer sets the browser's language, so that every error on the way is answered in it. The next sets that of
the signed-in person. Both are context of the request: a thread or a task that serves another one never sees it.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import override

from casino.languages.choosing import (
    LAST_READ,
    accepted_language,
    keep_in_browser,
    language_of_browser,
    language_of_person,
)
from casino.languages.language import ENGLISH, tag_of
from casino.web.unavailable import is_database_away, unavailable
from tables.stream.service import DATABASE_AWAY

GetResponse = Callable[[HttpRequest], HttpResponseBase]
PROBLEM = "application/problem+json"
FOR_MACHINES = ("/api/", "/oauth/")
NEVER_ASKS = (*FOR_MACHINES, "/healthz", "/readyz")
"""Addresses whose answers do not depend on the signed-in person."""


class BrowserLanguage:
    """The language that the browser, or the program, asks for."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        machine = request.path_info.startswith(FOR_MACHINES)
        language = (accepted_language(request) if machine else language_of_browser(request)) or ENGLISH
        with override(language):
            response = self._get_response(request)
        if response.get("Content-Type", "").startswith((PROBLEM, "text/html")):
            patch_vary_headers(response, ("Accept-Language",))
        if response.get("Content-Type", "").startswith(PROBLEM):
            response.headers.setdefault("Content-Language", tag_of(language))
        return response


class PersonLanguage:
    """Middleware that sets the language of the signed-in person."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(NEVER_ASKS):
            return self._get_response(request)
        try:
            person: Any = request.user
            language = language_of_person(person, request) if person.is_authenticated else ""
        except DATABASE_AWAY as error:
            if is_database_away(error):
                return unavailable(request, error)
            raise
        if not language:
            return self._get_response(request)

        async def same_person() -> object:
            return person

        # An asynchronous view also asks for the signed-in person, and need not read it again.
        request.auser = same_person  # type: ignore[assignment]
        with override(language):
            response = self._get_response(request)
        if language not in (request.COOKIES.get(LAST_READ), language_of_browser(request)):
            keep_in_browser(response, LAST_READ, language)  # type: ignore[arg-type]
        return response
