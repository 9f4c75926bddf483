"""Refusals of the web process before any view: in the client's language, to programs as problem details."""

from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext, override

from casino.languages.choosing import language_of_browser
from casino.languages.language import ENGLISH, tag_of
from casino.web import problem_response as problem
from casino.web.http_protocol import RETRY_AFTER_S
from casino.web.unavailable import unavailable


def too_large(scope: Any) -> HttpResponse:
    """Return 413 for a body over the limit of its sender and address."""
    request = headers_of(scope)
    with override(_language_of(request)):
        return _refusal(request, 413, gettext("The request is too large."))


def database_away(scope: Any, error: BaseException) -> HttpResponse:
    """Return 503 for a request whose sender could not be looked up in the database."""
    request = headers_of(scope)
    with override(_language_of(request)):
        return unavailable(request, error)


def full(scope: Any) -> HttpResponse:
    """Return 503 for a request without room in line."""
    request = headers_of(scope)
    with override(_language_of(request)):
        return no_room(request)


def no_room(request: HttpRequest) -> HttpResponse:
    """Return 503 in the current language, with the time to try again."""
    response = _refusal(request, 503, gettext("This server is full; try again shortly."))
    response["Retry-After"] = str(RETRY_AFTER_S)
    return response


def too_many_streams(most: int) -> HttpResponse:
    """Return 429 to a client of the API that has as many event streams open as it may have."""
    words = gettext("This client has {most} event streams open. Close one of them first.").format(most=most)
    response = problem.problem_response(problem.document(429, words))
    response["Retry-After"] = str(RETRY_AFTER_S)
    return response


def _refusal(request: HttpRequest, status: int, words: str) -> HttpResponse:
    if problem.is_for_machines(request):
        response = problem.problem_response(problem.document(status, words))
    else:
        response = HttpResponse(f"{words}\n", content_type="text/plain; charset=utf-8", status=status)
    response["Content-Language"] = tag_of(get_language() or ENGLISH)
    patch_vary_headers(response, ("Accept-Language",))
    return response


def headers_of(scope: Any) -> HttpRequest:
    """Return the request without its body, and without the body's charset, which Django may not know."""
    headers = [(name, value) for name, value in scope["headers"] if name != b"content-type"]
    return ASGIRequest({**scope, "headers": headers}, BytesIO())


def _language_of(request: HttpRequest) -> str:
    return language_of_browser(request) or ENGLISH
