"""HEAD for every address that answers GET (RFC 9110, section 9.3.2)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase


class HeadRequests:
    """Lets views answer a HEAD request as GET, and sends the headers of that answer without its content.

    Here and not in each view: their decorators and classes name GET alone. An event stream ends with its headers, and
    gives its place back.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method != "HEAD":
            return _with_head_allowed(self._get_response(request))
        request.method = "GET"
        try:
            response = self._get_response(request)
        finally:
            request.method = "HEAD"
        return _without_content(_with_head_allowed(response))


def _with_head_allowed(response: HttpResponseBase) -> HttpResponseBase:
    """Name HEAD beside GET in the header `Allow`."""
    allowed = [method.strip() for method in response.get("Allow", "").split(",")]
    if "GET" in allowed and "HEAD" not in allowed:
        allowed.insert(allowed.index("GET") + 1, "HEAD")
        response["Allow"] = ", ".join(allowed)
    return response


def _without_content(response: HttpResponseBase) -> HttpResponseBase:
    """Drop the content and keep the headers, `Content-Length` too."""
    if not isinstance(response, HttpResponse):
        bare = HttpResponse(status=response.status_code, reason=response.reason_phrase)
        bare.headers, bare.cookies = response.headers, response.cookies
        # The web server closes the answer, and with it the file or the stream that nobody reads.
        bare._resource_closers.append(response.close)  # type: ignore[attr-defined]  # the stubs lack it
        return bare
    response.content = b""
    return response
