"""Whoever is signed in changes the PIN of their own, on the page behind their name.

The old PIN is asked for, or for the first one the password: with a session that somebody left open nobody else shall
sign. A wrong one counts as one at a signature does. As with `manage.py set_pin`, nothing of it is in the record: a PIN
belongs to a person and not to a table's day.
"""

from datetime import datetime
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables

from casino.kit.rejections import attempted
from casino.people.acting import person_of
from casino.people.gate import allowed
from casino.people.models import Person
from casino.people.signing import PIN_LENGTHS, SigningFailed, check_pin, is_right
from tables.roulette.refusal import Refused

KEY_AT_MOST = 100
CHANGED_BY = "pin_changed_by"
"""Where the session keeps the key of the form that changed the PIN last: sent twice it is changed once."""


@method_decorator(sensitive_post_parameters(), name="dispatch")
@method_decorator(never_cache, name="dispatch")
@method_decorator(allowed("pin.change"), name="dispatch")
class OwnPin(View):
    """/your-pin/: the old PIN or the password, and the new one twice; a POST changes it, or says why not (422)."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(request, changed="changed" in request.GET)

    def post(self, request: HttpRequest) -> HttpResponse:
        form = request.POST
        rejection = attempted(
            lambda: change_own_pin(
                person_of(request),
                request.session,
                old=form.get("old", ""),
                new=form.get("new", ""),
                again=form.get("again", ""),
                now=timezone.now(),
                idempotency_key=form.get("key", "")[:KEY_AT_MOST],
            )
        )
        if rejection:
            return self._page(request, refused=rejection.sentence)
        return redirect(f"{request.path}?changed")

    def _page(self, request: HttpRequest, *, changed: bool = False, refused: str = "") -> HttpResponse:
        context = {
            "changed": changed,
            "refused": refused,
            "shortest": PIN_LENGTHS[0],
            "longest": PIN_LENGTHS[-1],
        }
        return render(request, "people/own_pin.html", context, status=422 if refused else 200)


@sensitive_variables("old", "new", "again")
def change_own_pin(
    person: Person,
    session: SessionBase,
    *,
    old: str,
    new: str,
    again: str,
    now: datetime,
    idempotency_key: str,
) -> None:
    """Gives the person the PIN `new`, typed `again`, for the `old` one or, where there is none, for the password.

    Raises Refused for one that is none or typed otherwise, SigningFailed for a wrong old one, and while those were too
    many.
    """
    check_pin(new)
    if new != again:
        raise Refused("new-pins-differ")
    with transaction.atomic():
        held = Person.objects.select_for_update().get(pk=person.pk)
        if idempotency_key and _newest(session).get(CHANGED_BY) == idempotency_key:
            return
        right = is_right(held, old, now=now, hashed=held.pin or held.password)
        if right:
            held.set_pin(new)
            held.save(update_fields=["pin"])
            session[CHANGED_BY] = idempotency_key
            session.save()
    if not right:
        if held.pin:
            raise SigningFailed("old-pin-wrong")
        raise SigningFailed("password-wrong")


def _newest(session: SessionBase) -> Any:
    """The session as it is stored by now: the same form may have come a moment before."""
    return type(session)(session.session_key)
