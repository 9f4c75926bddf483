"""What the web process itself refuses, before any view: in the client's language, to programs as problem details."""

from io import BytesIO
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext, override

from casino.api.http import problem
from casino.languages.choosing import language_of_browser
from casino.languages.language import ENGLISH, tag_of
from casino.web.http_protocol import RETRY_AFTER_S


def too_large(scope: Any) -> HttpResponse:
    """413 for a body that no request of ours has; the connection ends with it."""
    request = _headers_of(scope)
    with override(_language_of(request)):
        response = _refusal(request, 413, gettext("The request is too large."))
    response["Connection"] = "close"
    return response


def full(scope: Any) -> HttpResponse:
    """503 for a request for which there is no room in line."""
    request = _headers_of(scope)
    with override(_language_of(request)):
        return no_room(request)


def no_room(request: HttpRequest) -> HttpResponse:
    """503 in the language in force, with when to try again."""
    response = _refusal(request, 503, gettext("This server is full; try again shortly."))
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


def _headers_of(scope: Any) -> HttpRequest:
    """The request without its body, and without the charset of that: Django would not take every one."""
    headers = [(name, value) for name, value in scope["headers"] if name != b"content-type"]
    return ASGIRequest({**scope, "headers": headers}, BytesIO())


def _language_of(request: HttpRequest) -> str:
    return language_of_browser(request) or ENGLISH
