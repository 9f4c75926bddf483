"""/your-sign-in/: one's own second factors and recovery codes."""

from base64 import b64encode
from collections.abc import Callable

from allauth.mfa.adapter import get_adapter
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from casino.commands.reauthentication import act_required
from casino.commands.rejections import Rejection, attempted
from casino.people.acting import person_of
from casino.people.models import Person
from casino.people.sign_in.forms import CodeForm, FactorForm, NewPasskeyForm
from casino.people.sign_in.passkeys import ask_for_a_new_one, new_passkey
from casino.people.sign_in.proving import note_proof
from casino.people.sign_in.rules import second_factor_required
from casino.people.sign_in.second_factors import (
    add_app,
    has_second_factor,
    held_by,
    keep_passkey,
    make_recovery_codes,
    mark_of,
    recovery_codes_once,
    remove_second_factor,
    secret_to_set_up,
)
from casino.people.sign_in.session import SECOND_FACTOR, keep_session, second_factor_missing
from tables.refusal import Refused

own_proven_again = method_decorator(
    [
        sensitive_post_parameters(),
        never_cache,
        act_required("account.second-factors"),
    ],
    name="dispatch",
)


@own_proven_again
class SecondFactors(View):
    """The list, with the ways to add one."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return _list(request)


def _list(request: HttpRequest, *, refused: str = "") -> HttpResponse:
    person = person_of(request)
    factors = [
        {"key": mark_of(each), "kind": each.type, "name": each.data.get("name", ""), "added": each.created_at}
        for each in held_by(person)
    ]
    context = {
        "factors": factors,
        "has_app": any(each["kind"] == "totp" for each in factors),
        "required": second_factor_required(person),
        "missing": second_factor_missing(request.session, person),
        "refused": refused,
    }
    return render(request, "accounts/second_factors.html", context, status=422 if refused else 200)


@own_proven_again
class AddApp(View):
    """/your-sign-in/app/: a GET shows the secret as a QR code; a POST with a code of the app keeps it."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(request)

    def post(self, request: HttpRequest) -> HttpResponse:
        form = CodeForm(request.POST)
        form.full_clean()
        person, now = person_of(request), timezone.now()
        rejection = attempted(
            lambda: add_app(person, request.session, form.cleaned_data["one_time_code"], now)
        )
        if isinstance(rejection, Rejection):
            return self._page(request, refused=rejection.sentence)
        keep_session(request, person)
        note_proof(request.session, now, second_factor=True)
        return redirect("recovery_codes")

    def _page(self, request: HttpRequest, *, refused: str = "") -> HttpResponse:
        secret, adapter = secret_to_set_up(request.session), get_adapter()
        picture = adapter.build_totp_svg(adapter.build_totp_url(person_of(request), secret))
        context = {
            "picture": b64encode(picture.encode()).decode(),
            "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
            "refused": refused,
        }
        return render(request, "accounts/add_app.html", context, status=422 if refused else 200)


@own_proven_again
class AddPasskey(View):
    """/your-sign-in/passkey/: a GET has the form, a POST keeps the browser's new passkey."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(request)

    def post(self, request: HttpRequest) -> HttpResponse:
        form = NewPasskeyForm(request.POST)
        form.full_clean()
        person, now = person_of(request), timezone.now()

        def keep() -> None:
            name = form.named()
            keep_passkey(person, name, new_passkey(request.session, form.cleaned_data["credential"], now))

        rejection = attempted(keep)
        if isinstance(rejection, Rejection):
            return self._page(request, refused=rejection.sentence)
        keep_session(request, person)
        note_proof(request.session, now, second_factor=True)
        return redirect("recovery_codes")

    def _page(self, request: HttpRequest, *, refused: str = "") -> HttpResponse:
        context = {"refused": refused, "name": request.POST.get("name", "")}
        return render(request, "accounts/add_passkey.html", context, status=422 if refused else 200)


@require_POST
@never_cache
@act_required("account.second-factors")
def new_passkey_options(request: HttpRequest) -> HttpResponse:
    """/your-sign-in/passkey/options/: the request for a new passkey."""
    return JsonResponse(ask_for_a_new_one(request.session, person_of(request), timezone.now()))


@own_proven_again
class RemoveFactor(View):
    """/your-sign-in/remove/: a POST removes one; without any, a role that needs one adds another first."""

    http_method_names = ["post", "options"]

    def post(self, request: HttpRequest) -> HttpResponse:
        form = FactorForm(request.POST)

        def remove(person: Person) -> None:
            if not form.is_valid():
                raise Refused("second-factor-unknown")
            remove_second_factor(person, form.cleaned_data["factor"])
            if not has_second_factor(person):
                request.session[SECOND_FACTOR] = False

        return _done_or_listed(request, remove, "second_factors")


@own_proven_again
class RecoveryCodes(View):
    """/your-sign-in/recovery-codes/: shows codes that nobody has seen yet, once; a POST makes new ones."""

    def get(self, request: HttpRequest) -> HttpResponse:
        codes, left = recovery_codes_once(person_of(request))
        context = {"codes": codes, "left": left, "has_factor": has_second_factor(person_of(request))}
        return render(request, "accounts/recovery_codes.html", context)

    def post(self, request: HttpRequest) -> HttpResponse:
        return _done_or_listed(request, make_recovery_codes, "recovery_codes")


def _done_or_listed(request: HttpRequest, work: Callable[[Person], None], following: str) -> HttpResponse:
    person = person_of(request)
    rejection = attempted(lambda: work(person))
    if isinstance(rejection, Rejection):
        return _list(request, refused=rejection.sentence)
    keep_session(request, person)
    return redirect(following)
