"""Answers of the API are compressed for who takes gzip; pages, which hold what length must not give away, are not."""

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class ApiCompression(GZipMiddleware):
    """Gzip under /api/, of whole answers: a stream's messages are sent as they come."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed where it is one of the API, whole and worth it."""
        if not request.path_info.startswith("/api/") or not isinstance(response, HttpResponse):
            return response
        return super().process_response(request, response)
