"""The lock of a session: the page that opens it, the button that locks it, and the word that somebody is there."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from casino.commands.rejections import Rejection, attempted
from casino.people.gate import permission_required
from casino.people.models import Person
from casino.people.sign_in import recording
from casino.people.sign_in.forms import SecretForm
from casino.people.sign_in.proving import check_proof
from casino.people.sign_in.recording import address_of
from casino.people.sign_in.second_factors import kinds_of
from casino.people.sign_in.session import lock, unlock
from casino.people.sign_in.standing import lock_if_idle, own_page, page_to_come_back_to
from casino.people.signing import SigningFailed, is_right

BY_SCRIPT = "Opened-In-Place"
"""A request's header: the page is still there, covered, and needs no address."""


@method_decorator(sensitive_post_parameters(), name="dispatch")
@method_decorator(never_cache, name="dispatch")
class Locked(View):
    """/locked/: the signed-in person, and a field for their PIN; a person without one gives the proof that they
    need.

    A POST with the right one opens the session and redirects back; a wrong one is counted as everywhere, and refused
    (422).
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        person = request.user
        if not isinstance(person, Person) or not lock_if_idle(request, person):
            return self._back(request)
        return self._page(request, person)

    def post(self, request: HttpRequest) -> HttpResponse:
        person = request.user
        if not isinstance(person, Person) or not lock_if_idle(request, person):
            return self._back(request)
        form = SecretForm(request.POST)
        form.full_clean()
        rejection = attempted(lambda: open_session(request, person, form.cleaned_data["secret"]))
        if isinstance(rejection, Rejection):
            return self._page(request, person, refused=rejection.sentence)
        return self._back(request)

    def _back(self, request: HttpRequest) -> HttpResponse:
        if BY_SCRIPT in request.headers:
            return HttpResponse(status=204)
        return redirect(own_page(request, request.POST.get("next") or request.GET.get("next") or "/"))

    def _page(self, request: HttpRequest, person: Person, *, refused: str = "") -> HttpResponse:
        following = own_page(request, request.POST.get("next") or request.GET.get("next") or "/")
        context = {
            "person": person,
            "kinds": frozenset() if person.pin else kinds_of(person),
            "refused": refused,
            "next": following,
        }
        return render(request, "accounts/locked.html", context, status=422 if refused else 200)


def open_session(request: HttpRequest, person: Person, secret: str) -> None:
    """Open the locked session with the person's PIN; without a PIN, with the proof that they need. Raises Refused."""
    now = timezone.now()
    if not person.pin:
        check_proof(person, password=secret, code=secret, address=address_of(request), now=now)
    elif not is_right(person, secret, now=now):
        raise SigningFailed("own-pin-wrong")
    unlock(request.session, now)
    recording.session_unlocked(person, now)


@require_POST
def lock_now(request: HttpRequest) -> HttpResponse:
    """/lock/: lock the session at once, for a person who leaves a shared terminal."""
    person = request.user
    if not isinstance(person, Person):
        return redirect("sign_in")
    now = timezone.now()
    if lock(request.session, now):
        recording.session_locked(person, "pressed", now)
    back = urlencode({"next": page_to_come_back_to(request)})
    return redirect(f"{resolve_url('locked')}?{back}")


@require_POST
@never_cache
@permission_required("sign_in.keep")
def still_here(request: HttpRequest) -> HttpResponse:
    """/still-here/: somebody touches the screen or types, and has asked for nothing yet; nothing but that is noted."""
    return HttpResponse(status=204)
