"""The house's gaming day at the cash desk: what is left over of it, its close by two, and its explanation."""

from contextlib import suppress
from datetime import date, timedelta
from secrets import token_hex

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from casino.cash.blind_count import withheld_days
from casino.cash.day_form import PERMISSIONS, STEPS
from casino.cash.day_shown import house_day_page
from casino.cash.steps import check_step
from casino.kit.submitting import submit
from casino.people.acting import person_of
from casino.people.gate import allowed
from casino.people.permissions import contents_for
from casino.people.signing import colleagues_who_sign
from settlement.house_day_aggregate import HouseDayAggregate
from tables.handling.gaming_day import gaming_day
from tables.handling.models import Board, HouseDay


@require_GET
@never_cache
@allowed("house_day.see")
def day_due(request: HttpRequest) -> HttpResponse:
    """/cash/day/: the day that is to be closed next, `?day=` for another one."""
    return _page(request, _told(request.GET.get("day") or _due(person_of(request).casino_id)))


@require_GET
@never_cache
@allowed("house_day.see")
def day(request: HttpRequest, day: str) -> HttpResponse:
    """/cash/day/2026-11-20/: one day of the house, with the forms that close and explain it."""
    return _page(request, _told(day))


@require_POST
@allowed("house_day.see")
def do_day(request: HttpRequest, day: str, step: str) -> HttpResponse:
    """/cash/day/2026-11-20/close: one step, carried out, or said on the page why not (422)."""
    check_step(request, step, PERMISSIONS, "with a gaming day")
    told = _told(day)
    rejection = submit(
        request,
        HouseDayAggregate(person_of(request).casino_id, told),
        STEPS[step],
        now=timezone.now(),
        terminal="cash",
        keys_of="day",
        version_of="day",
    )
    return _page(request, told, step, rejection.sentence) if rejection else redirect("cash:day", told)


def _page(request: HttpRequest, of: str, step: str = "", refused: str = "") -> HttpResponse:
    on = date.fromisoformat(of)
    withheld = withheld_days(person_of(request).casino_id, contents_for(person_of(request)), on, on)
    page = house_day_page(person_of(request).casino_id, of, withheld)
    context = {
        "page": page,
        "day": of,
        "before": (date.fromisoformat(of) - timedelta(days=1)).isoformat(),
        "after": (date.fromisoformat(of) + timedelta(days=1)).isoformat(),
        "may_close": request.user.has_perm("house_day.close"),
        "may_force": request.user.has_perm("house_day.force_close"),
        "signers": colleagues_who_sign(person_of(request)),
        "step": step,
        "refused": refused,
        "asked": request.POST,
        "key": token_hex(8),
    }
    return render(request, "cash/day.html", context, status=422 if refused else 200)


def _due(casino_id: int) -> str:
    """The first day after those that are closed that had tables; where none was ever closed the newest; else today."""
    played = Board.objects.filter(casino_id=casino_id).order_by("day").values_list("day", flat=True)
    closed = HouseDay.objects.filter(casino_id=casino_id).order_by("-day").first()
    due = played.filter(day__gt=closed.day).first() if closed else played.last()
    return due or gaming_day(casino_id, timezone.now()).isoformat()


def _told(day: str) -> str:
    """The day as an ISO date. Raises Http404 for what is none."""
    with suppress(ValueError):
        if date.min < date.fromisoformat(day) < date.max:
            return date.fromisoformat(day).isoformat()
    raise Http404(f"{day[:20]} is no gaming day; a date is, as 2026-11-20")
