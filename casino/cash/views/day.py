"""Views of the casino's gaming day at the cash desk: its blockers, its close by two people, and its explanation."""

from contextlib import suppress
from datetime import date, timedelta
from functools import partial
from secrets import token_hex

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.cash.forms.steps import DAY, step_form
from casino.cash.presenters.day import present_day
from casino.commands.submitting import RejectedForm, rejected_form, submit
from casino.kit.forms.command_form import command_of
from casino.people.acting import person_of
from casino.people.gate import permission_required
from casino.people.permissions import sight_of
from casino.people.signing import colleagues_who_sign
from settlement.casino_day_aggregate import CasinoDayAggregate
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Board, HouseDay


@require_GET
@never_cache
@permission_required("house_day.see")
def day_due(request: HttpRequest) -> HttpResponse:
    """/cash/day/: the day that is to be closed next, `?day=` for another one."""
    return _page(request, _date(request.GET.get("day") or _due(person_of(request).casino_id)))


@require_GET
@never_cache
@permission_required("house_day.see")
def day(request: HttpRequest, day: str) -> HttpResponse:
    """/cash/day/2026-11-20/: one day of the casino, with the forms that close and explain it."""
    return _page(request, _date(day))


@require_POST
@permission_required("house_day.see")
def do_day(request: HttpRequest, day: str, step: str) -> HttpResponse:
    """/cash/day/2026-11-20/close: one step; its page with the refusal where it is refused (422)."""
    form, on = step_form(request, DAY, step), _date(day)
    rejection = submit(
        request,
        CasinoDayAggregate(person_of(request).casino_id, on),
        partial(command_of, form),
        now=timezone.now(),
        terminal="cash",
        keys_of="day",
        version_of="day",
    )
    if rejection:
        return _page(request, on, rejected_form(step, rejection, request.POST.dict()))
    return redirect("cash:day", on)


def _page(request: HttpRequest, day: str, rejected: RejectedForm | None = None) -> HttpResponse:
    on, casino_id = date.fromisoformat(day), person_of(request).casino_id
    context = {
        "page": present_day(casino_id, day, sight_of(request.user)),
        "day": day,
        "before": (on - timedelta(days=1)).isoformat(),
        "after": (on + timedelta(days=1)).isoformat(),
        "may_close": request.user.has_perm("house_day.close"),
        "may_force": request.user.has_perm("house_day.force_close"),
        "signers": colleagues_who_sign(person_of(request)),
        "rejected": rejected,
        "key": token_hex(8),
    }
    return render(request, "cash/day/day.html", context, status=422 if rejected else 200)


def _due(casino_id: int) -> str:
    """Return the first day after those that are closed that had tables; where none was ever closed the newest; else
    today.
    """
    played = Board.objects.filter(casino_id=casino_id).order_by("day").values_list("day", flat=True)
    closed = HouseDay.objects.filter(casino_id=casino_id).order_by("-day").first()
    due = played.filter(day__gt=closed.day).first() if closed else played.last()
    return due or gaming_day(casino_id, timezone.now()).isoformat()


def _date(day: str) -> str:
    """Return the day as an ISO date. Raises Http404 for any other text."""
    with suppress(ValueError):
        if date.min < date.fromisoformat(day) < date.max:
            return date.fromisoformat(day).isoformat()
    raise Http404(f"{day[:20]} is no gaming day; a date is, as 2026-11-20")
