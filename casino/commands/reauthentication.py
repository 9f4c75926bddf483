"""A fresh proof before an act: changes of registers and of one's own secrets need a proof of the last minutes.

    @require_POST
    @act_required("registers.declare")
    def change(request): ...

`acts.py` lists the acts, `sign_in/proving.py` decides the proof that a person needs. A proof holds for PROOF_HOLDS, and
signing in counts as a proof. After that a page redirects to `/sign-in/again/` and back. A sent form is not lost: the
answer asks for the proof and holds the entered values, and both go on together. A form with a secret in it is not held;
the person comes back to its page. A PIN does not count as a proof, because colleagues at a shared terminal see it
typed.
"""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render, resolve_url
from django.utils.http import urlencode
from django.views.decorators.debug import sensitive_variables

from casino.commands.rejections import Rejection, attempted
from casino.kit.forms.secret_fields import is_secret
from casino.people.acting import person_of
from casino.people.acts import Proof, act_named, acts_about
from casino.people.gate import permission_required
from casino.people.models import Person
from casino.people.sign_in.forms import ProofForm
from casino.people.sign_in.proving import has_proven, prove
from casino.people.sign_in.second_factors import kinds_of
from casino.people.sign_in.standing import page_to_come_back_to, turned_to
from casino.people.signing import proven_own_signature
from tables.play.events import Signature

View = Callable[..., Any]


def act_required(name: str, by: str = "") -> Callable[[View], View]:
    """Let somebody into a view who has the permission of an act and has given its proof (`acts.py`).

    With `by`, `name` is the subject of several acts, and that argument of the address names the act. For synchronous
    views. Raises LookupError for an unknown act, and TypeError for an asynchronous view.
    """
    acts = acts_about(name) if by else {name: act_named(name)}
    (permission,) = {act.permission for act in acts.values()}
    usual = next(iter(acts.values()))

    def gate(view: View) -> View:
        proven = reauthentication_required(view)

        @wraps(view)
        def ask_for_proof(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            # The view answers 404 to an unknown act.
            act = acts.get(f"{name}.{kwargs[by]}", usual) if by else usual
            return (proven if act.proof is Proof.STRONG else view)(request, *args, **kwargs)

        guarded = permission_required(permission)(ask_for_proof)
        guarded.acts = tuple(acts)  # type: ignore[attr-defined]
        return guarded

    return gate


@sensitive_variables("secret")
def sign_act(name: str, person: Person, secret: str, *, now: datetime) -> Signature:
    """Return the signature of the person who acts, proven as the act needs it: with the own PIN.

    A person without a PIN and without a second factor gives the password. Raises SigningFailed for a wrong one, which
    is counted and recorded, and LookupError for an act of another proof.
    """
    if act_named(name).proof is not Proof.PIN:
        raise LookupError(f"the act {name} is not signed with a PIN")
    return proven_own_signature(person, secret, now=now)


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
    return render(request, "accounts/sign_in_again_with_form.html", context, status=422 if refused else 403)


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
