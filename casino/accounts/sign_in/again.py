"""/sign-in/again/: who is signed in proves it once more, before something that takes it
(casino/commands/reauthentication.py)."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from casino.commands.rejections import Rejection, attempted
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.sign_in.forms import AgainForm
from casino.people.sign_in.passkeys import ask_for_one
from casino.people.sign_in.proving import prove
from casino.people.sign_in.second_factors import kinds_of
from casino.people.sign_in.standing import own_page


@method_decorator(sensitive_post_parameters(), name="dispatch")
@method_decorator(never_cache, name="dispatch")
@method_decorator(permission_required("sign_in.keep"), name="dispatch")
class SignInAgain(View):
    """A GET asks for a second factor, or for the password of a person without one.

    A POST with the right proof redirects to the page, a wrong one is a 422.
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._page(request)

    def post(self, request: HttpRequest) -> HttpResponse:
        form = AgainForm(request.POST)
        form.full_clean()
        proven = attempted(lambda: prove(request, **form.given()))
        if isinstance(proven, Rejection):
            return self._page(request, refused=proven.sentence)
        return redirect(_following(request))

    def _page(self, request: HttpRequest, *, refused: str = "") -> HttpResponse:
        context = {"refused": refused, "next": _following(request), "kinds": kinds_of(person_of(request))}
        return render(request, "accounts/sign_in_again.html", context, status=422 if refused else 200)


@require_POST
@never_cache
@permission_required("sign_in.keep")
def again_options(request: HttpRequest) -> HttpResponse:
    """/sign-in/again/options/: what the browser asks one of the person's passkeys."""
    return JsonResponse(ask_for_one(request.session, "again", person_of(request), timezone.now()))


def _following(request: HttpRequest) -> str:
    return own_page(request, request.POST.get("next") or request.GET.get("next") or "/")
