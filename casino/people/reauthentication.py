"""Being asked again: what changes a register, or one's own secrets, takes a password or second factor given just now.

    @require_POST
    @permission_required("registers.change")
    @reauthentication_required
    def change(request): ...

A proof holds for PAGE_OPENS, and signing in is one. After that a page leads to `/sign-in/again/` and back. A form that
is sent is not lost: the answer asks for the proof and holds what was entered, and both go on together. A form with a
secret in it is not held; one comes back to its page. A PIN is no proof: at a shared terminal colleagues see it typed.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render, resolve_url
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.debug import sensitive_variables

from casino.kit.rejections import Rejection, attempted
from casino.people.acting import person_of
from casino.people.sign_in.proving import prove
from casino.people.sign_in.recording import address_of
from casino.people.sign_in.second_factors import kinds_of
from casino.people.sign_in.session import PROVEN_AT, SECOND_FACTOR, change_stored
from casino.people.sign_in.standing import page_to_come_back_to, turned_to

PAGE_OPENS = timedelta(minutes=5)
PASSWORD, CODE = "proof_password", "proof_code"
"""The fields of a proof that comes with a form."""
SECRET = re.compile(r"(^|_)pins?(_|$)|password|secret|^(old|new|again|credential|code_of_app)$")
"""Names of fields that are not written into a page."""
LONGEST_PROOF = 4096
View = Callable[..., Any]


def reauthentication_required(view: View) -> View:
    """Lets somebody into a view who has proven who they are just now; others do so first.

    For synchronous views behind `permission_required`. Raises TypeError for an asynchronous one.
    """
    if iscoroutinefunction(view):
        raise TypeError("reauthentication_required is for synchronous views")

    @wraps(view)
    def ask_again(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        proof = _taken_out(request)
        if not proven_within(request.session, PAGE_OPENS, timezone.now()):
            turned_away = _asked(request, proof)
            if turned_away is not None:
                return turned_away
        return view(request, *args, **kwargs)

    return ask_again


def proven_within(session: SessionBase, most: timedelta, now: datetime) -> bool:
    """Whether a password or a second factor was given in this session within that time."""
    at = session.get(PROVEN_AT)
    return at is not None and now.timestamp() - float(at) <= most.total_seconds()


def note_proof(session: SessionBase, now: datetime, *, second_factor: bool) -> None:
    """The person has given a password, or a second factor, in this session."""
    change_stored(session, {PROVEN_AT: now.timestamp()} | ({SECOND_FACTOR: True} if second_factor else {}))


@sensitive_variables("proof")
def _asked(request: HttpRequest, proof: dict[str, str]) -> HttpResponse | None:
    """The page that asks for a proof; None where the right one came with the form."""
    can_be_held = (
        request.method == "POST"
        and not request.FILES
        and not getattr(request, "htmx", False)
        and not any(SECRET.search(name) and request.POST[name] for name in request.POST)
    )
    if not can_be_held:
        back = urlencode({"next": page_to_come_back_to(request)})
        return turned_to(request, f"{resolve_url('sign_in_again')}?{back}")
    refused = ""
    if proof:
        person, now = person_of(request), timezone.now()
        password, code = proof.get(PASSWORD, ""), proof.get(CODE, "")
        proven = attempted(
            lambda: prove(person, password=password, code=code, address=address_of(request), now=now)
        )
        if not isinstance(proven, Rejection):
            note_proof(request.session, now, second_factor=proven)
            return None
        refused = proven.sentence
    return _page(request, refused)


def _page(request: HttpRequest, refused: str) -> HttpResponse:
    held = [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken"
        for value in values
    ]
    context = {"held": held, "refused": refused, "kinds": kinds_of(person_of(request))}
    page = render(request, "people/sign_in_again_with_form.html", context, status=422 if refused else 403)
    page["Cache-Control"] = "no-store"
    return page


def _taken_out(request: HttpRequest) -> dict[str, str]:
    """The fields of a proof, which the view itself does not get."""
    if request.method != "POST" or not (PASSWORD in request.POST or CODE in request.POST):
        return {}
    left: QueryDict = request.POST.copy()
    proof = {name: str(left.pop(name)[-1])[:LONGEST_PROOF] for name in (PASSWORD, CODE) if name in left}
    request.POST = left  # type: ignore[assignment]  # what a request has is a copy that nobody else changes
    return {name: value for name, value in proof.items() if value} or {PASSWORD: ""}
