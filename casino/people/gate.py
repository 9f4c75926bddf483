"""The gate in front of a view: signing in, then the permission, or a page with the rule."""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django_htmx.http import HttpResponseClientRedirect

from casino.people.models import Person
from casino.people.permissions import RULES, rule_of
from casino.people.sign_in.session import second_factor_missing
from casino.web.background import stand_aside
from casino.web.revocation import subjects
from casino.web.revocation.permits import Terms

View = Callable[..., Any]


def permission_required(permission: str) -> Callable[[View], View]:
    """Let only people with this permission (a name in `permissions.py`) into a view, sync or async.

    Somebody who is not signed in goes to the sign-in and comes back; others get the 403 page with the rule.
    """
    if permission not in RULES:
        raise LookupError(f"no permission is called {permission!r}; permissions.py has {', '.join(RULES)}")

    def gate(view: View) -> View:
        if iscoroutinefunction(view):

            @wraps(view)
            async def pass_async(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
                turned_away = _judge(request, await request.auser(), permission)
                if turned_away is None:
                    # An asynchronous view is one that waits: for others, or as long as a page stays open.
                    await stand_aside()
                return turned_away or await view(request, *args, **kwargs)

            return _named(pass_async, permission)

        @wraps(view)
        def pass_sync(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            return _judge(request, request.user, permission) or view(request, *args, **kwargs)

        return _named(pass_sync, permission)

    return gate


def permission_of(view: View) -> str:
    """The permission that a view requires; empty for one without a gate."""
    return getattr(view, "permission", "")


def _named(view: View, permission: str) -> View:
    view.permission = permission  # type: ignore[attr-defined]
    return view


class AllowedSession(NamedTuple):
    """A session whose person passed the gate of a stream."""

    key: str
    permission: str


def terms_of_session(request: HttpRequest, person: Person, permission: str) -> Terms:
    """Return the terms of a stream of this request's session: it ends with the session and with the permission."""
    key = request.session.session_key or ""
    depends_on = (subjects.session(key), subjects.person(person.pk), subjects.casino(person.casino_id))
    return Terms(still_allowed, AllowedSession(key, permission), frozenset(depends_on))


def still_allowed(asked: Collection[AllowedSession]) -> set[AllowedSession]:
    """Return those of the sessions that go on by the database, and whose person has the permission and the second
    factor that their role needs.

    For streams, which stay open long after they passed the gate. Two queries for all of them.
    """
    store = SessionStore()
    in_time = Session.objects.filter(
        session_key__in={each.key for each in asked}, expire_date__gt=timezone.now()
    )
    sessions = {row.session_key: store.decode(row.session_data) for row in in_time}
    people = Person.objects.in_bulk(
        {int(session[SESSION_KEY]) for session in sessions.values() if SESSION_KEY in session}
    )
    allowed = set()
    for each in asked:
        session = sessions.get(each.key, {})
        person = people.get(int(session.get(SESSION_KEY, 0)))
        if (
            person is not None
            and _is_of(session, person)
            and RULES[each.permission](person)
            and not second_factor_missing(session, person)
        ):
            allowed.add(each)
    return allowed


def _is_of(session: Mapping[str, Any], person: Person) -> bool:
    """Return True if the session began with the person's password of today, and was not ended with all others."""
    given = str(session.get(HASH_SESSION_KEY, ""))
    hashes = (person.get_session_auth_hash(), *person.get_session_auth_fallback_hash())
    return any(constant_time_compare(given, each) for each in hashes)


def _judge(request: HttpRequest, person: Any, permission: str) -> HttpResponse | None:
    if not person.is_authenticated:
        to_sign_in = redirect_to_login(request.get_full_path())
        # A fragment swapped into a page must not become the sign-in page: the browser itself goes there.
        if getattr(request, "htmx", False):
            return HttpResponseClientRedirect(to_sign_in.url)
        return to_sign_in
    if not RULES[permission](person):
        raise PermissionDenied(rule_of(permission))
    return None
