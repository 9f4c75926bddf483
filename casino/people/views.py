"""Signing in and out, and the two pages that turn somebody away."""

from math import ceil
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from casino.people.attempts import AttemptRequest
from casino.people.demonstration import demonstration_sign_ins
from casino.people.forms import SignInForm
from casino.people.known_browsers import remember_browser


def first_page(person: Any) -> str:
    """Where somebody begins: an inspector at the violations, others on the floor, or, where the role does not see it,
    at the payout sheets."""
    if person.has_perm("violation.judge"):
        return reverse("compliance:violations")
    sheets_only = person.has_perm("sheet.see") and not person.has_perm("floor.see")
    return reverse("floor:sheets" if sheets_only else "floor:floor")


def home(request: HttpRequest) -> HttpResponse:
    """/: on to the first page of who is signed in."""
    return redirect(first_page(request.user))


class SignIn(LoginView):
    """/sign-in/: name and password, then the page that was asked for, or the person's first one."""

    template_name = "people/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_redirect_url(self) -> str:  # type: ignore[override]  # the stubs are of a later Django
        """The page that was asked for, if it is one of this house; not this one, which would lead here again."""
        asked = super().get_redirect_url()
        return "" if urlsplit(asked).path == self.request.path else asked

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Signs in, and makes the browser one that this name is known to."""
        response = super().form_valid(form)
        remember_browser(self.request, response, form.get_user().get_username())
        return response

    def get_default_redirect_url(self) -> str:
        return first_page(self.request.user)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"sign_ins": demonstration_sign_ins()}


class SignOut(LogoutView):
    """/sign-out/: a POST ends the session; a person who only opens the address is asked first."""

    http_method_names = ["get", "post", "options"]

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "people/sign_out.html")


def locked_out(request: AttemptRequest, response: HttpResponse, credentials: dict[str, Any]) -> HttpResponse:
    """Too many wrong passwords from one place: for one name or for many, and when it is worth trying again."""
    lock = request.attempt_lock
    assert lock is not None  # without one nobody is sent here
    seconds = ceil((lock.until - request.axes_attempt_time).total_seconds())
    context = {
        "name": credentials.get("username", ""),
        "minutes": ceil(seconds / 60),
        "all_names": lock.all_names,
    }
    page = render(request, "people/locked_out.html", context, status=429)
    page["Retry-After"] = str(seconds)
    return page


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: who you are signed in as, and the rule that keeps this page from you."""
    return render(request, "people/not_allowed.html", {"rule": str(exception)}, status=403)
