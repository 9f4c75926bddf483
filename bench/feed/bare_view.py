"""Baseline of a page: a Django view that has the answer ready and sends it.

In the same server, under the same settings and behind the same middleware. It checks no client and reads no
database.
"""

from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path

from casino.urls import handler400, handler500
from casino.urls import urlpatterns as of_the_house

__all__ = ["PAGE", "handler400", "handler500", "urlpatterns"]

PAGE = "page.json"
"""File with the bytes to send, in the folder of the server's data."""


def send(request: HttpRequest) -> HttpResponse:
    """Send the prepared bytes."""
    return HttpResponse(_page(), content_type="application/json")


@cache
def _page() -> bytes:
    return (settings.DATA_DIR / PAGE).read_bytes()


urlpatterns = [path("api/bare/page", send), *of_the_house]
