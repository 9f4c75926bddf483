"""Language of a person: their own, else the browser's, else the casino's first, else English."""

from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.translation.trans_real import parse_accept_lang_header

from casino.languages.language import ENGLISH, supported
from tables.handling.models import Casino
from tables.stream.service import DATABASE_AWAY

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
    """Return the language chosen in this browser before sign-in, else its first supported one; else empty."""
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
    return languages_of_casino(casino_id)[0]


def languages_of_casino(casino_id: int) -> tuple[str, ...]:
    """The languages that the casino's people may choose, for some seconds as they were."""
    found: Any = cache.get_or_set(
        f"languages-of-casino-{casino_id}",
        lambda: registered_languages(Casino.objects.filter(pk=casino_id).first()),
        SEEN_ANEW_AFTER_S,
    )
    return tuple(found)


def first_language(casino: Casino | None) -> str:
    """The first language that a casino has registered; English where it has none."""
    return registered_languages(casino)[0]


def registered_languages(casino: Casino | None) -> tuple[str, ...]:
    """Return the registered languages of the casino, in its order: all known ones without an entry, English if none
    of them is known.
    """
    registered = getattr(casino, "languages", None) or ()
    if not registered:
        return tuple(dict(settings.LANGUAGES))
    return tuple(dict.fromkeys(filter(None, map(supported, registered)))) or (ENGLISH,)


def offered_languages(casino_id: int | None, read_now: str = "") -> tuple[str, ...]:
    """Return the languages of a menu, in the order of `settings.LANGUAGES`: the casino's, and the language read now.

    If the casino is unknown, the menu has the languages of every casino here.
    """
    if casino_id is not None:
        chosen: Any = languages_of_casino(casino_id)
    else:
        chosen = cache.get_or_set("languages-of-all-casinos", _languages_of_all_casinos, SEEN_ANEW_AFTER_S)
    return tuple(code for code in dict(settings.LANGUAGES) if code in chosen or code == read_now)


def _languages_of_all_casinos() -> tuple[str, ...]:
    """Return the languages of all casinos; without a casino or a database all supported ones."""
    try:
        casinos: list[Casino | None] = [*Casino.objects.only("languages")]
    except DATABASE_AWAY:
        casinos = []
    return tuple({code for casino in casinos or [None] for code in registered_languages(casino)})


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
