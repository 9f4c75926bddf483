"""/requests/: requests of API clients, with the buttons by which an officer confirms or refuses them."""

from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_POST

from casino.accounts.people.people import keep_links
from casino.api.models import WaitingRequest
from casino.api.waiting.deciding import LONGEST_REASON
from casino.api.waiting.deciding import confirm as confirm_request
from casino.api.waiting.deciding import refuse as refuse_request
from casino.api.waiting.operations import Carried
from casino.commands.reauthentication import act_required
from casino.commands.rejections import Rejection, attempted
from casino.commands.signing import signatures
from casino.kit.forms.fields import text
from casino.kit.forms.validation import checked
from casino.people.acting import person_of
from casino.people.acts import act_named
from casino.people.gate import permission_required
from casino.people.models import Person
from casino.people.permissions import rule_of
from casino.people.signing import colleagues_who_sign
from casino.registers.requests.presenters import shown_request

ON_A_PAGE = 50


@require_GET
@never_cache
@permission_required("registers.see")
def index(request: HttpRequest) -> HttpResponse:
    """/requests/: those that wait, the oldest first, and those that were decided or expired, the newest first."""
    now, found = timezone.now(), _of_casino(person_of(request))
    waiting = found.filter(state=WaitingRequest.PENDING, expires_at__gt=now).order_by("asked_at")
    others = found.exclude(pk__in=waiting.values("pk")).order_by("-asked_at")
    page = Paginator(others, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "waiting": [shown_request(each, now) for each in waiting],
        "others": [shown_request(each, now) for each in page.object_list],
        "page": page,
        "may_decide": request.user.has_perm("requests.decide"),
        "deciding_rule": rule_of("requests.decide"),
    }
    return render(request, "registers/requests/index.html", context)


@require_GET
@never_cache
@act_required("requests.decide")
def one(request: HttpRequest, waiting: UUID) -> HttpResponse:
    """/requests/<id>/: one request with its values and, while it waits, the forms that decide it."""
    return _page(request, _here(request, waiting))


@sensitive_post_parameters()
@require_POST
@never_cache
@act_required("requests.decide")
def confirm(request: HttpRequest, waiting: UUID) -> HttpResponse:
    """/requests/<id>/confirm: carried out, or the page with the refusal (422). This answer alone shows a secret."""
    asked, officer, now = _here(request, waiting), person_of(request), timezone.now()
    done = attempted(
        lambda: confirm_request(
            asked.pk, officer, signatures=signatures(checked(request.POST.dict()), officer, now), now=now
        )
    )
    if isinstance(done, Rejection):
        return _page(request, _here(request, waiting), refused=done.sentence)
    decided, carried = done
    if carried.person is not None:
        keep_links(request, [carried.person])
        return redirect("person", carried.person)
    if carried.secret:
        return _page(request, decided, carried=carried)
    return redirect("requests:one", waiting)


@require_POST
@never_cache
@act_required("requests.decide")
def refuse(request: HttpRequest, waiting: UUID) -> HttpResponse:
    """/requests/<id>/refuse: refuse with a reason, or show the page with its fault (422)."""
    asked, now = _here(request, waiting), timezone.now()

    def work() -> WaitingRequest:
        reason = text(checked(request.POST.dict()), "reason")
        return refuse_request(asked.pk, person_of(request), reason, now=now)

    done = attempted(work)
    if isinstance(done, Rejection):
        return _page(request, _here(request, waiting), refused=done.sentence)
    return redirect("requests:index")


def _page(
    request: HttpRequest, waiting: WaitingRequest, *, refused: str = "", carried: Carried | None = None
) -> HttpResponse:
    officer, act = person_of(request), act_named(waiting.act)
    shown = shown_request(waiting, timezone.now())
    context = {
        "asked": shown,
        "signers": colleagues_who_sign(officer),
        "decidable": shown.state == "pending" and officer.has_perm(act.permission),
        "carried": carried,
        "refused": refused,
        "longest_reason": LONGEST_REASON,
    }
    return render(request, "registers/requests/one.html", context, status=422 if refused else 200)


def _here(request: HttpRequest, number: UUID) -> WaitingRequest:
    """The request, at this casino. Raises Http404."""
    return get_object_or_404(_of_casino(person_of(request)), pk=number)


def _of_casino(person: Person) -> QuerySet[WaitingRequest]:
    return WaitingRequest.objects.filter(casino_id=person.casino_id).select_related("client", "decided_by")
