"""/sign-in/second-step/ after the right password, and /sign-in/passkey/ in its place."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from casino.accounts.first_page import first_page
from casino.accounts.forms import SignInForm
from casino.commands.rejections import Rejection, attempted
from casino.people.known_browsers import remember_browser
from casino.people.models import Person
from casino.people.sign_in.forms import CodeForm
from casino.people.sign_in.passkeys import ask_for_one, passkey_by_answer
from casino.people.sign_in.recording import address_of
from casino.people.sign_in.second_factors import factor_by_code, kinds_of
from casino.people.sign_in.second_step import finish, sign_in_by_passkey, waiting_login
from casino.people.sign_in.standing import own_page


@method_decorator(sensitive_post_parameters(), name="dispatch")
@method_decorator(never_cache, name="dispatch")
class SecondStep(View):
    """A GET asks for a code or a passkey; a POST with a right one begins the session, a wrong one is refused (422)."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Only a browser whose password was right a moment ago has a second step to take."""
        self.stage = waiting_login(request)
        if self.stage is None or request.user.is_authenticated:
            return redirect("sign_in")
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(request)

    def post(self, request: HttpRequest) -> HttpResponse:
        stage = self.stage
        assert stage is not None
        person: Person = stage.login.user
        if refused := refusal_to_sign_in(request, person):
            return self._page(request, refused=refused)
        form = CodeForm(request.POST)
        form.full_clean()
        entered, now = form.cleaned_data, timezone.now()
        if entered["credential"]:
            found = attempted(
                lambda: passkey_by_answer(request.session, "second-step", person, entered["credential"], now)
            )
        else:
            found = attempted(
                lambda: factor_by_code(person, entered["one_time_code"], address=address_of(request), now=now)
            )
        if isinstance(found, Rejection):
            return self._page(request, refused=found.sentence)
        response = finish(stage, found)
        remember_browser(request, response, person.account_name)
        return response

    def _page(self, request: HttpRequest, *, refused: str = "") -> HttpResponse:
        assert self.stage is not None
        context = {"refused": refused, "kinds": kinds_of(self.stage.login.user)}
        return render(request, "accounts/second_step.html", context, status=422 if refused else 200)


@require_POST
@never_cache
def second_step_options(request: HttpRequest) -> HttpResponse:
    """/sign-in/second-step/options/: what the browser asks one of the person's passkeys."""
    stage = waiting_login(request)
    if stage is None:
        return JsonResponse({}, status=403)
    return JsonResponse(ask_for_one(request.session, "second-step", stage.login.user, timezone.now()))


@require_POST
@never_cache
def passkey_options(request: HttpRequest) -> HttpResponse:
    """/sign-in/passkey/options/: what the browser asks any passkey of this house."""
    return JsonResponse(ask_for_one(request.session, "sign-in", None, timezone.now()))


@require_POST
@never_cache
def passkey_sign_in(request: HttpRequest) -> HttpResponse:
    """/sign-in/passkey/: sign in the holder of the passkey; it has verified its holder, and needs no password."""
    form = CodeForm(request.POST)
    form.full_clean()
    answer, now = form.cleaned_data["credential"], timezone.now()
    passkey = attempted(lambda: passkey_by_answer(request.session, "sign-in", None, answer, now))
    if isinstance(passkey, Rejection):
        return _sign_in_page(request, passkey.sentence)
    if refused := refusal_to_sign_in(request, passkey.user):
        return _sign_in_page(request, refused)
    following = own_page(request, request.POST.get("next") or first_page(passkey.user))
    response = sign_in_by_passkey(request, passkey, following)
    remember_browser(request, response, passkey.user.account_name)
    return response


def refusal_to_sign_in(request: HttpRequest, person: Person) -> str:
    """Return the reason why this person cannot sign in here with any proof; empty if they may."""
    try:
        SignInForm(request=request).confirm_login_allowed(person)
    except ValidationError as error:
        return " ".join(error.messages)
    return ""


def _sign_in_page(request: HttpRequest, refused: str) -> HttpResponse:
    following = request.POST.get("next", "")
    context = {"form": SignInForm(request=request), "passkey_refused": refused, "next": following}
    return render(request, "accounts/sign_in.html", context, status=422)
