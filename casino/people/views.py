"""Signing in and out, and the two pages that turn somebody away."""

from math import ceil
from typing import Any

from axes.helpers import get_cool_off
from django.conf import settings
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from casino.people.demonstration import demonstration_sign_ins
from casino.people.forms import SignInForm


class SignIn(LoginView):
    """/sign-in/: name and password, then the page that was asked for, or the floor."""

    template_name = "people/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"sign_ins": demonstration_sign_ins()}


class SignOut(LogoutView):
    """/sign-out/: a POST ends the session; a person who only opens the address is asked first."""

    http_method_names = ["get", "post", "options"]

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "people/sign_out.html")


def locked_out(request: HttpRequest, credentials: dict[str, Any], *args: Any, **kwargs: Any) -> HttpResponse:
    """Too many wrong passwords for one name from one place: say so, and when it is worth trying again."""
    cool_off = get_cool_off(request)
    minutes = ceil(cool_off.total_seconds() / 60) if cool_off else None
    context = {
        "name": credentials.get("username", ""),
        "minutes": minutes,
        "attempts": settings.AXES_FAILURE_LIMIT,
    }
    return render(request, "people/locked_out.html", context, status=429)


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: who you are signed in as, and the rule that keeps this page from you."""
    return render(request, "people/not_allowed.html", {"rule": str(exception)}, status=403)
