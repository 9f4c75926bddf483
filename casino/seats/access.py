"""Access to a seat's address: for the terminal with the token of that seat, and for staff as a preview.

The token is in a cookie that no script reads and that the browser sends to that seat's address alone. A person's
session opens nothing here but the preview.
"""

from collections.abc import Callable
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, override
from django_htmx.http import HttpResponseClientRedirect

from casino.people.permissions import RULES, rule_of
from casino.seats.models import SeatScreen
from casino.seats.screens import screen_of_token
from casino.web.background import in_thread, stand_aside
from tables.handling.projections.table_snapshots import open_day

COOKIE = "seat_screen"
STAFF = "seat.screens"
View = Callable[..., Any]


def keep_token(response: HttpResponse, screen: SeatScreen, token: str) -> None:
    response.set_cookie(
        COOKIE,
        token,
        expires=screen.expires_at,
        path=reverse("seat:seat", args=[screen.table, screen.number]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Strict",
    )


def screen_of_request(request: HttpRequest, code: str, number: int) -> SeatScreen | None:
    """The screen that sent a request; None without a valid token of this seat, on a day that is open."""
    token = request.COOKIES.get(COOKIE, "")
    screen = screen_of_token(token, code, number, timezone.now()) if token else None
    if screen is None:
        return None
    return screen if open_day(screen.casino_id, code) == screen.day else None


def for_the_screen(view: View) -> View:
    """Let only the seat's own screen into a view, which gets the screen in place of code and number."""
    if iscoroutinefunction(view):

        @wraps(view)
        async def pass_async(request: HttpRequest, code: str, number: int, **kwargs: Any) -> Any:
            # An asynchronous view is one that waits: for others, or as long as a page stays open.
            screen = await in_thread(screen_of_request, request, code, number)
            if screen is None:
                return await in_thread(turned_away, request)
            await stand_aside()
            return await view(request, screen, **kwargs)

        return pass_async

    @wraps(view)
    def pass_sync(request: HttpRequest, code: str, number: int, **kwargs: Any) -> Any:
        screen = screen_of_request(request, code, number)
        return turned_away(request) if screen is None else view(request, screen, **kwargs)

    return pass_sync


def may_preview(request: HttpRequest) -> bool:
    """Return True if a person is signed in who may look at the seats' screens. Raises PermissionDenied for anybody
    else.
    """
    if not request.user.is_authenticated:
        return False
    if not RULES[STAFF](request.user):
        raise PermissionDenied(rule_of(STAFF))
    return True


def turned_away(request: HttpRequest) -> HttpResponse:
    """Return 403 with the remedy: this terminal has no screen of this seat, or its screen has ended."""
    if getattr(request, "htmx", False):
        # A fragment swapped into a page must not become another page: the browser itself goes there.
        return HttpResponseClientRedirect(reverse("seat_terminal") + "?ended")
    return render(request, "seats/terminal.html", {"ended": ended_in_each_language()}, status=403)


def ended_in_each_language() -> dict[str, str]:
    """The sentence of a terminal without a seat: nobody knows which language the player reads."""
    sentences = {}
    for language, _ in settings.LANGUAGES:
        with override(language):
            sentences[language] = gettext("This screen is not open. Please ask the staff at the table.")
    return sentences
