"""Browsers with an earlier sign-in: their attempts are not counted with those of a shared address.

All terminals of a pit may share one address. A stranger at that address could otherwise lock a name for everybody
there, or the address for all names. A browser that has signed in with a name has a signed cookie about this; its
attempts with that name are counted for the browser, anybody else's for the address.
"""

from datetime import timedelta
from secrets import token_hex

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

COOKIE, SALT = "known_browser", "casino.people.known_browsers"
KNOWN_FOR = timedelta(days=90)
NAMES_AT_MOST = 20
"""Names in a browser's cookie at most: the last to sign in there."""


def browser_known_to(request: HttpRequest, name: str) -> str | None:
    """Return the name under which attempts of a browser are counted if `name` has signed in with it before; None
    otherwise.
    """
    browser, marks = _known(request)
    return f"browser/{browser}" if _mark(name) in marks else None


def remember_browser(request: HttpRequest, response: HttpResponse, name: str) -> None:
    """Set the cookie that records a sign-in of `name` with this browser."""
    browser, marks = _known(request)
    own = _mark(name)
    marks = [own, *(each for each in marks if each != own)][:NAMES_AT_MOST]
    response.set_cookie(
        COOKIE,
        signing.dumps([browser or token_hex(16), marks], salt=SALT),
        max_age=KNOWN_FOR,
        path=settings.LOGIN_URL,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )


def _mark(name: str) -> str:
    """The name as the cookie has it: who opens the browser's store reads no names there."""
    return salted_hmac(SALT, name).hexdigest()[:16]


def _known(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        browser, marks = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KNOWN_FOR)
    except signing.BadSignature:
        return "", []
    return browser, marks
