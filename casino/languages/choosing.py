"""Which language somebody reads: their own, else that of their browser, else the casino's first, else English."""

from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.translation.trans_real import parse_accept_lang_header

from casino.languages.language import ENGLISH, supported
from tables.handling.models import Casino

LAST_READ = "last_language"
"""The cookie with the language that a signed-in person last read here: while the database is away nobody else knows."""
SEEN_ANEW_AFTER_S = 10
YEAR_S = 365 * 24 * 3600


def language_of_person(person: Any, request: HttpRequest) -> str:
    """The language of somebody who is signed in."""
    return (
        supported(getattr(person, "language", ""))
        or language_of_browser(request)
        or language_of_casino(person.casino_id)
    )


def language_of_browser(request: HttpRequest) -> str:
    """What was chosen in this browser before signing in, else the first language it asks for that there is; else
    empty."""
    return supported(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")) or accepted_language(request)


def accepted_language(request: HttpRequest) -> str:
    """The first language of Accept-Language that there is; empty where none is."""
    for asked, _ in parse_accept_lang_header(request.headers.get("Accept-Language", "")[:500]):
        if found := supported(asked):
            return found
    return ""


def language_of_casino(casino_id: int) -> str:
    """The first of the casino's languages, in which it writes to people whose language nobody knows; for some seconds
    as it was."""
    return str(
        cache.get_or_set(
            f"language-of-casino-{casino_id}",
            lambda: first_language(Casino.objects.filter(pk=casino_id).first()),
            SEEN_ANEW_AFTER_S,
        )
    )


def first_language(casino: Casino | None) -> str:
    """The first language that a casino has registered; English where it has none."""
    return next(filter(None, map(supported, getattr(casino, "languages", None) or ())), ENGLISH)


def language_while_away(request: HttpRequest) -> str:
    """The language of a page that cannot ask the database who reads it."""
    return supported(request.COOKIES.get(LAST_READ, "")) or language_of_browser(request) or ENGLISH


def keep_in_browser(response: HttpResponse, name: str, language: str) -> None:
    """Keep the language in a cookie of this browser."""
    response.set_cookie(
        name,
        language,
        max_age=YEAR_S,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
