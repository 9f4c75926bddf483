"""/your-password/: the password of one's own, given once more and changed."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from casino.commands.reauthentication import act_required
from casino.commands.rejections import Rejection, attempted
from casino.people.acting import acting, person_of
from casino.people.register.secrets import set_password
from casino.people.sign_in.forms import OwnPasswordForm
from casino.people.sign_in.proving import check_own_password
from casino.people.sign_in.recording import TERMINAL, address_of
from casino.people.sign_in.rules import password_is_old, rules_of
from casino.people.sign_in.session import keep_session


@method_decorator(sensitive_post_parameters(), name="dispatch")
@method_decorator(never_cache, name="dispatch")
@method_decorator(act_required("account.password"), name="dispatch")
class OwnPassword(View):
    """/your-password/: the old password and the new one twice. A refusal is a 422."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(request, changed="changed" in request.GET)

    def post(self, request: HttpRequest) -> HttpResponse:
        form = OwnPasswordForm(request.POST)
        form.full_clean()
        rejection = attempted(lambda: self._change(request, form))
        if isinstance(rejection, Rejection):
            return self._page(request, refused=rejection.sentence)
        return redirect(f"{request.path}?changed")

    def _change(self, request: HttpRequest, form: OwnPasswordForm) -> None:
        person, now = person_of(request), timezone.now()
        check_own_password(person, form.cleaned_data["old"], address=address_of(request), now=now)
        set_password(person, form.new_password(person), by=acting(person, TERMINAL), now=now)
        keep_session(request, person)

    def _page(self, request: HttpRequest, *, changed: bool = False, refused: str = "") -> HttpResponse:
        person = person_of(request)
        context = {
            "changed": changed,
            "refused": refused,
            "old": password_is_old(person, timezone.now()),
            "days": rules_of(person.casino_id).password_days,
        }
        return render(request, "accounts/own_password.html", context, status=422 if refused else 200)
