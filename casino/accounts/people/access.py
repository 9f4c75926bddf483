"""Page of access events by gaming day: sign-ins, failures, locks, and changes of roles."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.models import AccessEntry, Person
from casino.people.register.forms import AccessFilter
from casino.people.register.presenters import STEPS, access_step
from tables.handling.gaming_day import gaming_day

ON_A_PAGE = 200


@require_GET
@never_cache
@permission_required("access.read")
def access(request: HttpRequest) -> HttpResponse:
    """/people/access/?day=2026-11-20&person=7: the gaming day's events, today's at first; of somebody, of all days."""
    casino_id = person_of(request).casino_id
    today = gaming_day(casino_id, timezone.now()).isoformat()
    form = AccessFilter(request.GET)
    found = AccessEntry.objects.filter(casino_id=casino_id).order_by("-at", "-stream_id", "-version")
    day, chosen, kind = today, None, ""
    if form.is_valid():
        chosen, kind = form.cleaned_data["person"], form.cleaned_data["kind"]
        entered = form.cleaned_data["day"]
        day = entered.isoformat() if entered else ("" if chosen else today)
        if chosen:
            found = found.filter(person=f"person/{chosen}")
        if kind:
            found = found.filter(type=kind)
        found = found.filter(day=day) if day else found
    else:
        found = found.none()
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "steps": [access_step(each) for each in page.object_list],
        "page": page,
        "query": query.urlencode(),
        "day": day,
        "chosen": chosen,
        "kind": kind,
        "kinds": STEPS.items(),
        "unread": not form.is_valid(),
        "people": Person.objects.filter(casino_id=casino_id).order_by("display_name", "pk"),
    }
    return render(request, "accounts/register/access.html", context)
