"""No table has a word of an address for its code, and the addresses themselves say which words those are."""

from django.http import HttpRequest, HttpResponse
from django.urls import URLResolver, path
from django.urls.resolvers import RegexPattern

from tables.handling.reserved_codes import reserved_codes, reserved_in


def door(request: HttpRequest, **parts: str) -> HttpResponse:
    """What any of the addresses leads to."""
    return HttpResponse()


def test_a_word_is_reserved_by_the_address_that_has_it() -> None:
    addresses = [
        path("pits/<str:pit>/<str:code>/", door),
        path("pits/<str:pit>/doors/", door),
        path("pits/all/windows", door),
        path("pits/stairs/", door),
        path("keys/<str:serial>/", door),
        path("keys/lost/", door),
    ]
    assert reserved_in(URLResolver(RegexPattern(r"^/"), addresses)) == {"doors", "windows"}


def test_the_house_reserves_those_of_its_own() -> None:
    assert {"live", "sheets"} <= reserved_codes()
    assert not {"T1", "RF1", "floor", "seat", "<str:code>"} & reserved_codes()
