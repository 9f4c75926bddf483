"""A person's own account: name and role, the language of their screens, and links to their secrets."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache

from casino.commands.submitting import submit
from casino.kit.forms.command_form import command_of
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.register.aggregate import PersonAggregate
from casino.people.register.forms import FORMS
from casino.people.register.presenters import language_names


@method_decorator(never_cache, name="dispatch")
@method_decorator(permission_required("account.keep"), name="dispatch")
class OwnAccount(View):
    """/your-account/: a POST changes the language of one's own screens, or shows why not (422)."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(request, changed="changed" in request.GET)

    def post(self, request: HttpRequest) -> HttpResponse:
        own = person_of(request)
        rejection = submit(
            request,
            PersonAggregate(own.casino_id),
            lambda form: command_of(FORMS["change-language"], form, own.pk),
            now=timezone.now(),
            terminal="people",
            keys_of="account",
        )
        if rejection is not None:
            return self._page(request, refused=rejection.sentence)
        return redirect(f"{request.path}?changed")

    def _page(self, request: HttpRequest, *, changed: bool = False, refused: str = "") -> HttpResponse:
        own = person_of(request)
        context: dict[str, Any] = {
            "person": own,
            "changed": changed,
            "refused": refused,
            "code_version": settings.CODE_VERSION,
            "languages": language_names(own.casino_id, own.language),
        }
        return render(request, "accounts/register/own_account.html", context, status=422 if refused else 200)
