"""Being asked again: what changes a register, or one's own secrets, takes a password or second factor given just now.

    @permission_required("people.engage")
    @reauthentication_required
    def engage(request): ...

A page opens for PAGE_OPENS after the person signed in or gave a password or a second factor; a form that was opened in
that time is accepted for FORM_IS_TAKEN, so that nobody loses what they typed. A PIN counts for nothing here: at a
shared terminal colleagues see it typed.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils import timezone
from django.utils.http import urlencode

from casino.people.sign_in.session import PROVEN_AT, SECOND_FACTOR, change_stored
from casino.people.sign_in.standing import page_to_come_back_to, turned_to

PAGE_OPENS = timedelta(minutes=5)
FORM_IS_TAKEN = timedelta(minutes=20)
View = Callable[..., Any]


def reauthentication_required(view: View) -> View:
    """Lets somebody into a view who has proven who they are just now; others do so first, and come back.

    For synchronous views behind `permission_required`. Raises TypeError for an asynchronous one.
    """
    if iscoroutinefunction(view):
        raise TypeError("reauthentication_required is for synchronous views")

    @wraps(view)
    def ask_again(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        most = PAGE_OPENS if request.method in ("GET", "HEAD") else FORM_IS_TAKEN
        if proven_within(request.session, most, timezone.now()):
            return view(request, *args, **kwargs)
        back = urlencode({"next": page_to_come_back_to(request)})
        return turned_to(request, f"{resolve_url('sign_in_again')}?{back}")

    return ask_again


def proven_within(session: SessionBase, most: timedelta, now: datetime) -> bool:
    """Whether a password or a second factor was given in this session within that time."""
    at = session.get(PROVEN_AT)
    return at is not None and now.timestamp() - float(at) <= most.total_seconds()


def note_proof(session: SessionBase, now: datetime, *, second_factor: bool) -> None:
    """The person has given a password, or a second factor, in this session."""
    change_stored(session, {PROVEN_AT: now.timestamp()} | ({SECOND_FACTOR: True} if second_factor else {}))
