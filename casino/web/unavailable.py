"""Answers while the database is away: 503 with Retry-After, as a page for screens and as problem details for the API.

The work of a view is rolled back with its transaction. If the connection broke during a commit, nobody knows the
outcome. The same request sent again, with the same key, is done once in either case.
"""

import logging
import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext, override

from casino.languages.choosing import language_while_away
from casino.web import problem_response as problem
from tables.stream.service import DATABASE_AWAY

log = logging.getLogger(__name__)

RETRY_AFTER_S = 5
_WRONG_SO_FAR_AS_EVER = ("54",)
"""Classes of SQLSTATE that psycopg counts among operational errors and that come again with the same request: a
program limit, such as a value too long for its index."""


class DatabaseAway(MiddlewareMixin):
    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return unavailable(request, error) if is_database_away(error) else None


def is_database_away(error: BaseException | None) -> bool:
    """Return True if the database did not answer: no connection, none free in the pool, one that broke, or a server
    that stops, starts or has no room. Later it may.
    """
    if not isinstance(error, DATABASE_AWAY):
        return False
    cause = error.__cause__ if isinstance(error, OperationalError | InterfaceError) else error
    state = getattr(cause, "sqlstate", None) or ""
    return not state.startswith(_WRONG_SO_FAR_AS_EVER)


def unavailable(request: HttpRequest, error: BaseException) -> HttpResponse:
    first_line = str(error).partition("\n")[0]
    log.warning("%s %s: the database is away (%s)", request.method, request.path, first_line)
    if problem.is_for_machines(request):
        detail = gettext(
            "The database is away. The same request may be sent again, with the same key; it is then done once."
        )
        answer = problem.problem_response(problem.document(503, detail))
    else:
        # Without the request: its session is in the database too.
        with override(language_while_away(request)):
            answer = HttpResponse(render_to_string("503.html"), status=503)
    answer["Retry-After"] = str(RETRY_AFTER_S)
    answer["Cache-Control"] = "no-store"
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an unforeseen error; a middleware also notices a database that is away."""
    error = sys.exc_info()[1]
    if error is not None and is_database_away(error):
        return unavailable(request, error)
    return problem.server_error(request)
