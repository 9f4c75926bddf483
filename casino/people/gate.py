"""The gate in front of a view: signing in, then the permission, or a page with the rule."""

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from inspect import iscoroutinefunction
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django_htmx.http import HttpResponseClientRedirect

from casino.people.models import Person
from casino.people.permissions import RULES, rule_of
from casino.people.sign_in.session import second_factor_missing
from casino.web.background import stand_aside

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


def still_allowed(session_key: str | None, permission: str) -> bool:
    """Check in the database that a session goes on, and that its person has the permission and the second factor that
    their role needs.

    For streams, which stay open long after they passed the gate. Two queries.
    """
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    person = get_user(request)
    return RULES[permission](person) and not (
        isinstance(person, Person) and second_factor_missing(request.session, person)
    )


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
