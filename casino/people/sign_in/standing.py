"""Conditions between a signed-in person and a page: a locked session, a missing second factor, an old password.

They are checked before the view, and before the gate asks for its permission. A view without a gate guards nothing:
the sign-in itself, the lock page, guests' pages. The API has no sessions.
"""

from inspect import iscoroutinefunction
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django_htmx.http import HttpResponseClientRedirect

from casino.people.gate import permission_of
from casino.people.models import Person
from casino.people.sign_in import recording
from casino.people.sign_in.rules import password_is_old, rules_of
from casino.people.sign_in.session import (
    has_been_idle,
    is_locked,
    lock,
    note_activity,
    second_factor_missing,
)
from tables.text import text_fault

OWN_SIGN_IN = "sign_in.keep"
"""The permission of the pages on which a second factor is set up and a password changed."""
OPEN_WHILE_LOCKED = frozenset({"sign", "display", "floor:live"})
"""The big screens at a table, which players read and at which nobody acts, and the stream that only reports changes. A
locked page may hear of a change, but its request for the new content is refused. All of them need a second factor and
an up-to-date password, as every page does."""
LOCKED_HEADER = "Session-Locked"
"""On an answer to a script's request in a locked session: where it is opened. static/js/lock.js covers the page."""


class SignInStanding(MiddlewareMixin):
    """Redirects requests of people who must do something first, and notes the time of each act."""

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        permission = permission_of(view)
        person = request.user if permission else None
        if not isinstance(person, Person):
            return None
        match = request.resolver_match
        locks = match is None or match.view_name not in OPEN_WHILE_LOCKED
        if locks and lock_if_idle(request, person):
            return _to_lock_page(request)
        if permission != OWN_SIGN_IN:
            if second_factor_missing(request.session, person):
                return turned_to(request, resolve_url("second_factors"))
            if person.has_usable_password() and password_is_old(person, timezone.now()):
                return turned_to(request, f"{resolve_url('own_password')}?old")
        if not locks:
            return None
        if is_activity(request, view):
            note_activity(request.session, timezone.now())
        # For the page's script: after so many seconds without a touch it asks whether the session is locked.
        request.lock_after_s = rules_of(person.casino_id).idle_minutes * 60  # type: ignore[attr-defined]
        return None


def lock_if_idle(request: HttpRequest, person: Person) -> bool:
    """Lock the session if nobody has acted in it for too long. Return True if it is locked. It raises nothing."""
    if is_locked(request.session):
        return True
    now = timezone.now()
    if not has_been_idle(request.session, rules_of(person.casino_id).idle_minutes, now):
        return False
    if lock(request.session, now):
        recording.session_locked(person, "idle", now)
    return True


def is_activity(request: HttpRequest, view: Any) -> bool:
    """Return True if a person asked for it: a page, or a form. A live page asks for itself, and its stream stays
    open.
    """
    by_script = bool(getattr(request, "htmx", False))
    return request.method == "POST" or not (by_script or iscoroutinefunction(view))


def turned_to(request: HttpRequest, address: str) -> HttpResponse:
    """To another page instead; from a script's request the whole page goes there."""
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(address)
    return redirect(address)


def page_to_come_back_to(request: HttpRequest) -> str:
    """Return the address of the page on which the person is.

    A form or a fragment was sent from another page, which the request names. Returns "/" for a page of another host.
    """
    if request.method in ("GET", "HEAD") and not getattr(request, "htmx", False):
        return request.get_full_path()
    parts = urlsplit(request.headers.get("HX-Current-URL") or request.headers.get("Referer") or "")
    if parts.netloc != request.get_host():
        return "/"
    return own_page(request, parts._replace(scheme="", netloc="", fragment="").geturl())


def own_page(request: HttpRequest, address: str) -> str:
    """Return the address if it is one of this casino's pages, else the first page. An address with a line break is
    none: it would end the header of the redirect."""
    own = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    is_page = own and address.startswith("/") and text_fault(address, len(address)) is None
    return address if is_page else "/"


def _to_lock_page(request: HttpRequest) -> HttpResponse:
    address = f"{resolve_url('locked')}?{urlencode({'next': page_to_come_back_to(request)})}"
    if getattr(request, "htmx", False):
        # The page keeps its entries: a script covers it until the session is open again.
        return HttpResponse(status=403, headers={LOCKED_HEADER: address})
    return redirect(address)
