"""Answers of which the browser takes the page alone.

A screen that fetches itself again, and a command that is answered with the page, replace the content of `#page`. The
head and the menus remain: they are not made again, and the browser does not read them again. Parts that the page
already has are left out too (casino/kit/page_parts/same_parts.py). A request without htmx gets all of it.
"""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.deprecation import MiddlewareMixin

HAS = "Page-Has"
"""The header in which a page names the digests of its parts, separated by spaces."""


def is_page(element: str) -> bool:
    """Return True if htmx names the page so, by its kind and its id: `main#page`."""
    return element.endswith("#page")


class PageAlone(MiddlewareMixin):
    """Middleware that sets `request.page_alone` and `request.page_has`.

    `page_alone` is true if the answer replaces the page alone. `page_has` are the digests of the parts that the page
    has.
    """

    def process_request(self, request: HttpRequest) -> None:
        alone = is_page(request.headers.get("HX-Target", ""))
        request.page_alone = alone  # type: ignore[attr-defined]
        request.page_has = frozenset(request.headers.get(HAS, "").split()) if alone else frozenset()  # type: ignore[attr-defined]

    def process_response(self, _request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        # A browser that goes back must not show a fetched part of a page from its cache.
        if response.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, ["HX-Target"])
        return response
