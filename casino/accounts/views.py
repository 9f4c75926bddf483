"""Signing in and out, the PIN of one's own, and the two pages that turn somebody away."""

from math import ceil
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from casino.accounts.first_page import first_page
from casino.accounts.forms import OwnPinForm, SignInForm
from casino.commands.reauthentication import act_required
from casino.commands.rejections import attempted
from casino.people.acting import person_of
from casino.people.attempts import AttemptRequest
from casino.people.demonstration_house import PASSWORD, PEOPLE, PIN
from casino.people.known_browsers import remember_browser
from casino.people.pin_rules import pin_lengths
from casino.people.sign_in.second_step import sign_in_by_password
from casino.people.signing import change_own_pin
from tables.handling.models import Casino


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """/: on to the person's first page. Which one that is, is known once they have signed in."""
    return redirect(first_page(request.user) if request.user.is_authenticated else "sign_in")


class SignIn(LoginView):
    """/sign-in/: name and password, then the page that `next` names, or the person's first one."""

    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_redirect_url(self) -> str:  # type: ignore[override]  # the stubs are of a later Django
        """Return the page of `next`, if it is one of this casino; not this page, which would redirect here again."""
        following = super().get_redirect_url()
        return "" if urlsplit(following).path == self.request.path else following

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Signs in, or asks for the second step first; and marks the browser as known to this name."""
        person = form.get_user()
        following = self.get_redirect_url() or first_page(person)
        response = sign_in_by_password(self.request, person, following)
        remember_browser(self.request, response, person.account_name)
        return response

    def get_default_redirect_url(self) -> str:
        return first_page(self.request.user)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With the people of the demonstration, their password and PIN, where the demonstration house is open; and
        with how a casino is set up where there is none."""
        people = PEOPLE if settings.DEMONSTRATION_HOUSE else ()
        sign_ins = [(person, PASSWORD, PIN) for person in people]
        return super().get_context_data(**kwargs) | {
            "sign_ins": sign_ins,
            "casinos": Casino.objects.count(),
        }


class SignOut(LogoutView):
    """/sign-out/: a POST ends the session, a GET has the form for it."""

    http_method_names = ["get", "post", "options"]

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "accounts/sign_out.html")


@method_decorator(sensitive_post_parameters(), name="dispatch")
@method_decorator(never_cache, name="dispatch")
@method_decorator(act_required("account.pin"), name="dispatch")
class OwnPin(View):
    """/your-pin/: the old PIN or the password, and the new one twice; a POST changes it, or shows why not (422)."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(request, changed="changed" in request.GET)

    def post(self, request: HttpRequest) -> HttpResponse:
        form = OwnPinForm(request.POST)
        form.full_clean()
        rejection = attempted(
            lambda: change_own_pin(
                person_of(request),
                request.session,
                old=form.cleaned_data["old"],
                new=form.new_pin(),
                now=timezone.now(),
                idempotency_key=form.cleaned_data["key"],
            )
        )
        if rejection:
            return self._page(request, refused=rejection.sentence)
        return redirect(f"{request.path}?changed")

    def _page(self, request: HttpRequest, *, changed: bool = False, refused: str = "") -> HttpResponse:
        context = {
            "changed": changed,
            "refused": refused,
            "shortest": pin_lengths()[0],
            "longest": pin_lengths()[-1],
        }
        return render(request, "accounts/own_pin.html", context, status=422 if refused else 200)


def locked_out(request: AttemptRequest, response: HttpResponse, credentials: dict[str, Any]) -> HttpResponse:
    """Too many wrong passwords from one place: for one name or for many, and when it is worth trying again."""
    lock = request.attempt_lock
    assert lock is not None  # without one nobody is sent here
    seconds = ceil((lock.until - request.axes_attempt_time).total_seconds())
    context = {
        "name": request.POST.get("username") or credentials.get("username", ""),
        "minutes": ceil(seconds / 60),
        "all_names": lock.all_names,
    }
    page = render(request, "accounts/locked_out.html", context, status=429)
    page["Retry-After"] = str(seconds)
    return page


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: the rule that keeps the page from the person."""
    return render(request, "accounts/not_allowed.html", {"rule": str(exception)}, status=403)
