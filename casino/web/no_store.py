"""`Cache-Control: no-store` on each answer to a browser that has a session, errors and redirects too.

At a shared terminal the next person must not read an answer out of the browser's cache. The cookie decides, without a
look at the session: an answer while the database is away is not stored either.
"""

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin


class NoStore(MiddlewareMixin):
    """Outside all that answers a request of a person; static files are the same for everybody and keep their rule."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        cookie = settings.SESSION_COOKIE_NAME
        has_session = cookie in request.COOKIES or cookie in response.cookies
        is_file = request.path.startswith(settings.STATIC_URL) and response.status_code < 400
        if has_session and not is_file:
            patch_cache_control(response, private=True, no_store=True)
        return response
