"""Who asks for a page: a browser that goes there, or a page that fetches itself anew."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


def by_htmx(request: HttpRequest) -> bool:
    """Whether a page that is open sent the request, and takes its answer into itself."""
    return bool(HtmxDetails(request))
