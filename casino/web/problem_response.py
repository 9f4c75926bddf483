"""Errors under /api/, as RFC 9457 problem details; never a page.

casino.web.problem.Problem has the problems of a request's content, this module those of its carriage.
"""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.defaults import bad_request as bad_request_page
from django.views.defaults import server_error as server_error_page
from rest_framework import status
from rest_framework.exceptions import (
    APIException,
    MethodNotAllowed,
    NotAcceptable,
    NotAuthenticated,
    NotFound,
    Throttled,
)

from casino.kit.sentences import sentence_of
from casino.kit.sentences.lists import with_or
from casino.kit.sentences.marks import gettext_noop as _
from casino.web.problem import Problem, refusal_members
from tables.refusal import Refusal

CONTENT_TYPE = "application/problem+json"
TYPE = "urn:permanence:problem:"
ERRORS_FROM = 400
"""The first status that is a problem."""

_KINDS = {
    400: ("malformed-request", _("The request is not of the documented form")),
    401: ("not-signed-in", _("The request has no access token that is valid")),
    403: ("scope-missing", _("The access token does not allow it")),
    404: ("not-found", _("There is nothing at this address")),
    405: ("method-not-allowed", _("This address does not take that method")),
    406: ("not-acceptable", _("The answer cannot be given in that form")),
    409: ("key-used-before", _("The idempotency key stands for another request")),
    410: ("archived", _("It is in the archive")),
    412: ("moved-on", _("It has moved on")),
    413: ("too-large", _("The request is too large")),
    415: ("unsupported-media-type", _("The body is not in a form that is read here")),
    429: ("too-many-requests", _("The client asks more than it may")),
    500: ("server-error", _("Something went wrong here")),
    503: ("unavailable", _("Nothing can be answered just now")),
}
"""End of the problem's type, and its title, by status."""


class BadRequest(APIException):
    """Request that cannot be read, or that lacks a part required of all requests of its kind."""

    status_code = status.HTTP_400_BAD_REQUEST

    def __init__(self, found: Problem | str) -> None:
        super().__init__(found.detail if isinstance(found, Problem) else found)
        self.refusal = found.refusal if isinstance(found, Problem) else None


class TooLarge(APIException):
    """A body over the limit."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE


class KeyUsedBefore(APIException):
    """The idempotency key belongs to another request."""

    status_code = status.HTTP_409_CONFLICT


class Overtaken(APIException):
    """A request that others overtook again and again, and that is not done."""

    status_code = status.HTTP_409_CONFLICT
    kind = ("overtaken", _("Someone else was faster, and nothing was changed"))


class NotThere(NotFound):
    """The address names an unknown thing; code and parameters make the sentence."""

    def __init__(self, code: str, **parameters: Any) -> None:
        self.refusal = Refusal(code=code, parameters=parameters)
        super().__init__(f"{sentence_of(self.refusal)}.")


class NotYet(NotThere):
    """Resource that does not exist yet, but probably will: the client can ask again later."""

    kind = ("not-yet", _("It is not there yet; ask again later"))


class MovedOn(APIException):
    """A command for another version of its aggregate than that has."""

    status_code = status.HTTP_412_PRECONDITION_FAILED

    def __init__(self, stands: str, version: int) -> None:
        super().__init__(stands)
        self.version = version


def document(code: int, detail: str, named: tuple[str, str] | None = None) -> dict[str, Any]:
    """Return the problem of a status, in words. `named` replaces the status's usual kind and title."""
    kind, title = named or _KINDS[code]
    return {"type": TYPE + kind, "title": gettext(title), "status": code, "detail": detail}


def problem_response(found: dict[str, Any]) -> HttpResponse:
    return HttpResponse(json.dumps(found), status=found["status"], content_type=CONTENT_TYPE)


def exception_response(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Return the answer for an exception of a view, as REST framework asks; unforeseen ones are left to
    `server_error`.
    """
    if isinstance(error, Problem):
        return problem_response(error.document())
    if isinstance(error, Http404):
        error = NotFound()
    if not isinstance(error, APIException):
        return None
    found = document(error.status_code, _in_words(error, context), getattr(error, "kind", None))
    found |= refusal_members(getattr(error, "refusal", None))
    if isinstance(error, MovedOn):
        found["version"] = error.version
    response = problem_response(found)
    if wait := getattr(error, "wait", None):
        response["Retry-After"] = str(wait)
    if challenge := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = challenge
    return response


def _in_words(error: APIException, context: dict[str, Any]) -> str:
    if isinstance(error, NotAuthenticated):
        return gettext(
            "Send an access token in the header 'Authorization: Bearer ...'; "
            "/oauth/token/ gives one for client credentials, and it is short-lived."
        )
    if isinstance(error, MethodNotAllowed):
        takes = ", ".join(context["view"].allowed_methods)
        return gettext("{method} is not taken here; right would be one of {methods}.").format(
            method=context["request"].method, methods=takes
        )
    if isinstance(error, Throttled):
        wait = getattr(error, "wait", None)
        return gettext(
            "Ask again in {wait} s; the header RateLimit says with each answer how much is left."
        ).format(wait=wait)
    if isinstance(error, NotAcceptable):
        forms = with_or([each.media_type for each in context["view"].renderer_classes])
        return gettext("This answer is given as {forms}; accept that.").format(forms=forms)
    return str(error.detail)


@csrf_exempt
def no_such_address(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Answer 404 for every unknown address under /api/."""
    missing = NotThere("address-unknown", address=request.path)
    return problem_response(document(404, str(missing.detail)) | refusal_members(missing.refusal))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django itself cannot read."""
    if is_for_machines(request):
        return problem_response(
            document(
                400, gettext("The request cannot be taken: its host, its form or its size is not allowed.")
            )
        )
    return bad_request_page(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an unforeseen error; the error is in the log."""
    if is_for_machines(request):
        return problem_response(
            document(500, gettext("Nothing was done. The same request may be sent again, with the same key."))
        )
    return server_error_page(request)


def is_for_machines(request: HttpRequest) -> bool:
    """Return True if a request is answered with problem details, and never with a page."""
    return request.path_info.startswith(("/api/", "/oauth/"))
