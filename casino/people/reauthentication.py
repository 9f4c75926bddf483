"""A fresh proof before an act: changes of registers and of one's own secrets need a proof of the last minutes.

    @require_POST
    @permission_required("registers.change")
    @reauthentication_required
    def change(request): ...

`sign_in/proving.py` says which proof a person needs. A proof holds for PROOF_HOLDS, and signing in is one. After that a
page leads to `/sign-in/again/` and back. A form that is sent is not lost: the answer asks for the proof and holds the
entered values, and both go on together. A form with a secret in it is not held; one comes back to its page. A PIN is no
proof: at a shared terminal colleagues see it typed.
"""

from collections.abc import Callable
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render, resolve_url
from django.utils.http import urlencode

from casino.kit.forms.secret_fields import is_secret
from casino.kit.rejections import Rejection, attempted
from casino.people.acting import person_of
from casino.people.sign_in.forms import ProofForm
from casino.people.sign_in.proving import has_proven, prove
from casino.people.sign_in.second_factors import kinds_of
from casino.people.sign_in.standing import page_to_come_back_to, turned_to

View = Callable[..., Any]


def reauthentication_required(view: View) -> View:
    """Let somebody into a view who has given a proof within PROOF_HOLDS, and ask others for one first.

    For synchronous views behind `permission_required`. Raises TypeError for an asynchronous one.
    """
    if iscoroutinefunction(view):
        raise TypeError("reauthentication_required is for synchronous views")

    @wraps(view)
    def ask_again(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        proof = _taken_out(request)
        if not has_proven(request):
            turned_away = _asked(request, proof)
            if turned_away is not None:
                return turned_away
        return view(request, *args, **kwargs)

    return ask_again


def _asked(request: HttpRequest, proof: ProofForm | None) -> HttpResponse | None:
    """The page that asks for a proof; None where the right one came with the form."""
    can_be_held = (
        request.method == "POST"
        and not request.FILES
        and not getattr(request, "htmx", False)
        and not any(is_secret(name) and request.POST[name] for name in request.POST)
    )
    if not can_be_held:
        back = urlencode({"next": page_to_come_back_to(request)})
        return turned_to(request, f"{resolve_url('sign_in_again')}?{back}")
    refused = ""
    if proof is not None:
        proven = attempted(lambda: prove(request, **proof.given()))
        if not isinstance(proven, Rejection):
            return None
        refused = proven.sentence
    return _page(request, refused)


def _page(request: HttpRequest, refused: str) -> HttpResponse:
    held = [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and not is_secret(name)
        for value in values
    ]
    context = {"held": held, "refused": refused, "kinds": kinds_of(person_of(request))}
    return render(request, "people/sign_in_again_with_form.html", context, status=422 if refused else 403)


def _taken_out(request: HttpRequest) -> ProofForm | None:
    """The proof that came with a form, which the view itself does not get."""
    if request.method != "POST" or not any(name in request.POST for name in ProofForm.base_fields):
        return None
    form = ProofForm(request.POST)
    form.full_clean()
    left: QueryDict = request.POST.copy()
    for name in ProofForm.base_fields:
        left.pop(name, None)
    request.POST = left  # type: ignore[assignment]  # what a request has is a copy that nobody else changes
    return form
